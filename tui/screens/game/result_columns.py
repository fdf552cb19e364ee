"""Columns of the result of a hand: yaku or fu with their values, and the points of all players."""

from __future__ import annotations

from collections.abc import Sequence

from tui.drawing.rows import Role, Rows, Span, block_width, cells, fit_rows, shortened
from tui.i18n.layout import ljust
from tui.screens.page_layout import words
from tui.tiles.look import Look
from tui.tiles.roles import Ink
from tui.words.results import Item, ScoreRow

DOTS = 5
"""Cells that a column needs between its longest name and the value."""


def name_width(scores: Sequence[ScoreRow]) -> int:
    """The width of the longest name."""
    return max(cells(row.name) for row in scores)


def items_width(items: Sequence[Item]) -> int:
    """The width of a column that does not shorten these items."""
    return max((cells(item.name) + cells(item.worth) + DOTS for item in items), default=0)


def items_column(title: str, items: Sequence[Item], width: int, look: Look) -> Rows:
    """A column of names, with their values at its right edge."""
    if not items:
        return ()
    rows = [words(title, Ink.TITLE)]
    for item in items:
        name = shortened(item.name, width - cells(item.worth) - 1, look.glyphs.ellipsis)
        room = width - cells(name) - cells(item.worth) - 2
        dots = (". " * room)[:room].rjust(room) if room > 0 else ""
        rows.append(
            (Span(f"{name} "), Span(f"{dots} ", Role(Ink.FAINT)), Span(item.worth, Role(Ink.POINTS))),
        )
    return tuple(rows)


def scores_table(scores: Sequence[ScoreRow]) -> Rows:
    """The points of all players: before, change, after."""
    longest = name_width(scores)
    rows = []
    for row in scores:
        change = f"{row.delta:+,}" if row.delta else ""
        ink = Ink.SAFE if row.delta > 0 else Ink.ALARM
        rows.append(
            (
                Span(f"{ljust(row.name, longest)}  ", Role(Ink.NAME)),
                Span(f"{row.before:>7,} ", Role(Ink.MUTED)),
                Span(f"{change:>8} ", Role(ink)),
                Span(f"{row.after:>8,}", Role(Ink.POINTS)),
            )
        )
    return tuple(rows)


def at_both_ends(left: Rows, right: Rows, width: int) -> Rows:
    """Two blocks at both ends of the width, or one below the other if they do not fit."""
    gap = width - block_width(left) - block_width(right)
    if gap < 1:
        return (*left, *right)
    rows = max(len(left), len(right))
    used = block_width(left) + gap
    lines = zip(fit_rows(left, used, rows), fit_rows(right, block_width(right), rows), strict=True)
    return tuple((*one, *other) for one, other in lines)
