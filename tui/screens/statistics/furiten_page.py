"""The page of furiten: by kind and month, what it cost, and how dangerous the tiles were that dealt in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ai.reading.safety_classes import safety_class
from ai.statistics.figures import BY_ID
from ai.statistics.player_counts import PlayerCounts
from tui.drawing.bars import PART_INKS, BarPart, bar, sign
from tui.drawing.rows import Role, Row, Rows, Span
from tui.i18n.layout import ljust, rjust
from tui.i18n.texts import t
from tui.screens.page_layout import words
from tui.screens.statistics.columns import column_width, side_by_side
from tui.screens.statistics.figure_rows import bar_line, figure_line, largest
from tui.screens.statistics.targets import Targets
from tui.tiles.look import GlyphSet
from tui.tiles.marks import CLASS_INKS, TIER_LETTERS, class_words
from tui.tiles.roles import Ink
from tui.words.figure_words import figure_text

KINDS = ("discard", "temporary", "riichi")
OWN = (
    "furiten.tenpai_turns",
    "furiten.share",
    *(f"furiten.{kind}" for kind in KINDS),
    "furiten.entered",
    "furiten.avoidable",
    "furiten.missed",
    "furiten.missed_points",
    "after_riichi.furiten",
    "after_riichi.furiten_balance",
    "deal_ins.safer_held",
)
"""The figures that only furiten counts."""
MONTH, MONTH_SHARE = 10, 8
"""Cells of a month before its bar, and of the share behind it."""
TIER_LABEL, TIER_LETTER = 17, 4
"""Cells of the label of a tier with its class, and without."""
WIDE = 48
"""Cells from which there is room for the class."""


def furiten_page(
    by_month: Mapping[date, PlayerCounts], counts: PlayerCounts, width: int, height: int, targets: Targets
) -> Rows:
    """The page in that width; the latest months for which there is room in ``height`` rows."""
    column = column_width(width, 2)
    figures = (words(t("statistics.screen.own"), Ink.TITLE), *_figures(counts, column, targets))
    tiers = _tiers(counts, column, targets)
    months = _months(by_month, column, max(height - len(tiers) - 1, 3), targets.glyphs)
    return side_by_side([figures, (*months, (), *tiers)], column)


def _figures(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    return tuple(figure_line(BY_ID[id], counts, width, targets, known=False) for id in OWN)


def _months(by_month: Mapping[date, PlayerCounts], width: int, height: int, glyphs: GlyphSet) -> Rows:
    """The share of turns in tenpai that began in furiten, by month, its kinds one after the other."""
    title = Span(t("statistics.screen.by-month"), Role(Ink.TITLE))
    legend: list[Span] = []
    for fill, (kind, ink) in enumerate(zip(KINDS, PART_INKS, strict=True)):
        name = t(f"statistics.screen.kind-{kind}")
        legend += [Span("  "), sign(fill, ink, glyphs), Span(f" {name}", Role(Ink.MUTED))]
    months = list(by_month.items())[2 - height :]
    largest = max((_kinds(counts) / max(counts.tenpai_turns, 1) for _, counts in months), default=0.0)
    length = width - MONTH - MONTH_SHARE
    rows = [_month(month, counts, largest, length, glyphs) for month, counts in months]
    return ((title,), tuple(legend[1:]), *rows)


def _kinds(counts: PlayerCounts) -> int:
    """The turns of all kinds together; a turn in two kinds counts twice."""
    return sum(getattr(counts, f"furiten_{kind}") for kind in KINDS)


def _month(month: date, counts: PlayerCounts, largest: float, length: int, glyphs: GlyphSet) -> Row:
    when = t("statistics.screen.month", month=t(f"practice.months.{month.month}"), year=month.year)
    parts = [
        BarPart(getattr(counts, f"furiten_{kind}"), ink, fill)
        for fill, (kind, ink) in enumerate(zip(KINDS, PART_INKS, strict=True))
    ]
    share = BY_ID["furiten.share"]
    return (
        Span(ljust(when, MONTH), Role(Ink.MUTED)),
        *bar(parts, largest * counts.tenpai_turns, length, glyphs),
        Span(rjust(figure_text(share, share.value(counts)), MONTH_SHARE), Role(Ink.NAME)),
    )


def _tiers(counts: PlayerCounts, width: int, targets: Targets) -> Rows:
    """How dangerous the discards were that dealt in: a bar for each measured tier, the safest first."""
    figures = {tier: BY_ID[f"deal_ins.tier_{tier.name.lower()}"] for tier in TIER_LETTERS}
    name = TIER_LABEL if width >= WIDE else TIER_LETTER
    rows, most = [], largest(list(figures.values()), counts)
    for tier, letter in TIER_LETTERS.items():
        figure = figures[tier]
        safety = safety_class(tier)
        parts = [BarPart(getattr(counts, figure.part), CLASS_INKS[safety])]
        label = f"{letter} {class_words(safety)}" if width >= WIDE else letter
        rows.append(bar_line(figure, counts, parts, most, label, name, width, targets))
    return (words(t("statistics.screen.tiers"), Ink.TITLE), *rows)
