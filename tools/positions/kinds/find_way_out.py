"""Find positions for "the way out": own turns that keep tenpai both with furiten and without.

They are constructed, or from bot games with any draw substituted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from ai.drills.kinds.way_out import DRILL, ask, differs
from ai.drills.question import Draft
from ai.seat_position import SeatPosition
from engine.rules import Ruleset
from engine.view import SeatView
from engine.wall import Dice
from tools.positions.constructed_positions import wait_changing
from tools.positions.played_positions import Habits, moments, other_draws
from tools.positions.weighted_choice import any_rules

MADE: tuple[int, ...] = (60, 60, 60, 75, 75)
"""The least percentage of constructed positions, by level."""
PATIENCE = 8
"""Bot games searched for the others before they are constructed too."""
THREATENED = 15
"""Percentage of questions for which positions with a player in riichi are searched first …"""
HUNT = 40
"""… and the most hands searched."""
SUIT_SHARES: tuple[int, ...] = (30, 40, 60, 80, 90)
"""Percentage of groups of the home suit in constructed hands, by level; more give more to compare."""
_LOOKS = 24
"""The most positions tried per hand."""
_HABITS = Habits(passes=100, silent=50, calls=10)


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    if dice.below(100) < THREATENED:
        for _ in range(HUNT):
            rules = any_rules(dice, fixed)
            if found := _first(level, _played(rules, dice, _is_tenpai_under_threat)):
                return found
    played = PATIENCE if dice.below(100) >= MADE[level - 1] else 0
    while True:
        rules = any_rules(dice, fixed)
        share = SUIT_SHARES[level - 1]
        if found := _first(
            level, _played(rules, dice, _is_tenpai) if played > 0 else wait_changing(share, rules, dice)
        ):
            return found
        played -= 1


def _first(level: int, found: Iterator[SeatPosition]) -> Draft | None:
    """A question of that level about the first of these positions that gives one, or None."""
    low, high = DRILL.bands[level - 1]
    drafts = (each for each in map(ask, islice(found, _LOOKS)) if each is not None)
    return next((each for each in drafts if low <= each.difficulty <= high), None)


def _played(rules: Ruleset, dice: Dice, wanted: Callable[[SeatView], bool]) -> Iterator[SeatPosition]:
    """Own turns of tenpai hands of bots, with every draw substituted that gives a choice."""
    for moment in moments(rules, dice, _HABITS, wanted):
        yield from other_draws(moment, dice, lambda hand, thrown, left: differs(hand, thrown))


def _is_tenpai(view: SeatView) -> bool:
    """Whether a tenpai hand, not in riichi, has drawn a tile."""
    return view.my_turn and view.drawn is not None and bool(view.waits) and not view.me.riichi


def _is_tenpai_under_threat(view: SeatView) -> bool:
    """The same, where another player is in riichi."""
    return any(player.riichi for player in view.table.seats) and _is_tenpai(view)
