"""Figures in words: names, definitions and values, and how the other players of a game played."""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.safety_reasons import Tier, safety_class
from ai.statistics.figures import Figure, FigureGroup, FigureUnit, PlayerCounts
from ai.statistics.manner import Manner
from tui.i18n import join_sentences, t
from tui.tiles import TIER_LETTERS, class_words
from tui.words.names import Seating

NOTHING = "-"
"""Where nothing was counted."""


def figure_name(figure: Figure) -> str:
    """The name of a figure."""
    if tier := _tier(figure):
        return t("figures.tier-name", tier=TIER_LETTERS[tier], safety=class_words(safety_class(tier)))
    return t(f"figures.name.{figure.key}")


def figure_means(figure: Figure) -> str:
    """The definition of a figure, one or two sentences."""
    if tier := _tier(figure):
        ends = {"safest": TIER_LETTERS[Tier.A], "worst": TIER_LETTERS[max(Tier)]}
        safety = class_words(safety_class(tier))
        return t("figures.tier-means", tier=TIER_LETTERS[tier], safety=safety, **ends)
    return t(f"figures.means.{figure.key}")


_TIER_IDS = {f"deal_ins.tier_{tier.name.lower()}": tier for tier in Tier if tier is not Tier.SAFE}


def _tier(figure: Figure) -> Tier | None:
    """The tier of tiles that a figure counts; None for other figures."""
    return _TIER_IDS.get(figure.id)


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


def counted_text(figure: Figure, counts: PlayerCounts) -> str:
    """The figure of these counts; a number that is a part of another has its share too: ``12 (3.4%)``."""
    share = figure.share(counts)
    text = figure_text(figure, figure.value(counts))
    return text if share is None else f"{text} ({share:.1%})"


def figure_difference(figure: Figure, value: float | int | None) -> str:
    """How far a value is above the reference, such as ``+0.3%``; empty where either is missing."""
    if value is None or figure.reference is None:
        return ""
    difference = value - figure.reference
    return f"{difference:+.1%}" if figure.unit is FigureUnit.SHARE else f"{difference:+,.0f}"


def manner_lines(manners: Sequence[Manner], seating: Seating) -> list[str]:
    """A line for each player but the own seat, in turn order; none for a game without a finished hand."""
    words = seating.in_full()
    return [
        _line(words[seat], manners[seat])
        for seat in words.around
        if not words.is_me(seat) and manners[seat].hands
    ]


def _line(name: str, manner: Manner) -> str:
    parts = [
        t("manner.played", name=name, count=manner.hands, calls=manner.calls, riichi=manner.riichi),
        t("manner.folded", count=manner.threatened, folded=manner.folded) if manner.threatened else "",
        t(f"manner.luck-{manner.luck}", useful=manner.useful, expected=round(manner.expected)),
    ]
    return join_sentences(filter(None, parts))
