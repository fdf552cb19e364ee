"""Draw tiles as solid ivory faces on felt, without lines, with half blocks for true proportions.

A cell is half as wide as high. So an upright tile of 4 cells by 2½ rows is as high as a sideways tile of
5 cells by 2 rows is wide: both have the proportions of the same tile.

In terminals that show pictures each cell of a tile holds its part of one. Such a cell is a character with two
diacritics, the row and the column of the part, in a colour that is the number of the picture (kitty's Unicode
placeholders). So a picture is text, and is cut, covered and repainted as any text. The ground of the cells is
that of the tile, and shows its state.
"""

from __future__ import annotations

import os

import msgspec
from msgspec.structs import replace

from ai.reading.safety_reasons import SafetyClass
from engine.tiles import Tile, is_red
from tui.drawing.rows import FELT, ColourOf, Role, Row, Rows, Span, TilePicture, cells, divided, width_of
from tui.tiles import (
    CLASS_GROUNDS,
    DORA_SIGN,
    PLAIN,
    RED_SIGN,
    SIGN_GROUNDS,
    TSUMOGIRI_SIGN,
    URA_SIGN,
    GlyphSet,
    Ground,
    Ink,
    Look,
    Size,
    TileState,
    is_honour,
)

MEDIUM = 4
LYING = 5
LYING_LARGE = 7
WIDTHS = {Size.M: MEDIUM, Size.L: 5, Size.XL: 6, Size.XXL: 8}
HEIGHTS = {Size.L: 3, Size.XL: 4, Size.XXL: 6}
"""Rows of a standing tile without its shadow."""
DRAWN = (Size.XL, Size.XXL)
"""Sizes with circles and bamboos."""


