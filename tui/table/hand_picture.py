"""Draw a hand: the own one with its marks at the table, and a hand by itself, as in the result of a hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import product

import msgspec
from msgspec.structs import replace

from ai.reading.safety_reasons import SafetyClass
from engine.hand import Meld
from engine.tiles import KIND_OF, Kind, Tile, sort_tiles
from tui.drawing.rows import (
    FELT,
    MarkAt,
    Meta,
    Role,
    Row,
    Rows,
    Span,
    TileAt,
    beside,
    block_width,
    cells,
    centred,
    fit,
    fit_rows,
    width_of,
    with_meta,
)
from tui.drawing.solid_tiles import safety_edge
from tui.drawing.tile_picture import tile_width
from tui.table.board import MELD_GAP, Board, PlacedTile, flow, laid_meld, meld_picture, tile_gap, tile_row
from tui.tiles import CLASS_INKS, GlyphSet, Ground, Look, Mark, Size, TileState, TileStyle, default_look

LEFT = 0
"""Least cells of felt before the first tile."""
APART = 2
"""Cells of felt before the drawn tile, besides the usual gap."""
BEFORE_MELDS = 2
"""Cells of felt before the melds."""
GAPS = (MELD_GAP, 1)
"""Cells of felt between the melds, and without room for that: rather than smaller tiles."""
FULL = 13
"""Tiles of a hand without melds, besides the drawn one."""
GROUP = 3
"""The number of sorted tiles is one more than a multiple of this."""
STANDING = (Size.L, Size.XL, Size.XXL)
"""Sizes of tiles that stand over a shadow."""
MELDS_BESIDE = {
    Size.XXL: (Size.L, Size.M, Size.S),
    Size.XL: (Size.L, Size.M, Size.S),
    Size.L: (Size.M, Size.S),
    Size.M: (Size.M, Size.S),
    Size.S: (Size.S,),
}
"""The sizes of melds beside a hand of each size, the preferred first."""


class Arranged(msgspec.Struct, frozen=True):
    """The hand in sizes that fit side by side."""

    size: Size
    """The size of the tiles; melds may be smaller."""
    tiles: Rows
    melds: Rows
    left: int
    """Cells of felt before the first tile."""


def hand(arranged: Arranged, width: int, height: int) -> Rows:
    """The rows of an arranged hand."""
    tiles, melds = arranged.tiles, arranged.melds
    used = block_width(melds)
    left = width - used - (1 if melds else 0)
    rows = max(len(tiles), len(melds), height)
    lines = zip(_grounded(tiles, left, rows), _grounded(melds, used, rows), strict=True)
    return fit_rows([(*tile_part, *meld_part) for tile_part, meld_part in lines], width, height)


def arrange(board: Board, width: int, height: int, sizes: tuple[Size, ...]) -> Arranged:
    """The hand in the first of these sizes at which the melds fit beside it.

    It begins where a hand without melds would stand in the middle, or further left if the melds need that.
    """
    made: dict[Size, Rows] = {}
    for size, gap, meld_size in _ways(sizes, board.look):
        tiles = made.get(size) or made.setdefault(size, _tiles(board, size))
        room = width - LEFT - _widest(board, tiles, size) - BEFORE_MELDS - 1
        melds = _melds(board, meld_size, room, gap)
        if melds and meld_size not in STANDING and size in STANDING and len(melds) < height:
            # its shadow is below a standing tile
            melds = (*melds, ())
        if block_width(melds) <= room and len(melds) <= height:
            return _placed(board, size, tiles, melds, width)
    return _placed(board, sizes[-1], _tiles(board, sizes[-1]), (), width)


@lru_cache(64)
def _ways(sizes: tuple[Size, ...], look: Look) -> tuple[tuple[Size, int, Size], ...]:
    """Sizes of the hand and of the melds with the felt between the melds, the preferred first.

    Smaller tiles in the hand are better than melds that run together, because no more felt is between them
    than between their tiles. The smallest melds come only if no gap makes room for others.
    """
    ways = [(size, gap, melds) for size in sizes for gap, melds in product(GAPS, MELDS_BESIDE[size])]
    apart = [way for way in ways if way[1] > tile_gap(way[2], look) and way[2] is not Size.S]
    others = [way for way in ways if way not in apart]
    return (*apart, *sorted(others, key=lambda way: (sizes.index(way[0]), way[2] is Size.S)))


def _placed(board: Board, size: Size, tiles: Rows, melds: Rows, width: int) -> Arranged:
    pitch = tile_width(size, board.look) + tile_gap(size, board.look)
    middle = (width - pitch * (FULL + 1) - APART) // 2
    free = width - _widest(board, tiles, size) - (block_width(melds) + BEFORE_MELDS + 1 if melds else 0)
    left = max(min(middle, free), LEFT)
    return Arranged(size, tuple((Span(" " * left), *row) for row in tiles), melds, left)


def _widest(board: Board, tiles: Rows, size: Size) -> int:
    """Width of the hand with a drawn tile, even if there is none now, so that melds keep their size."""
    waiting = board.scene.laid.drawn_place is None and len(board.hand) % 3 == 1
    drawn = APART + tile_gap(size, board.look) + tile_width(size, board.look)
    return block_width(tiles) + (drawn if waiting else 0)


def sorted_end(rows: Rows) -> int:
    """The column at which the sorted tiles end in the picture of a hand.

    Everything that often changes is right of it: the drawn tile, the extra tile after a call, the melds.
    """
    places = {span.meta.place for row in rows for span in row if isinstance(span.meta, TileAt)}
    last = TileAt((len(places) - 1) // GROUP * GROUP)
    return max((_end(row, last) for row in rows), default=0)


def _end(row: Row, meta: Meta) -> int:
    """The column after the last span with that meta."""
    column = end = 0
    for span in row:
        column += cells(span.text)
        if span.meta == meta:
            end = column
    return end


def _grounded(rows: Rows, width: int, height: int) -> Rows:
    """The rows at the bottom of a block of that size."""
    return fit_rows([*[()] * (height - len(rows)), *rows], width, height)


def _tiles(board: Board, size: Size) -> Rows:
    drawn = board.scene.laid.drawn_place
    laid = [
        PlacedTile(tile, board.hand_state(place), meta=TileAt(place)) for place, tile in enumerate(board.hand)
    ]
    apart = laid[drawn:] if drawn is not None else []
    blocks = [tile_row(laid[:drawn], size, board.look)]
    if apart:
        blocks.append(tile_row(apart, size, board.look))
    return beside(blocks, APART + tile_gap(size, board.look))


def _melds(board: Board, size: Size, width: int, gap: int) -> Rows:
    seat = board.scene.seating.seat
    pictures = [meld_picture(board, seat, place, size) for place in range(len(board.seat(seat).melds))]
    rows = flow(pictures, max(width, 1), gap)
    used = max((width_of(_trimmed(row)) for row in rows), default=0)
    return tuple(fit(row, used) for row in rows) if used <= width else rows


def _trimmed(row: Row) -> Row:
    end = len(row)
    while end and not row[end - 1].text.strip() and row[end - 1].role.ground == Ground.FELT:
        end -= 1
    return row[:end]


def marks(board: Board, width: int, arranged: Arranged) -> Row:
    """The safety of each tile in the row below the hand.

    A medium solid tile has its lower edge there, other tiles a bar. The whole width of the tile is clickable.
    """
    size = arranged.size
    tile = tile_width(size, board.look)
    gap = tile_gap(size, board.look)
    row: list[Span] = [Span(" " * arranged.left)]
    for place in range(len(board.hand)):
        if place and place == board.scene.laid.drawn_place:
            row.append(Span(" " * APART))
        (below,) = with_meta((below_tile(board.scene.mark(place), size, tile, board.look),), MarkAt(place))
        row += [*below, Span(" " * gap)]
    return fit(row, width)


def below_tile(mark: Mark, size: Size, width: int, look: Look) -> Row:
    """The cells below one tile."""
    if mark.safety is None:
        return (Span(" " * width, FELT),)
    if size is Size.M and look.style is TileStyle.SOLID and look.glyphs.edges:
        return safety_edge(width, mark.safety, look.glyphs)
    return centred((safety_bar(mark.safety, look.glyphs),), width)


def safety_bar(safety: SafetyClass, glyphs: GlyphSet) -> Span:
    """The bar of a class of safety, the higher the more dangerous."""
    return Span(glyphs.bars[safety], Role(CLASS_INKS[safety]))


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
        won = PlacedTile(winning_tile, replace(state(winning_tile), last=True))
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
