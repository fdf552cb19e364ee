"""Waits: mark every tile that the hand waits on.

Hands are made for the purpose: four groups and a pair, more and more of them in one suit, with a tile taken
away; seven pairs; thirteen orphans; and hands whose tiles are all gone, somewhere else or in the own hand.
Where the player holds all four of a kind rulesets differ (``fifth_tile``): that is only asked when it
decides between tenpai and noten.

The measure of difficulty counts what has to be looked at: kinds that are not simply set aside as a finished
group, waits, ways to read the hand with each of them, and five when a fifth tile would complete it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ai.drills import random_tenpai as hands
from ai.drills.played_positions import SeatPosition
from ai.drills.position_builder import Course, stage
from ai.drills.question import Ask, Draft, Facts, Part, kind_options, names, word_options
from ai.drills.weighted_choice import any_rules, drawn
from engine import shape
from engine.dice import Dice
from engine.hand import Hand
from engine.rules import Ruleset
from engine.shape import Reading
from engine.tenpai import tenpai_waits
from engine.tiles import COPIES, EAST, KINDS, Kind

NONE = "none"
"""The word for a hand that waits on nothing."""

BANDS: tuple[tuple[int, int], ...] = ((3, 7), (8, 10), (11, 13), (14, 16), (17, 99))
"""Least and greatest difficulty of each level."""
HOME: tuple[int, ...] = (15, 40, 60, 80, 95)
"""How many groups of a hundred are of one suit, by level."""
MELDED: tuple[tuple[int, ...], ...] = ((0, 0, 0, 1, 1, 2),) * 3 + ((0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 0, 1))
"""How many groups are melded, by level: few in hands that are hard for what they conceal."""
FIFTH = 5
"""What it adds to the difficulty that a kind of which the player holds all four would complete the hand."""
_TRIES = 5_000
"""So many hands are made in one way before another way may be drawn."""
FIFTH_FROM = 3
"""The lowest level at which that occurs."""


@dataclass(frozen=True, slots=True)
class WaitsAsk(Ask):
    """Mark every tile that the hand waits on, or that there is none."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A wait: copies of it that the seat cannot see, and the ways to read the complete hand."""

    kind: Kind
    left: int
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class WaitsFacts(Facts):
    """The waits, and the kinds that would complete the hand if there were a fifth tile."""

    waits: tuple[Completion, ...]
    fifth: tuple[Kind, ...]
    """All four are in the player's own hand and melds."""
    noten_by_rule: bool
    """The hand would wait on ``fifth`` alone, and the ruleset does not let that count."""


def draft(level: int, dice: Dice) -> Draft | None:
    """A hand of that level, or None."""
    rules = any_rules(dice)
    recipe = drawn(_RECIPES[level - 1], dice) or _grouped
    tries = (recipe(level, rules, dice) for _ in range(_TRIES))
    hand = next((hand for hand in tries if hand is not None and _fits(level, hand, rules)), None)
    if hand is None:
        return None
    waits = shape.waits(hand.keys, len(hand.melds))
    gone = [waits[dice.below(len(waits))]] if waits and level > 1 and dice.below(4) == 0 else []
    course = Course(turns=4 + dice.below(8), late=dice.below(5), keep=waits, seen=gone)
    seat, events = stage(rules, dice, hand, course)
    return ask(SeatPosition(rules, seat, events))


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None when there is nothing to ask."""
    view = moment.view()
    facts = waits_facts(view.hand, moment.rules, view.left())
    if facts is None:
        return None
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=WaitsAsk(),
        parts=(Part("waits", (*kind_options(range(KINDS)), *word_options([NONE])), several=True),),
        answer=(names(wait.kind for wait in facts.waits) or frozenset({NONE}),),
        facts=facts,
        difficulty=difficulty(view.hand, facts),
    )


# -- what the hand waits on ----------------------------------------------------------------------------


def waits_facts(hand: Hand, rules: Ruleset, left: Sequence[int]) -> WaitsFacts | None:
    """What there is to say about the waits of a hand of 13 tiles.

    None when there is nothing to ask: it is noten and would be with a fifth tile too, or some waits are
    possible, others only by the letter of the rules.
    """
    waits = shape.waits(hand.keys, len(hand.melds))
    reachable = [kind for kind in waits if hand.holds(kind) < COPIES]
    fifth = [kind for kind in range(KINDS) if _needs_fifth(hand, kind)] + [
        kind for kind in waits if kind not in reachable
    ]
    if reachable and len(reachable) < len(waits):
        return None
    tenpai = tenpai_waits(hand, rules, waits)
    if not tenpai and not fifth:
        return None
    return WaitsFacts(
        waits=tuple(Completion(kind, left[kind], _readings(hand, kind)) for kind in tenpai),
        fifth=tuple(sorted(fifth)),
        noten_by_rule=bool(waits) and not tenpai,
    )


def _readings(hand: Hand, kind: Kind) -> tuple[Reading, ...]:
    full = hand.copy()
    full.add(kind)
    return shape.readings(full.keys, len(full.melds))


def _needs_fifth(hand: Hand, kind: Kind) -> bool:
    """Whether the hand holds four of a kind concealed and a fifth would complete it.

    Of the five, three are a triplet, or two the pair: not all five can be in sequences, since there are only
    four groups. The triplet may as well be a meld, and the pair one of an honour.
    """
    if hand.counts[kind] < COPIES:
        return False
    counts = hand.counts.copy()
    counts[kind] = 2
    if shape.shanten(counts, len(hand.melds) + 1) == -1:
        return True
    honour = next((kind for kind in range(EAST, KINDS) if not counts[kind]), None)
    if honour is None:
        return False
    counts[kind], counts[honour] = 3, 2
    return shape.shanten(counts, len(hand.melds)) == -1


def difficulty(hand: Hand, facts: WaitsFacts) -> int:
    """What has to be looked at to find the waits."""
    readings = sum(len(wait.readings) for wait in facts.waits)
    return hands.kinds_to_look_at(hand) + len(facts.waits) + readings + FIFTH * bool(facts.fifth)


# -- hands ---------------------------------------------------------------------------------------------


def _fits(level: int, hand: Hand, rules: Ruleset) -> bool:
    """Whether there is something of that level to ask about the hand."""
    low, high = BANDS[level - 1]
    facts = waits_facts(hand, rules, [COPIES] * KINDS)
    if facts is None or (facts.fifth and level < FIFTH_FROM):
        return False
    return low <= difficulty(hand, facts) <= high


_Recipe = Callable[[int, Ruleset, Dice], Hand | None]


def _grouped(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    melded = MELDED[level - 1]
    return hands.grouped(HOME[level - 1], melded[dice.below(len(melded))], rules, dice)


def _one_suit(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    return hands.one_suit(rules, dice)


def _ten_of_suit(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    return hands.ten_of_suit(rules, dice)


def _seven_pairs(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    return hands.seven_pairs(rules, dice)


def _orphans(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    return hands.orphans(level > 4, rules, dice)


def _fifth(level: int, rules: Ruleset, dice: Dice) -> Hand | None:
    return hands.fifth(HOME[level], rules, dice)


_RECIPES: tuple[dict[_Recipe, int], ...] = (
    {_grouped: 100},
    {_grouped: 80, _seven_pairs: 20},
    {_grouped: 90, _fifth: 10},
    {_grouped: 19, _one_suit: 25, _ten_of_suit: 55, _orphans: 1},
    {_grouped: 5, _one_suit: 34, _ten_of_suit: 60, _orphans: 1},
)
"""How many hands of a hundred are made in which way, by level."""
