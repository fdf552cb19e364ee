"""The scene: a value with everything that the picture of the table needs, and the own tiles as laid.

A screen passes a ``Scene`` to ``GameTable.show``. The table reads nothing else from the game, so equal
scenes have equal pictures. A page about a tile, a tile on offer or the hand is sections of sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from engine import events as ev
from engine.furiten import Cause
from engine.hand import Meld, MeldKind
from engine.records.annotations import NOTHING_NOTED, Annotation
from engine.tiles import TILE_OF, Kind, Tile, sort_tiles
from engine.view import SeatView
from engine.wall import PLAYERS
from tui.config.actions import ActionId
from tui.i18n import t
from tui.tiles import NO_MARK, Mark
from tui.words.event_lines import Announcement
from tui.words.names import Seating, tile_words

if TYPE_CHECKING:
    from tui.words.riichi_choices import RiichiTable


class LaidHand(msgspec.Struct, frozen=True):
    """The concealed tiles of a seat from left to right. A place in the hand is an index of them."""

    tiles: tuple[Tile, ...]
    drawn_place: int | None = None
    """The place of the tile just drawn, which is last and apart; None if no tile was drawn."""

    @classmethod
    def sorted(cls, view: SeatView) -> LaidHand:
        """The hand in the usual order: sorted, with the drawn tile last."""
        tiles = list(view.hand.tiles)
        if view.drawn is None:
            return cls(tuple(sort_tiles(tiles)))
        tiles.remove(view.drawn)
        return cls((*sort_tiles(tiles), view.drawn), len(tiles))

    def is_drawn(self, place: int) -> bool:
        return place == self.drawn_place


class UnsortedHand:
    """The concealed tiles of a seat in the order in which they were drawn. No tile changes its place."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._tiles: list[Tile] = []

    def laid(self, view: SeatView) -> LaidHand:
        """The tiles in the order in which they were drawn. ``view`` must have folded the same events."""
        return LaidHand(tuple(self._tiles), None if view.drawn is None else len(self._tiles) - 1)

    def event(self, event: ev.Event) -> None:
        if isinstance(event, ev.StartKyoku):
            self._tiles = [TILE_OF[name] for name in event.tehais[self._seat]]
        elif ev.actor_of(event) == self._seat:
            self._own(event)

    def _own(self, event: ev.Event) -> None:
        match event:
            case ev.Tsumo(pai=name):
                self._tiles.append(TILE_OF[name])
            case ev.Dahai(tsumogiri=True):
                self._tiles.pop()
            case ev.Dahai(pai=name) | ev.Kakan(pai=name):
                self._tiles.remove(TILE_OF[name])
            case ev.Chi(consumed=names) | ev.Pon(consumed=names):
                self._give(names)
            case ev.Daiminkan(consumed=names) | ev.Ankan(consumed=names):
                self._give(names)

    def _give(self, names: list[str]) -> None:
        for name in names:
            self._tiles.remove(TILE_OF[name])


class TileOfMeld(msgspec.Struct, frozen=True):
    """A tile of a meld as it is laid; an added kan has its fourth tile on top of the called one."""

    tile: Tile
    sideways: bool = False
    face_down: bool = False
    on_top: Tile | None = None


FROM_ACROSS, FROM_LEFT = 2, 3
"""The side from which a tile was called: ``(source - owner) % 4``."""


def laid_tiles(meld: Meld, owner: int) -> list[TileOfMeld]:
    """The tiles of a meld from left to right.

    The called tile is first if it came from the left, second from across, last from the right. The tile of
    an added kan is on top of it. A closed kan has its outer tiles face down.
    """
    if meld.kind is MeldKind.CLOSED_KAN:
        last = len(meld.tiles) - 1
        return [TileOfMeld(tile, face_down=place in (0, last)) for place, tile in enumerate(meld.tiles)]
    on_top = meld.tiles[3] if meld.kind is MeldKind.ADDED_KAN else None
    own = meld.tiles[1:3] if on_top is not None else meld.tiles[1:]
    laid = [TileOfMeld(tile) for tile in sort_tiles(own)]
    side = FROM_LEFT if meld.source is None else (meld.source - owner) % PLAYERS
    place = {FROM_LEFT: 0, FROM_ACROSS: 1}.get(side, len(laid))
    return [*laid[:place], TileOfMeld(meld.tiles[0], sideways=True, on_top=on_top), *laid[place:]]


class PromptItem(msgspec.Struct, frozen=True):
    """A possible action: its key and label. A click on it means the same as the key."""

    key: str
    """The letter, or a word such as ``Enter`` or ``Esc``; empty without a key."""
    label: str
    enabled: bool = True
    id: ActionId | None = None
    """The named action, if any, which a click on it means."""
    tiles: tuple[Tile, ...] = ()
    """Tiles that the label names …"""
    named: str = ""
    """… and the part of the label that names them, in place of which they are drawn."""


class SwitchItem(msgspec.Struct, frozen=True):
    """A switch: what it does in a word or two. A click on it means the same as its key."""

    label: str
    on: bool
    id: ActionId
    """The named action that toggles it."""


class WaitRow(msgspec.Struct, frozen=True):
    """One wait of the hand for the side panel."""

    kind: Kind
    left: int
    """Copies that this seat cannot see."""
    note: str = ""
    """A note such as ``furiten`` or ``no yaku``."""


