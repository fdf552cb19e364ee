"""The panel that explains a tile, as data: sections of plain sentences, which the screen lays out."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tui.tiles.marks import NO_MARK, Mark
from tui.words.glossary import terms_in


class PanelItem(msgspec.Struct, frozen=True):
    """Sentences that belong together, perhaps about a player or a call.

    No line is broken at a no-break space.
    """

    text: str
    head: str = ""
    """The call, or the player."""
    threat: str = ""
    """What the player threatens, or that nothing can be seen of it."""
    mark: Mark = NO_MARK
    alarming: bool = False
    """Whether the player has to be reckoned with."""


class Section(msgspec.Struct, frozen=True):
    """A part of the panel under a heading."""

    title: str
    items: tuple[PanelItem, ...]


class Panel(msgspec.Struct, frozen=True):
    """One page."""

    title: str
    sections: tuple[Section, ...]

    def texts(self) -> Iterator[str]:
        """All its texts, from top to bottom."""
        yield self.title
        for section in self.sections:
            yield section.title
            for item in section.items:
                yield from (item.head, item.threat, item.text)

    @property
    def terms(self) -> tuple[str, ...]:
        """The words on it that the glossary explains, by their ids."""
        return terms_in(self.texts())
