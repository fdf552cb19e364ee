"""Questions "can you ron?": a tile is discarded or added to a pon: yes; not a wait; furiten; or no yaku.

The positions are from bot games, or constructed if the search takes too long; a share of robbed kans is
always constructed. The four answers have fixed shares. A position with two reasons against a ron would have
two answers and is not asked. A tile that is not a wait is near one. A hand that can ron has a difficulty: a
tile that looks like furiten, or no riichi as an obvious yaku.

The difficulty is the effort of ``ai.drills.furiten_history`` plus ``kinds_to_look_at`` of
``ai.drills.random_tenpai``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ai.drills.constructed_positions import Offer, OwnDiscard, kan_offered, near, offered
from ai.drills.furiten_history import LookBack, effort, look_back
from ai.drills.played_positions import Habits, moments
from ai.drills.question import Ask, Draft, Facts, Part, word_options
from ai.drills.random_tenpai import kinds_to_look_at
from ai.drills.weighted_choice import any_rules, weighted_choice
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
    RonAnswer.YES: 30,
    RonAnswer.NOT_A_WAIT: 20,
    RonAnswer.FURITEN: 30,
    RonAnswer.NO_YAKU: 20,
}
"""Percentage of questions with each answer."""
BANDS: tuple[tuple[int, int], ...] = ((0, 22), (23, 27), (28, 32), (33, 37), (38, 99))
"""The lowest and highest difficulty of each level."""
KANS = 10
"""The least percentage of robbed kans among tiles that can be won on."""
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
    answer = weighted_choice(SHARES, dice) or RonAnswer.YES
    kan = answer is RonAnswer.YES and dice.below(100) < KANS
    for _ in range(0 if kan else PATIENCE):
        if (found := _first(level, answer, _played(answer, dice, fixed))) is not None:
            return found
    while (found := _first(level, answer, _made(answer, dice, fixed, kan=kan))) is None:
        pass
    return found


def _first(level: int, answer: RonAnswer, found: Iterable[SeatPosition]) -> Draft | None:
    """The first suitable question of these positions, or None."""
    low, high = BANDS[level - 1]
    for moment in islice(found, _LOOKS):
        draft = ask(moment)
        if draft is not None and draft.answer[0] == {answer} and low <= draft.difficulty <= high:
            return draft
    return None


def _played(answer: RonAnswer, dice: Dice, fixed: Ruleset | None) -> Iterator[SeatPosition]:
    """Positions of one bot game with that answer."""

    def wanted(view: SeatView) -> bool:
        return bool(view.waits) and _answer(view) is answer

    return moments(any_rules(dice, fixed), dice, _HABITS[answer], wanted)


def _made(answer: RonAnswer, dice: Dice, fixed: Ruleset | None, *, kan: bool) -> Iterator[SeatPosition]:
    """A constructed position with that answer; empty if the attempt fails."""
    rules = any_rules(dice, fixed)
    if kan:
        return kan_offered(rules, dice)
    offer = Offer.NEAR if answer is RonAnswer.NOT_A_WAIT else Offer.WAIT
    thrown = (
        OwnDiscard.WAIT
        if answer is RonAnswer.FURITEN
        else OwnDiscard.SUJI
        if dice.below(2)
        else OwnDiscard.ANYTHING
    )
    melds = dice.below(3) if answer in (RonAnswer.NO_YAKU, RonAnswer.YES) else 0
    return offered(rules, dice, offer, thrown=thrown, melds=melds)


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
        view.furiten or table.offered_kan or not near(KIND_OF[table.offer], view.waits)
    ):
        return None
    return answer


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
    return Draft(
        rules=moment.rules,
        seat=moment.seat,
        events=moment.events,
        ask=RonAsk(tile, view.table.turn, view.table.offered_kan is MeldKind.ADDED_KAN),
        parts=(Part("ron", word_options(RonAnswer)),),
        answer=(frozenset({answer.value}),),
        facts=RonFacts(view.waits, refuse_ron(view), None if isinstance(result, NoWin) else result, past),
        difficulty=effort(view, past) + kinds_to_look_at(view.hand),
    )
