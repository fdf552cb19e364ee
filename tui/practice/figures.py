"""What is counted over all answers, asked of the database.

Accuracy and times over time count new questions only: a question that comes back has been explained before.
Answers to kinds of question that this version does not know are left out.
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
"""The day is that of the first answer: SQLite takes columns beside ``min`` from its row."""


class Totals(NamedTuple):
    """All answers together, repeats too."""

    answers: int
    right: int
    seconds: float | None
    """The median time of an answer; None without any."""
    days: frozenset[date]
    """Days with an answer."""


class Bucket(NamedTuple):
    """The new questions of one day, or of one session."""

    day: date
    """That of the first answer."""
    answers: int
    right: int
    seconds: float
    """The median time of an answer."""

    @property
    def share(self) -> float:
        """The share of right answers, from 0 to 1."""
        return self.right / self.answers


class Figures:
    """The practice record, counted. ``zone`` is where days begin and end; None is that of the machine."""

    def __init__(self, progress: Progress, zone: tzinfo | None = None) -> None:
        self._progress = progress
        self._zone = zone

    def totals(self) -> Totals:
        """All answers together."""
        known = f"FROM attempts WHERE kind IN ({_places(None)})"
        days = self._select(f"SELECT DISTINCT day(answered) {known}", *_kinds(None))
        ((answers, right, seconds),) = self._select(
            f"SELECT count(*), coalesce(sum({_RIGHT}), 0), median(seconds) {known}", *_kinds(None)
        )
        return Totals(answers, right, seconds, frozenset(date.fromisoformat(day) for (day,) in days))

    def by_day(self, kind: DrillKind | None = None) -> list[Bucket]:
        """The new questions of one kind, or of all, day by day; days without any are left out."""
        return self._buckets("day(answered)", kind)

    def by_session(self, kind: DrillKind | None = None) -> list[Bucket]:
        """The new questions of one kind, or of all, session by session; those without any are left out."""
        return self._buckets("sitting", kind)

    def _buckets(self, place: str, kind: DrillKind | None) -> list[Bucket]:
        """In the order of their first answers."""
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
