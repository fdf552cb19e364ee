"""Ponds: every discard in its place, in rows of six, the last row growing where it must."""

from __future__ import annotations

from tui.table.board import Board
from tui.table.groups import Laid, tile_row
from tui.tiles import Rows, Size, Span
from tui.tiles.rows import block_width

ROW = 6
"""Discards in a row, as on a table."""


def pond(board: Board, seat: int, size: Size, *, airy: bool = False) -> Rows:
    """A pond in rows of six; ``airy`` puts felt between the rows of the smallest size."""
    laid = _laid(board, seat)
    rows: list[tuple[Span, ...]] = []
    for start in range(0, len(laid), ROW):
        if airy and size is Size.S and start:
            rows.append(())
        line = tile_row(laid[start : start + ROW], size, board.look, margin=True)
        rows += line if size is Size.S else [(Span(" "), *row) for row in line]
    return tuple(rows)


def wide_pond(board: Board, seat: int, width: int, height: int) -> Rows:
    """A pond of the smallest size that fits whatever the number of discards: the rows grow past six."""
    laid = _laid(board, seat)
    for length in range(ROW, len(laid) + 1):
        rows = [
            tile_row(laid[start : start + length], Size.S, board.look, margin=True)[0]
            for start in range(0, len(laid), length)
        ]
        if len(rows) <= height or block_width(tuple(rows)) > width - 3:
            return tuple(rows)
    return pond(board, seat, Size.S)


def _laid(board: Board, seat: int) -> list[Laid]:
    return [
        Laid(discard.tile, board.pond_state(seat, place), discard.sideways, ("pond", (seat, place)))
        for place, discard in enumerate(board.seat(seat).pond)
    ]
