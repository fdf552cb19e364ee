"""What a click on a piece of text means. Screens match on the class."""

from __future__ import annotations

import msgspec

from tui.config.actions import ActionId


class ActionKey(msgspec.Struct, frozen=True):
    """The key of a named action, wherever a page or the table names it."""

    action: ActionId


class TileAt(msgspec.Struct, frozen=True):
    """A tile of the hand."""

    place: int


class MarkAt(msgspec.Struct, frozen=True):
    """The space under a tile of the hand, where its mark is."""

    place: int


class DiscardAt(msgspec.Struct, frozen=True):
    """A tile of a pond."""

    seat: int
    place: int


class MeldAt(msgspec.Struct, frozen=True):
    """A meld of a player."""

    seat: int
    place: int


class OptionAt(msgspec.Struct, frozen=True):
    """An option of a practice question."""

    number: int


class ExplainedAt(msgspec.Struct, frozen=True):
    """A tile that can be explained, or None for the tile on offer or the hand."""

    place: int | None


class EntryAt(msgspec.Struct, frozen=True):
    """An entry of a list, by its index."""

    at: int


class GameAt(msgspec.Struct, frozen=True):
    """A game in a chart, by its index in the list of games."""

    at: int


class MenuEntry(msgspec.Struct, frozen=True):
    """An entry of a menu, by its id."""

    id: str


class FoundAction(msgspec.Struct, frozen=True):
    """An action in the list of the command palette."""

    action: ActionId


class ValueArrow(msgspec.Struct, frozen=True):
    """An arrow beside the value of a form field: 1 for the next value, -1 for the one before."""

    at: int
    by: int


class RelatedTerm(msgspec.Struct, frozen=True):
    """A related term of the glossary, by its id."""

    id: str


class PageTurn(msgspec.Struct, frozen=True):
    """The line that says there is more: 1 for more below, -1 for more above."""

    pages: int


Meta = (
    ActionKey
    | TileAt
    | MarkAt
    | DiscardAt
    | MeldAt
    | OptionAt
    | ExplainedAt
    | EntryAt
    | GameAt
    | MenuEntry
    | FoundAction
    | ValueArrow
    | RelatedTerm
    | PageTurn
)
