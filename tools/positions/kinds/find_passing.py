"""Find positions for "take it or leave it", and the tile that comes next.

They are from bot games, or constructed if the search takes too long. Kans are always constructed. Among what
is offered each effect is as frequent, and so are yes and no with each timing of the next tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ai.drills.kinds.passing import (
    DRILL,
    NO,
    YES,
    PassingAsk,
    PassingAsked,
    PassResult,
    Source,
    TileTiming,
    ask,
    is_open,
    lead_to,
    next_kinds,
    offer_of,
    pass_result,
    source_of,
)
from ai.drills.question import Draft
from ai.seat_position import SeatPosition
from engine.rules import Ruleset
from engine.tiles import NAMES
from engine.view import SeatView
from engine.wall import Dice
from tools.positions.constructed_positions import (
    Offer,
    OwnDiscard,
    also_offered,
    kan_offered,
    offered,
    one_sided,
)
from tools.positions.onward import Onward
from tools.positions.played_positions import Habits, moments
from tools.positions.weighted_choice import any_rules, weighted_choice
from tools.positions.yaku_in_hand import has_plan

SOURCES: dict[Source, int] = {Source.DISCARDED: 76, Source.ADDED: 8, Source.OWN: 16}
"""Percentage of questions with each."""
PATIENCE = 12
"""Bot games searched before a position is constructed."""
_LOOKS = 12
"""The most positions tried per hand."""

_HABITS: dict[PassResult, Habits] = {
    PassResult.NOTHING: Habits(passes=90, silent=60),
    PassResult.DISCARD: Habits(passes=100, silent=90, calls=10),
    PassResult.TEMPORARY: Habits(passes=50, silent=90, calls=20),
    PassResult.RIICHI: Habits(passes=50),
    PassResult.ALREADY: Habits(passes=100, silent=60),
}


class _Goal(NamedTuple):
    """What is drawn before a position is looked for."""

    brings: PassResult
    when: TileTiming
    wins: bool
    """Whether the hand can win on the next tile."""


_NEXT, _AFTER, _DRAWN = TileTiming
_DISCARDED: dict[_Goal, int] = {
    _Goal(PassResult.NOTHING, _NEXT, True): 15,
    _Goal(PassResult.NOTHING, _AFTER, True): 2,
    _Goal(PassResult.NOTHING, _DRAWN, True): 4,
    _Goal(PassResult.NOTHING, _DRAWN, False): 4,
    _Goal(PassResult.TEMPORARY, _NEXT, False): 5,
    _Goal(PassResult.TEMPORARY, _AFTER, True): 14,
    _Goal(PassResult.TEMPORARY, _DRAWN, True): 3,
    _Goal(PassResult.TEMPORARY, _DRAWN, False): 3,
    _Goal(PassResult.RIICHI, _NEXT, False): 5,
    _Goal(PassResult.RIICHI, _AFTER, False): 13,
    _Goal(PassResult.RIICHI, _DRAWN, True): 4,
    _Goal(PassResult.RIICHI, _DRAWN, False): 3,
    _Goal(PassResult.ALREADY, _NEXT, False): 5,
    _Goal(PassResult.ALREADY, _AFTER, False): 8,
    _Goal(PassResult.ALREADY, _AFTER, True): 5,
    _Goal(PassResult.ALREADY, _DRAWN, True): 3,
    _Goal(PassResult.ALREADY, _DRAWN, False): 4,
}
"""Percentage of the questions about a discard; each effect is as frequent, and so are yes and no
with each timing."""
_ADDED: dict[_Goal, int] = {
    _Goal(PassResult.NOTHING, _NEXT, True): 15,
    _Goal(PassResult.NOTHING, _AFTER, True): 2,
    _Goal(PassResult.NOTHING, _DRAWN, True): 4,
    _Goal(PassResult.NOTHING, _DRAWN, False): 4,
    _Goal(PassResult.TEMPORARY, _NEXT, False): 2,
    _Goal(PassResult.TEMPORARY, _AFTER, True): 19,
    _Goal(PassResult.TEMPORARY, _DRAWN, True): 2,
    _Goal(PassResult.TEMPORARY, _DRAWN, False): 2,
    _Goal(PassResult.RIICHI, _NEXT, False): 7,
    _Goal(PassResult.RIICHI, _AFTER, False): 11,
    _Goal(PassResult.RIICHI, _DRAWN, True): 4,
    _Goal(PassResult.RIICHI, _DRAWN, False): 3,
    _Goal(PassResult.ALREADY, _NEXT, False): 6,
    _Goal(PassResult.ALREADY, _AFTER, False): 10,
    _Goal(PassResult.ALREADY, _DRAWN, True): 4,
    _Goal(PassResult.ALREADY, _DRAWN, False): 5,
}
"""The same about a tile added to a pon."""
_OWN: dict[_Goal, int] = {
    _Goal(PassResult.NOTHING, _AFTER, True): 26,
    _Goal(PassResult.NOTHING, _DRAWN, True): 4,
    _Goal(PassResult.NOTHING, _DRAWN, False): 4,
    _Goal(PassResult.DISCARD, _AFTER, False): 14,
    _Goal(PassResult.DISCARD, _DRAWN, True): 10,
    _Goal(PassResult.DISCARD, _DRAWN, False): 9,
    _Goal(PassResult.ALREADY, _AFTER, False): 12,
    _Goal(PassResult.ALREADY, _DRAWN, True): 10,
    _Goal(PassResult.ALREADY, _DRAWN, False): 11,
}
"""The same about an own draw."""
GOALS: dict[Source, dict[_Goal, int]] = {
    Source.DISCARDED: _DISCARDED,
    Source.ADDED: _ADDED,
    Source.OWN: _OWN,
}


def draft(level: int, dice: Dice, fixed: Ruleset | None = None) -> Draft:
    """A position of that level, under the fixed ruleset or any preset."""
    source = weighted_choice(SOURCES, dice) or Source.DISCARDED
    goal = weighted_choice(GOALS[source], dice) or next(iter(GOALS[source]))
    rare = source is Source.ADDED or _needs_no_yaku(goal)
    for _ in range(0 if rare else PATIENCE):
        if (found := _first(level, source, goal, _played(source, goal, dice, fixed), dice)) is not None:
            return found
    while (found := _first(level, source, goal, _made(source, goal, dice, fixed), dice)) is None:
        pass
    return found


def _first(
    level: int, source: Source, goal: _Goal, found: Iterable[SeatPosition], dice: Dice
) -> Draft | None:
    """The first suitable question of these positions, or None."""
    low, high = DRILL.bands[level - 1]
    for moment in islice(found, _LOOKS):
        then = drawn_then(moment, goal.when, dice, wins=goal.wins)
        draft = None if then is None else ask(moment, then)
        if draft is None or not low <= draft.difficulty <= high or not has_plan(draft.view()):
            continue
        assert isinstance(draft.ask, PassingAsk)
        answer = frozenset({goal.brings.value}), frozenset({YES if goal.wins else NO})
        if draft.answer == answer and source_of(draft.ask, draft.seat) is source:
            return draft
    return None


def _needs_no_yaku(goal: _Goal) -> bool:
    """Whether the next tile should complete an open hand without a yaku, if that is possible."""
    return goal.when is TileTiming.DRAWN and not goal.wins and goal.brings is not PassResult.RIICHI


def _played(source: Source, goal: _Goal, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """Positions of one bot game with that answer."""

    def wanted(view: SeatView) -> bool:
        if not view.waits or view.my_turn is not (source is Source.OWN):
            return False
        return pass_result(view) is goal.brings and has_plan(view)

    return moments(any_rules(dice, fixed), dice, _HABITS[goal.brings], wanted)


def _made(source: Source, goal: _Goal, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """A constructed position with that answer; empty if the attempt fails."""
    rules, brings, thrown = any_rules(dice, fixed), goal.brings, OwnDiscard.ANYTHING
    riichi = brings is PassResult.RIICHI or (brings is not PassResult.TEMPORARY and dice.below(2) == 0)
    if source is Source.OWN:
        offer = Offer.DRAW_NEAR if brings is PassResult.NOTHING else Offer.DRAW
        # in riichi, discarding a winning draw causes both kinds of furiten that last until the hand ends
        riichi = riichi and brings is not PassResult.DISCARD
    else:
        offer = Offer.NEAR if brings is PassResult.NOTHING else Offer.WAIT
    over = brings is PassResult.ALREADY and goal.when is TileTiming.AFTER_DISCARD and goal.wins
    if brings is PassResult.ALREADY and not over:
        thrown = OwnDiscard.WAIT
    if source is Source.ADDED:
        return kan_offered(rules, dice, offer, thrown=thrown, riichi=riichi)
    riichi = riichi and not over
    melds = 0 if riichi else dice.below(3)
    hand = one_sided(rules, dice) if not riichi and _needs_no_yaku(goal) and dice.below(4) else None
    found = offered(rules, dice, offer, thrown=thrown, riichi=riichi, melds=melds, hand=hand)
    return (also for moment in found for also in also_offered(moment, dice)) if over else found


def drawn_then(moment: SeatPosition, when: TileTiming, dice: Dice, *, wins: bool) -> PassingAsked | None:
    """A next tile with that timing, drawn at random; None if there is none that could be asked about.

    ``wins`` says whether a drawn tile should win.
    """
    view = moment.view()
    if offer_of(view) is None or pass_result(view) is None or not is_open(moment, view):
        return None
    passed = view.drawn if view.my_turn else None
    onward = Onward(moment.rules, moment.seat, moment.events, dice, view.waits)
    kinds = [kind for kind in next_kinds(view, when, wins=wins) if onward.holds(kind)]
    if not kinds or not lead_to(onward, when, passed):
        return None
    kind = kinds[dice.below(len(kinds))]
    return PassingAsked(when, NAMES[onward.draw(kind)]) if onward.holds(kind) else None
