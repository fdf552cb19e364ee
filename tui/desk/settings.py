"""What can be chosen about a desk."""

from __future__ import annotations

import msgspec

from tui.config.settings import Coach, HintLevel, MarksWhen, Settings
from tui.desk.switches import USUAL, Switch, chosen


class DeskSettings(msgspec.Struct, frozen=True):
    """Everything about a desk that is neither the game nor the seat."""

    seed: int | str | None = None
    """Shown in the header; the events of a seat never hold it."""
    hints: HintLevel = HintLevel.FULL
    marks: MarksWhen = MarksWhen.DANGER
    coach: Coach = Coach.OFF
    switches: frozenset[Switch] = USUAL
    """What is on when a game, or a hand, begins."""

    @classmethod
    def of(cls, settings: Settings, seed: int | str | None) -> DeskSettings:
        """What the person has chosen for good, at the game of that seed."""
        return cls(seed, settings.hints, settings.marks, settings.coach, chosen(settings))

    @property
    def shows(self) -> bool:
        """Whether the table shows what it knows: marks, lines, and grey for what cannot be done."""
        return self.hints is not HintLevel.OFF

    @property
    def tells(self) -> bool:
        """Whether sentences stand under the hand before anything is tried."""
        return self.hints is HintLevel.FULL

    @property
    def coached(self) -> bool:
        """Whether the coach speaks up before a mistake."""
        return self.coach is Coach.ON
