"""Find positions for "kan after riichi?": constructed hands that are played up to the draw.

The answers that a level offers are equally frequent, and many of the legal kans are near misses. Honours are
not asked about: their triplet is one in every reading.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.drills.kinds.kan import (
    ANSWERS,
    DRILL,
    LEGAL,
    PARTS,
    TO_MIND,
    KanFacts,
    NearMiss,
    ask,
    shape_difficulty,
)
from ai.drills.question import Draft
from ai.seat_position import SeatPosition
from engine import shape
from engine.actions import Why
from engine.hand import Hand
from engine.rules import Ruleset
from engine.tenpai import read_otherwise, refuse_kan_after_riichi
from engine.tiles import COPIES, EAST, KINDS, Kind
from engine.wall import MAX_KANS, Dice
from tools.positions import random_tenpai as hands
from tools.positions.kan_setup import riichi_until_draw
from tools.positions.weighted_choice import any_rules, weighted_choice

_WITH_CONDITIONS = (LEGAL, Why.KAN_CHANGES_WAITS, Why.LAST_TILE, Why.FOUR_KANS)
OFFERED: tuple[tuple[str, ...], ...] = (
    (LEGAL, Why.KAN_CHANGES_WAITS),
    _WITH_CONDITIONS,
    ANSWERS,
    ANSWERS,
    ANSWERS,
)
"""The answers offered, by level. At most one is impossible under a ruleset; the others are as frequent."""
LIKELIEST = 0.5
"""The share that one answer may have: refusals that a counter answers are rare."""
NEAR_MISSES: tuple[dict[NearMiss, int], ...] = (
    {},
    {NearMiss.LAST_BUT_ONE: 20, NearMiss.FOURTH_KAN: 20},
    {NearMiss.LAST_BUT_ONE: 15, NearMiss.FOURTH_KAN: 15, NearMiss.READ_OTHERWISE: 25},
    {NearMiss.LAST_BUT_ONE: 10, NearMiss.FOURTH_KAN: 10, NearMiss.READ_OTHERWISE: 40},
    {NearMiss.LAST_BUT_ONE: 10, NearMiss.FOURTH_KAN: 10, NearMiss.READ_OTHERWISE: 50},
)
"""Percentage of legal kans with each near miss, by level."""
BOTH_LOST = 17
"""Percentage of kans asked about if they take away both of two waits, as most do: after this a third of the
answers is "both"."""
HOME: tuple[int, ...] = (20, 35, 55, 70, 85)
"""Percentage of groups of the home suit, by level."""
MOST_MINDED = 2
"""The most such conditions at once."""
NUMBERS = 9
"""The kinds of a suit. Honours are not asked about: their triplet is one in every reading."""
ONE_SUIT = 12
"""So many tiles of a suit, of the fourteen, make a hand too hard for the first level."""
_LIVE: dict[str, int] = {Why.LAST_TILE: 0, NearMiss.LAST_BUT_ONE: 1}
"""Tiles left in the wall after the draw."""
_KANS: dict[str, int] = {Why.FOUR_KANS: MAX_KANS, NearMiss.FOURTH_KAN: MAX_KANS - 1}
"""Kans of the others."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft | None:
    """A position of that level, under the fixed ruleset or any preset.

    The ruleset and the rank of the tile are drawn before the answer, and say nothing about it.
    """
    rules, rank = any_rules(dice, fixed), dice.below(NUMBERS)
    possible = [answer for answer in OFFERED[level - 1] if _possible(answer, rules)]
    answer = possible[dice.below(len(possible))]
    miss = weighted_choice(NEAR_MISSES[level - 1], dice) if answer == LEGAL else None
    if miss is NearMiss.READ_OTHERWISE and rules.closed_kan_after_riichi == "strict":
        miss = None
    for _ in range(_TRIES):
        if (found := _find(level, answer, miss, rank, dice, rules)) is not None:
            return found
    return None


_TRIES = 20_000
"""Hands constructed for one answer, rank and ruleset."""


