"""What a measurement comes to: a figure beside a goal, and how it is told, as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

TABLE = "{:<44} {:>9} {:<24} {:>8} {:>15} {:>7} {:>7}  {}"
HEAD = ("work", "ours", "beside", "figure", "range", "goal", "stretch", "")


@dataclass(frozen=True)
class Goal:
    """What a figure is meant to reach, and what would be better still.

    ``at_most`` tells costs, which shall stay below it, from speeds. ``reach`` is None where there is a
    wish alone.
    """

    reach: float | None = None
    stretch: float | None = None
    at_most: bool = False

    def met(self, figure: float) -> bool:
        """Whether that figure reaches it."""
        return self.reach is None or self._within(self.reach, figure)

    def stretched(self, figure: float) -> bool:
        """Whether it reaches what would be better still."""
        return self.stretch is not None and self._within(self.stretch, figure)

    def _within(self, limit: float, figure: float) -> bool:
        return figure <= limit if self.at_most else figure >= limit

    def told(self) -> tuple[str, str]:
        """Goal and stretch as they stand in the table."""
        sign = "<=" if self.at_most else ">="
        reach, stretch = ("" if each is None else f"{sign}{each:g}" for each in (self.reach, self.stretch))
        return reach, stretch


NO_GOAL = Goal()


@dataclass(frozen=True)
class Row:
    """One line of the report.

    ``ours`` is what was measured of furiten, in words with its unit, true of this moment only. ``figure`` is
    what counts: how many times as fast as the peer, how many times its cost, or a plain amount in ``unit``.
    """

    work: str
    ours: str
    peer: str
    figure: float
    lowest: float
    highest: float
    goal: Goal = NO_GOAL
    unit: str = "x"

    @property
    def verdict(self) -> str:
        """``ok``, ``ok, stretch too``, ``short of goal``, or nothing where there is no goal."""
        if self.goal.reach is None:
            return ""
        if not self.goal.met(self.figure):
            return "short of goal"
        return "ok, stretch too" if self.goal.stretched(self.figure) else "ok"

    def told(self) -> str:
        """The row of the table."""
        unit = "x" if self.unit == "x" else f" {self.unit}"
        spread = f"{self.lowest:.3g} - {self.highest:.3g}"
        figure = f"{self.figure:,.0f}{unit}" if self.figure >= 1_000 else f"{self.figure:.3g}{unit}"
        told = TABLE.format(self.work, self.ours, self.peer, figure, spread, *self.goal.told(), self.verdict)
        return told.rstrip()


@dataclass(frozen=True)
class Missing:
    """Work that could not be measured here, and why."""

    work: str
    why: str

    def told(self) -> str:
        """The row of the table."""
        return f"{self.work:<44} not measured: {self.why}"


Result = Row | Missing


def as_json(results: Iterable[Result]) -> str:
    """All results, an object each: rows with goals and verdicts, and what is missing with its reason."""
    return json.dumps(list(_objects(results)), indent=1)


def _objects(results: Iterable[Result]) -> Iterator[dict[str, object]]:
    for result in results:
        told = asdict(result)
        yield told | {"verdict": result.verdict} if isinstance(result, Row) else told
