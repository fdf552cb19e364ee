"""Draw tiles as solid ivory faces on felt, without lines, with half blocks for true proportions.

A cell is half as wide as high. So an upright tile of 4 cells by 2½ rows is as high as a sideways tile of
5 cells by 2 rows is wide: both have the proportions of the same tile.
"""

from __future__ import annotations

from ai.reading.safety_reasons import SafetyClass
from engine.tiles import Tile
from tui.drawing.rows import FELT, ColourOf, Role, Row, Rows, Span, cells, divided
from tui.tiles import (
    CLASS_GROUNDS,
    DORA_SIGN,
    PLAIN,
    SIGN_GROUNDS,
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
LARGE = 5
LYING_LARGE = 7
EXTRA_LARGE = 6


def medium(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A tile of 4 cells by 2½ rows: half a row of face, then numeral and suit.

    The tile under the cursor and the newest discard are half a row higher.
    """
    ground = state.ground
    upper, lower = _faces(tile, look.glyphs)
    raised = state.cursor or state.last
    top = _face_row(MEDIUM, ground) if raised else _half(MEDIUM, ground, look.glyphs)
    return (
        with_badges(top, state),
        _upper(upper, MEDIUM, ink, state, ghost=state.called_away),
        _lower(lower, MEDIUM, ink, state),
    )


def standing(tile: Tile, ink: Ink, look: Look, state: TileState, size: Size) -> Rows:
    """A tile of 5 cells by 3 rows, or 6 by 4, over a shadow: the numeral in the corner, the suit below it.

    The tile under the cursor is half a row higher.
    """
    ground, glyphs, width = state.ground, look.glyphs, LARGE if size is Size.L else EXTRA_LARGE
    corner, figure = glyphs.large_face(tile)
    plain = _face_row(width, ground)
    body: Rows = (
        _upper(corner, width, ink, state, ghost=state.called_away),
        *[plain] * (width > LARGE),
        _figure(figure, width, ink, state),
        plain,
    )
    if state.cursor:
        if glyphs.lower_half == " ":
            # without half blocks it is a whole row higher
            return (with_badges(plain, state), *body, (Span(" " * width, FELT),))
        return (with_badges(_half(width, ground, glyphs), state), *body, foot(width, state, glyphs))
    blank: Row = (Span(" " * width, FELT),)
    return (with_badges(blank, state), *body, foot(width, state, glyphs))


def _figure(text: str, width: int, ink: Ink, state: TileState) -> Row:
    """The row of a standing tile with its suit in the middle, and the tsumogiri sign at its end."""
    left, right = state.sides()
    room = width - 2 - cells(text)
    before = (room + 1) // 2
    return (_face(f"{left}{' ' * before}{text}{' ' * (room - before)}{right}", width, ink, state),)


def foot(width: int, state: TileState, glyphs: GlyphSet) -> Row:
    """The lower edge of a tile: its shadow, in the colour of its safety if that is marked.

    Below the tile under the cursor it is half a row lower.
    """
    safety = state.mark.safety
    edge = Ground.SHADOW if safety is None else CLASS_GROUNDS[safety]
    if state.cursor:
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
    edge = Role(Ink.EDGE, ground)
    corner = _corner(state) if state.dora else Span(")" if state.called_away else " ", edge)
    return (
        _half(LYING, ground, glyphs) if state.last else blank,
        (Span(f"{left}   ", edge), corner),
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
    upper = _face(left, LYING_LARGE - 1, Ink.EDGE, state)
    corner = _corner(state) if state.dora else Span(")" if state.called_away else " ", Role(Ink.EDGE, ground))
    lower = _face(f"{left} {_one_line(tile, glyphs)} {end}", LYING_LARGE, ink, state)
    half = _half(LYING_LARGE, ground, glyphs)
    return (blank, half, (upper, corner), (lower,), foot(LYING_LARGE, PLAIN, glyphs))


def _lying_row(tile: Tile, ink: Ink, look: Look, state: TileState) -> Row:
    """A sideways tile in one row, without half blocks: its signs share the row with its face."""
    left, right = state.brackets
    face = (left or " ") + look.glyphs.short(tile)
    signs = Span((state.letters + right + "  ")[: LYING - cells(face)], Role(Ink.DORA, state.ground))
    return (_face(face, cells(face), ink, state), signs)


def stacked(pon: tuple[Tile, Ink], added: tuple[Tile, Ink], look: Look, state: TileState, size: Size) -> Rows:
    """Two sideways tiles, the added one above the other, which is darker."""
    width = LYING if size is Size.M else LYING_LARGE
    before = " " * ((width - 3) // 2)
    upper, lower = (f"{before}{_one_line(tile, look.glyphs)}" for tile in (added[0], pon[0]))
    behind = state._replace(tsumogiri=True)
    rows: Rows = (
        _half(width, state.ground, look.glyphs),
        (_face(upper, width - 1, added[1], state), _corner(state)),
        (_face(lower, width, pon[1], behind),),
    )
    if size is Size.M:
        return rows
    return (*rows, _face_row(width, behind.ground), foot(width, PLAIN, look.glyphs))


def back(size: Size, look: Look) -> Rows:
    """The back of a tile."""
    sign = look.glyphs.back
    width = {Size.XL: EXTRA_LARGE, Size.L: LARGE}.get(size, MEDIUM)
    middle: Row = (Span(f" {sign * (width - 2)} ", Role(Ink.BACK_SIGN, Ground.BACK)),)
    if size in (Size.L, Size.XL):
        blank: Row = (Span(" " * width, FELT),)
        return (blank, *[middle] * (width - 2), foot(width, PLAIN, look.glyphs))
    return (_half(width, Ground.BACK, look.glyphs), middle, middle)


def _faces(tile: Tile, glyphs: GlyphSet) -> tuple[str, str]:
    if is_honour(tile):
        return glyphs.short(tile), ""
    return glyphs.digit(tile), glyphs.suit(tile)


def _one_line(tile: Tile, glyphs: GlyphSet) -> str:
    """The tile in three cells: ``7索``, or ``7s `` if the name of the suit is too long."""
    if is_honour(tile) or cells(glyphs.suit(tile)) > 2:
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


def _upper(text: str, width: int, ink: Ink, state: TileState, *, ghost: bool = False) -> Row:
    if ghost and not state.dora:
        return (_face(f"({text})", width, ink, state),)
    if state.ura:
        sign = Span(URA_SIGN, Role(Ink.DORA, state.ground))
        return (sign, _face(text, width - 2, ink, state), _corner(state))
    return (_face(f"{'(' if ghost else ' '}{text}", width - 1, ink, state), _corner(state))


def _corner(state: TileState) -> Span:
    """The upper right corner of a face, which marks a dora."""
    return Span(DORA_SIGN if state.dora else " ", Role(Ink.DORA, state.ground))


def _lower(text: str, width: int, ink: Ink, state: TileState) -> Row:
    """The lower half of a face, with the tsumogiri sign at its end."""
    text = text or "  "
    left, right = state.sides()
    if cells(text) > width - 2:
        # a suit of three letters: no blank before it, and one letter less between brackets
        text, left = (text[: width - 2], left) if state.called_away else (text, "")
    return (_face(f"{left}{text}{right}".rstrip(), width, ink, state),)
