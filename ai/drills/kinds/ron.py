"""Questions "can you ron?": a tile is discarded or added to a pon: yes; not a wait; furiten; or no yaku.

The positions are from bot games, or constructed if the search takes too long; tiles of kans are always
constructed. The answers have equal shares, those about kans too: robbing a kan is a yaku, so that there the
answer without a yaku is not offered. A position with two reasons against a ron would have two answers and is
not asked. A tile that is not a wait is near one. A hand that can ron has a difficulty: a tile that looks like
furiten, or no riichi as an obvious yaku. Most hands without a yaku would have one with another wait; the
others are closed.

The difficulty is the effort of ``ai.drills.furiten_history``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ai.drills.constructed_positions import Offer, OwnDiscard, kan_offered, near, offered, one_sided
from ai.drills.drill import Bands, Drill
from ai.drills.furiten_history import LookBack, effort, look_back, themes_of
from ai.drills.played_positions import Habits, moments
from ai.drills.question import Ask, Asked, Draft, DrillKind, Facts, Part, word_options
from ai.drills.themes import DrillTheme
from ai.drills.weighted_choice import any_rules, weighted_choice
from ai.drills.yaku_in_hand import has_plan, waits_with_yaku
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Refusal
from engine.actions import Why as Reason
from engine.dice import Dice
from engine.legal.wins import refuse_ron, winning_hand
from engine.melds import MeldKind
from engine.rules import Ruleset
from engine.score import NoWin, Score, score
from engine.tiles import COPIES, KIND_OF, Kind, Tile
from engine.view import SeatView


class RonAnswer(StrEnum):
    """The answers about a tile on offer."""

    YES = "yes"
    NOT_A_WAIT = "not-a-wait"
    FURITEN = "furiten"
    NO_YAKU = "no-yaku"


_ANSWERS: dict[Reason | None, RonAnswer] = {
    None: RonAnswer.YES,
    Reason.NOT_COMPLETE: RonAnswer.NOT_A_WAIT,
    Reason.FURITEN: RonAnswer.FURITEN,
    Reason.NO_YAKU: RonAnswer.NO_YAKU,
}

SHARES: dict[RonAnswer, int] = {
    RonAnswer.YES: 25,
    RonAnswer.NOT_A_WAIT: 25,
    RonAnswer.FURITEN: 25,
    RonAnswer.NO_YAKU: 25,
}
"""Percentage of questions about a discard with each answer."""
KAN_SHARES: dict[RonAnswer, int] = {RonAnswer.YES: 34, RonAnswer.NOT_A_WAIT: 33, RonAnswer.FURITEN: 33}
"""The same for a tile added to a pon."""
BANDS: Bands = ((0, 21), (22, 26), (27, 31), (32, 37), (38, 99))
"""The lowest and highest difficulty of each level."""
KANS = 8
"""Percentage of questions about a tile added to a pon."""
ONE_SIDED = 70
"""Percentage of the hands without a yaku that would have one with another wait."""
OFFERS = (ev.Dahai, ev.Kakan, ev.Ankan)
"""Events after which a seat may win on the tile."""
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


@dataclass(frozen=True, slots=True)
class RonAsk(Ask):
    """Can the player win on this tile, which ``seat`` discarded, or added to its pon if ``kan``?"""

    tile: Tile
    seat: int
    kan: bool


@dataclass(frozen=True, slots=True)
class RonFacts(Facts):
    """Why not, with the causes of furiten; or the score of the win; and the look back."""

    waits: tuple[Kind, ...]
    refusal: Refusal | None
    score: Score | None
    past: LookBack


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
    low, high = BANDS[goal.level - 1]
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
        return bool(view.waits) and _answer(view) is goal.answer and goal.fits(view)

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


def _answer(view: SeatView) -> RonAnswer | None:
    """The only answer; None if no tile is on offer, or if there are several answers."""
    table = view.table
    if table.offer is None or table.turn == view.seat:
        return None
    refusal = refuse_ron(view)
    answer = _ANSWERS.get(refusal.why if refusal else None)
    if answer is RonAnswer.FURITEN and _no_yaku(view, table.offer):
        return None
    if answer is RonAnswer.NOT_A_WAIT and (
        view.furiten or table.offered_kan is _CLOSED or not near(KIND_OF[table.offer], view.waits)
    ):
        return None
    return answer


_CLOSED = MeldKind.CLOSED_KAN


def _no_yaku(view: SeatView, tile: Tile) -> bool:
    """Whether the hand could not win on the tile even without furiten."""
    return isinstance(score(winning_hand(view, tile, tsumo=False)), NoWin)


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if it has no answer, several, or a trivial one."""
    view = moment.view()
    tile, answer = view.table.offer, _answer(view)
    # once the bet of a riichi is paid the tile is still on the table, but can no longer be claimed
    if tile is None or answer is None or not view.waits or not isinstance(moment.events[-1], OFFERS):
        return None
    if any(view.hand.holds(wait) == COPIES for wait in view.waits):
        return None
    past = look_back(moment.rules, moment.seat, moment.events)
    if answer is RonAnswer.YES and view.me.riichi and not past.near_misses:
        return None
    result = score(winning_hand(view, tile, tsumo=False)) if answer is RonAnswer.YES else None
    kan = view.table.offered_kan is MeldKind.ADDED_KAN
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=RonAsk(tile, view.table.turn, kan),
        parts=(Part("ron", word_options(KAN_SHARES if kan else RonAnswer)),),
        answer=(frozenset({answer.value}),),
        facts=RonFacts(view.waits, refuse_ron(view), None if isinstance(result, NoWin) else result, past),
        difficulty=effort(view, past),
        themes=_themes(view, answer, past, kan=kan),
    )


def _themes(view: SeatView, answer: RonAnswer, past: LookBack, *, kan: bool) -> tuple[DrillTheme, ...]:
    """The ideas: no yaku before everything, a kan before furiten."""
    first = [DrillTheme.NO_YAKU] if answer is RonAnswer.NO_YAKU else []
    first += [DrillTheme.ROBBED_KAN] if kan else []
    return tuple(dict.fromkeys((*first, *themes_of(view, past))))


DRILL = Drill(
    kind=DrillKind.RON,
    bands=BANDS,
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
    mistake=lambda moment, only: None if only else Asked(),
)
