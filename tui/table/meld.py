"""Melds as they lie: the called tile sideways, in the place that tells who it came from."""

from __future__ import annotations

from collections.abc import Callable

from engine.melds import Meld, MeldKind
from engine.tiles import Tile, sort_tiles
from tui.drawing.rows import Rows, with_meta
from tui.table.board import Board
from tui.table.groups import Laid, tile_row
from tui.tiles.look import PLAIN, Size, TileState

PLAYERS = 4
FROM_RIGHT, FROM_ACROSS, FROM_LEFT = 1, 2, 3
"""How far round the table the called tile came, as ``(source - owner) % 4``."""


def _plain(tile: Tile) -> TileState:
    return PLAIN


def laid_meld(
    meld: Meld,
    owner: int,
    state_of: Callable[[Tile], TileState] = _plain,
    *,
    fresh: bool = False,
    cause: bool = False,
) -> list[Laid]:
    """The tiles of a meld from left to right.

    The called tile lies first when it came from the left, second from across, last from the right; the
    tile of an added kan lies upon it; a closed kan shows its ends from behind. With ``fresh`` the tile
    that made the meld is the one everybody looks at; with ``cause`` it makes the person furiten.
    """
    if meld.kind is MeldKind.CLOSED_KAN:
        states = (state_of(tile)._replace(last=fresh, cause=cause) for tile in meld.tiles)
        first, *middle, last = (Laid(tile, state) for tile, state in zip(meld.tiles, states, strict=True))
        return [first._replace(tile=None), *middle, last._replace(tile=None)]
    upon = meld.tiles[3] if meld.kind is MeldKind.ADDED_KAN else None
    state = state_of(meld.tiles[0])._replace(last=fresh, cause=cause)
    called = Laid(meld.tiles[0], state, True, upon=upon)
    own = meld.tiles[1:3] if upon is not None else meld.tiles[1:]
    laid = [Laid(tile, state_of(tile)) for tile in sort_tiles(own)]
    side = FROM_LEFT if meld.source is None else (meld.source - owner) % PLAYERS
    place = {FROM_LEFT: 0, FROM_ACROSS: 1}.get(side, len(laid))
    return [*laid[:place], called, *laid[place:]]


def meld_picture(board: Board, seat: int, place: int, size: Size) -> Rows:
    """One meld of a seat."""
    meld = board.seat(seat).melds[place]
    fresh, cause = board.is_fresh(seat, place, meld.kind), board.is_cause(seat, meld)
    laid = laid_meld(meld, seat, board.plain_state, fresh=fresh, cause=cause)
    return with_meta(tile_row(laid, size, board.look), ("meld", (seat, place)))
