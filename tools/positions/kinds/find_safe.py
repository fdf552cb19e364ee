"""Find positions for "safe tile": own turns from bot games against one or two dangerous players.

The answer is drawn before a hand is searched. After ``PATIENCE`` hands other answers of the level are
accepted too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ai.drills.effort import SECOND, counted_from, rows_to_look_at
from ai.drills.kinds.safe import (
    COUNTED,
    DRILL,
    WEIGHTS,
    SafeFacts,
    ask,
    hardest,
    is_wanted,
)
from ai.drills.question import NONE, Draft
from ai.reading.safety_reasons import SafetyReason
from ai.reading.threat import possible_winners
from engine.rules import Ruleset
from engine.table import Table
from engine.tiles import KIND_OF, Kind
from engine.view import SeatView
from engine.wall import Dice
from tools.positions.played_positions import Habits, moments
from tools.positions.weighted_choice import any_rules, weighted_choice

SHARES: tuple[dict[str, int], ...] = (
    {SafetyReason.OWN_DISCARD: 50, SafetyReason.PASSED_AFTER_RIICHI: 50},
    {SafetyReason.OWN_DISCARD: 42, SafetyReason.PASSED_AFTER_RIICHI: 42, NONE: 12, SafetyReason.ALL_SEEN: 4},
    {
        SafetyReason.OWN_DISCARD: 36,
        SafetyReason.PASSED_AFTER_RIICHI: 36,
        NONE: 12,
        SafetyReason.ALL_SEEN: 8,
        SafetyReason.PASSED_THIS_TURN: 8,
    },
    {
        SafetyReason.OWN_DISCARD: 34,
        SafetyReason.PASSED_AFTER_RIICHI: 34,
        NONE: 12,
        SafetyReason.PASSED_THIS_TURN: 14,
        SafetyReason.NO_WAIT: 6,
    },
    {
        SafetyReason.PASSED_AFTER_RIICHI: 40,
        NONE: 12,
        SafetyReason.ALL_SEEN: 14,
        SafetyReason.PASSED_THIS_TURN: 26,
        SafetyReason.NO_WAIT: 8,
    },
)
"""Percentage of questions with each answer, by level; against two players the harder reason counts.

Where both of the first two reasons occur, a coin decides between them for each of two players, so that
neither reason can be guessed.
"""
LIKELIEST = 0.5
"""The share that one reason may have: every true one is right, and most safe tiles lie in the own pond."""
PATIENCE = 80
"""Hands searched for an answer before another answer of the level is accepted."""
_LOOKS = 24
"""The most positions tried per hand."""
_QUIET = Habits(passes=100)
_CALLING = Habits(passes=100, silent=30, calls=40)
_COMMON = (SafetyReason.OWN_DISCARD, SafetyReason.PASSED_AFTER_RIICHI)
_BY_CALLS = (SafetyReason.PASSED_THIS_TURN, *COUNTED)
"""Reasons that occur if players call often."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    shares = SHARES[level - 1]
    answer = weighted_choice(shares, dice) or NONE
    answers = [answer]
    pair = (_COMMON[dice.below(2)], _COMMON[dice.below(2)]) if shares.keys() >= set(_COMMON) else None
    tries = 0
    while (found := _find(level, answers, pair, dice, fixed)) is None:
        tries += 1
        if tries == PATIENCE:
            # hands without a safe tile are more frequent, so they do not replace an answer with one
            answers = [other for other in shares if other != NONE or answer == NONE]
            pair = None
    return found


def _find(
    level: int, answers: Sequence[str], pair: Sequence[str] | None, dice: Dice, fixed: Ruleset | None
) -> Draft | None:
    """A question from one hand, or None; ``pair`` are the reasons against two players if they are common."""
    low, high = DRILL.bands[level - 1]

    def wanted(view: SeatView) -> bool:
        return is_wanted(view) and any(_promises(view, answer, high) for answer in answers)

    habits = _CALLING if answers[0] in _BY_CALLS or dice.below(4) == 0 else _QUIET
    for moment in islice(moments(any_rules(dice, fixed), dice, habits, wanted), _LOOKS):
        draft = ask(moment)
        if draft is not None and low <= draft.difficulty <= high and _answers(draft, answers, pair):
            return draft
    return None


def _answers(draft: Draft, answers: Sequence[str], pair: Sequence[str] | None) -> bool:
    """Whether the hardest reason, or ``NONE``, is among the answers; or the pair is the answer."""
    assert isinstance(draft.facts, SafeFacts)
    whys = [tile.reason for tile in draft.facts.safe]
    if pair is not None and len(whys) > 1 and set(whys) <= set(_COMMON):
        return answers[0] in _COMMON and whys == list(pair)
    return hardest(whys) in answers


def _promises(view: SeatView, answer: str, high: int) -> bool:
    """Quick check whether the position may have that answer and at most that difficulty."""
    table, against = view.table, possible_winners(view)
    if rows_to_look_at(table, against) + WEIGHTS[answer] + SECOND * (len(against) - 1) > high:
        return False
    held = {KIND_OF[tile] for tile in view.hand.tiles}
    safe = [kind for kind in held if all(kind in _let_go(table, seat) for seat in against)]
    if len(safe) > (answer != NONE):
        return False
    if answer in COUNTED:
        left = view.left()
        return any(not left[kind] for kind in held)
    if answer == SafetyReason.PASSED_THIS_TURN:
        silent = [seat for seat in against if not table.seats[seat].riichi]
        return any(
            KIND_OF[tile] in held
            for seat in silent
            for _, tile in table.discards[counted_from(table, seat) :]
        )
    return True


def _let_go(table: Table, seat: int) -> set[Kind]:
    """The kinds that player discarded, and those that passed since the riichi or the last discard."""
    thrown = {KIND_OF[discard.tile] for discard in table.seats[seat].pond}
    return thrown.union(KIND_OF[tile] for _, tile in table.discards[counted_from(table, seat) :])
