"""Steps of table rules: which of them a game has, from the settings, the command line or a preset."""

from __future__ import annotations

from msgspec.structs import replace

from engine.events import TableSteps
from engine.rules import Ruleset
from engine.wall import PLAYERS
from tui.config.settings import BotErrors, ClaimWindow, OnOff, Settings

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
