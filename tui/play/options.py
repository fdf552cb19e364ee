"""What the command line asks of a game at the table, and of practice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from engine.rules import Length

if TYPE_CHECKING:
    from ai.drills.question import DrillKind

Speed = Literal["instant", "fast", "normal", "slow"]

LENGTHS: tuple[Length, ...] = ("east", "south", "hand")
SPEEDS: tuple[Speed, ...] = get_args(Speed)
FIRST_LESSON = "the-table"
"""The id of the lesson that shows the table."""
OPPONENTS = 3
"""Bots at the table of one person."""


class PlayOptions(msgspec.Struct, frozen=True):
    """The options of ``furiten play``; None where the person said nothing."""

    rules: str | None = None
    """Name of a preset, known to exist."""
    length: Length | None = None
    seed: int | None = None
    bots: tuple[str, ...] | None = None
    """The bots on the right, across and on the left."""
    speed: Speed | None = None
    new: bool = False
    """Start anew, even where an unfinished game waits."""
    undo: bool | None = None
    """Whether decisions may be taken back."""


class PracticeOptions(msgspec.Struct, frozen=True):
    """What ``furiten practice`` begins with; nothing of it opens the menu."""

    kind: DrillKind | None = None
    """None asks for a mixed session."""
    seed: int | None = None
    code: str = ""
    """The one question to ask."""
    menu: bool = False
    """Begin nothing, and offer what there is."""
    lesson: str | None = None
    """The id of a lesson, empty for the ladder of all of them; the first one stands before the ladder."""

    @property
    def session(self) -> bool:
        """Whether a session of questions is asked for."""
        return not self.menu and self.lesson is None
