"""A canvas of dots, several in each cell: braille, or dots and colons where a terminal has no braille."""

from __future__ import annotations

from tui.drawing.rows import FELT, Role, Rows, Span, merged
from tui.tiles.look import GlyphSet
from tui.tiles.roles import Ink

BRAILLE = 0x2800
_BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille cell, row by row (Unicode chapter 21.1)."""
_COLON_BITS = ((1,), (2,))
_COLONS = " '.:"
_BLANK = Span(" ", FELT)


class DotCanvas:
    """Dots and characters on cells. A cell has the ink of the dot that was set last."""

    def __init__(self, width: int, height: int, glyphs: GlyphSet) -> None:
        """``width`` and ``height`` are in cells."""
        self._braille = ord(glyphs.dots) >= BRAILLE
        self._bits = _BRAILLE_BITS if self._braille else _COLON_BITS
        self.down, self.across = len(self._bits), len(self._bits[0])
        """Dots in a cell, from top to bottom and from left to right."""
        self.width, self.height = width * self.across, height * self.down
        """The size in dots."""
        self._dots = [[0] * width for _ in range(height)]
        self._inks = [[Ink.TEXT] * width for _ in range(height)]
        self._over: dict[tuple[int, int], Span] = {}
        self._under: dict[tuple[int, int], Span] = {}

    def dot(self, x: int, y: int, ink: Ink) -> None:
        """Set the dot in that column and row of dots, counted from the top left; outside it is left out."""
        if 0 <= x < self.width and 0 <= y < self.height:
            row, column = y // self.down, x // self.across
            self._dots[row][column] |= self._bits[y % self.down][x % self.across]
            self._inks[row][column] = ink

    def line(self, start: tuple[int, int], end: tuple[int, int], ink: Ink) -> None:
        """Set the dots of a line between two dots."""
        (x, y), (to_x, to_y) = start, end
        steps = max(abs(to_x - x), abs(to_y - y), 1)
        for step in range(steps + 1):
            self.dot(round(x + (to_x - x) * step / steps), round(y + (to_y - y) * step / steps), ink)

    def write(self, column: int, row: int, sign: str, role: Role, *, under: bool = False) -> None:
        """Show a character of one cell instead of the dots there; ``under``: only if there are none."""
        (self._under if under else self._over)[row, column] = Span(sign, role)

    def rows(self) -> Rows:
        """The canvas as rows."""
        return tuple(
            merged(self._cell(row, column) for column in range(len(dots)))
            for row, dots in enumerate(self._dots)
        )

    def _cell(self, row: int, column: int) -> Span:
        dots, place = self._dots[row][column], (row, column)
        if place in self._over:
            return self._over[place]
        if not dots:
            return self._under.get(place, _BLANK)
        return Span(chr(BRAILLE + dots) if self._braille else _COLONS[dots], Role(self._inks[row][column]))
