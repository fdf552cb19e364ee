"""Draw tiles as boxes. They need no colour: they suit NO_COLOR, terminal themes and printing."""

from __future__ import annotations

from engine.tiles import Tile
from tui.drawing.rows import FELT, Role, Row, Rows, Span, cells, merged
from tui.tiles.look import Box, Look, Size, TileState, is_honour
from tui.tiles.marks import DORA_SIGN, TSUMOGIRI_SIGN, URA_SIGN
from tui.tiles.roles import Ground, Ink

LYING = 6
INNER_MEDIUM = 2
INNER_LARGE = 4
_EDGES = {Ground.CURSOR: Ink.EDGE_STRONG, Ground.LAST: Ink.EDGE_STRONG, Ground.GHOST: Ink.EDGE_GHOST}
"""The edge inks of tiles in these states; all others have ``Ink.EDGE``."""


def medium(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """An upright tile of 4 cells by 3 rows."""
    box = _box(look, state, look.glyphs.box)
    edge = _edge(state)
    left, right = ("(", ")") if state.called_away else (box.down, box.down)
    if state.tsumogiri:
        right = TSUMOGIRI_SIGN
    return (
        _top(box, INNER_MEDIUM, state),
        (Span(left, edge), _face(look.glyphs.short(tile), ink, state), Span(right, edge)),
        _bottom(box, INNER_MEDIUM, state),
    )


def large(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A tile of 6 cells by 4 rows, with the numeral in the corner. Under the cursor its frame is strong."""
    glyphs = look.glyphs
    box = _box(look, state, glyphs.round_box)
    edge = Span(box.down, _edge(state))
    honour = is_honour(tile)
    corner = glyphs.corners[tile - 27] if honour else glyphs.digit(tile)
    figure = glyphs.short(tile) if honour else glyphs.suit(tile)
    if honour and glyphs.name != "kanji":
        figure = ""
    upper = _face(corner + " " * (INNER_LARGE - 2 - cells(corner)), ink, state)
    signs = (URA_SIGN if state.ura else " ") + (DORA_SIGN if state.dora else " ")
    sign = Span(signs, Role(Ink.DORA, state.ground.line))
    lower = _face(f" {figure}" + " " * (INNER_LARGE - 1 - cells(figure)), ink, state)
    return (
        _top(box, INNER_LARGE, state._replace(dora=False, ura=False)),
        (edge, upper, sign, edge),
        (edge, lower, edge),
        _bottom(box, INNER_LARGE, state),
    )


def lying(tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
    """A sideways tile of 6 cells by 2 rows, with the face in the upper edge."""
    box = _box(look, state, look.glyphs.box)
    blank: Row = (Span(" " * LYING, FELT),)
    left, right = ("(", ")") if state.called_away else (box.across, box.across)
    if state.tsumogiri:
        right = TSUMOGIRI_SIGN
    return (
        blank,
        _lid(tile, ink, look, state, box.top_left + left, right + box.top_right),
        _bottom(box, LYING - 2, state, marked=True),
    )


def stacked(pon: tuple[Tile, Ink], added: tuple[Tile, Ink], look: Look, state: TileState) -> Rows:
    """Two sideways tiles, one above the other, with a common edge."""
    box = _box(look, state, look.glyphs.box)
    return (
        _lid(*added, look, state, box.top_left + box.across, box.across + box.top_right),
        _lid(*pon, look, state, box.join_left + box.across, box.across + box.join_right),
        _bottom(box, LYING - 2, state, marked=True),
    )


def back(size: Size, look: Look) -> Rows:
    """The back of a tile."""
    inner = INNER_LARGE if size is Size.L else INNER_MEDIUM
    box = look.glyphs.round_box if size is Size.L else look.glyphs.box
    edge = Span(box.down, Role(Ink.EDGE, Ground.LINE_BACK))
    middle: Row = (edge, Span(look.glyphs.back * inner, Role(Ink.BACK_SIGN, Ground.LINE_BACK)), edge)
    lines = 2 if size is Size.L else 1
    state = TileState()
    return (_top(box, inner, state), *[middle] * lines, _bottom(box, inner, state))


def _box(look: Look, state: TileState, usual: Box) -> Box:
    return look.glyphs.strong_box if state.cursor or state.last else usual


def _edge(state: TileState) -> Role:
    """The role of an edge, always on felt: a lit ground would reach beyond the line."""
    return Role(_EDGES.get(state.ground, Ink.EDGE))


def _face(text: str, ink: Ink, state: TileState) -> Span:
    return Span(text, Role(ink, state.ground.line, state.cause))


def _top(box: Box, inner: int, state: TileState) -> Row:
    edge, sign = _edge(state), Role(Ink.DORA, Ground.FELT)
    left = Span(URA_SIGN, sign) if state.ura else Span(box.across, edge)
    right = Span(DORA_SIGN, sign) if state.dora else Span(box.across, edge)
    between = Span(box.across * (inner - 2), edge)
    return merged((Span(box.top_left, edge), left, between, right, Span(box.top_right, edge)))


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
