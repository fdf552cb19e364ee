"""The help lines of a figure: its definition, how much was counted, and what is known of others."""

from __future__ import annotations

from ai.statistics.figures import Figure
from ai.statistics.player_counts import PlayerCounts
from tui.drawing.rows import Role, Rows, Span
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.screens.page_layout import words, wrap
from tui.tiles.roles import Ink
from tui.words.figure_words import figure_difference, figure_means, figure_name, figure_text, group_name

LINES = 3


def help_rows(figure: Figure, counts: PlayerCounts, width: int) -> Rows:
    """The definition in at most two lines, and the line of the reference."""
    told = t("statistics.screen.help", group=group_name(figure.group), name=figure_name(figure))
    means = wrap(f"{told} {figure_means(figure)}", width)[: LINES - 1]
    name, rest = means[0][: len(told)], means[0][len(told) :]
    first = (Span(name, Role(Ink.NAME)), Span(rest))
    return (first, *map(words, means[1:]), words(about(figure, counts), Ink.MUTED))


def about(figure: Figure, counts: PlayerCounts) -> str:
    """How much was counted, the reference and the difference."""
    parts = []
    if figure.whole is not None:
        whole = figure.whole.replace("_", "-")
        parts.append(t(f"statistics.of.{whole}", count=figure.counted(counts)))
    if figure.reference is not None:
        reference = figure_text(figure, figure.reference)
        difference = figure_difference(figure, figure.value(counts))
        known = t("statistics.screen.reference", reference=reference)
        if difference:
            known = t("statistics.screen.compared", reference=reference, difference=difference)
        parts.append(known)
    return join_sentences(parts)
