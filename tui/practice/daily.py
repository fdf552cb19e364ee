"""What is the same for everybody on a date: today's ten and the fold of the day, with a line to share.

The seed is the date. Today's ten are drawn from all kinds, under any preset, whatever a player has learnt or
fixed. They come from easy to hard: in the order in which the lessons introduce them, with rising levels. The
fold of the day is one hand that is folded to the end. Only the first session of a date counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ai.drills.question import DrillKind
from ai.lessons.lesson import Lesson, lessons
from engine.wall import Dice
from tui.database.practice_rows import Attempt, StoredSession
from tui.i18n import minutes, t
from tui.play.play_options import DAILY, FOLD_DAILY
from tui.practice.explain import RIGHT, WRONG
from tui.practice.opened_by_lessons import opening_lessons
from tui.practice.practice_record import Progress

LEVELS = 1, 1, 2, 2, 2, 3, 3, 3, 4, 4
"""The levels of the ten …"""
SUNDAYS_LAST = 5
"""… but of the last one on Sundays."""
_KINDS = 1
"""A stream of random numbers from the seed of a date."""
SUNDAY = 7
QUESTIONS: Mapping[str, int] = {DAILY: len(LEVELS), FOLD_DAILY: 1}
"""The number of questions of a session, by its kind."""
_NAMES: Mapping[str, str] = {DAILY: "furiten", FOLD_DAILY: "furiten fold"}
"""How the lines to share begin."""


def seed_of(day: date) -> int:
    """The seed of a date: 20261122 for the 22nd of November 2026."""
    return (day.year * 100 + day.month) * 100 + day.day


def day_of(session: StoredSession) -> date:
    """The date of a session of a day."""
    return date(session.seed // 10_000, session.seed // 100 % 100, session.seed % 100)


def plan(session: StoredSession, kinds: Sequence[DrillKind]) -> list[tuple[DrillKind, int]]:
    """The kind and level of each question. No kind comes twice while others are left."""
    levels = list(LEVELS)
    if day_of(session).isoweekday() == SUNDAY:
        levels[-1] = SUNDAYS_LAST
    opening = opening_lessons()
    drawn = Dice(session.seed, _KINDS).shuffled(kinds)
    planned: list[DrillKind] = []
    while len(planned) < len(levels):
        chosen = drawn[: len(levels) - len(planned)]
        planned += sorted(chosen, key=lambda kind: _introduced(opening.get(kind)))
    return list(zip(planned, levels, strict=True))


def _introduced(lesson: Lesson | None) -> int:
    """The number of the lesson that introduces a kind; one without a lesson comes last."""
    return len(lessons()) if lesson is None else lesson.number


class DailyResult(NamedTuple):
    """The result of the questions of a date so far."""

    day: date
    session: StoredSession
    right: tuple[bool, ...]
    """For each answered question of the ten, in order, whether it was right; for each discard of the fold."""
    seconds: float
    """The time of all answers."""

    @property
    def done(self) -> bool:
        return len(self.right) >= self.session.questions

    @property
    def score(self) -> int:
        return sum(self.right)

    @property
    def total(self) -> int:
        return max(len(self.right), self.session.questions)

    def share_line(self, streak: int = 0) -> str:
        """One line to share; it says nothing about the questions. ``streak`` are days in a row."""
        marks = "".join(RIGHT if right else WRONG for right in self.right)
        score, time = f"{self.score}/{self.total}", minutes(self.seconds)
        line = f"{_NAMES[str(self.session.kind)]} {self.day.isoformat()}  {score}  {marks}  {time}"
        return t("practice.daily-streak", line=line, count=streak) if streak > 1 else line


def result_of(progress: Progress, day: date, kind: str = DAILY) -> DailyResult | None:
    """The first session of a kind and date, as far as it got; None if nothing of it is answered."""
    sessions = (each for each in progress.sessions if each.kind == kind and each.seed == seed_of(day))
    first = next(sessions, None)
    if first is None:
        return None
    answers = _by_number(each for each in progress.attempts if each.sitting == first.id)
    if kind == FOLD_DAILY:
        right = tuple(part for each in answers for part in each.parts)
    else:
        right = tuple(each.right for each in answers)
    return DailyResult(day, first, right, sum(each.seconds for each in answers))


def _by_number(attempts: Iterable[Attempt]) -> list[Attempt]:
    """The first answer to each question, by its number in the session."""
    first: dict[int, Attempt] = {}
    for attempt in attempts:
        first.setdefault(attempt.number, attempt)
    return [first[number] for number in sorted(first)]
