"""The page of all figures by group, in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ai.statistics.figures import FIGURES, Figure, FigureGroup
from ai.statistics.player_counts import PlayerCounts
from tui.drawing.rows import Row, Rows
from tui.screens.statistics.columns import GAP, column_width, side_by_side
from tui.screens.statistics.figure_rows import figure_head, figure_line
from tui.screens.statistics.targets import Targets
from tui.words.figure_words import group_name

NARROWEST = 56
"""Cells of the narrowest column beside another."""
MOST = 3


def figure_list(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    """All figures; the cursor goes down one column after the other."""
    groups = [(group, list(figures)) for group, figures in groupby(FIGURES, lambda each: each.group)]
    number = min((width + GAP) // (NARROWEST + GAP), MOST) or 1
    column = column_width(width, number)
    return side_by_side([_column(part, counts, column, targets) for part in _shared(groups, number)], column)


Groups = Sequence[tuple[FigureGroup, list[Figure]]]


def _shared(groups: Groups, number: int) -> list[Groups]:
    """The groups in that many columns of about the same height."""
    sizes = [len(figures) + 2 for _, figures in groups]
    whole, columns = sum(sizes), [list[tuple[FigureGroup, list[Figure]]]() for _ in range(number)]
    before = 0
    for group, size in zip(groups, sizes, strict=True):
        columns[min((before + size // 2) * number // whole, number - 1)].append(group)
        before += size
    return list(columns)


def _column(groups: Groups, counts: PlayerCounts, width: int, targets: Targets) -> list[Row]:
    rows: list[Row] = []
    for group, figures in groups:
        rows += [()] * bool(rows)
        known = any(figure.reference is not None for figure in figures)
        rows.append(figure_head(group_name(group), width, known=known))
        rows += [figure_line(figure, counts, width, targets) for figure in figures]
    return rows
