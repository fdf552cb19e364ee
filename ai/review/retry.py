"""A moment asked again: whether another choice in the same position is right, nearly as good, or wrong."""

from __future__ import annotations

from enum import StrEnum

from ai.review.dangerous_discards import is_safer_for_sure
from ai.review.free_waits import free_waits_as_good
from ai.review.moments import MomentKind, ReviewedMoment
from ai.review.opinions import Experts, same
from engine.actions import Action, ActionKind
from engine.options import options
from engine.view import SeatView

_DISCARDS = (ActionKind.DISCARD, ActionKind.RIICHI)


class Retried(StrEnum):
    """How good the answer to a moment is."""

    RIGHT = "right"
    """It is what would have been better."""
    NEAR_EQUAL = "near-equal"
    """Another choice about as good."""
    WRONG = "wrong"


def can_retry(moment: ReviewedMoment) -> bool:
    """Whether the moment can be asked again: not where a rule was broken."""
    return moment.better is not None


def judge(moment: ReviewedMoment, view: SeatView, answer: Action, experts: Experts | None = None) -> Retried:
    """Judge an answer in the position of a moment; ``view`` is what the seat saw there.

    A declined win is put right by the win alone, avoidable furiten by any free wait as good, a needless risk
    by any tile that cannot lose. Everywhere else a choice of one of the experts counts as about as good, and
    one of which they expect hardly less.
    """
    assert moment.better is not None
    if same(answer, moment.better):
        return Retried.RIGHT
    if moment.kind is MomentKind.WIN_MISSED or _is_played(moment, answer):
        return Retried.WRONG
    return Retried.NEAR_EQUAL if _as_good(view, moment, answer, experts or Experts()) else Retried.WRONG


def _is_played(moment: ReviewedMoment, answer: Action) -> bool:
    """Whether the answer is what the seat did, or the same discard with or without riichi."""
    if moment.kind is MomentKind.PASS:
        return answer.kind is ActionKind.PASS
    return answer.tile == moment.tile and answer.kind in _DISCARDS and not _is_about_riichi(moment)


def _is_about_riichi(moment: ReviewedMoment) -> bool:
    """Whether the better choice discards the same tile, with or without riichi."""
    better = moment.better
    return better is not None and better.kind in _DISCARDS and better.tile == moment.tile


def _as_good(view: SeatView, moment: ReviewedMoment, answer: Action, experts: Experts) -> bool:
    tile = answer.tile
    if moment.tile is not None and tile is not None and answer.kind in _DISCARDS:
        if moment.kind is MomentKind.FURITEN_ENTERED:
            riichi = answer.kind is ActionKind.RIICHI
            free = free_waits_as_good(view, moment.tile, riichi=riichi)
            return any(better.tile == tile for better in free)
        if moment.kind is MomentKind.DANGEROUS_DISCARD and is_safer_for_sure(view, tile, moment.tile):
            return True
    assert moment.better is not None
    return experts.about_as_good(view, options(view), moment.better, answer)
