"""Judge the quality of an answer by its time, and adapt the level of a kind.

An answer is *slow* if it took longer than the par time of its kind and longer than twice the player's own
median for that kind (of the last 20 right answers to new questions, once there are five). It is *quick* if it
took at most half the par time. Ten questions at par leave time for the explanations within five minutes.

The level depends on the last five new questions answered at that level. It rises by one if at least four were
answered well (right and not slow), and falls by one if at least three were wrong. After a change, only later
answers count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import median

from ai.drills.question import LEVELS, DrillKind
from tui.practice.schedule import Quality

PAR: Mapping[DrillKind, int] = {
    DrillKind.WAITS: 20,
    DrillKind.FURITEN: 20,
    DrillKind.RON: 15,
    DrillKind.WAY_OUT: 25,
    DrillKind.AHEAD: 25,
    DrillKind.PASSING: 20,
    DrillKind.SAFE: 20,
    DrillKind.KAN: 15,
    DrillKind.RIICHI: 25,
    DrillKind.SAFEST: 20,
    DrillKind.READ: 25,
    DrillKind.PUSH_FOLD: 25,
    DrillKind.FOLD: 60,
}
"""The par time of an answer in seconds."""

RECENT = 20
"""The number of latest answers in the statistics of a kind."""
ENOUGH = 5
"""The minimum number of answers for a meaningful median or share."""
WINDOW = 5
"""The number of latest answers that determine a change of level."""
TO_RISE = 4
"""The number of good answers in the window for the level to rise."""
TO_FALL = 3
"""The number of wrong answers in the window for the level to fall."""


@dataclass(slots=True)
class KindStanding:
    """The player's level and recent results in one kind of question."""

    kind: DrillKind
    level: int = LEVELS[0]
    recent: deque[Quality] = field(default_factory=lambda: deque(maxlen=RECENT))
    """The latest answers to new questions of any level."""
    answers: int = 0
    """The number of answers to new questions."""
    _times: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))
    _window: list[Quality] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """The share of right answers among the recent ones, from 0 to 1; None if there are none."""
        if not self.recent:
            return None
        return sum(quality > Quality.WRONG for quality in self.recent) / len(self.recent)

    @property
    def median(self) -> float | None:
        """The median time of recent right answers in seconds; None if there are none."""
        return median(self._times) if self._times else None

    @property
    def slow(self) -> float:
        """The time in seconds above which an answer is slow."""
        own = median(self._times) if len(self._times) >= ENOUGH else 0
        return max(float(PAR[self.kind]), 2 * own)

    def copy(self) -> KindStanding:
        """An independent copy."""
        return replace(
            self, recent=self.recent.copy(), _times=self._times.copy(), _window=self._window.copy()
        )

    def quality(self, right: bool, seconds: float) -> Quality:
        """The quality of an answer that took ``seconds``."""
        if not right:
            return Quality.WRONG
        if seconds > self.slow:
            return Quality.SLOW
        return Quality.QUICK if seconds <= PAR[self.kind] / 2 else Quality.RIGHT

    def add(self, quality: Quality, level: int, seconds: float) -> None:
        """Add an answer to a new question."""
        self.answers += 1
        self.recent.append(quality)
        if quality > Quality.WRONG:
            self._times.append(seconds)
        if level == self.level:
            self._window = [*self._window, quality][-WINDOW:]
            self._move()

    def _move(self) -> None:
        if sum(quality.well for quality in self._window) >= TO_RISE:
            step = 1
        elif self._window.count(Quality.WRONG) >= TO_FALL:
            step = -1
        else:
            return
        self._window = []
        self.level = min(max(self.level + step, LEVELS[0]), LEVELS[-1])
