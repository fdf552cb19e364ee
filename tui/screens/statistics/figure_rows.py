"""Rows of figures: the name, the value, and what is known of others."""

from __future__ import annotations

from collections.abc import Sequence

from ai.statistics.figures import Figure
from ai.statistics.player_counts import PlayerCounts
from tui.drawing.bars import BarPart, bar
from tui.drawing.rows import Role, Row, Span, cells, fit, shortened, width_of
from tui.i18n.layout import rjust
from tui.i18n.texts import t
from tui.screens.statistics.targets import POINTER, Targets
from tui.tiles.roles import Ink
from tui.words.figure_words import figure_difference, figure_name, figure_text

VALUE, REFERENCE, DIFFERENCE = 8, 9, 8
"""Widths of the columns."""
WIDE = 48
"""Cells from which there is a column for the reference value."""
SHARE = 8
NUMBER = 6


def figure_head(title: str, width: int, *, known: bool = True) -> Row:
    """A title, and with ``known`` the names of the columns."""
    heads = [(t("statistics.screen.phoenix"), REFERENCE)] if width >= WIDE else []
    heads = [(t("statistics.screen.you"), VALUE), *heads, (t("statistics.screen.difference"), DIFFERENCE)]
    room = width - sum(size for _, size in heads)
    columns = [Span(rjust(text, size), Role(Ink.MUTED)) for text, size in heads]
    return (*fit([Span(shortened(title, room), Role(Ink.TITLE))], room), *(columns if known else ()))


def figure_line(
    figure: Figure, counts: PlayerCounts, width: int, targets: Targets, *, known: bool = True
) -> Row:
    """A figure, and with ``known`` the columns of its reference value and the difference."""
    spot = targets.add(figure)
    value = figure.value(counts)
    numbers = [Span(rjust(figure_text(figure, value), VALUE), Role(Ink.NAME), spot.meta)]
    if known:
        told = "" if figure.reference is None else figure_text(figure, figure.reference)
        others = [(told, REFERENCE)] if width >= WIDE else []
        others.append((figure_difference(figure, value), DIFFERENCE))
        numbers += [Span(rjust(text, size), Role(Ink.MUTED), spot.meta) for text, size in others]
    room = width - width_of(numbers)
    name = shortened(figure_name(figure), room - POINTER - 2)
    return (*fit([spot.begin(targets.glyphs), spot.name(f" {name} ")], room), *numbers)


def bar_line(
    figure: Figure,
    counts: PlayerCounts,
    parts: Sequence[BarPart],
    whole: float,
    label: str,
    name: int,
    width: int,
    targets: Targets,
) -> Row:
    """A share as a bar: its label in ``name`` cells, the bar, number and share.

    The longest bar stands for an amount of ``whole``.
    """
    spot = targets.add(figure)
    length = width - POINTER - name - SHARE - NUMBER
    part: int = getattr(counts, figure.part)
    label = shortened(label, name - 2)
    return (
        spot.begin(targets.glyphs),
        spot.name(f" {label} "),
        Span(" " * (name - cells(label) - 2), meta=spot.meta),
        *bar(parts, whole, length, targets.glyphs, spot.meta),
        Span(rjust(f"{part:,}", NUMBER), meta=spot.meta),
        Span(rjust(figure_text(figure, figure.value(counts)), SHARE), Role(Ink.NAME), spot.meta),
    )


def largest(figures: Sequence[Figure], counts: PlayerCounts) -> int:
    """The largest count of some figures: what the longest bar stands for."""
    amounts: list[int] = [getattr(counts, figure.part) for figure in figures]
    return max(amounts)
