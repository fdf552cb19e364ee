"""Find positions for "furiten?": between two own turns, with no wait on offer.

They are from bot games, or constructed if the search takes too long. The four answers have fixed shares,
independent of their frequency in games, and so have the three ends: neither can be guessed. The number of
discards since the own last one is drawn before the answer and says nothing about it. An open hand has a plan
to a yaku.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from ai.drills.furiten_history import FuritenTrapKind, first_recent
from ai.drills.kinds.furiten import DRILL, FuritenFacts, answer_of, ask, is_between_turns
from ai.drills.question import NONE, Draft
from ai.seat_position import SeatPosition
from engine.furiten import FuritenKind
from engine.rules import Ruleset
from engine.tiles import KIND_OF
from engine.view import SeatView
from engine.wall import Dice
from tools.positions.constructed_positions import Offer, OwnDiscard, kan_offered, offered, red_five_offered
from tools.positions.played_positions import Habits, moments
from tools.positions.weighted_choice import any_rules, weighted_choice
from tools.positions.yaku_in_hand import has_plan

SHARES: dict[str, int] = {
    NONE: 25,
    FuritenKind.DISCARD: 27,
    FuritenKind.TEMPORARY: 25,
    FuritenKind.RIICHI: 23,
}
"""Percentage of questions with each answer."""
LOCKED = 12
"""Percentage of hands with discard furiten that are in riichi, so that each end of furiten is as frequent."""
GO_AROUND = (2, 3)
"""The numbers of discards since the own last one, equally likely."""

WISHES: dict[str, dict[FuritenTrapKind, int]] = {
    NONE: {FuritenTrapKind.FORMER_WAIT: 15, FuritenTrapKind.PASSED_EARLIER: 40},
    FuritenKind.DISCARD: {FuritenTrapKind.CALLED_AWAY: 20},
    FuritenKind.TEMPORARY: {
        FuritenTrapKind.NO_YAKU: 20,
        FuritenTrapKind.CALL_SINCE: 15,
        FuritenTrapKind.KAN: 15,
        FuritenTrapKind.RED: 10,
    },
    FuritenKind.RIICHI: {FuritenTrapKind.KAN: 15, FuritenTrapKind.RED: 10},
}
"""Percentage of the questions with each answer that must have a trap that is rare in games."""
PATIENCE = 12
"""Bot games searched before a position is constructed."""
_TRIES = 200
"""Positions constructed before one without the trap is accepted."""
_LOOKS = 12
"""The most positions tried per hand."""

_HABITS: dict[str, Habits] = {
    NONE: Habits(passes=90, silent=60),
    FuritenKind.DISCARD: Habits(passes=90, silent=90),
    FuritenKind.TEMPORARY: Habits(passes=100, silent=100),
    FuritenKind.RIICHI: Habits(passes=100, declines=5, silent=20),
}
_BY_CALLS = frozenset({FuritenTrapKind.CALLED_AWAY, FuritenTrapKind.CALL_SINCE})
"""Twists that occur if players call often."""
_CALLING = 100
"""Percentage at which such players take a pon or kan."""
_MADE = {FuritenTrapKind.KAN: kan_offered, FuritenTrapKind.RED: red_five_offered}
"""Twists that are constructed, because they are very rare in bot games."""


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    answer = weighted_choice(SHARES, dice) or NONE
    goal = _Goal(
        level,
        answer,
        riichi=answer == FuritenKind.RIICHI or dice.below(100) < LOCKED,
        around=GO_AROUND[dice.below(len(GO_AROUND))],
        wish=weighted_choice(WISHES[answer], dice),
    )
    if goal.wish in _MADE:
        make, riichi = _MADE[goal.wish], answer == FuritenKind.RIICHI
        sources = (make(any_rules(dice, fixed), dice, riichi=riichi, passes=True) for _ in range(_TRIES))
    else:
        sources = (_played(goal, dice, fixed) for _ in range(PATIENCE))
    for found in sources:
        if (draft := _first(goal, found)) is not None:
            return draft
    goal = replace(goal, wish=None)
    while (draft := _first(goal, _made(goal, dice, fixed))) is None:
        pass
    return draft


@dataclass(frozen=True, slots=True)
class _Goal:
    """What is drawn before a position is looked for."""

    level: int
    answer: str
    riichi: bool
    """Whether the hand is in riichi if it is discard furiten."""
    around: int
    """The number of discards since the own last one."""
    wish: FuritenTrapKind | None
    """A trap that it must have."""

    def fits(self, view: SeatView) -> bool:
        """Whether a position fits, apart from its level and traps."""
        since = view.me.pond[-1].order + 1 if view.me.pond else 0
        if len(view.table.discards) - since != self.around or not has_plan(view):
            return False
        return self.answer != FuritenKind.DISCARD or bool(view.me.riichi) is self.riichi


def _first(goal: _Goal, found: Iterable[SeatPosition]) -> Draft | None:
    """The first suitable question of these positions, or None."""
    low, high = DRILL.bands[goal.level - 1]
    for moment in islice(found, _LOOKS):
        draft = ask(moment)
        if draft is None or draft.answer[0] != {goal.answer} or not low <= draft.difficulty <= high:
            continue
        assert isinstance(draft.facts, FuritenFacts)
        traps = {trap.kind for trap in draft.facts.past.traps}
        if (goal.wish is None or goal.wish in traps) and goal.fits(draft.view()):
            return draft
    return None


def _made(goal: _Goal, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """A constructed position with that answer; empty if the attempt fails."""
    rules, riichi = any_rules(dice, fixed), goal.riichi
    if goal.answer == NONE:
        riichi = dice.below(4) == 0
    match goal.answer:
        case FuritenKind.DISCARD:
            return offered(rules, dice, Offer.NEAR, thrown=OwnDiscard.WAIT, riichi=riichi, passes=True)
        case FuritenKind.TEMPORARY:
            return offered(rules, dice, Offer.WAIT, passes=True)
        case FuritenKind.RIICHI:
            return offered(rules, dice, Offer.WAIT, riichi=True, passes=True)
        case _:
            return offered(rules, dice, Offer.NEAR, thrown=OwnDiscard.SUJI, riichi=riichi, passes=True)


def _played(goal: _Goal, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """Positions of one bot game that may be suitable."""

    def wanted(view: SeatView) -> bool:
        if not view.waits or not is_between_turns(view) or answer_of(view) != goal.answer:
            return False
        return _promises(view, goal.wish) and goal.fits(view)

    habits = _HABITS[goal.answer]
    if goal.wish in _BY_CALLS:
        habits = replace(habits, calls=_CALLING)
    return moments(any_rules(dice, fixed), dice, habits, wanted)


def called_of_late(view: SeatView) -> bool:
    """Whether another player has called since the last own discard, or since riichi."""
    since = first_recent(view)
    ponds = (seat.pond for number, seat in enumerate(view.table.seats) if number != view.seat)
    return any(discard.order >= since and discard.called_by is not None for pond in ponds for discard in pond)


def _promises(view: SeatView, wish: FuritenTrapKind | None) -> bool:
    """Quick check whether the position may have that trap."""
    match wish:
        case FuritenTrapKind.CALLED_AWAY:
            gone = [discard for discard in view.me.pond if discard.called_by is not None]
            return any(KIND_OF[discard.tile] in view.waits for discard in gone)
        case FuritenTrapKind.CALL_SINCE:
            return called_of_late(view)
        case _:
            return True
