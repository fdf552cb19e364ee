"""Statistics over all answers, computed by the database.

Accuracy and times over time include new questions only, because a repeated question was explained before.
Answers to kinds of questions that are unknown to this version are left out.
"""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from typing import NamedTuple

from ai.drills.question import DrillKind
from tui.database.file import Values
from tui.practice.progress import Progress

_RIGHT = "instr(parts, 'w') = 0"
_BUCKETS = """
    SELECT day(answered), count(*), sum({right}), median(seconds), min(rowid) AS first
    FROM attempts WHERE NOT repeat AND kind IN ({kinds}) GROUP BY {place} ORDER BY first
"""
"""The day is that of the first answer: SQLite takes bare columns from the row of ``min``."""


class Totals(NamedTuple):
    """Totals of all answers, including repeats."""

    answers: int
    fresh: int
    """Answers to new questions."""
    right: int
    """Right answers to new questions."""
    seconds: float | None
    """The median time of an answer; None if there are none."""
    days: frozenset[date]
    """Days with an answer."""


class Bucket(NamedTuple):
    """The new questions of one day, or of one session."""

    day: date
    """The day of the first answer."""
    answers: int
    right: int
    seconds: float
    """The median time of an answer."""

    @property
    def share(self) -> float:
        """The share of right answers, from 0 to 1."""
        return self.right / self.answers


class Figures:
    """Statistics of the practice record. ``zone`` is the time zone of days; None is the local one."""

    def __init__(self, progress: Progress, zone: tzinfo | None = None) -> None:
        self._progress = progress
        self._zone = zone

    def totals(self) -> Totals:
        """The totals of all answers."""
        known = f"FROM attempts WHERE kind IN ({_places(None)})"
        days = self._select(f"SELECT DISTINCT day(answered) {known}", *_kinds(None))
        fresh = "coalesce(sum(NOT repeat), 0)"
        right = f"coalesce(sum(NOT repeat AND {_RIGHT}), 0)"
        ((answers, new, well, seconds),) = self._select(
            f"SELECT count(*), {fresh}, {right}, median(seconds) {known}", *_kinds(None)
        )
        return Totals(answers, new, well, seconds, frozenset(date.fromisoformat(day) for (day,) in days))

    def by_day(self, kind: DrillKind | None = None) -> list[Bucket]:
        """The new questions of one kind, or of all, by day; days without any are left out."""
        return self._buckets("day(answered)", kind)

    def by_session(self, kind: DrillKind | None = None) -> list[Bucket]:
        """The new questions of one kind, or of all, by session; sessions without any are left out."""
        return self._buckets("sitting", kind)

    def _buckets(self, place: str, kind: DrillKind | None) -> list[Bucket]:
        """Buckets in the order of their first answers."""
        query = _BUCKETS.format(right=_RIGHT, kinds=_places(kind), place=place)
        rows = self._select(query, *_kinds(kind))
        return [Bucket(date.fromisoformat(day), *rest) for day, *rest, _ in rows]

    def _select(self, query: str, *values: object) -> list[Values]:
        return self._progress.select(query, *values, day=self._day)

    def _day(self, moment: str) -> str:
        return datetime.fromisoformat(moment).astimezone(self._zone).date().isoformat()


def _kinds(kind: DrillKind | None) -> tuple[str, ...]:
    return tuple(each.value for each in DrillKind if kind in (None, each))


def _places(kind: DrillKind | None) -> str:
    return ", ".join("?" * len(_kinds(kind)))
