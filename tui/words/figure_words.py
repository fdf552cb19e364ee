"""Figures in words: their names, their definitions, and their values as a player reads them."""

from __future__ import annotations

from ai.statistics.figures import Figure, FigureGroup, FigureUnit
from tui.i18n.texts import t

NOTHING = "–"
"""Where nothing was counted."""


def figure_name(figure: Figure) -> str:
    """The name of a figure."""
    return t(f"figures.name.{figure.key}")


def figure_means(figure: Figure) -> str:
    """The definition of a figure, one sentence."""
    return t(f"figures.means.{figure.key}")


def group_name(group: FigureGroup) -> str:
    """The heading above the figures of a group."""
    return t(f"figures.group.{group.value}")


def figure_text(figure: Figure, value: float | int | None) -> str:
    """A value of a figure, such as ``21.1%`` or ``+340``."""
    if value is None:
        return NOTHING
    match figure.unit:
        case FigureUnit.SHARE:
            return f"{value:.1%}"
        case FigureUnit.PLACE | FigureUnit.TURN:
            return f"{value:.2f}"
        case FigureUnit.BALANCE:
            return f"{value:+,.0f}"
        case _:
            return f"{value:,.0f}"
