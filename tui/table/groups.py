"""Tiles side by side: one line of a pond, a hand or a meld, in any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.tiles import Tile
from tui.table.legend import DORA_LETTER
from tui.tiles import PLAIN, Look, Meta, Role, Rows, Size, Span, TileState, TileStyle, draw_added, draw_tile
from tui.tiles.rows import beside, block_width, fit, with_meta

MELD_GAP = 2
WIDER_GAPS = 2
"""How many gaps of one row of the smallest tiles may hold the signs of both neighbours."""


class Laid(NamedTuple):
    """One tile in a row of tiles."""

    tile: Tile | None
    """None for a tile seen from behind."""
    state: TileState = PLAIN
    sideways: bool = False
    meta: Meta | None = None
    upon: Tile | None = None
    """The tile added on top of it (added kan)."""

    def picture(self, size: Size, look: Look) -> Rows:
        """The tile alone."""
        if self.upon is not None and self.tile is not None:
            rows = draw_added(self.tile, self.upon, size, look, self.state)
        else:
            rows = draw_tile(self.tile, size, look, self.state, sideways=self.sideways)
        return with_meta(rows, self.meta) if self.meta else rows


def tile_gap(size: Size, look: Look) -> int:
    """Felt between two tiles of a row: solid faces need it, boxes do not."""
    return 1 if size is Size.S or look.style is TileStyle.SOLID else 0


def tile_row(tiles: Sequence[Laid], size: Size, look: Look, *, margin: bool = False) -> Rows:
    """Tiles side by side; with ``margin`` a cell of felt at both ends of the smallest size for its marks."""
    if size is Size.S:
        return _small_row(tiles, look, margin=margin)
    return beside([laid.picture(size, look) for laid in tiles], tile_gap(size, look))


def _small_row(tiles: Sequence[Laid], look: Look, *, margin: bool) -> Rows:
    """The smallest size marks a tile in the felt beside it: ``(9m)`` called away, ``[9m]`` newest."""
    row: list[Span] = []
    before: Laid | None = None
    spare = WIDER_GAPS
    for laid in tiles:
        joined = look.style is TileStyle.LINE and before is not None and (before.sideways or laid.sideways)
        if (before or margin) and not (joined and not margin):
            signs = [*_sign_behind(before, look), *_sign_before(laid)]
            if len(signs) > 1:
                signs = signs if spare else signs[:1]
                spare -= len(signs) - 1
            row += signs or [Span(" ")]
        row += laid.picture(Size.S, look)[0]
        before = laid
    if margin:
        row += _sign_behind(before, look) or [Span(" ")]
    return (tuple(row),)


def _sign_behind(laid: Laid | None, look: Look) -> list[Span]:
    if laid is None:
        return []
    if laid.state.called_away:
        return [Span(")", Role("edge-ghost"))]
    if laid.state.last:
        return [Span("]", Role("edge-strong"))]
    if laid.state.dora:
        return [Span(DORA_LETTER, Role("dora"))]
    if laid.state.tsumogiri and look.tsumogiri_mark:
        return [Span("'", Role("muted"))]
    return []


def _sign_before(laid: Laid) -> list[Span]:
    if laid.state.called_away:
        return [Span("(", Role("edge-ghost"))]
    return [Span("[", Role("edge-strong"))] if laid.state.last else []


def flow(pictures: Sequence[Rows], width: int, gap: int = MELD_GAP, *, right: bool = False) -> Rows:
    """Pictures side by side, wrapped into as many lines as that width needs."""
    lines: list[list[Rows]] = []
    used = 0
    for picture in pictures:
        size = block_width(picture)
        if not lines or used + gap + size > width:
            lines.append([picture])
            used = size
        else:
            lines[-1].append(picture)
            used += gap + size
    rows: list[tuple[Span, ...]] = []
    for line in lines:
        block = beside(line, gap)
        if right:
            pad = Span(" " * max(width - block_width(block), 0))
            block = tuple((pad, *row) for row in block)
        rows += [fit(row, width) for row in block]
    return tuple(rows)