class TilePage:
    """The page about the tile under the cursor, the tile on offer or the hand, made on first use."""

    def __init__(self, make: Callable[[], Panel], *, quick: bool = False) -> None:
        self._make = make
        self._quick = quick
        """Whether another page of the position has been made, which found out most of what this one needs."""
        self.dropped = False
        """Whether the position is no longer there, so that the page cannot be made."""

    @cached_property
    def page(self) -> Panel:
        return self._make()

    @property
    def ready(self) -> bool:
        return "page" in self.__dict__

    @property
    def late(self) -> bool:
        """Whether making the page takes longer than drawing all the rest, or cannot be done."""
        return not self.ready and (self.dropped or not self._quick)


class Scene(msgspec.Struct, frozen=True):
    """The contents of the table.

    ``view`` is read when the scene is shown. Show a new scene after every event. Places in the hand
    (``cursor``, ``marks``, ``disabled``) are indices of the tiles in the order shown.
    """

    view: SeatView
    seating: Seating
    laid: LaidHand
    cursor: int | None = None
    """Place in the shown hand, or None if no tile is being chosen."""
    marks: tuple[Mark, ...] = ()
    """The marks by place in the shown hand; may be shorter than the hand or empty."""
    disabled: frozenset[int] = frozenset()
    """Places that cannot be chosen now (greyed)."""
    lit: frozenset[Kind] = frozenset()
    """Copies of these kinds are lit everywhere."""
    lit_first: bool = False
    """Whether the newest discard is lit, too: in a scene that explains and expects no answer."""
    furiten: tuple[str, ...] = ()
    """The furiten line in wordings from the longest to the shortest: which tile, which kind, when it ends,
    how to leave it. Empty without furiten."""
    safest: tuple[tuple[Tile, ...], ...] = ()
    """The safest tiles, in groups of equal safety, the safest first. Empty if nobody threatens."""
    since: tuple[str, ...] = ()
    """The deeds of the others since the own last turn, one text for each, the newest last."""
    wait_line: str | None = None
    waits: tuple[WaitRow, ...] = ()
    riichi: RiichiTable | None = None
    """The discards with which riichi can be declared, compared, while one of several is being chosen: for a
    table without a side panel, whose page has them."""
    prompt: tuple[PromptItem, ...] = ()
    prompt_cursor: int | None = None
    """Index of the prompt item that Enter takes (at a claim, or among its forms), or None."""
    switches: tuple[SwitchItem, ...] = ()
    """All switches of the table, or none if they cannot be used."""
    reason: str = ""
    """A sentence about the choice under the cursor, or why an action is not possible."""
    explained: bool = False
    """Whether ``reason`` says only what the page in a side panel says, too."""
    noted: Annotation = NOTHING_NOTED
    """The comment and the bookmark of the position of a record. Their row is that of the safest tiles."""
    warned: bool = False
    """Whether ``reason`` is a warning. The same key again carries out the action."""
    log: tuple[str, ...] = ()
    """The lines of the log, the newest last."""
    keys: tuple[PromptItem, ...] = ()
    """The footer, the most important key first."""
    revealed: Mapping[int, tuple[Tile, ...]] = msgspec.field(default_factory=dict)
    """Concealed tiles of other seats, revealed at the end of a hand."""
    announced: Announcement | None = None
    banner: bool = False
    """Whether the centre shows the announcement, too."""
    just_discarded: bool = False
    """Whether the newest discard is shown in motion, because it was just made."""
    acting: int | None = None
    """The seat whose turn it is, or None to show no turn."""
    absent: frozenset[int] = frozenset()
    """Seats of players who have left: what they draw is discarded for them."""
    task: str = ""
    """What a lesson asks for, shown instead of the header until it is done."""
    header: tuple[str, ...] = ()
    """Further texts of the header (hand number, seed), dropped from the end if there is no room."""
    causes: tuple[Cause, ...] = ()
    """Causes of furiten. Their tiles are underlined in ponds and melds."""
    against: str = ""
    """The players that the safety marks count against, in words."""
    about: TilePage | None = None
    """What the side panel explains; None where it may explain nothing."""
    turns_page: bool = False
    """Whether keys of the screen scroll what the side panel explains."""

    def mark(self, place: int) -> Mark:
        return self.marks[place] if place < len(self.marks) else NO_MARK


# -- pages about tiles -------------------------------------------------------------------------------


class PanelItem(msgspec.Struct, frozen=True):
    """Sentences about one subject, such as a player or a call.

    Lines are never broken at a no-break space.
    """

    text: str
    head: str = ""
    """The call, or the player."""
    threat: str = ""
    """The player's threat, or that none is visible."""
    mark: Mark = NO_MARK
    alarming: bool = False
    """Whether the player is dangerous."""
    tiles: tuple[Tile, ...] = ()
    """The own tiles of a call …"""
    called: Tile | None = None
    """… and the tile that it takes."""

    @property
    def title(self) -> str:
        """The head with the tiles of a call in words."""
        if not self.tiles:
            return self.head
        return t("panel.call.head", action=self.head, own=tile_words(self.tiles))


class Section(msgspec.Struct, frozen=True):
    """A part of the panel under a heading."""

    title: str
    items: tuple[PanelItem, ...]
    table: RiichiTable | None = None
    """A table below the heading, in place of sentences."""
    besides: bool = False
    """Whether it says what matters less, for which a narrow page beside the table has no room."""


class Panel(msgspec.Struct, frozen=True):
    """One page of the panel."""

    title: str
    sections: tuple[Section, ...]

    def texts(self) -> Iterator[str]:
        yield self.title
        for section in self.sections:
            yield section.title
            for item in section.items:
                yield from (item.title, item.threat, item.text)
            if section.table is not None:
                yield from section.table.texts()

    @property
    def terms(self) -> tuple[str, ...]:
        # imported here because a table alone explains no terms
        from tui.words.glossary import terms_in

        return terms_in(self.texts())
