"""Questions "furiten?": is this tenpai hand furiten, of which kind, by which tile, and until when.

The positions are between two own turns with no wait on offer. The question names the discards since the own
last one. A hand with causes of two kinds has two right answers and is not asked; nor is a hand without
furiten and without near misses.

The difficulty is the effort of ``ai.drills.furiten_history``.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.drills.drill import Drill, whole
from ai.drills.furiten_history import (
    LookBack,
    effort,
    look_back,
    recent_discards,
    themes_of,
)
from ai.drills.question import (
    NONE,
    Ask,
    Asked,
    Draft,
    DrillKind,
    Facts,
    Part,
    QuestionOf,
    kind_options,
    names,
    word_options,
)
from ai.seat_position import SeatPosition
from engine.furiten import Cause, CauseEnd, FuritenKind
from engine.table import Phase
from engine.tiles import COPIES, KIND_OF, Kind
from engine.view import SeatView


@dataclass(frozen=True, slots=True)
class FuritenAsk(Ask):
    """Is the hand furiten now, by which tiles, and until when?"""


@dataclass(frozen=True, slots=True)
class FuritenFacts(Facts):
    """The waits, every cause of furiten, and the look back."""

    waits: tuple[Kind, ...]
    causes: tuple[Cause, ...]
    past: LookBack


FuritenQuestion = QuestionOf[FuritenAsk, FuritenFacts]


def is_between_turns(view: SeatView) -> bool:
    """Whether the seat has no decision pending: no own turn, no wait on offer."""
    return not view.my_turn and view.own.passing is None and view.table.phase is not Phase.OVER


def answer_of(view: SeatView) -> str | None:
    """The kind of furiten of the hand, or ``NONE``; None if it has several kinds."""
    kinds = {cause.kind for cause in view.furiten}
    if len(kinds) > 1:
        return None
    return kinds.pop() if kinds else NONE


def ask(moment: SeatPosition) -> Draft | None:
    """The question about a position; None if it has no answer, several, or a trivial one."""
    view = moment.view()
    answer = answer_of(view)
    if answer is None or not view.waits or not is_between_turns(view):
        return None
    if any(view.hand.holds(kind) == COPIES for kind in view.waits):
        return None
    past = look_back(moment.rules, moment.seat, moment.events)
    if answer == NONE and not past.near_misses:
        return None
    causes = view.furiten
    furiten = frozenset(FuritenKind)
    # what could cause furiten: own discards and tiles that passed
    tiles = [discard.tile for discard in view.me.pond]
    tiles += [tile for _, tile in recent_discards(view)]
    tiles += [cause.tile for cause in view.own.passed]
    return Draft(
        position=moment,
        ask=FuritenAsk(),
        parts=(
            Part("kind", word_options((NONE, *FuritenKind))),
            Part(
                "tiles", kind_options(sorted({KIND_OF[tile] for tile in tiles})), several=True, after=furiten
            ),
            Part("until", word_options(CauseEnd), after=furiten),
        ),
        answer=(
            frozenset({answer}),
            names({KIND_OF[cause.tile] for cause in causes}),
            frozenset(cause.ends for cause in causes),
        ),
        facts=FuritenFacts(view.waits, causes, past),
        difficulty=effort(view, past),
        themes=themes_of(view, past),
    )


DRILL = Drill(
    kind=DrillKind.FURITEN,
    bands=((0, 22), (23, 26), (27, 30), (31, 36), (37, 99)),
    asked=Asked,
    ask=lambda moment, asked: ask(moment),
    mistake=whole,
)
