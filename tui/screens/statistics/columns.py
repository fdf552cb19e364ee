"""Blocks of rows side by side in columns of equal width."""

from __future__ import annotations

from collections.abc import Sequence

from tui.drawing.rows import Row, Rows, Span, fit, merged

GAP = 4
"""Cells between columns."""


def column_width(width: int, number: int) -> int:
    """The width of each of so many columns."""
    return (width - GAP * (number - 1)) // number


def side_by_side(blocks: Sequence[Sequence[Row]], column: int) -> Rows:
    """The blocks with their first rows side by side; the last block may be wider than its column."""
    height = max(map(len, blocks), default=0)
    padded = [(*block, *[()] * (height - len(block))) for block in blocks]
    gap = Span(" " * GAP)
    rows: list[Row] = []
    for *before, last in zip(*padded, strict=True):
        rows.append(merged([*(span for part in before for span in (*fit(part, column), gap)), *last]))
    return tuple(rows)
