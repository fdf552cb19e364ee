"""Tiles as pictures, in terminals that show them: each cell of a tile holds its part of the picture.

Such a cell is a character with two diacritics, the row and the column of the part, in a colour that is the
number of the picture (kitty's Unicode placeholders). So a picture is text, and is cut, covered and repainted
as any text. The ground of the cells is that of the tile, and shows its state.
"""

from __future__ import annotations

import os

import msgspec

from engine.tiles import Tile
from tui.drawing.rows import FELT, ColourOf, Role, Rows, Span, TilePicture, width_of
from tui.drawing.solid_tiles import with_badges
from tui.tiles import PLAIN, TileState

PLACEHOLDER = "\U0010eeee"
_DIACRITICS = "\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c"
"""Those of the first rows and columns, by kitty's table."""


def with_picture(
    rows: Rows, tile: Tile | None, state: TileState = PLAIN, *, sideways: bool = False, foot: bool = False
) -> Rows:
    """The rows of a solid tile with a picture in place of its face. ``foot``: the last row is its shadow.

    The picture begins where the tile does: at the first row that is not felt, or in the middle of it.
    """
    first = next(number for number, row in enumerate(rows) if row[0].role != FELT)
    width, height = width_of(rows[first]), len(rows) - first - foot
    usual = rows[first][0].role
    ink = usual.ink
    picture = TilePicture(
        tile,
        width,
        height,
        lowered=isinstance(ink, ColourOf),
        joined=foot,
        sideways=sideways,
        signs="()" * state.called_away + state.letters,
    )
    role = Role(picture, ink.ground if isinstance(ink, ColourOf) else usual.ground)
    parts: Rows = tuple(
        (Span("".join(PLACEHOLDER + row + column for column in _DIACRITICS[:width]), role),)
        for row in _DIACRITICS[:height]
    )
    if all(span.role == FELT for row in rows[:first] for span in row):
        # the badges are on the tile, not above it
        parts = (with_badges(parts[0], state), *parts[1:])
    return (*rows[:first], *parts, *rows[first + height :])


# -- numbers of pictures -------------------------------------------------------------------------------


class Painted(msgspec.Struct, frozen=True):
    """A picture with its colours, each as ``#rrggbb``."""

    picture: TilePicture
    paints: tuple[str, ...]
    """Those of ``tile_faces.Paint``, without the ground."""
    sign: str
    """That of the signs beside the face."""
    around: str


_numbers: dict[Painted, int] = {}
_OWN = (1 + os.getpid() % 254) << 16
"""The highest byte of all numbers: programs in one terminal share its pictures, and seldom this byte."""


def number_of(painted: Painted) -> int:
    """The number of a picture with its colours, from 1 to 2**24 - 1; it stays the same in this process."""
    return _numbers.setdefault(painted, _OWN + len(_numbers))


def numbered_pictures() -> dict[int, Painted]:
    """All pictures that have a number."""
    return {number: painted for painted, number in _numbers.items()}
