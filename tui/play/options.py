"""Options of the command line for a game and for practice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from engine.events import TableSteps
from engine.rules import Length

if TYPE_CHECKING:
    from ai.drills.question import DrillKind

Speed = Literal["instant", "fast", "normal", "slow"]

LENGTHS: tuple[Length, ...] = ("east", "south", "hand")
SPEEDS: tuple[Speed, ...] = get_args(Speed)
FIRST_LESSON = "the-table"
"""The id of the lesson that shows the table."""
OPPONENTS = 3
"""The number of bots at the player's table."""


class PlayOptions(msgspec.Struct, frozen=True):
    """The options of ``furiten play``; None for an option that was not given."""

    rules: str | None = None
    """The name of an existing preset."""
    length: Length | None = None
    seed: int | None = None
    bots: tuple[str, ...] | None = None
    """The bots on the right, across and on the left."""
    speed: Speed | None = None
    new: bool = False
    """Start a new game even if there is an unfinished one."""
    undo: bool | None = None
    """Whether decisions may be taken back."""
    steps: TableSteps | None = None
    """What is left to the players in a game by table rules; None for any other game."""
    own: str | None = None
    """The bot that plays in the player's seat, in a game that is only watched."""


class WatchOptions(msgspec.Struct, frozen=True):
    """The options of a game of four bots; None for an option that was not given."""

    rules: str | None = None
    length: Length | None = None
    seed: int | None = None
    bots: tuple[str, ...] | None = None
    """By seat, East of the first hand first."""


class PracticeOptions(msgspec.Struct, frozen=True):
    """The options of ``furiten practice``; with none of them given, the menu is opened."""

    kind: DrillKind | None = None
    """The kind of the questions; None for a mixed session."""
    seed: int | None = None
    code: str = ""
    """The code of a single question to ask."""
    menu: bool = False
    """Only open the menu."""
    own: bool = False
    """A session about mistakes of own games."""
    rules: str = ""
    """The preset to which the questions are fixed; empty for what the settings say."""
    daily: str = ""
    """The kind of a sitting of the day: today's ten, or the fold of the day."""
    storm: bool = False
    """Three minutes of quick questions."""
    position: str = ""
    """A position that was typed or pasted (``tui.practice.typed_position``); empty for none."""
    theme: str = ""
    """The id of the idea that all questions are about; empty for any."""
    lesson: str | None = None
    """The id of a lesson; empty for the list of lessons, which does not include the first lesson."""

    @property
    def session(self) -> bool:
        """Whether a session of questions was requested."""
        return not self.menu and not self.storm and self.lesson is None