def _find(
    level: int, answer: str, miss: NearMiss | None, rank: int, dice: Dice, rules: Ruleset
) -> Draft | None:
    """A question from one constructed hand, played up to the draw; None if the attempt fails."""
    hand = hands.grouped(HOME[level - 1], 0, rules, dice)
    if hand is None:
        return None
    held = COPIES if answer == Why.NOT_THE_DRAWN_TILE else COPIES - 1
    kinds = [kind for kind in range(rank, EAST, NUMBERS) if hand.counts[kind] == held]
    if not kinds:
        return None
    kind, waits = kinds[dice.below(len(kinds))], shape.waits(hand.keys)
    if not waits or kind in waits:
        return None
    low, high = DRILL.bands[level - 1]
    if not low - MOST_MINDED * TO_MIND <= shape_difficulty(hand, kind, waits) <= high:
        return None
    if held == COPIES:
        draws = _as_good(hand, waits, kind, rules)
    else:
        draws = [kind] if _promises(hand, waits, kind, rules, answer, miss) else []
    if not draws:
        return None
    draw = draws[dice.below(len(draws))]
    if level == 1 and _of_one_suit(hand, draw):
        return None
    goal = miss or answer
    onward = riichi_until_draw(
        rules, dice, hand, {*waits, draw}, live=_LIVE.get(goal), kans=_KANS.get(goal, 0)
    )
    if onward is None or not onward.holds(draw):
        return None
    onward.draw(draw)
    draft = ask(SeatPosition(rules, onward.seat, tuple(onward.events)), kind, OFFERED[level - 1])
    if draft is None or draft.answer[0] != {answer} or not low <= draft.difficulty <= high:
        return None
    assert isinstance(draft.facts, KanFacts)
    both = len(draft.facts.before) == 2 and answer == Why.KAN_CHANGES_WAITS and not draft.facts.after
    if both and dice.below(100) >= BOTH_LOST:
        return None
    return draft if miss is None or miss in draft.facts.near_misses else None


def _of_one_suit(hand: Hand, draw: Kind) -> bool:
    """Whether hardly a tile is of another suit: such a hand is hard to read."""
    suits = [sum(hand.counts[suit : suit + NUMBERS]) for suit in range(0, EAST, NUMBERS)]
    if draw < EAST:
        suits[draw // NUMBERS] += 1
    return max(suits) >= ONE_SUIT


def _possible(answer: str, rules: Ruleset) -> bool:
    """Whether the answer is possible under the ruleset as the only reason.

    If all four tiles were in the hand, rulesets that consider only the waits have one reason against the
    kan: it does not use the drawn tile. Strict rulesets may also refuse it for a reading of the hand.
    """
    strict = rules.closed_kan_after_riichi == "strict"
    if answer == Why.KAN_CHANGES_READING:
        return strict
    return answer != Why.NOT_THE_DRAWN_TILE or not strict


def _promises(
    hand: Hand, waits: Sequence[Kind], kind: Kind, rules: Ruleset, answer: str, miss: NearMiss | None
) -> bool:
    """Whether a kan of three tiles in the hand and the drawn one has that answer, by shape alone."""
    full = hand.copy()
    full.add(kind)
    refusal = refuse_kan_after_riichi(full, kind, waits, kind, rules)
    if miss is NearMiss.READ_OTHERWISE and not read_otherwise(full, waits, kind):
        return False
    return (LEGAL if refusal is None else refusal.why) == (answer if answer in PARTS else LEGAL)


def _as_good(hand: Hand, waits: Sequence[Kind], kind: Kind, rules: Ruleset) -> list[Kind]:
    """The draws after which a kan of four tiles in the hand would keep the waits."""
    found = []
    for draw in range(KINDS):
        if draw not in waits and hand.counts[draw] < COPIES:
            full = hand.copy()
            full.add(draw)
            if refuse_kan_after_riichi(full, kind, waits, kind, rules) is None:
                found.append(draw)
    return found
