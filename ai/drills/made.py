"""Positions that bots seldom come to, made: a kan or a red five that completes the hand, a wait to change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ai.drills import hands
from ai.drills.positions import Moment
from ai.drills.staging import Course, stage
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tiles import COPIES, KINDS, RED_OF, Kind

SUIT_SHARE = 40
"""How many groups of a hundred are of one suit."""


def kan_offered(
    rules: Ruleset, dice: Dice, *, riichi: bool = False, passes: bool = False
) -> Iterator[Moment]:
    """A closed tenpai hand, and the fourth tile of a wait is added to a pon; nothing when it cannot be had.

    With ``passes`` the kan goes by, and it is the time after.
    """
    for hand, wait, course in _tenpai(rules, dice, riichi=riichi, passes=passes):
        yield Moment(rules, *stage(rules, dice, hand, replace(course, added=wait)))


def red_five_offered(
    rules: Ruleset, dice: Dice, *, riichi: bool = False, passes: bool = False
) -> Iterator[Moment]:
    """The same, with a red five that is thrown."""
    for hand, wait, course in _tenpai(rules, dice, riichi=riichi, passes=passes):
        if wait in RED_OF and rules.red_fives[wait // 9]:
            yield Moment(rules, *stage(rules, dice, hand, replace(course, offered=RED_OF[wait])))


def wait_changing(share: int, rules: Ruleset, dice: Dice) -> Iterator[Moment]:
    """A tenpai hand has drawn a tile that gives it another wait, and has thrown a tile of one of the two.

    ``share`` of a hundred groups are of one suit: the more, the more there is to choose from.
    """
    hand = hands.grouped(share, dice.below(4) // 3, rules, dice)
    if hand is None:
        return
    drawn = dice.below(KINDS)
    before = shape.waits(hand.keys, len(hand.melds))
    if hand.holds(drawn) == COPIES or drawn in before:
        return
    full = hand.copy()
    full.add(drawn)
    after = [waits for shanten, waits in shape.discards(full.keys, len(full.melds)).values() if shanten == 0]
    possible = {kind for waits in after for kind in waits}
    deciding = {kind for kind in possible if any(kind not in waits for waits in after)}
    throwable = sorted(kind for kind in deciding if full.holds(kind) < COPIES)
    if not throwable:
        return
    thrown = throwable[dice.below(len(throwable))]
    keep = possible.union(before)
    course = Course(turns=4 + dice.below(10), late=dice.below(6), keep=keep, thrown=[thrown], drawn=drawn)
    yield Moment(rules, *stage(rules, dice, hand, course))


def _tenpai(rules: Ruleset, dice: Dice, *, riichi: bool, passes: bool) -> Iterator[tuple[Hand, Kind, Course]]:
    """A hand, a wait of which it holds no tile, and a way to get there."""
    hand = hands.grouped(SUIT_SHARE, 0, rules, dice)
    if hand is None:
        return
    waits = shape.waits(hand.keys)
    missing = [kind for kind in waits if not hand.counts[kind]]
    if missing:
        wait = missing[dice.below(len(missing))]
        turns, late = 3 + dice.below(12), 1 + dice.below(5)
        yield hand, wait, Course(turns=turns, late=late, riichi=riichi, keep=waits, passes=passes)
