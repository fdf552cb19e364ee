"""Find positions for "think ahead": own turns of closed hands that are one from tenpai.

They are from bot games, with any draw substituted, or constructed: hands with two isolated tiles, and a pond
that contains useful ones. How furiten misleads is drawn before a position is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from ai.drills.difficulty import (
    MOST_CLOSE,
)
from ai.drills.kinds.ahead import DRILL, accepted, ask, is_useful, known_difficulty
from ai.drills.question import Draft, DrillTheme
from ai.seat_position import SeatPosition
from engine import shape
from engine.rules import Ruleset
from engine.tiles import COPIES, KIND_OF, KINDS
from engine.view import SeatView
from engine.wall import Dice
from tools.positions import random_tenpai as hands
from tools.positions.played_positions import Habits, moments, other_draws
from tools.positions.position_builder import Course, build_position
from tools.positions.weighted_choice import any_rules

BLIND_SHARE = 40
"""Percentage of questions in which who does not look at the own pond chooses wrongly."""
PLAYED = 35
"""Percentage of questions for which bot games are searched first …"""
_PATIENCE = 6
"""… and the most hands searched."""
THREATENED = 15
"""Percentage of questions for which positions with a player in riichi are searched first …"""
_HUNT = 10
"""… and the most hands searched."""
SUIT_SHARES: tuple[int, ...] = (25, 35, 50, 65, 80)
"""Percentage of groups of the home suit in constructed hands, by level."""
TURNS = (4, 14)
"""The fewest and most own discards of a constructed position."""
MOST_THROWN = 3
"""The most useful tiles discarded on purpose in a constructed position."""
_HABITS = Habits(passes=100)
_LOOKS = 40
"""The most positions tried per hand."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    blind = dice.below(100) < BLIND_SHARE
    wanted = DrillTheme.LATENT_FURITEN if blind else DrillTheme.ACCEPTED_RISK
    if dice.below(100) < THREATENED:
        for _ in range(_HUNT):
            rules = any_rules(dice, fixed)
            if found := _first(level, _played(rules, dice, _is_near_under_threat), None):
                return found
    played = _PATIENCE if dice.below(100) < PLAYED else 0
    while True:
        rules = any_rules(dice, fixed)
        moments_found = _played(rules, dice, _is_near) if played > 0 else _made(level, rules, dice)
        if found := _first(level, moments_found, wanted):
            return found
        played -= 1


def _first(level: int, found: Iterator[SeatPosition], wanted: DrillTheme | None) -> Draft | None:
    """A question of that level about the first of these positions that gives one, or None."""
    low, high = DRILL.bands[level - 1]
    for draft in map(ask, islice(found, _LOOKS)):
        if draft is not None and low <= draft.difficulty <= high and wanted in (None, draft.themes[0]):
            return draft
    return None


def _made(level: int, rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """A constructed hand that draws a useless tile and has discarded tiles that it could use now."""
    tenpai = hands.grouped(SUIT_SHARES[level - 1], 0, rules, dice)
    if tenpai is None:
        return
    kinds = [KIND_OF[tile] for tile in dice.shuffled(tenpai.tiles)][1:]
    hand = hands.hand_of(rules, dice, [*kinds, dice.below(KINDS)])
    drawn = dice.below(KINDS)
    if hand is None or hand.counts[drawn] == COPIES:
        return
    full = hand.copy()
    full.add(drawn)
    left = [COPIES - count for count in full.counts]
    useful = accepted(full, left)
    low, high = DRILL.bands[level - 1]
    known = known_difficulty(full, left)
    if not useful or known > high or known + MOST_CLOSE < low:
        return
    thrown = dice.shuffled(sorted(useful))[: 1 + dice.below(MOST_THROWN)]
    turns = TURNS[0] + dice.below(TURNS[1] - TURNS[0] + 1)
    course = Course(turns=turns, late=1 + dice.below(4), thrown=thrown, drawn=drawn)
    yield SeatPosition(rules, *build_position(rules, dice, hand, course))


def _played(rules: Ruleset, dice: Dice, wanted: Callable[[SeatView], bool]) -> Iterator[SeatPosition]:
    """Own turns of bots whose hands are one from tenpai, with every suitable draw substituted."""
    for moment in moments(rules, dice, _HABITS, wanted):
        yield from other_draws(moment, dice, is_useful)


def _is_near(view: SeatView) -> bool:
    """Whether a closed hand, not in riichi, was one from tenpai before its draw."""
    if not view.my_turn or view.drawn is None or view.me.riichi or not view.hand.is_closed:
        return False
    before = view.hand.copy()
    before.remove(view.drawn)
    return shape.shanten_of(before.keys, len(before.melds)) == 1


def _is_near_under_threat(view: SeatView) -> bool:
    """The same, where another player is in riichi."""
    return any(player.riichi for player in view.table.seats) and _is_near(view)
