"""Ponds: every discard in its place, in rows of six, the last row growing where it must."""

from __future__ import annotations

from collections.abc import Sequence

from tui.drawing.rows import Row, Rows, Span, width_of
from tui.table.board import Board
from tui.table.groups import Laid, tile_row
from tui.tiles.look import Look, Size

ROW = 6
"""Discards in a row, as on a table."""


def pond(board: Board, seat: int, size: Size, width: int, *, airy: bool = False) -> Rows:
    """A pond in rows of six; ``airy`` puts felt between the rows of the smallest size."""
    laid = _laid(board, seat)
    if size is not Size.S:
        lines = [tile_row(laid[start : start + ROW], size, board.look) for start in range(0, len(laid), ROW)]
        return tuple((Span(" "), *row) for line in lines for row in line)
    rows = small_rows(laid, board.look, width)
    return rows if not airy else tuple(row for line in rows for row in ((), line))[1:]


def small_rows(laid: Sequence[Laid], look: Look, width: int, length: int = ROW) -> Rows:
    """Rows of the smallest size, none wider than ``width``.

    A row that is too wide first drops the brackets it can spare; where even that is not enough, as with
    half a dozen dora called away, it ends sooner. No sign of a tile is lost.
    """
    rows: list[Row] = []
    rest = laid
    while rest:
        tries = ((number, brief) for number in range(length, 0, -1) for brief in (False, True))
        for number, brief in tries:
            (row,) = tile_row(rest[:number], Size.S, look, margin=True, brief=brief)
            if width_of(row) <= width:
                break
        rows.append(row)
        rest = rest[number:]
    return tuple(rows)


def wide_pond(board: Board, seat: int, width: int, height: int) -> Rows:
    """A pond of the smallest size that fits whatever the number of discards: the rows grow past six."""
    laid = _laid(board, seat)
    rows: Rows = ()
    for length in range(ROW, max(len(laid), ROW) + 1):
        rows = small_rows(laid, board.look, width, length)
        if len(rows) <= height:
            break
    return rows


def _laid(board: Board, seat: int) -> list[Laid]:
    return [
        Laid(discard.tile, board.pond_state(seat, place), discard.sideways, ("pond", (seat, place)))
        for place, discard in enumerate(board.seat(seat).pond)
    ]
