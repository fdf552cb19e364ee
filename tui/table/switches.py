"""What the table does by itself, in a corner of its felt: each switch with its key, lit where it is on."""

from __future__ import annotations

from itertools import zip_longest

from tui.desk.scene import SwitchItem
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit, width_of
from tui.table.board import Board

GAP = 1
MARGIN = 1
"""Felt at the right edge, where there is room."""
ANY_KEY = "*"
"""For a key whose name has no room."""


def switch_rows(board: Board, width: int) -> Rows:
    """Two beside each other, at the right edge; empty where there are none."""
    items = [_item(item) for item in board.scene.switches]
    left, right = items[::2], items[1::2]
    if not left:
        return ()
    first = max(map(width_of, left)) + GAP
    second = max(map(width_of, right), default=0)
    spare = max(width - first - second, 0)
    pad = Span(" " * max(spare - MARGIN, 0))
    pairs = zip_longest(left, right, fillvalue=())
    return tuple(fit([pad, *fit(one, first), *other], width) for one, other in pairs)


def _item(item: SwitchItem) -> Row:
    """Key and word; one that is on has brackets besides, for terminals without colours."""
    meta = ("key", item.id)
    key = item.key if cells(item.key) == 1 else ANY_KEY
    if item.on:
        return (Span(f"[{key}]", Role("key", "key"), meta), Span(f" {item.label}", Role("text"), meta))
    return (Span(f" {key} ", Role("muted"), meta), Span(f" {item.label}", Role("faint"), meta))