def medium(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A tile of 4 cells by 2½ rows: half a row of face, then numeral and suit.

    The tile under the cursor and the newest discard are half a row higher.
    """
    ground = state.ground
    raised = state.cursor or state.last
    top = _face_row(MEDIUM, ground) if raised else _half(MEDIUM, ground, look.glyphs)
    upper, lower = (*look.glyphs.lines(tile), "")[:2]
    return (with_badges(top, state), *_signed(tile, (upper, lower), MEDIUM, ink, look, state))


def standing(tile: Tile, ink: Ink, look: Look, state: TileState, size: Size) -> Rows:
    """A tile of 5 cells by 3 rows, 6 by 4 or 8 by 6, over a shadow: its face in the middle.

    The tile under the cursor is half a row higher.
    """
    ground, glyphs, width = state.ground, look.glyphs, WIDTHS[size]
    lines = glyphs.lines(tile, large=True, drawn=size in DRAWN)
    blank: Row = (Span(" " * width, FELT),)
    plain, half = _face_row(width, ground), _half(width, ground, glyphs)
    begins_halfway = is_halved(size, glyphs)
    rest = HEIGHTS[size] - begins_halfway - len(lines)
    above = [plain] * (rest // 2)
    if _touches(width, glyphs):
        # the row of the signs
        lines, rest = (*lines, ""), rest - 1
    below = [plain] * (rest - len(above))
    body = (*above, *_signed(tile, lines, width, ink, look, state), *below)
    if state.cursor and glyphs.lower_half == " ":
        # without half blocks it is a whole row higher
        return (with_badges(plain, state), *body, blank)
    feet = foot(width, state, glyphs, halved=begins_halfway is not state.cursor)
    if begins_halfway:
        return (blank, with_badges(plain if state.cursor else half, state), *body, feet)
    return (with_badges(half if state.cursor else blank, state), *body, feet)


def is_halved(size: Size, glyphs: GlyphSet) -> bool:
    """Whether standing tiles begin and end in the middle of a row, so that their face is in the middle."""
    return glyphs.lower_half != " " and (HEIGHTS[size] - len(glyphs.lines(0))) % 2 == 1


def _signed(
    tile: Tile, lines: tuple[str, ...], width: int, ink: Ink, look: Look, state: TileState
) -> tuple[Row, ...]:
    """The rows of a face with its signs in the first and the last cell: never beside a numeral they touch.

    Above ura dora or red five, and dora, all of which without room there are below; in the second row, or
    the only one, tsumogiri. Brackets around what is written, if it was called away, in a row without signs:
    for them dora moves into an empty second row. Where each row has a sign, the first bracket alone is left.
    """
    dora, edge = Role(Ink.DORA, state.ground), Role(Ink.EDGE, state.ground)
    starred = is_red(tile) and bool(look.glyphs.numerals)
    below = _touches(width, look.glyphs) or (state.called_away and not all(lines))
    signs: list[tuple[Span | None, Span | None]] = []
    for place in range(len(lines)):
        first = last = None
        if place == 0 and state.dora and not below:
            last = Span(DORA_SIGN, dora)
        elif place == min(1, len(lines) - 1) and state.tsumogiri:
            last = Span(TSUMOGIRI_SIGN, edge)
        if place == 0 and state.ura and not below:
            first = Span(URA_SIGN, dora)
        elif starred and place == (1 if state.ura else 0):
            first = Span(RED_SIGN, Role(ink, state.ground))
        signs.append((first, last))
    blank, opens, closes = (Span(sign, edge) for sign in " ()")
    crowded = (None, None) not in signs
    rows: list[Row] = []
    for place, (line, (first, last)) in enumerate(zip(lines, signs, strict=True)):
        if place and below and (state.dora or state.ura):
            text = DORA_SIGN * state.dora + URA_SIGN * state.ura
            rows.append((Span(text.ljust(width - 1), dora), last or blank))
            continue
        if state.called_away and line:
            if first is None and (crowded or last is None):
                first = opens
            if last is None and first is opens:
                last = closes
        rows.append(_between(line, width, ink, state, first or blank, last or blank))
    return tuple(rows)


def _touches(width: int, glyphs: GlyphSet) -> bool:
    """Whether a sign in the row of a face would be read as a part of its name, such as 3p."""
    return width <= WIDTHS[Size.L] and not glyphs.numerals


def _between(line: str, width: int, ink: Ink, state: TileState, first: Span, last: Span) -> Row:
    """A line in the middle of a face, between the signs at its ends; a line as wide as the face has none."""
    room = width - cells(line)
    if not room:
        return (_face(line, width, ink, state),)
    before = " " * (room // 2 - 1)
    after = " " * (room - 2 - len(before))
    return (first, _face(f"{before}{line}{after}", width - 2, ink, state), last)


def foot(width: int, state: TileState, glyphs: GlyphSet, *, halved: bool = False) -> Row:
    """The lower edge of a tile: its shadow, in the colour of its safety if that is marked.

    Where the tile ends in the middle of the row (``halved``), its shadow is half a row lower.
    """
    safety = state.mark.safety
    edge = Ground.SHADOW if safety is None else CLASS_GROUNDS[safety]
    if halved:
        return (Span(glyphs.upper_half * width, Role(ColourOf(state.ground), edge)),)
    return (Span(glyphs.upper_half * width, Role(ColourOf(edge), Ground.FELT)),)


def with_badges(top: Row, state: TileState) -> Row:
    """The upper edge of a tile with a badge for each sign, after its first cell."""
    signs = state.mark.signs
    if not signs:
        return top
    before, rest = divided(top, 1)
    _, after = divided(rest, len(signs))
    badges = (Span(sign, Role(Ink.TEXT, SIGN_GROUNDS[sign])) for sign in signs)
    return (*before, *badges, *after)


def safety_edge(width: int, safety: SafetyClass, glyphs: GlyphSet) -> Row:
    """The row below a tile as its lower edge, the thicker the more dangerous.

    The part that is not edge is drawn in the colour of the felt, so that the edge hangs from the tile.
    """
    return (Span(glyphs.edges[safety] * width, Role(ColourOf(Ground.FELT), CLASS_GROUNDS[safety])),)


def lying(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A sideways tile of 5 cells by 2 rows."""
    ground = state.ground
    glyphs = look.glyphs
    blank: Row = (Span(" " * LYING, FELT),)
    if glyphs.lower_half == " ":
        return (blank, blank, _lying_row(tile, ink, look, state))
    left, end = state.sides()
    return (
        _half(LYING, ground, glyphs) if state.last else blank,
        (*_face_row(LYING - 1, ground), _corner(state)),
        (_face(f"{left}{_one_line(tile, glyphs)}{end}", LYING, ink, state),),
    )


def lying_large(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A sideways tile of 7 cells by 2½ rows over a shadow."""
    ground = state.ground
    glyphs = look.glyphs
    blank: Row = (Span(" " * LYING_LARGE, FELT),)
    if glyphs.lower_half == " ":
        low = (*_lying_row(tile, ink, look, state), Span("  ", Role(Ink.EDGE, ground)))
        return (blank, blank, _face_row(LYING_LARGE, ground), low, blank)
    left, end = state.sides()
    upper = (*_face_row(LYING_LARGE - 1, ground), _corner(state))
    lower = _face(f"{left} {_one_line(tile, glyphs)} {end}", LYING_LARGE, ink, state)
    if is_halved(Size.L, glyphs):
        return (blank, blank, upper, (lower,), foot(LYING_LARGE, state, glyphs, halved=True))
    half = _half(LYING_LARGE, ground, glyphs)
    return (blank, half, upper, (lower,), foot(LYING_LARGE, PLAIN, glyphs))


def _lying_row(tile: Tile, ink: Ink, look: Look, state: TileState) -> Row:
    """A sideways tile in one row, without half blocks: its signs share the row with its face."""
    left, right = state.brackets
    face = (left or " ") + look.glyphs.short(tile)
    signs = Span((state.small_signs + right + "  ")[: LYING - cells(face)], Role(Ink.DORA, state.ground))
    return (_face(face, cells(face), ink, state), signs)


def stacked(pon: tuple[Tile, Ink], added: tuple[Tile, Ink], look: Look, state: TileState, size: Size) -> Rows:
    """Two sideways tiles, the added one above the other, which is darker."""
    width = LYING if size is Size.M else LYING_LARGE
    before = " " * ((width - 3) // 2)
    upper, lower = (f"{before}{_one_line(tile, look.glyphs)}" for tile in (added[0], pon[0]))
    behind = replace(state, tsumogiri=True)
    rows: Rows = (
        _half(width, state.ground, look.glyphs),
        (_face(upper, width - 1, added[1], state), _corner(state)),
        (_face(lower, width, pon[1], behind),),
    )
    if size is Size.M:
        return rows
    if is_halved(Size.L, look.glyphs):
        return ((Span(" " * width, FELT),), *rows, foot(width, behind, look.glyphs, halved=True))
    return (*rows, _face_row(width, behind.ground), foot(width, PLAIN, look.glyphs))


def back(size: Size, look: Look) -> Rows:
    """The back of a tile."""
    glyphs, width = look.glyphs, WIDTHS[size]
    sign = Role(Ink.BACK_SIGN, Ground.BACK)
    middle: Row = (Span(f" {glyphs.back * (width - 2)} ", sign),)
    half = _half(width, Ground.BACK, glyphs)
    if size is Size.M:
        return (half, middle, middle)
    blank: Row = (Span(" " * width, FELT),)
    if is_halved(size, glyphs):
        feet: Row = (Span(glyphs.upper_half * width, Role(ColourOf(Ground.BACK), Ground.SHADOW)),)
        return (blank, half, *[middle] * (HEIGHTS[size] - 1), feet)
    return (blank, *[middle] * HEIGHTS[size], foot(width, PLAIN, glyphs))


def _one_line(tile: Tile, glyphs: GlyphSet) -> str:
    """The tile in three cells: ``7索``, or ``7s `` if the name of the suit is too long."""
    if is_honour(tile) or not glyphs.numerals:
        return f"{glyphs.short(tile)} "
    return f"{glyphs.short(tile)[0]}{glyphs.suit(tile)}"


def _half(width: int, ground: Ground, glyphs: GlyphSet) -> Row:
    return (Span(glyphs.lower_half * width, Role(ColourOf(ground), Ground.FELT)),)


def _face_row(width: int, ground: Ground) -> Row:
    return (Span(" " * width, Role(Ink.EDGE, ground)),)


def _face(text: str, width: int, ink: Ink, state: TileState) -> Span:
    return Span(
        text + " " * (width - cells(text)), Role(ink, state.ground, state.cause and bool(text.strip()))
    )


def _corner(state: TileState) -> Span:
    """The upper right corner of a face, which marks a dora."""
    return Span(DORA_SIGN if state.dora else " ", Role(Ink.DORA, state.ground))


# -- tiles as pictures -------------------------------------------------------------------------------


PLACEHOLDER = "\U0010eeee"
_DIACRITICS = "\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c"
"""The diacritics of the first rows and columns, by kitty's table."""


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
    """The colours of ``tile_faces.Paint``, without the ground."""
    sign: str
    """The colour of the signs beside the face."""
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
