"""What the cursor can stand on: the figures and games of a page, in the order in which they are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ai.statistics.figures import Figure
from tui.drawing.click_meta import EntryAt
from tui.drawing.rows import Role, Row, Span
from tui.tiles.look import GlyphSet
from tui.tiles.roles import Ground, Ink

Target = Figure | Path
"""A figure, or the record of a game."""
POINTER = 2
"""Cells before what the cursor can stand on."""


class Spot(NamedTuple):
    """One place of the cursor."""

    meta: EntryAt
    here: bool
    """Whether the cursor is there."""

    def begin(self, glyphs: GlyphSet) -> Span:
        """The pointer, or the blanks in its place."""
        return Span(f"{glyphs.pointer} " if self.here else " " * POINTER, Role(Ink.ACTING), self.meta)

    def name(self, text: str, ink: Ink = Ink.TEXT) -> Span:
        """The name of what is there."""
        return Span(text, Role(Ink.TEXT, Ground.ROUND) if self.here else Role(ink), self.meta)

    def linked(self, row: Row) -> Row:
        """The row with this place as the meaning of a click."""
        return tuple(span._replace(meta=self.meta) for span in row)


class Targets:
    """The places of the cursor, collected while a page is drawn."""

    def __init__(self, at: int, glyphs: GlyphSet) -> None:
        """``at`` is the index of the place where the cursor is."""
        self.glyphs = glyphs
        self.found: list[Target] = []
        self._at = at

    def add(self, target: Target) -> Spot:
        """The next place."""
        self.found.append(target)
        number = len(self.found) - 1
        return Spot(EntryAt(number), number == self._at)

    def add_all(self, targets: Iterable[Target]) -> int:
        """Many places at once; returns the index among them of the one under the cursor, or 0."""
        before = len(self.found)
        self.found += targets
        return self._at - before if before <= self._at < len(self.found) else 0
