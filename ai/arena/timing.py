"""How long a bot takes for its decisions."""

from __future__ import annotations

import math

import msgspec

_STEPS_PER_OCTAVE = 16
"""Times are counted in steps of this fraction of a doubling (4 %)."""
_NS_PER_MS = 1_000_000


class DecisionTimes(msgspec.Struct):
    """The times of some decisions."""

    decisions: int = 0
    nanoseconds: int = 0
    """Sum of the times."""
    steps: dict[int, int] = {}
    """Number of decisions by the step of their time."""

    def count(self, nanoseconds: int) -> None:
        """Count one decision."""
        self.decisions += 1
        self.nanoseconds += nanoseconds
        step = int(math.log2(max(nanoseconds, 1)) * _STEPS_PER_OCTAVE)
        self.steps[step] = self.steps.get(step, 0) + 1

    def add(self, other: DecisionTimes) -> None:
        """Add the decisions of another."""
        self.decisions += other.decisions
        self.nanoseconds += other.nanoseconds
        for step, number in other.steps.items():
            self.steps[step] = self.steps.get(step, 0) + number

    @property
    def mean_ms(self) -> float:
        """Mean time in milliseconds; 0 without decisions."""
        return round(self.nanoseconds / (self.decisions * _NS_PER_MS), 3) if self.decisions else 0.0

    def percentile_ms(self, share: float) -> float:
        """Milliseconds within which that share of the decisions was made, to a step."""
        seen = 0
        for step in sorted(self.steps):
            seen += self.steps[step]
            if seen >= share * self.decisions:
                return float(round(2 ** ((step + 1) / _STEPS_PER_OCTAVE) / _NS_PER_MS, 3))
        return 0.0
