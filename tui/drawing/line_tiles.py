"""Draw tiles as boxes. They need no colour: they suit NO_COLOR, terminal themes and printing."""

from __future__ import annotations

from msgspec.structs import replace

from engine.tiles import Tile
from tui.drawing.rows import FELT, Role, Row, Rows, Span, cells, merged
from tui.tiles import DORA_SIGN, SIGN_INKS, URA_SIGN, Box, Ground, Ink, Look, Size, TileState

LYING = 6
INNER_MEDIUM = 2
INNER_LARGE = 4
INNER_EXTRA_LARGE = 5
LYING_LARGE = 8
_EDGES = {Ground.CURSOR: Ink.EDGE_STRONG, Ground.LAST: Ink.EDGE_STRONG, Ground.GHOST: Ink.EDGE_GHOST}
"""The edge inks of tiles in these states; all others have ``Ink.EDGE``."""


def medium(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """An upright tile of 4 cells by 3 rows."""
    box = _box(look, state, look.glyphs.box)
    edge = _edge(state)
    left, right = state.sides(box.down)
    return (
        _top(box, INNER_MEDIUM, state),
        (Span(left, edge), _face(look.glyphs.short(tile), ink, state), Span(right, edge)),
        _bottom(box, INNER_MEDIUM, state),
    )


def standing(tile: Tile, ink: Ink, look: Look, state: TileState, size: Size) -> Rows:
    """A tile of 6 cells by 4 rows, or 7 by 5: the numeral in the corner, the suit below it.

    Under the cursor its frame is strong.
    """
    inner = INNER_LARGE if size is Size.L else INNER_EXTRA_LARGE
    box = _box(look, state, look.glyphs.round_box)
    left, right = (Span(sign, _edge(state)) for sign in state.sides(box.down))
    corner, figure = look.glyphs.large_face(tile)
    upper = _face(corner + " " * (inner - 2 - cells(corner)), ink, state)
    signs = (URA_SIGN if state.ura else " ") + (DORA_SIGN if state.dora else " ")
    sign = Span(signs, Role(Ink.DORA, state.ground.line))
    lower = _face(f" {figure}" + " " * (inner - 1 - cells(figure)), ink, state)
    edge = Span(box.down, left.role)
    rest: Row = (edge, _face(" " * inner, ink, state), edge)
    return (
        _top(box, inner, replace(state, dora=False, ura=False)),
        (edge, upper, sign, edge),
        (left, lower, right),
        *[rest] * (inner > INNER_LARGE),
        _bottom(box, inner, state),
    )


def lying(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A sideways tile of 6 cells by 2 rows, with the face in the upper edge."""
    box = _box(look, state, look.glyphs.box)
    blank: Row = (Span(" " * LYING, FELT),)
    left, right = state.sides(box.across)
    return (
        blank,
        _lid(tile, ink, look, state, box.top_left + left, right + box.top_right),
        _bottom(box, LYING - 2, state, marked=True),
    )


def lying_large(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A sideways tile of 8 cells by 3 rows."""
    box = _box(look, state, look.glyphs.round_box)
    inner = LYING_LARGE - 2
    blank: Row = (Span(" " * LYING_LARGE, FELT),)
    left, right = (Span(sign, _edge(state)) for sign in state.sides(box.down))
    face = _face(f"  {look.glyphs.short(tile)}  ", ink, state)
    return (blank, _top(box, inner, state), (left, face, right), _bottom(box, inner, state))


def stacked(pon: tuple[Tile, Ink], added: tuple[Tile, Ink], look: Look, state: TileState, size: Size) -> Rows:
    """Two sideways tiles, the added one above the other, with a common edge."""
    inner = (LYING if size is Size.M else LYING_LARGE) - 2
    box, edge = _box(look, state, look.glyphs.box), _edge(state)
    side = box.across * ((inner - 2) // 2)
    rest: Row = (Span(box.down, edge), _face(" " * inner, Ink.EDGE, state), Span(box.down, edge))
    return (
        _lid(*added, look, state, box.top_left + side, side + box.top_right),
        _lid(*pon, look, state, box.join_left + side, side + box.join_right),
        *[rest] * (size is not Size.M),
        _bottom(box, inner, state, marked=True),
    )


def back(size: Size, look: Look) -> Rows:
    """The back of a tile."""
    inner = {Size.M: INNER_MEDIUM, Size.L: INNER_LARGE}.get(size, INNER_EXTRA_LARGE)
    large = size is not Size.M
    box = look.glyphs.round_box if large else look.glyphs.box
    edge = Span(box.down, Role(Ink.EDGE, Ground.LINE_BACK))
    middle: Row = (edge, Span(look.glyphs.back * inner, Role(Ink.BACK_SIGN, Ground.LINE_BACK)), edge)
    state = TileState()
    return (_top(box, inner, state), *[middle] * (inner - 2 if large else 1), _bottom(box, inner, state))


def _box(look: Look, state: TileState, usual: Box) -> Box:
    return look.glyphs.strong_box if state.cursor or state.last else usual


def _edge(state: TileState) -> Role:
    """The role of an edge, always on felt: a lit ground would reach beyond the line."""
    return Role(_EDGES.get(state.ground, Ink.EDGE))


def _face(text: str, ink: Ink, state: TileState) -> Span:
    return Span(text, Role(ink, state.ground.line, state.cause))


def _top(box: Box, inner: int, state: TileState) -> Row:
    """The upper edge, with the signs of the tile from the left, and ura and dora at either end."""
    edge, dora, signs = _edge(state), Role(Ink.DORA, Ground.FELT), state.mark.signs
    row = [Span(letter, edge) for letter in box.top_left + box.across * inner + box.top_right]
    if state.ura:
        row[1] = Span(URA_SIGN, dora)
    if state.dora:
        row[inner] = Span(DORA_SIGN, dora)
    start = 1 if len(signs) + state.dora <= inner else 0
    for place, sign in enumerate(signs, start):
        row[place] = Span(sign, Role(SIGN_INKS[sign]))
    return merged(row)


def _bottom(box: Box, inner: int, state: TileState, *, marked: bool = False) -> Row:
    edge = _edge(state)
    if not (marked and state.dora):
        return (Span(box.bottom_left + box.across * inner + box.bottom_right, edge),)
    return (
        Span(box.bottom_left + box.across * (inner - 1), edge),
        Span(DORA_SIGN, Role(Ink.DORA, Ground.FELT)),
        Span(box.bottom_right, edge),
    )


def _lid(tile: Tile, ink: Ink, look: Look, state: TileState, left: str, right: str) -> Row:
    edge = _edge(state)
    return (Span(left, edge), _face(look.glyphs.short(tile), ink, state), Span(right, edge))
