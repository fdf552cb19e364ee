"""Construct positions: a tile is discarded, added to a pon or drawn, or changes the wait."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from ai.drills.difficulty import near
from ai.seat_position import SeatPosition
from engine import shape
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tiles import COPIES, EAST, KINDS, RED_OF, Kind, Tile
from engine.wall import Dice
from tools.positions import random_tenpai as hands
from tools.positions.onward import Onward
from tools.positions.position_builder import Course, build_position
from tools.positions.yaku_in_hand import east_with_yaku

SUIT_SHARE = 40
"""Percentage of groups of the home suit."""


class Offer(StrEnum):
    """The tile that a tenpai hand is offered or draws."""

    WAIT = "wait"
    """Another player discards a wait."""
    NEAR = "near"
    """Another player discards a tile near a wait."""
    DRAW = "draw"
    """The seat draws a wait."""
    DRAW_NEAR = "draw-near"
    """The seat draws a tile near a wait."""


class OwnDiscard(StrEnum):
    """The tile placed in the own pond."""

    ANYTHING = "anything"
    """No particular tile."""
    WAIT = "wait"
    SUJI = "suji"
    """A tile three away from a wait."""


def offered(
    rules: Ruleset,
    dice: Dice,
    offer: Offer,
    *,
    thrown: OwnDiscard = OwnDiscard.ANYTHING,
    melds: int = 0,
    riichi: bool = False,
    passes: bool = False,
    hand: Hand | None = None,
) -> Iterator[SeatPosition]:
    """A tenpai hand and the tile it is offered or draws; empty if the attempt fails.

    The hand is random with that many melds unless it is given. An open one has a wait with a yaku. With
    ``passes`` the tile has passed already.
    """
    hand = hand or hands.grouped(SUIT_SHARE, melds, rules, dice)
    if hand is None or not (waits := shape.waits(hand.keys, len(hand.melds))):
        return
    if not hand.is_closed and not east_with_yaku(hand, waits, rules):
        return
    left = [COPIES - hand.holds(kind) for kind in range(KINDS)]
    ponds = {OwnDiscard.ANYTHING: [], OwnDiscard.WAIT: waits, OwnDiscard.SUJI: _suji(waits)}[thrown]
    own = _one_left(ponds, left, dice)
    comes = _one_left([kind for kind in range(KINDS) if _comes(kind, waits, offer)], left, dice)
    if not comes or (ponds and not own) or (thrown is OwnDiscard.SUJI and not ponds):
        return
    course = Course(turns=3 + dice.below(15), late=1 + dice.below(5), riichi=riichi, keep=waits, thrown=own)
    if offer in (Offer.DRAW, Offer.DRAW_NEAR):
        course = replace(course, drawn=comes[0])
    else:
        course = replace(course, offered=_copy(comes[0], hand, rules), passes=passes)
    yield SeatPosition(rules, *build_position(rules, dice, hand, course))


_TRIES = 1_000
"""Hands generated until one has a yaku with one wait and none with another."""


def one_sided(rules: Ruleset, dice: Dice) -> Hand | None:
    """A hand that has a yaku with some of its waits and none with the others."""
    for _ in range(_TRIES):
        hand = (hands.back_yaku if dice.below(2) else hands.one_sided_tanyao)(rules, dice)
        if hand is None:
            continue
        waits = shape.waits(hand.keys, len(hand.melds))
        if 0 < len(east_with_yaku(hand, waits, rules)) < len(waits):
            return hand
    return None


def _suji(waits: Collection[Kind]) -> list[Kind]:
    """The kinds three away from a wait that are not waits themselves."""
    return [
        kind
        for kind in range(EAST)
        if kind not in waits and any(abs(kind - wait) == 3 and kind // 9 == wait // 9 for wait in waits)
    ]


def _comes(kind: Kind, waits: Collection[Kind], offer: Offer) -> bool:
    if offer in (Offer.NEAR, Offer.DRAW_NEAR):
        return kind not in waits and near(kind, waits)
    return kind in waits


def _one_left(kinds: Sequence[Kind], left: list[int], dice: Dice) -> list[Kind]:
    """Take one of the kinds with a tile left; empty if there is none."""
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
    rules: Ruleset,
    dice: Dice,
    offer: Offer = Offer.WAIT,
    *,
    thrown: OwnDiscard = OwnDiscard.ANYTHING,
    riichi: bool = False,
    passes: bool = False,
) -> Iterator[SeatPosition]:
    """A closed tenpai hand; another player adds the fourth tile to a pon: a wait, or a tile near one.

    Empty if the attempt fails. With ``passes`` the kan has passed already.
    """
    hand = hands.grouped(SUIT_SHARE, 0, rules, dice)
    if hand is None:
        return
    waits = shape.waits(hand.keys)
    left = [COPIES - hand.holds(kind) for kind in range(KINDS)]
    kan = [kind for kind in range(KINDS) if left[kind] == COPIES and _comes(kind, waits, offer)]
    if not kan:
        return
    added = kan[dice.below(len(kan))]
    left[added] = 0
    ponds = {OwnDiscard.ANYTHING: [], OwnDiscard.WAIT: waits, OwnDiscard.SUJI: _suji(waits)}[thrown]
    own = _one_left(ponds, left, dice)
    if thrown is not OwnDiscard.ANYTHING and not own:
        return
    turns, late = 3 + dice.below(12), 1 + dice.below(5)
    course = Course(turns=turns, late=late, riichi=riichi, keep=waits, passes=passes, thrown=own, added=added)
    yield SeatPosition(rules, *build_position(rules, dice, hand, course))


def red_five_offered(
    rules: Ruleset, dice: Dice, *, riichi: bool = False, passes: bool = False
) -> Iterator[SeatPosition]:
    """A closed tenpai hand; another player discards a red five of a wait. Empty if the attempt fails."""
    hand = hands.grouped(SUIT_SHARE, 0, rules, dice)
    if hand is None:
        return
    waits = shape.waits(hand.keys)
    reds = [kind for kind in waits if kind in RED_OF and rules.red_fives[kind // 9] and not hand.counts[kind]]
    if not reds:
        return
    turns, late = 3 + dice.below(12), 1 + dice.below(5)
    course = Course(turns=turns, late=late, riichi=riichi, keep=waits, passes=passes)
    red = RED_OF[reds[dice.below(len(reds))]]
    yield SeatPosition(rules, *build_position(rules, dice, hand, replace(course, offered=red)))


def also_offered(moment: SeatPosition, dice: Dice) -> Iterator[SeatPosition]:
    """The tile on offer passes, and the next player discards another wait; empty if there is none."""
    waits = moment.view().waits
    onward = Onward(moment.rules, moment.seat, moment.events, dice, waits)
    left = [kind for kind in waits if onward.holds(kind)]
    if left and onward.view.table.live and onward.next_seat != moment.seat:
        onward.discard(onward.draw(left[dice.below(len(left))]))
        yield SeatPosition(moment.rules, moment.seat, tuple(onward.events))


def wait_changing(share: int, rules: Ruleset, dice: Dice) -> Iterator[SeatPosition]:
    """A tenpai hand that drew a tile which allows another wait, and earlier discarded a tile of one of the
    two.

    ``share`` is the percentage of groups of the home suit: the more, the more choices there are.
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
    yield SeatPosition(rules, *build_position(rules, dice, hand, course))
