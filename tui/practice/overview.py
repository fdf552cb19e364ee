"""The figures of the progress screen: accuracy over time, streak, and advice on what to train next.

Accuracy and times include new questions only, because a repeated question was explained before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from ai.drills.question import LEVELS, DrillKind
from ai.drills.question_code import OWN
from tui.practice.figures import Figures
from tui.practice.history import History
from tui.practice.levels import ENOUGH, KindStanding
from tui.practice.question_selection import strength
from tui.practice.schedule import Quality

WEAK = 0.75
"""A kind is weak if its recent share of right answers is below this."""
OFTEN_SLOW = 0.3
"""A kind is slow if its recent share of slow answers is above this."""
DAY = timedelta(days=1)


class KindFigures(NamedTuple):
    """The figures of one kind of question."""

    kind: DrillKind
    level: int
    answers: int
    """The total number of answers to new questions."""
    share: float | None
    """The share of right answers to the last new questions (see ``levels.RECENT``); None without any."""
    seconds: float | None
    """The median time of recent right answers; None if there are none."""
    due: int
    """The number of questions that are due today."""


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
    LEVEL = "level"
    """All kinds go well; this one has the lowest level."""


class PracticeAdvice(NamedTuple):
    """What to train, and why."""

    reason: Reason
    kind: DrillKind | None
    """None: a mixed session."""
    number: int = 0
    """For DUE the number of questions, for NEW the number of answers so far, for LEVEL the level."""
    share: float = 0.0
    """For WEAK the share of right answers, for SLOW the share of slow ones."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of practice so far."""

    answers: int
    """All answers, including repeats."""
    fresh: int
    """Answers to new questions."""
    right: int
    """Right answers to new questions."""
    seconds: float | None
    """The median time of an answer; None without any."""
    streak: int
    """Consecutive days with an answer up to today, or up to yesterday if there is no answer today yet."""
    best_streak: int
    days: int
    """Days with an answer."""
    kinds: tuple[KindFigures, ...]
    next: tuple[PracticeAdvice, ...]
    """What to train, the most urgent first."""
    due: int
    """Questions that come back today."""
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
    due, own = [card.kind for card in cards], [code for code in history.cards if code.startswith(OWN)]
    return Overview(
        answers=totals.answers,
        fresh=totals.fresh,
        right=totals.right,
        seconds=totals.seconds,
        streak=streak(days, today),
        best_streak=max((streak(days, day) for day in days if day + DAY not in days), default=0),
        days=len(days),
        kinds=tuple(_figures(history.standings[kind], due.count(kind)) for kind in kinds),
        next=tuple(advice([history.standings[kind] for kind in kinds], len(due))),
        due=len(due),
        own=len(own),
        own_due=sum(card.code.startswith(OWN) for card in cards),
        figures=figures,
    )


def streak(days: Collection[date], today: date) -> int:
    """The number of consecutive days up to today, or up to yesterday if today is not among ``days``."""
    last = today if today in days else today - DAY
    length = 0
    while last - length * DAY in days:
        length += 1
    return length


def advice(standings: Sequence[KindStanding], due: int) -> list[PracticeAdvice]:
    """What to train, the most urgent first; never empty if there is a kind to train."""
    found = [PracticeAdvice(Reason.DUE, None, number=due)] if due else []
    few = [each for each in standings if each.answers < ENOUGH]
    tried = [each for each in standings if each.answers >= ENOUGH]
    found += [PracticeAdvice(Reason.NEW, each.kind, number=each.answers) for each in few]
    right = sorted((each.share or 0.0, each.kind) for each in tried)
    found += [PracticeAdvice(Reason.WEAK, kind, share=share) for share, kind in right if share < WEAK]
    slow = sorted(((_slow_share(each), each.kind) for each in tried), reverse=True)
    found += [PracticeAdvice(Reason.SLOW, kind, share=share) for share, kind in slow if share > OFTEN_SLOW]
    if not found and tried:
        lowest = min(tried, key=strength)
        best = lowest.level == LEVELS[-1]
        found.append(PracticeAdvice(Reason.LEVEL, None if best else lowest.kind, number=lowest.level))
    return found


def _slow_share(standing: KindStanding) -> float:
    return standing.recent.count(Quality.SLOW) / len(standing.recent)


def _figures(standing: KindStanding, due: int) -> KindFigures:
    return KindFigures(standing.kind, standing.level, standing.answers, standing.share, standing.median, due)
