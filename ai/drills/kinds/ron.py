"""Questions "can you ron?": a tile is discarded or added to a pon: yes; not a wait; furiten; or no yaku.

Robbing a kan is a yaku, so that there the answer without a yaku is not offered. A position with two reasons
against a ron would have two answers and is not asked. A tile that is not a wait is near one. A hand that can
ron has a difficulty: a tile that looks like furiten, or no riichi as an obvious yaku.

The difficulty is the effort of ``ai.drills.furiten_history``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ai.drills.difficulty import near
from ai.drills.drill import Drill, whole
from ai.drills.furiten_history import LookBack, effort, look_back, themes_of
from ai.drills.question import Ask, Asked, Draft, DrillKind, DrillTheme, Facts, Part, QuestionOf, word_options
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.actions import Refusal
from engine.actions import Why as Reason
from engine.hand import MeldKind
from engine.legal import refuse_ron, winning_hand
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
KAN_ANSWERS = (RonAnswer.YES, RonAnswer.NOT_A_WAIT, RonAnswer.FURITEN)
"""The answers that are offered for a tile added to a pon: robbing a kan is a yaku."""


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


RonQuestion = QuestionOf[RonAsk, RonFacts]


def answer_of(view: SeatView) -> RonAnswer | None:
    """The only answer; None if no tile is on offer, or if there are several answers."""
    table = view.table
    if table.offer is None or table.turn == view.seat:
        return None
    refusal = refuse_ron(view)
    answer = _ANSWERS.get(refusal.why if refusal else None)
    if answer is RonAnswer.FURITEN and isinstance(score(winning_hand(view, table.offer, tsumo=False)), NoWin):
        return None
    if answer is RonAnswer.NOT_A_WAIT and (
        view.furiten or table.offered_kan is _CLOSED or not near(KIND_OF[table.offer], view.waits)
    ):
        return None
    return answer


_CLOSED = MeldKind.CLOSED_KAN


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if it has no answer, several, or a trivial one."""
    view = moment.view()
    tile, answer = view.table.offer, answer_of(view)
    # once the bet of a riichi is paid the tile is still on the table, but can no longer be claimed
    if tile is None or answer is None or not view.waits or not isinstance(moment.events[-1], ev.OfferEvent):
        return None
    if any(view.hand.holds(wait) == COPIES for wait in view.waits):
        return None
    past = look_back(moment.rules, moment.seat, moment.events)
    if answer is RonAnswer.YES and view.me.riichi and not past.near_misses:
        return None
    result = score(winning_hand(view, tile, tsumo=False)) if answer is RonAnswer.YES else None
    kan = view.table.offered_kan is MeldKind.ADDED_KAN
    # no yaku before everything, a kan before furiten
    first = [DrillTheme.NO_YAKU] if answer is RonAnswer.NO_YAKU else []
    first += [DrillTheme.ROBBED_KAN] if kan else []
    return Draft(
        position=moment,
        ask=RonAsk(tile, view.table.turn, kan),
        parts=(Part("ron", word_options(KAN_ANSWERS if kan else RonAnswer)),),
        answer=(frozenset({answer.value}),),
        facts=RonFacts(view.waits, refuse_ron(view), None if isinstance(result, NoWin) else result, past),
        difficulty=effort(view, past),
        themes=tuple(dict.fromkeys((*first, *themes_of(view, past)))),
    )


DRILL = Drill(
    kind=DrillKind.RON,
    bands=((0, 21), (22, 26), (27, 31), (32, 37), (38, 99)),
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
    mistake=whole,
)
