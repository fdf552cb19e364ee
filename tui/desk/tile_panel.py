"""The panel that explains a tile, as data: sections of sentences. A screen lays them out."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tui.tiles.marks import NO_MARK, Mark
from tui.words.glossary import terms_in
from tui.words.riichi_table import RiichiTable


class PanelItem(msgspec.Struct, frozen=True):
    """Sentences about one subject, such as a player or a call.

    Lines are never broken at a no-break space.
    """

    text: str
    head: str = ""
    """The call, or the player."""
    threat: str = ""
    """What the player threatens, or that no threat is visible."""
    mark: Mark = NO_MARK
    alarming: bool = False
    """Whether the player is dangerous."""


class Section(msgspec.Struct, frozen=True):
    """A part of the panel under a heading."""

    title: str
    items: tuple[PanelItem, ...]
    table: RiichiTable | None = None
    """A table below the heading, in place of sentences."""


class Panel(msgspec.Struct, frozen=True):
    """One page of the panel."""

    title: str
    sections: tuple[Section, ...]

    def texts(self) -> Iterator[str]:
        """All texts, from top to bottom."""
        yield self.title
        for section in self.sections:
            yield section.title
            for item in section.items:
                yield from (item.head, item.threat, item.text)
            if section.table is not None:
                yield from section.table.texts()

    @property
    def terms(self) -> tuple[str, ...]:
        """The ids of the glossary terms on it."""
        return terms_in(self.texts())
