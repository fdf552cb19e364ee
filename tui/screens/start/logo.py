"""The name of the game in tiles, the last one lying on its side like a riichi tile."""

from __future__ import annotations

from collections.abc import Sequence

from tui.drawing.large_letters import dots
from tui.drawing.rows import FELT, ColourOf, Role, Row, Rows, Span, beside
from tui.tiles.look import Look, TileStyle
from tui.tiles.roles import Ground, Ink

NAME = "FURITEN"

WIDTH, HEIGHT = 7, 9
"""Width and height of an upright tile, in dots. A sideways tile has them exchanged."""
ROWS = 5
"""Rows of the logo."""


def logo(look: Look) -> Rows:
    """The seven tiles; 57 cells wide, or fewer where tiles are boxes."""
    last = len(NAME) - 1
    if look.style is TileStyle.LINE or look.glyphs.upper_half == " ":
        return beside([_box(letter, look, lying=place == last) for place, letter in enumerate(NAME)], 0)
    return beside([_face(letter, look, lying=place == last) for place, letter in enumerate(NAME)])


def _box(letter: str, look: Look, *, lying: bool) -> Rows:
    box, edge = look.glyphs.round_box, Role(Ink.EDGE)
    margin = 2 if lying else 1
    inner = 2 * margin + 1
    face = Span(" " * margin + letter + " " * margin, Role(Ink.DANGER if lying else Ink.NAME))
    blank = Span(" " * inner)
    side = Span(box.down, edge)
    middle: Rows = ((side, face, side),) if lying else ((side, face, side), (side, blank, side))
    return (
        (Span(box.top_left + box.across * inner + box.top_right, edge),),
        *middle,
        (Span(box.bottom_left + box.across * inner + box.bottom_right, edge),),
    )


def _face(letter: str, look: Look, *, lying: bool) -> Rows:
    width, height = (HEIGHT, WIDTH) if lying else (WIDTH, HEIGHT)
    drawn = dots(letter)
    left = (width - len(drawn[0])) // 2
    top = (height - len(drawn)) // 2
    ink = Ground.FURITEN if lying else Ground.PANEL
    canvas = [[Ground.FELT] * width for _ in range(2 * ROWS - 1 - height)]
    for y in range(height):
        inside = drawn[y - top] if 0 <= y - top < len(drawn) else ""
        line = [Ground.FACE] * width
        for x, dot in enumerate(inside):
            if dot != " ":
                line[left + x] = ink
        canvas.append(line)
    canvas.append([Ground.SHADOW] * width)
    return tuple(
        _half_rows(canvas[y], canvas[y + 1], look.glyphs.upper_half) for y in range(0, len(canvas), 2)
    )


def _half_rows(upper: Sequence[Ground], lower: Sequence[Ground], half: str) -> Row:
    """One row out of two lines of dots, each dot a ground."""
    row = []
    for above, below in zip(upper, lower, strict=True):
        if above == below == Ground.FELT:
            row.append(Span(" ", FELT))
        elif above == below:
            row.append(Span(" ", Role(Ink.TEXT, above)))
        else:
            row.append(Span(half, Role(ColourOf(above), below)))
    return tuple(row)
