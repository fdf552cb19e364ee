"""The figures of the progress screen: ratings, themes, what is due, streak, and what to train next.

Accuracy and times include new questions only, because a repeated question was explained before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from ai.drills.question import OWN, DrillKind, DrillTheme
from tui.practice.history import History
from tui.practice.practice_record import Figures, Totals
from tui.practice.schedule import Quality
from tui.practice.standings import ENOUGH, KindStanding, Rating

WEAK = 0.75
"""A kind is weak if the mean credit of its recent answers is below this."""
OFTEN_SLOW = 0.3
"""A kind is slow if its recent share of slow answers is above this."""
DAY = timedelta(days=1)
COMING = 7
"""Days ahead of which it says what comes back."""


class KindFigures(NamedTuple):
    """The figures of one kind of question."""

    kind: DrillKind
    rating: Rating | None
    """None while there are too few answers for one."""
    answers: int
    """The total number of answers to new questions."""
    share: float | None
    """The mean credit, 0 to 1, of the last new questions (see ``standings.RECENT``); None without any."""
    seconds: float | None
    """The median time of recent right answers; None if there are none."""
    due: int
    """The number of questions and ideas that are due today."""


class ThemeFigures(NamedTuple):
    """The figures of one theme, over all kinds and new questions only."""

    theme: DrillTheme
    answers: int
    share: float
    """The mean credit, 0 to 1."""
    due: bool
    """Whether it is due today in some kind."""


class Reason(StrEnum):
    """The reason for a piece of advice."""

    DUE = "due"
    """Questions are due again."""
    NEW = "new"
    """Few answers so far."""
    WEAK = "weak"
    """Often wrong recently."""
    SLOW = "slow"
    """Often slow recently."""
    LOWEST = "lowest"
    """All kinds go well; this one has the lowest rating."""


class PracticeAdvice(NamedTuple):
    """Advice to train a kind or what is due, with its reason."""

    reason: Reason
    kind: DrillKind | None
    """None: a mixed session."""
    number: int = 0
    """For DUE the number of questions, for NEW the number of answers so far, for LOWEST the rating."""
    share: float = 0.0
    """For WEAK the mean credit of the answers, for SLOW the share of slow ones."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of practice so far."""

    totals: Totals
    streak: int
    """Consecutive days with an answer up to today, or up to yesterday if there is no answer today yet."""
    best_streak: int
    kinds: tuple[KindFigures, ...]
    next: tuple[PracticeAdvice, ...]
    """What to train, the most urgent first."""
    rating: Rating | None
    """Over all kinds; None while there are too few answers for one."""
    curve: tuple[tuple[date, float], ...]
    """The rating over all kinds at the end of each day with a new question."""
    themes: tuple[ThemeFigures, ...]
    """The weakest first; those with few answers at the end."""
    due: int
    """Questions and ideas that come back today."""
    coming: tuple[tuple[date, int], ...]
    """How many become due on each of the next days."""
    own: int
    """Questions about mistakes of own games."""
    own_due: int
    """How many of them come back today."""
    figures: Figures
    """Statistics by day and by session."""


def overview(figures: Figures, history: History, kinds: Sequence[DrillKind], today: date) -> Overview:
    """The figures on a day; ``kinds`` are the available kinds."""
    totals = figures.totals()
    days = totals.days
    cards = history.due(today)
    due = [card.kind for card in history.all_due(today)]
    rated = sum(standing.answers for standing in history.standings.values())
    own = [code for code in history.cards if code.startswith(OWN)]
    return Overview(
        totals=totals,
        streak=streak(days, today),
        best_streak=max((streak(days, day) for day in days if day + DAY not in days), default=0),
        kinds=tuple(_figures(history.standings[kind], due.count(kind)) for kind in kinds),
        next=tuple(advice([history.standings[kind] for kind in kinds], len(due))),
        rating=history.overall.rating if rated >= ENOUGH else None,
        curve=tuple(sorted(history.curve.items())),
        themes=_themes(history, today),
        due=len(due),
        coming=tuple(history.coming(today, COMING)),
        own=len(own),
        own_due=sum(card.code.startswith(OWN) for card in cards),
        figures=figures,
    )


def _themes(history: History, today: date) -> tuple[ThemeFigures, ...]:
    due = {card.theme for card in history.ideas_due(today)}
    found = (
        ThemeFigures(theme, count.answers, count.score / count.answers, theme in due)
        for theme, count in history.themes.items()
    )
    return tuple(sorted(found, key=lambda each: (each.answers < ENOUGH, each.share, each.theme)))


def streak(days: Collection[date], today: date) -> int:
    """The number of consecutive days up to today, or up to yesterday if today is not among ``days``."""
    last = today if today in days else today - DAY
    length = 0
    while last - length * DAY in days:
        length += 1
    return length


def advice(standings: Sequence[KindStanding], due: int) -> list[PracticeAdvice]:
    """All advice, the most urgent first; never empty if there is a kind to train."""
    found = [PracticeAdvice(Reason.DUE, None, number=due)] if due else []
    few = [each for each in standings if each.answers < ENOUGH]
    tried = [each for each in standings if each.answers >= ENOUGH]
    found += [PracticeAdvice(Reason.NEW, each.kind, number=each.answers) for each in few]
    right = sorted((each.share or 0.0, each.kind) for each in tried)
    found += [PracticeAdvice(Reason.WEAK, kind, share=share) for share, kind in right if share < WEAK]
    slow = sorted(((_slow_share(each), each.kind) for each in tried), reverse=True)
    found += [PracticeAdvice(Reason.SLOW, kind, share=share) for share, kind in slow if share > OFTEN_SLOW]
    if not found and tried:
        lowest = min(tried, key=lambda each: each.rating.value)
        found.append(PracticeAdvice(Reason.LOWEST, lowest.kind, number=round(lowest.rating.value)))
    return found


def _slow_share(standing: KindStanding) -> float:
    return standing.recent.count(Quality.SLOW) / len(standing.recent)


def _figures(standing: KindStanding, due: int) -> KindFigures:
    rating = standing.rating if standing.rated else None
    return KindFigures(standing.kind, rating, standing.answers, standing.share, standing.median, due)
