"""Today's ten: ten questions that are the same for everybody on a date, and a line about them to share.

The seed is the date. The kinds are all that exist, under any preset, whatever a player has learnt or fixed.
Only the first sitting of a date counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from tui.database.rows import Attempt, Sitting
from tui.i18n.layout import minutes
from tui.i18n.texts import t
from tui.practice.progress import Progress
from tui.practice.question_selection import DAILY

QUESTIONS = 10
RIGHT, WRONG = "+", "-"
"""The marks of the answers in the line to share."""


def seed_of(day: date) -> int:
    """The seed of a date: 20261122 for the 22nd of November 2026."""
    return (day.year * 100 + day.month) * 100 + day.day


def day_of(sitting: Sitting) -> date:
    """The date of a sitting of today's ten."""
    return date(sitting.seed // 10_000, sitting.seed // 100 % 100, sitting.seed % 100)


class DailyResult(NamedTuple):
    """What became of the ten of a date."""

    day: date
    sitting: Sitting
    right: tuple[bool, ...]
    """For each answered question, in order, whether it was right."""
    seconds: float
    """The time of all answers."""

    @property
    def done(self) -> bool:
        """Whether all ten are answered."""
        return len(self.right) == self.sitting.questions

    @property
    def score(self) -> int:
        """The number of right answers."""
        return sum(self.right)

    def share_line(self, streak: int) -> str:
        """One line to share; it says nothing about the questions. ``streak`` are days in a row."""
        marks = "".join(RIGHT if right else WRONG for right in self.right)
        score, time = f"{self.score}/{self.sitting.questions}", minutes(self.seconds)
        line = f"furiten {self.day.isoformat()}  {score}  {marks}  {time}"
        return t("practice.daily-streak", line=line, count=streak) if streak > 1 else line


def result_of(progress: Progress, day: date) -> DailyResult | None:
    """The first sitting of a date, as far as it got; None if nothing of it is answered."""
    sittings = (each for each in progress.sittings if each.kind == DAILY and each.seed == seed_of(day))
    first = next(sittings, None)
    if first is None:
        return None
    answers = _by_number(each for each in progress.attempts if each.sitting == first.id)
    return DailyResult(
        day, first, tuple(each.right for each in answers), sum(each.seconds for each in answers)
    )


def _by_number(attempts: Iterable[Attempt]) -> list[Attempt]:
    """The first answer to each question, by its number in the sitting."""
    first: dict[int, Attempt] = {}
    for attempt in attempts:
        first.setdefault(attempt.number, attempt)
    return [first[number] for number in sorted(first)]
