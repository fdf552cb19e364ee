"""Draw a tile as rows, given its size, rotation, state and look.

All pictures of one size have the same number of rows and the same base line, so that they fit side by side.
A sideways tile is wider and lower, as on a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from engine.tiles import EAST, Tile, is_red
from tui.drawing import line_tiles as line
from tui.drawing import solid_tiles as solid
from tui.drawing.rows import Role, Rows, Span, block_width
from tui.drawing.solid_tiles import with_picture
from tui.tiles import PLAIN, Ground, Ink, Look, Size, TileState, TileStyle


class Painter(Protocol):
    """The functions of a module that draws one tile style, for sizes above S."""

    def medium(self, tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
        """An upright tile of size M."""

    def standing(self, tile: Tile, ink: Ink, look: Look, state: TileState, size: Size) -> Rows:
        """An upright tile of size L or XL."""

    def lying(self, tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
        """A sideways tile of size M."""

    def lying_large(self, tile: Tile, ink: Ink, look: Look, state: TileState) -> Rows:
        """A sideways tile of size L."""

    def stacked(
        self, pon: tuple[Tile, Ink], added: tuple[Tile, Ink], look: Look, state: TileState, size: Size
    ) -> Rows:
        """The two sideways tiles of an added kan: of size M, else as large as L."""

    def back(self, size: Size, look: Look) -> Rows:
        """The back of a tile."""


_PAINTERS: Mapping[TileStyle, Painter] = {TileStyle.SOLID: solid, TileStyle.LINE: line}

_SUIT_INKS = (Ink.MAN, Ink.PIN, Ink.SOU)
_UPPER = 2
"""Rows of the upper one of two solid sideways tiles."""
_HONOUR_INKS = (Ink.WIND, Ink.WIND, Ink.WIND, Ink.WIND, Ink.WHITE, Ink.GREEN, Ink.RED)


def ink_of(tile: Tile) -> Ink:
    """The ink of a tile's face."""
    if is_red(tile):
        return Ink.RED_FIVE
    return _SUIT_INKS[tile // 9] if tile < EAST else _HONOUR_INKS[tile - EAST]


@lru_cache(8192)
def draw_tile(
    tile: Tile | None, size: Size, look: Look, state: TileState = PLAIN, *, sideways: bool = False
) -> Rows:
    """The picture of one tile; None is a tile face down.

    Size S is 2 cells by 1 row (sideways 4 cells). M is 4 by 3 (sideways 5 or 6 cells). L is at least 5 by 4
    (sideways 7 or 8 cells). XL is at least 6 by 5, XXL 8 by 7, as boxes XL; both are drawn as L sideways.
    """
    if size is Size.S:
        return _small(tile, look, state, sideways)
    rows = _large(tile, size, look, state, sideways)
    if look.pictured:
        return with_picture(rows, tile, state, sideways=sideways, foot=size is not Size.M)
    return rows


def draw_added(pon: Tile, added: Tile, size: Size, look: Look, state: TileState = PLAIN) -> Rows:
    """The two sideways tiles of an added kan: the called one below, the added one above it."""
    if size is not Size.S:
        stack = _PAINTERS[look.style].stacked
        rows = stack((pon, ink_of(pon)), (added, ink_of(added)), look, state, size)
        if not look.pictured:
            return rows
        large = size is not Size.M
        # of large tiles the table leaves out the first row, which is half a row of the upper tile
        return (
            *rows[:large],
            *with_picture(rows[large:_UPPER], added, state, sideways=True),
            *with_picture(rows[_UPPER:], pon, sideways=True, foot=large),
        )
    ground = small_ground(look, state)
    lower, upper = (
        Span(look.glyphs.short(tile), Role(ink_of(tile), ground, state.cause)) for tile in (pon, added)
    )
    left, plus, right = (Span(sign, Role(Ink.EDGE, ground, state.cause)) for sign in "<+>")
    return ((left, lower, plus, upper, right),)


@lru_cache(512)
def tile_width(size: Size, look: Look, *, sideways: bool = False) -> int:
    """The width of a tile in cells, without a gap."""
    return block_width(draw_tile(0, size, look, sideways=sideways))


def _large(tile: Tile | None, size: Size, look: Look, state: TileState, sideways: bool) -> Rows:
    painter = _PAINTERS[look.style]
    if tile is None:
        return painter.back(size, look)
    ink = ink_of(tile)
    if size is Size.M:
        return (painter.lying if sideways else painter.medium)(tile, ink, look, state)
    if sideways:
        return painter.lying_large(tile, ink, look, state)
    return painter.standing(tile, ink, look, state, size)


def _small(tile: Tile | None, look: Look, state: TileState, sideways: bool) -> Rows:
    ground = small_ground(look, state)
    if tile is None:
        back = Ground.BACK if look.style is TileStyle.SOLID else Ground.LINE_BACK
        return ((Span(look.glyphs.back * 2, Role(Ink.BACK_SIGN, back)),),)
    face = Span(look.glyphs.short(tile), Role(ink_of(tile), ground, state.cause))
    if not sideways:
        return ((face,),)
    edge = Role(Ink.EDGE, ground, state.cause)
    return ((Span("<", edge), face, Span(">", edge)),)


def small_ground(look: Look, state: TileState) -> Ground:
    """The ground of a face of one row."""
    return state.ground if look.style is TileStyle.SOLID else state.ground.line
