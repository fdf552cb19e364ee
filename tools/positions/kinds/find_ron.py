"""Find positions for "can you ron?": a tile is discarded, or added to a pon.

They are from bot games, or constructed if the search takes too long; tiles of kans are always constructed.
The answers have equal shares, those about kans too. Most hands without a yaku would have one with another
wait; the others are closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from ai.drills.kinds.ron import DRILL, RonAnswer, RonAsk, answer_of, ask
from ai.drills.question import Draft
from ai.seat_position import SeatPosition
from engine.rules import Ruleset
from engine.view import SeatView
from engine.wall import Dice
from tools.positions.constructed_positions import Offer, OwnDiscard, kan_offered, offered, one_sided
from tools.positions.played_positions import Habits, moments
from tools.positions.weighted_choice import any_rules, weighted_choice
from tools.positions.yaku_in_hand import has_plan, waits_with_yaku

SHARES: dict[RonAnswer, int] = {
    RonAnswer.YES: 25,
    RonAnswer.NOT_A_WAIT: 25,
    RonAnswer.FURITEN: 25,
    RonAnswer.NO_YAKU: 25,
}
"""Percentage of questions about a discard with each answer."""
KAN_SHARES: dict[RonAnswer, int] = {RonAnswer.YES: 34, RonAnswer.NOT_A_WAIT: 33, RonAnswer.FURITEN: 33}
"""The same for a tile added to a pon."""
KANS = 8
"""Percentage of questions about a tile added to a pon."""
ONE_SIDED = 70
"""Percentage of the hands without a yaku that would have one with another wait."""
PATIENCE = 12
"""Bot games searched before a position is constructed."""
_LOOKS = 12
"""The most positions tried per hand."""

_HABITS: dict[RonAnswer, Habits] = {
    RonAnswer.YES: Habits(passes=70, silent=60),
    RonAnswer.NOT_A_WAIT: Habits(passes=90, silent=60),
    RonAnswer.FURITEN: Habits(passes=100, silent=60),
    RonAnswer.NO_YAKU: Habits(passes=100, silent=100, calls=30),
}


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    kan = dice.below(100) < KANS
    answer = weighted_choice(KAN_SHARES if kan else SHARES, dice) or RonAnswer.YES
    goal = _Goal(level, answer, kan=kan, one_sided=dice.below(100) < ONE_SIDED)
    # hands that win with one wait and not with another are too rare in games
    rare = kan or (answer is RonAnswer.NO_YAKU and goal.one_sided)
    for _ in range(0 if rare else PATIENCE):
        if (found := _first(goal, _played(goal, dice, fixed))) is not None:
            return found
    while (found := _first(goal, _made(goal, dice, fixed))) is None:
        pass
    return found


@dataclass(frozen=True, slots=True)
class _Goal:
    """What is drawn before a position is looked for."""

    level: int
    answer: RonAnswer
    kan: bool
    one_sided: bool
    """Whether a hand without a yaku would have one with another wait."""

    def fits(self, view: SeatView) -> bool:
        """Whether a position with that answer is one that players meet, and as wanted."""
        if self.answer is RonAnswer.NO_YAKU:
            return view.hand.is_closed if not self.one_sided else bool(waits_with_yaku(view))
        return has_plan(view)


def _first(goal: _Goal, found: Iterable[SeatPosition]) -> Draft | None:
    """The first suitable question of these positions, or None."""
    low, high = DRILL.bands[goal.level - 1]
    for moment in islice(found, _LOOKS):
        draft = ask(moment)
        if draft is None or draft.answer[0] != {goal.answer} or not low <= draft.difficulty <= high:
            continue
        assert isinstance(draft.ask, RonAsk)
        if draft.ask.kan is goal.kan and goal.fits(draft.view()):
            return draft
    return None


def _played(goal: _Goal, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """Positions of one bot game with that answer."""

    def wanted(view: SeatView) -> bool:
        return bool(view.waits) and answer_of(view) is goal.answer and goal.fits(view)

    return moments(any_rules(dice, fixed), dice, _HABITS[goal.answer], wanted)


def _made(goal: _Goal, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """A constructed position with that answer; empty if the attempt fails."""
    rules, answer, hand = any_rules(dice, fixed), goal.answer, None
    offer = Offer.NEAR if answer is RonAnswer.NOT_A_WAIT else Offer.WAIT
    thrown = (
        OwnDiscard.WAIT
        if answer is RonAnswer.FURITEN
        else OwnDiscard.SUJI
        if dice.below(2)
        else OwnDiscard.ANYTHING
    )
    if goal.kan:
        return kan_offered(rules, dice, offer, thrown=thrown)
    if answer is RonAnswer.NO_YAKU and goal.one_sided:
        hand = one_sided(rules, dice)
    melds = dice.below(3) if answer is RonAnswer.YES else 0
    return offered(rules, dice, offer, thrown=thrown, melds=melds, hand=hand)
