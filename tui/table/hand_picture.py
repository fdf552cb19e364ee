"""Draw a hand by itself: for the result of a hand, drills and demos."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.melds import Meld
from engine.tiles import KIND_OF, Kind, Tile, sort_tiles
from tui.drawing.rows import Rows, beside, block_width, fit
from tui.table.tile_groups import PlacedTile, flow, laid_meld, tile_gap, tile_row
from tui.tiles.look import Look, Size, TileState, default_look

APART = 2
BEFORE_MELDS = 3


def hand_picture(
    tiles: Sequence[Tile],
    melds: Sequence[Meld] = (),
    winning_tile: Tile | None = None,
    *,
    owner: int = 0,
    dora: Collection[Kind] = (),
    ura: Collection[Kind] = (),
    size: Size = Size.M,
    look: Look | None = None,
    width: int | None = None,
) -> Rows:
    """The concealed tiles, sorted, then the winning tile apart, then the melds.

    ``tiles`` does not contain ``winning_tile``. ``owner`` is the seat of the melds: the place of a called
    tile depends on it. If the picture is wider than ``width``, the melds move to a second line; if that is
    not enough, all tiles are drawn smaller.
    """
    look = look or default_look()
    kinds = (frozenset(dora), frozenset(ura))
    for smaller in dict.fromkeys((size, Size.M, Size.S)):
        rows = _picture(sort_tiles(tiles), melds, winning_tile, owner, kinds, smaller, look, width)
        if width is None or block_width(rows) <= width:
            break
    return tuple(fit(row, block_width(rows)) for row in rows)


def _picture(
    tiles: Sequence[Tile],
    melds: Sequence[Meld],
    winning_tile: Tile | None,
    owner: int,
    kinds: tuple[frozenset[Kind], frozenset[Kind]],
    size: Size,
    look: Look,
    width: int | None,
) -> Rows:
    dora, ura = kinds

    def state(tile: Tile) -> TileState:
        return TileState(dora=KIND_OF[tile] in dora, ura=KIND_OF[tile] in ura)

    blocks = [tile_row([PlacedTile(tile, state(tile)) for tile in tiles], size, look)]
    if winning_tile is not None:
        won = PlacedTile(winning_tile, state(winning_tile)._replace(last=True))
        margin = size is Size.S
        blocks.append(tile_row([won], size, look, margin=margin))
    hand = beside(blocks, APART + tile_gap(size, look))
    meld_size = Size.S if size is Size.S else Size.M
    pictures = [tile_row(laid_meld(meld, owner, state), meld_size, look) for meld in melds]
    if not pictures:
        return hand
    one_line = beside([hand, beside(pictures, 2)], BEFORE_MELDS)
    if width is None or block_width(one_line) <= width:
        return one_line
    return (*hand, *flow(pictures, width))
