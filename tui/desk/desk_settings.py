"""Settings of a desk: hints, the coach, and switches with the decisions that they make."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from engine.actions import NOTEN, PASS, TENPAI, Action, ActionKind
from engine.events import TableSteps
from engine.options import Options, is_free
from engine.tenpai import tenpai_waits
from tui.config.actions import ActionId
from tui.config.settings import HintLevel, MarksWhen, OnOff, Settings


class Switch(StrEnum):
    """A switch. Its named action and its setting have the same name."""

    AUTO_WIN = "auto-win"
    """Take every win."""
    NO_CALLS = "no-calls"
    """Do not offer chi, pon and open kan. A ron is still offered."""
    AUTO_DISCARD = "auto-discard"
    """In riichi, discard the drawn tile unless it wins or makes a kan."""
    AUTO_SORT = "auto-sort"
    """Show the hand sorted, not in the order in which it was drawn."""
    CONFIRM_DISCARD = "confirm-discard"
    """A discard has to be confirmed by the same key or click."""

    @property
    def action(self) -> ActionId:
        return ActionId(self.value)

    def setting(self, settings: Settings) -> OnOff:
        """The value of its setting, whose field has the name of the member in small letters."""
        value = getattr(settings, self.name.lower())
        assert isinstance(value, OnOff)
        return value


SWITCH_OF = {each.action: each for each in Switch}


DEFAULT_SWITCHES = frozenset({Switch.AUTO_DISCARD, Switch.AUTO_SORT})
LESSON_SWITCHES = frozenset({Switch.AUTO_SORT})
"""The switches that are on in a lesson: the player makes every discard."""
TABLE_SWITCHES = frozenset({Switch.AUTO_SORT, Switch.CONFIRM_DISCARD})
"""The switches that a game has in which the player says calls and wins."""
CHOSEN_PER_HAND = frozenset({Switch.AUTO_WIN, Switch.NO_CALLS})
"""Switches that are reset to the settings at each deal. Online, too, they are chosen for one hand."""


class Switches:
    """The switches of one table. They start with the values of the settings."""

    def __init__(self, usual: Collection[Switch] = DEFAULT_SWITCHES) -> None:
        self._usual = frozenset(usual)
        self.on = self._usual
        """The switches that are on now."""

    def __contains__(self, switch: object) -> bool:
        return switch in self.on

    def turn(self, switch: Switch) -> bool:
        """Toggle a switch. Return whether it is on now."""
        self.on ^= {switch}
        return switch in self.on

    def deal(self) -> None:
        self.on = self.on - CHOSEN_PER_HAND | self._usual & CHOSEN_PER_HAND

    def change(self, usual: Collection[Switch]) -> None:
        """Apply changed settings: switches whose setting has changed take the new value, the others stay."""
        changed = self._usual ^ frozenset(usual)
        self._usual = frozenset(usual)
        self.on = self.on - changed | self._usual & changed


def is_own(menu: Options, on: Collection[Switch]) -> bool:
    """Whether the player decides: there is a choice, and no switch makes it."""
    return is_free(menu) and automatic(menu, on) is None


def spoken(menu: Options) -> Action | None:
    """Tenpai or noten, truthfully, if that is to be said now."""
    if TENPAI not in menu.actions:
        return None
    view = menu.view
    return TENPAI if tenpai_waits(view.hand, view.rules, view.waits) else NOTEN


def automatic(menu: Options, on: Collection[Switch]) -> Action | None:
    """The decision that these switches make, or None if the player decides.

    A switch never gives up a win, and never skips a legal kan on the own turn. At tables that penalise
    errors the player decides where an error is possible: about claims, and about every draw in riichi.
    """
    wins = (*menu.of(ActionKind.TSUMO), *menu.of(ActionKind.RON))
    if wins:
        return wins[0] if Switch.AUTO_WIN in on else None
    if menu.errors:
        return None
    if Switch.NO_CALLS in on and PASS in menu.actions:
        return PASS
    if Switch.AUTO_DISCARD in on and menu.view.my_turn and menu.view.me.riichi:
        only = menu.actions if len(menu.actions) == 1 else ()
        return next((action for action in only if action.kind is ActionKind.DISCARD), None)
    return None


class DeskSettings(msgspec.Struct, frozen=True):
    """The settings of a desk."""

    seed: int | str | None = None
    """Shown in the header. The events of a seat never contain it."""
    hints: HintLevel = HintLevel.FULL
    marks: MarksWhen = MarksWhen.DANGER
    coach: OnOff = OnOff.OFF
    switches: frozenset[Switch] = DEFAULT_SWITCHES
    """The switches that are on when a game or a hand begins."""
    guards_wins: bool = True
    """Whether a win is declined only by a repeated action."""
    live: bool = False
    """Whether the player says calls and wins, which are not offered."""
    rulings: bool = False
    """Whether the player's errors are carried out."""
    answers: bool = True
    """Whether the player may ask about the position: a tile, the waits, what is safe."""
    asks: bool = False
    """Whether each choice of a discard is a question: its hints wait until it is made."""
    says_tenpai: bool = True
    """Whether the player says tenpai or noten, where that is said."""

    @classmethod
    def of(cls, settings: Settings, seed: int | str | None) -> DeskSettings:
        """The desk settings from the player's settings, for the game with that seed."""
        switches = frozenset(each for each in Switch if each.setting(settings) is OnOff.ON)
        guards_wins = settings.confirm_decline is OnOff.ON
        return cls(seed, settings.hints, settings.marks, settings.coach, switches, guards_wins)

    def by(self, steps: TableSteps | None) -> DeskSettings:
        """These settings at a table with those steps of table rules; None is an ordinary game."""
        if steps is None:
            return self
        chosen = replace(self, live=steps.live_calls, rulings=steps.rulings, says_tenpai=steps.tenpai)
        if steps.live_calls:
            chosen = replace(chosen, guards_wins=False, switches=chosen.switches & TABLE_SWITCHES)
        if steps.no_hints:
            chosen = replace(
                chosen, hints=HintLevel.OFF, marks=MarksWhen.NEVER, coach=OnOff.OFF, answers=False
            )
        return chosen

    @property
    def shows_hints(self) -> bool:
        """Whether the table shows hints: marks, lines, and grey for what cannot be done."""
        return self.hints is not HintLevel.OFF

    @property
    def explains_choices(self) -> bool:
        """Whether the reason line explains a choice before it is tried."""
        return self.hints is HintLevel.FULL

    @property
    def coached(self) -> bool:
        """Whether the coach speaks up before a mistake."""
        return self.coach is OnOff.ON
