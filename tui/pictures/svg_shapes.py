"""SVG paths for grounds, half blocks, shades, box lines and underlines, one path for each colour."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

BLOCKS = {"▀": (0.0, 0.5), **{block: (1 - eighths / 8, 1.0) for eighths, block in enumerate("▁▂▃▄▅▆▇█", 1)}}
"""The part of the row that a block fills: top and bottom."""
SHADES = {"░": 0.3, "▒": 0.5, "▓": 0.75}
"""The opacity of each shade: of the back of a tile, of a part of a bar."""
LEFT, UP, RIGHT, DOWN = "LURD"
LINES = {
    "─": LEFT + RIGHT,
    "│": UP + DOWN,
    "┌": RIGHT + DOWN,
    "┐": LEFT + DOWN,
    "└": UP + RIGHT,
    "┘": LEFT + UP,
    "├": UP + RIGHT + DOWN,
    "┤": LEFT + UP + DOWN,
}
"""The sides of the cell to which a line leads from its middle."""
ROUND = {"╭": "┌", "╮": "┐", "╰": "└", "╯": "┘"}
DOUBLE = {"═": "─", "║": "│", "╔": "┌", "╗": "┐", "╚": "└", "╝": "┘", "╠": "├", "╣": "┤"}
BRAILLE = range(0x2801, 0x2900)
_BRAILLE_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each dot of a braille character, by its bit (Unicode chapter 21.1)."""
DOT = 3.2
"""The diameter of a dot."""
THIN, WIDE, GAP = 1.4, 4.2, 1.6
"""Stroke widths: of a single line, of a double line, and of the gap inside a double line."""


class ColourRun(NamedTuple):
    """A rectangle of one colour, in cells and rows."""

    column: int
    width: int
    colour: str


class Shapes:
    """Collects everything that is not text, each row from left to right."""

    def __init__(self, cell: int, row: int) -> None:
        """``cell`` and ``row`` are the size of a character."""
        self._cell, self._row = cell, row
        self._grounds: defaultdict[int, list[ColourRun]] = defaultdict(list)
        self._fills: defaultdict[tuple[str, float], list[str]] = defaultdict(list)
        self._lines: defaultdict[str, list[str]] = defaultdict(list)
        self._dots: defaultdict[str, list[str]] = defaultdict(list)
        self._doubles: defaultdict[tuple[str, str], list[str]] = defaultdict(list)

    def ground(self, row: int, column: int, width: int, colour: str) -> None:
        """Add the ground of ``width`` cells."""
        grounds = self._grounds[row]
        if grounds and grounds[-1].colour == colour and grounds[-1].column + grounds[-1].width == column:
            last = grounds.pop()
            column, width = last.column, last.width + width
        grounds.append(ColourRun(column, width, colour))

    def line(self, row: int, column: int, width: int, colour: str, *, through: bool = False) -> None:
        """Add a line below ``width`` cells, or through them."""
        x, y = column * self._cell, row * self._row + (self._row // 2 if through else self._row - 2)
        self._fills[colour, 1.0].append(f"M{x} {y}h{width * self._cell}v1h-{width * self._cell}z")

    def draw(self, row: int, column: int, character: str, ink: str, ground: str) -> bool:
        """Draw a character as a shape. Return False if it is not one."""
        if character in BLOCKS:
            top, bottom = BLOCKS[character]
            self._fills[ink, 1.0].append(self._box(row + top, column, 1, bottom - top))
        elif character in SHADES:
            self._fills[ink, SHADES[character]].append(self._box(row, column, 1, 1))
        elif character in LINES:
            self._lines[ink].append(self._arms(row, column, LINES[character]))
        elif character in ROUND:
            self._lines[ink].append(self._curve(row, column, LINES[ROUND[character]]))
        elif character in DOUBLE:
            self._doubles[ink, ground].append(self._arms(row, column, LINES[DOUBLE[character]]))
        elif ord(character[0]) in BRAILLE:
            self._dots[ink].append(self._braille(row, column, ord(character)))
        else:
            return False
        return True

    def grounds(self) -> Iterator[str]:
        """The colour of the ground of every cell."""
        for grounds in self._grounds.values():
            for ground in grounds:
                yield from [ground.colour] * ground.width

    def paths(self, ground: str) -> Iterator[str]:
        """All paths, for a picture whose background has the colour ``ground`` already."""
        crisp = 'shape-rendering="crispEdges"'
        for colour, boxes in self._merged(ground).items():
            yield f'<path fill="{colour}" {crisp} d="{"".join(boxes)}"/>'
        for (colour, opacity), fills in self._fills.items():
            shade = f' fill-opacity="{opacity}"' if opacity < 1 else ""
            yield f'<path fill="{colour}"{shade} {crisp} d="{"".join(fills)}"/>'
        for colour, lines in self._lines.items():
            yield self._stroked(colour, THIN, lines)
        for (colour, below), lines in self._doubles.items():
            yield self._stroked(colour, WIDE, lines)
            yield self._stroked(below, GAP, lines)
        for colour, dots in self._dots.items():
            yield self._stroked(colour, DOT, dots, ' stroke-linecap="round"')

    def _stroked(self, colour: str, width: float, lines: list[str], more: str = "") -> str:
        return f'<path fill="none" stroke="{colour}" stroke-width="{width}"{more} d="{"".join(lines)}"/>'

    def _merged(self, ground: str) -> dict[str, list[str]]:
        """The boxes of all other grounds by colour. Equal grounds in consecutive rows share one box."""
        boxes: defaultdict[str, list[str]] = defaultdict(list)
        rows = max(self._grounds, default=-1) + 1
        for row in range(rows):
            for piece in self._grounds[row]:
                if piece.colour == ground or piece in self._grounds.get(row - 1, ()):
                    continue
                end = row + 1
                while piece in self._grounds.get(end, ()):
                    end += 1
                boxes[piece.colour].append(self._box(row, piece.column, piece.width, end - row))
        return boxes

    def _box(self, row: float, column: int, width: int, height: float) -> str:
        across = width * self._cell
        x, y = column * self._cell, round(row * self._row)
        # both ends are rounded, so that a block ends where the row below begins
        down = round((row + height) * self._row) - y
        return f"M{x} {y}h{across}v{down}h-{across}z"

    def _arms(self, row: int, column: int, sides: str) -> str:
        """A line from the first side through the middle to the second, and one from the middle to a third."""
        middle = self._point(row, column, "")
        first, second, *third = (self._point(row, column, side) for side in sides)
        return f"M{first}L{middle}L{second}" + "".join(f"M{middle}L{point}" for point in third)

    def _curve(self, row: int, column: int, sides: str) -> str:
        """A rounded corner."""
        first, second = (self._point(row, column, side) for side in sides)
        return f"M{first}Q{self._point(row, column, '')} {second}"

    def _braille(self, row: int, column: int, code: int) -> str:
        """A short line, which its round ends make a dot, for each dot of a braille character."""
        left, top = column * self._cell, row * self._row
        return "".join(
            f"M{left + (2 * x + 1) * self._cell / 4:g} {top + (2 * y + 1) * self._row / 8:g}h0"
            for bit, (x, y) in enumerate(_BRAILLE_DOTS)
            if code >> bit & 1
        )

    def _point(self, row: int, column: int, side: str) -> str:
        """The middle of a side of the cell, or of the cell itself."""
        across, down = self._cell // 2, self._row // 2
        x = (column * 2 + 1 + (side == RIGHT) - (side == LEFT)) * across
        y = (row * 2 + 1 + (side == DOWN) - (side == UP)) * down
        return f"{x} {y}"
