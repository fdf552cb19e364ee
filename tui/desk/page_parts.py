"""A page about a tile, a tile on offer or the hand, as data: sections of sentences."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.tiles import Tile
from tui.i18n import t
from tui.tiles import NO_MARK, Mark
from tui.words.glossary import terms_in
from tui.words.names import tile_words
from tui.words.riichi_choices import RiichiTable


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
        """The ids of the glossary terms on it."""
        return terms_in(self.texts())
