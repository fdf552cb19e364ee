"""How an answer is judged by its time, and how the level of a kind moves.

An answer is *slow* when it took longer than the par time of its kind and longer than twice the person's own
median for that kind (of the last 20 right answers to new questions, from the fifth on); *quick* within half
the par time. Ten questions at par leave time for the explanations within five minutes.

The level looks at the last five new questions answered at that level: one up when at least four were
answered well (right and not slow), one down when at least three were wrong. After each move it looks at
further ones only.
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
}
"""Seconds that an answer should take at most."""

RECENT = 20
"""Answers that tell how well a kind goes."""
ENOUGH = 5
"""Answers that a median or a share is worth something from."""
WINDOW = 5
"""Answers that decide about a level."""
TO_RISE = 4
"""Of them answered well."""
TO_FALL = 3
"""Of them wrong."""


@dataclass(slots=True)
class KindStanding:
    """How well somebody does in one kind of question, as its answers go by."""

    kind: DrillKind
    level: int = LEVELS[0]
    recent: deque[Quality] = field(default_factory=lambda: deque(maxlen=RECENT))
    """The last answers to new questions of any level."""
    answers: int = 0
    """To new questions."""
    _times: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))
    _window: list[Quality] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """The share of right answers lately, from 0 to 1; None without any."""
        if not self.recent:
            return None
        return sum(quality > Quality.WRONG for quality in self.recent) / len(self.recent)

    @property
    def median(self) -> float | None:
        """Seconds that right answers took lately; None without any."""
        return median(self._times) if self._times else None

    @property
    def slow(self) -> float:
        """Seconds beyond which an answer is slow."""
        own = median(self._times) if len(self._times) >= ENOUGH else 0
        return max(float(PAR[self.kind]), 2 * own)

    def copy(self) -> KindStanding:
        """The same, to add other answers to."""
        return replace(
            self, recent=self.recent.copy(), _times=self._times.copy(), _window=self._window.copy()
        )

    def quality(self, right: bool, seconds: float) -> Quality:
        """How good an answer in that time is."""
        if not right:
            return Quality.WRONG
        if seconds > self.slow:
            return Quality.SLOW
        return Quality.QUICK if seconds <= PAR[self.kind] / 2 else Quality.RIGHT

    def add(self, quality: Quality, level: int, seconds: float) -> None:
        """Take in an answer to a new question."""
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
