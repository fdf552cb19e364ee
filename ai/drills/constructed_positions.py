"""Positions that are made: a tile is thrown, added to a pon or drawn, or it changes the wait."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from ai.drills import random_tenpai as hands
from ai.drills.played_positions import SeatPosition
from ai.drills.position_builder import Course, stage
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tiles import COPIES, EAST, KINDS, RED_OF, Kind, Tile

SUIT_SHARE = 40
"""How many groups of a hundred are of one suit."""
NEAR = 3
"""A tile that is no wait is at most so far from one."""


class Offer(StrEnum):
    """What comes to a tenpai hand."""

    WAIT = "wait"
    """Somebody throws a wait."""
    NEAR = "near"
    """Somebody throws a tile near a wait."""
    DRAW = "draw"
    """The seat draws a wait."""


class Thrown(StrEnum):
    """What lies in the own pond."""

    ANYTHING = "anything"
    """Nothing that has to do with the hand."""
    WAIT = "wait"
    SUJI = "suji"
    """A tile three away from a wait."""


def near(kind: Kind, waits: Collection[Kind]) -> bool:
    """Whether a tile lies close to a wait in its suit."""
    return kind < EAST and any(kind // 9 == wait // 9 and abs(kind - wait) <= NEAR for wait in waits)


def offered(
    rules: Ruleset,
    dice: Dice,
    offer: Offer,
    *,
    thrown: Thrown = Thrown.ANYTHING,
    melds: int = 0,
    riichi: bool = False,
    passes: bool = False,
) -> Iterator[SeatPosition]:
    """A tenpai hand and what comes to it; nothing when it cannot be had.

    With ``passes`` the tile goes by, and it is the time after.
    """
    hand = hands.grouped(SUIT_SHARE, melds, rules, dice)
    if hand is None or not (waits := shape.waits(hand.keys, len(hand.melds))):
        return
    left = [COPIES - hand.holds(kind) for kind in range(KINDS)]
    ponds = {Thrown.ANYTHING: [], Thrown.WAIT: waits, Thrown.SUJI: _suji(waits)}[thrown]
    own = _one_left(ponds, left, dice)
    comes = _one_left([kind for kind in range(KINDS) if _comes(kind, waits, offer)], left, dice)
    if not comes or (ponds and not own) or (thrown is Thrown.SUJI and not ponds):
        return
    course = Course(turns=3 + dice.below(15), late=1 + dice.below(5), riichi=riichi, keep=waits, thrown=own)
    if offer is Offer.DRAW:
        course = replace(course, drawn=comes[0])
    else:
        course = replace(course, offered=_copy(comes[0], hand, rules), passes=passes)
    yield SeatPosition(rules, *stage(rules, dice, hand, course))


def _suji(waits: Collection[Kind]) -> list[Kind]:
    """The kinds three away from a wait that are none themselves."""
    return [
        kind
        for kind in range(EAST)
        if kind not in waits and any(abs(kind - wait) == 3 and kind // 9 == wait // 9 for wait in waits)
    ]


def _comes(kind: Kind, waits: Collection[Kind], offer: Offer) -> bool:
    return kind not in waits and near(kind, waits) if offer is Offer.NEAR else kind in waits


def _one_left(kinds: Sequence[Kind], left: list[int], dice: Dice) -> list[Kind]:
    """Take one of the kinds of which a tile is left; nothing when there is none."""
    found = [kind for kind in kinds if left[kind]]
    if not found:
        return []
    kind = found[dice.below(len(found))]
    left[kind] -= 1
    return [kind]


def _copy(kind: Kind, hand: Hand, rules: Ruleset) -> Tile:
    """A tile of that kind that the hand does not hold, a plain five if there is one."""
    reds = rules.red_fives[kind // 9] if kind in RED_OF else 0
    plain = hand.all_tiles().count(kind)
    return kind if plain < COPIES - reds else RED_OF[kind]


def kan_offered(
    rules: Ruleset, dice: Dice, *, riichi: bool = False, passes: bool = False
) -> Iterator[SeatPosition]:
    """A closed tenpai hand, and the fourth tile of a wait is added to a pon; nothing when it cannot be had.

    With ``passes`` the kan goes by, and it is the time after.
    """
    for hand, wait, course in _tenpai(rules, dice, riichi=riichi, passes=passes):
        yield SeatPosition(rules, *stage(rules, dice, hand, replace(course, added=wait)))


def red_five_offered(
    rules: Ruleset, dice: Dice, *, riichi: bool = False, passes: bool = False
) -> Iterator[SeatPosition]:
    """The same, with a red five that is thrown."""
    for hand, wait, course in _tenpai(rules, dice, riichi=riichi, passes=passes):
        if wait in RED_OF and rules.red_fives[wait // 9]:
            yield SeatPosition(rules, *stage(rules, dice, hand, replace(course, offered=RED_OF[wait])))


def wait_changing(share: int, rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
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
    course = Course(turns=4 + dice.below(10), late=1 + dice.below(5), keep=keep, thrown=[thrown], drawn=drawn)
    yield SeatPosition(rules, *stage(rules, dice, hand, course))


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
