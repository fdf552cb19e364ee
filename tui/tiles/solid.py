"""Tiles as solid ivory faces on felt, without lines; half blocks make their proportions true.

With cells of 1:2 an upright tile of 4 cells by 2½ rows is as high as the lying one of 5 cells by 2 rows is
wide: the rotation is the same tile turned.
"""

from __future__ import annotations

from engine.tiles import Tile
from tui.tiles.glyphs import GlyphSet, is_honour
from tui.tiles.look import DORA_SIGN, Look, Size, TileState
from tui.tiles.rows import FELT, Role, Row, Rows, Span, cells

MEDIUM = 4
LYING = 5
LARGE = 5


def medium(tile: Tile, ink: str, look: Look, state: TileState) -> Rows:
    """Four cells by 2½ rows: half a row of face, then numeral and suit.

    The tile under the cursor and the newest discard stand out by another half row.
    """
    ground = state.ground
    upper, lower = _faces(tile, look.glyphs)
    raised = state.cursor or state.last
    return (
        _face_row(MEDIUM, ground) if raised else _half(MEDIUM, ground, look.glyphs),
        _upper(upper, MEDIUM, ink, state, ghost=state.called_away),
        _lower(lower, MEDIUM, ink, look, state),
    )


def large(tile: Tile, ink: str, look: Look, state: TileState) -> Rows:
    """Five cells by three rows over a shadow; the tile under the cursor stands half a row higher."""
    ground = state.ground
    glyphs = look.glyphs
    honour = is_honour(tile)
    corner = glyphs.corners[tile - 27] if honour else glyphs.digit(tile)
    figure = glyphs.short(tile) if honour else glyphs.suit(tile)
    if honour and glyphs.name != "kanji":
        figure = ""
    body: Rows = (
        _upper(corner, LARGE, ink, state),
        (_face(f"  {figure}" if cells(figure) == 2 else f" {figure}", LARGE, ink, state),),
    )
    if state.cursor:
        return (_half(LARGE, ground, glyphs), *body, _face_row(LARGE, ground), _shadow(ground, glyphs))
    blank: Row = (Span(" " * LARGE, FELT),)
    foot: Row = (Span(glyphs.upper_half * LARGE, Role("@shadow", "felt")),)
    return (blank, *body, _face_row(LARGE, ground), foot)


def lying(tile: Tile, ink: str, look: Look, state: TileState) -> Rows:
    """Five cells by two rows."""
    ground = state.ground
    glyphs = look.glyphs
    blank: Row = (Span(" " * LYING, FELT),)
    text = f" {_one_line(tile, glyphs)}"
    if glyphs.lower_half == " ":
        return (blank, blank, (_face(text, LYING, ink, state),))
    upper = "(   )" if state.called_away else "    " + (DORA_SIGN if state.dora else " ")
    lower = f"({_one_line(tile, glyphs)})" if state.called_away else text
    return (
        _half(LYING, ground, glyphs) if state.last else blank,
        (Span(upper, Role("dora" if state.dora else "edge", ground)),),
        (_face(lower, LYING, ink, state),),
    )


def stacked(pon: tuple[Tile, str], added: tuple[Tile, str], look: Look, state: TileState) -> Rows:
    """Two lying tiles, one behind the other."""
    glyphs = look.glyphs
    behind = state._replace(tsumogiri=True)
    return (
        _half(LYING, state.ground, glyphs),
        (_face(f" {_one_line(added[0], glyphs)}", LYING, added[1], state),),
        (_face(f" {_one_line(pon[0], glyphs)}", LYING, pon[1], behind),),
    )


def back(size: Size, look: Look) -> Rows:
    """A tile seen from behind."""
    sign = look.glyphs.back
    width = LARGE if size is Size.L else MEDIUM
    middle: Row = (Span(f" {sign * (width - 2)} ", Role("back-sign", "back")),)
    if size is Size.L:
        blank: Row = (Span(" " * width, FELT),)
        foot: Row = (Span(look.glyphs.upper_half * width, Role("@shadow", "felt")),)
        return (blank, middle, middle, middle, foot)
    return (_half(width, "back", look.glyphs), middle, middle)


def _faces(tile: Tile, glyphs: GlyphSet) -> tuple[str, str]:
    if is_honour(tile):
        return glyphs.short(tile), ""
    return glyphs.digit(tile), glyphs.suit(tile)


def _one_line(tile: Tile, glyphs: GlyphSet) -> str:
    """The tile in three cells: ``7索``; ``7s `` where the suit's word is too long."""
    if is_honour(tile) or cells(glyphs.suit(tile)) > 2:
        return f"{glyphs.short(tile)} "
    return f"{glyphs.short(tile)[0]}{glyphs.suit(tile)}"


def _half(width: int, ground: str, glyphs: GlyphSet) -> Row:
    return (Span(glyphs.lower_half * width, Role(f"@{ground}", "felt")),)


def _shadow(ground: str, glyphs: GlyphSet) -> Row:
    if glyphs.upper_half == " ":
        return (Span(" " * LARGE, FELT),)
    return (Span(glyphs.upper_half * LARGE, Role(f"@{ground}", "shadow")),)


def _face_row(width: int, ground: str) -> Row:
    return (Span(" " * width, Role("edge", ground)),)


def _face(text: str, width: int, ink: str, state: TileState) -> Span:
    flags = "u" if state.cause and text.strip() else ""
    return Span(text + " " * (width - cells(text)), Role(ink, state.ground, flags))


def _upper(text: str, width: int, ink: str, state: TileState, *, ghost: bool = False) -> Row:
    if ghost:
        return (_face(f"({text})", width, ink, state),)
    face = _face(f" {text}", width - 1, ink, state)
    return (face, Span(DORA_SIGN if state.dora else " ", Role("dora", state.ground)))


def _lower(text: str, width: int, ink: str, look: Look, state: TileState) -> Row:
    if state.called_away:
        text = text or "  "
        return (_face(f"({text})" if cells(text) == 2 else f"({text[:2]})", width, ink, state),)
    if look.tsumogiri_mark and state.tsumogiri:
        text = f"{text or '  '}'" if cells(text) <= 2 else text
    return (_face(f" {text}", width, ink, state),)
