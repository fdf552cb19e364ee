"""What can be chosen about a desk: hints, the coach, and switches with the decisions that they make."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

import msgspec

from engine.actions import PASS, Action, ActionKind
from engine.options import Options
from engine.records import is_free
from tui.config.actions import ActionId
from tui.config.settings import CHOOSABLE, Coach, HintLevel, MarksWhen, Settings, Switched


class Switch(StrEnum):
    """One thing that it can do; the named action that turns it, and the setting, have the same name."""

    AUTO_WIN = "auto-win"
    """Every win is taken."""
    NO_CALLS = "no-calls"
    """Chi, pon and open kan are not offered; a ron is."""
    AUTO_DISCARD = "auto-discard"
    """In riichi the drawn tile goes, where it neither wins nor makes a kan."""
    AUTO_SORT = "auto-sort"
    """The hand lies sorted, not in the order in which it was drawn."""
    CONFIRM_DISCARD = "confirm-discard"
    """A discard has to be made twice."""

    @property
    def action(self) -> ActionId:
        """The named action that turns it."""
        return ActionId(self.value)


SWITCH_OF = {each.action: each for each in Switch}
"""The switches by the named actions that turn them."""


USUAL = frozenset({Switch.AUTO_SORT})
"""What is on unless the settings say otherwise."""
OF_A_HAND = frozenset({Switch.AUTO_WIN, Switch.NO_CALLS})
"""What is as the settings have it again when a hand is dealt; online too these are chosen for a hand."""


def switched_on(settings: Settings) -> frozenset[Switch]:
    """What the settings turn on."""
    return frozenset(each for each in Switch if CHOOSABLE[each].of(settings) is Switched.ON)


class Switches:
    """The switches of one table: each begins as the settings have it."""

    def __init__(self, usual: Collection[Switch] = USUAL) -> None:
        self._usual = frozenset(usual)
        self.on = self._usual
        """What is on now."""

    def __contains__(self, switch: object) -> bool:
        return switch in self.on

    def turn(self, switch: Switch) -> bool:
        """Turn one on or off; returns whether it is on now."""
        self.on ^= {switch}
        return switch in self.on

    def deal(self) -> None:
        """A hand is dealt: what was chosen for the last one is over."""
        self.on = self.on - OF_A_HAND | self._usual & OF_A_HAND

    def change(self, usual: Collection[Switch]) -> None:
        """The settings were changed: what differs in them counts at once, the rest stays as it is."""
        changed = self._usual ^ frozenset(usual)
        self._usual = frozenset(usual)
        self.on = self.on - changed | self._usual & changed


def is_own(menu: Options, on: Collection[Switch]) -> bool:
    """Whether the player decides: there is a choice, and no switch makes it."""
    return is_free(menu) and automatic(menu, on) is None


def automatic(menu: Options, on: Collection[Switch]) -> Action | None:
    """The decision that these switches make, None where the player decides.

    A win is never let go and a legal kan never passed over on the own turn. At tables that penalise errors
    the player decides about a claim where an error can be made.
    """
    wins = (*menu.of(ActionKind.TSUMO), *menu.of(ActionKind.RON))
    if wins:
        return wins[0] if Switch.AUTO_WIN in on else None
    if Switch.NO_CALLS in on and PASS in menu.actions and not menu.errors:
        return PASS
    if Switch.AUTO_DISCARD in on and menu.view.my_turn and menu.view.me.riichi:
        only = menu.actions if len(menu.actions) == 1 else ()
        return next((action for action in only if action.kind is ActionKind.DISCARD), None)
    return None


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
        """The chosen settings, for the game of that seed."""
        return cls(seed, settings.hints, settings.marks, settings.coach, switched_on(settings))

    @property
    def shows(self) -> bool:
        """Whether the table shows what it knows: marks, lines, and grey for what cannot be done."""
        return self.hints is not HintLevel.OFF

    @property
    def tells(self) -> bool:
        """Whether the reason line explains a choice before it is tried."""
        return self.hints is HintLevel.FULL

    @property
    def coached(self) -> bool:
        """Whether the coach speaks up before a mistake."""
        return self.coach is Coach.ON
