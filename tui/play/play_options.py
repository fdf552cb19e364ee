"""Options of a game and of practice, and the steps of table rules that a game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import msgspec
from msgspec.structs import replace

from engine.events import TableSteps
from engine.rules import Length, Ruleset
from engine.wall import PLAYERS
from tui.config.settings import BotErrors, ClaimWindow, OnOff, Settings

if TYPE_CHECKING:
    from ai.drills.question import DrillKind

Speed = Literal["instant", "fast", "normal", "slow"]

LENGTHS: tuple[Length, ...] = ("east", "south", "hand")
SPEEDS: tuple[Speed, ...] = get_args(Speed)
FIRST_LESSON = "the-table"
"""The id of the lesson that shows the table."""
OPPONENTS = 3
"""The number of bots at the player's table."""
OWN = "own"
"""The kind of a session about mistakes of own games."""
DAILY = "daily"
"""The kind of a session that is the same for everybody on a date."""
FOLD_DAILY = "fold-daily"
"""The kind of a session of one hand to fold that is the same for everybody on a date."""
STORM = "storm"
"""The kind of a session of quick questions against the clock."""
STREAK = "streak"
"""The kind of a session of questions up to the first wrong answer."""


class PlayOptions(msgspec.Struct, frozen=True):
    """The options of ``furiten play`` and ``furiten watch``; None for an option that was not given."""

    rules: str | None = None
    """The name of an existing preset."""
    length: Length | None = None
    seed: int | None = None
    bots: tuple[str, ...] | None = None
    """The bots on the right, across and on the left; of a watched game all four, East first."""
    speed: Speed | None = None
    new: bool = False
    """Start a new game even if there is an unfinished one."""
    undo: bool | None = None
    """Whether decisions may be taken back."""
    steps: TableSteps | None = None
    """The steps left to the players in a game by table rules; None for any other game."""
    guided: bool = False
    """The coach is on in this game whatever the settings say, until the player changes that setting."""
    own: str | None = None
    """The bot that plays in the player's seat, in a game that is only watched."""


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
    """The kind of a session of the day: today's ten, or the fold of the day."""
    run: str = ""
    """The kind of a session of quick questions: a storm, or a streak."""
    position: str = ""
    """A position that was typed or pasted (``tui.practice.typed_position``); empty for none."""
    theme: str = ""
    """The id of the idea that all questions are about; empty for any."""
    lesson: str | None = None
    """The id of a lesson; empty for the list of lessons, which does not include the first lesson."""

    @property
    def session(self) -> bool:
        return not self.menu and not self.run and self.lesson is None


WINDOWS: dict[ClaimWindow, int] = {
    ClaimWindow.OFF: 0,
    ClaimWindow.THREE: 3,
    ClaimWindow.FIVE: 5,
    ClaimWindow.TEN: 10,
}
"""Seconds of the window in which a discard can be claimed; 0 without a clock."""
CHANCES: dict[BotErrors, int] = {
    BotErrors.OFF: 0,
    BotErrors.RARE: 30,
    BotErrors.SOME: 12,
    BotErrors.OFTEN: 4,
}
"""A bot errs about once in so many chances to."""
FIRST_TOURNAMENT = TableSteps(
    live_calls=True,
    window=WINDOWS[ClaimWindow.FIVE],
    rulings=True,
    count=True,
    tenpai=True,
    bot_errors=CHANCES[BotErrors.SOME],
    no_hints=True,
)
"""The preset for a first tournament: all steps."""


def chosen_steps(settings: Settings) -> TableSteps:
    """The steps that the settings name."""
    return TableSteps(
        live_calls=settings.table_calls is OnOff.ON,
        window=WINDOWS[settings.table_window],
        rulings=settings.table_rulings is OnOff.ON,
        count=settings.table_count is OnOff.ON,
        tenpai=settings.table_tenpai is OnOff.ON,
        bot_errors=CHANCES[settings.table_bot_errors],
        no_hints=settings.table_hints is OnOff.OFF,
    )


def with_steps(rules: Ruleset, steps: TableSteps) -> Ruleset:
    """The ruleset of a game with these steps."""
    errs = steps.live_calls or steps.rulings or steps.tenpai or steps.bot_errors > 0
    return replace(
        rules,
        errors="penalised" if errs else "prevented",
        value_said=steps.count,
        unchecked=steps.unchecked,
    )


def at_seat(steps: TableSteps, seat: int) -> TableSteps:
    """The steps for a player at that seat: where bots err, only the player checks their wins."""
    others = tuple(other for other in range(PLAYERS) if other != seat)
    return replace(steps, unchecked=others if steps.bot_errors else ())
