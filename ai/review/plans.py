"""Which plan a choice follows, so that one difference of plan is charged once.

A choice and a better one differ by one plan: what the played one did and the better one did not. Later in the
same hand a difference by the same plan only follows from the first:

- the seat goes on against the same players in riichi, where the better choice folds, or the other way round.
  A riichi that was declared since makes it a new decision;
- it calls again, or lets one more tile pass; it stays silent again, or makes one more kan or none;
- the same tile should go, and again it stays.

Each of these is charged at its first mistake in the hand. Anything else is a difference of its own.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ai.reading.position_analysis import PositionAnalysis
from engine import shape
from engine.actions import Action, ActionKind
from engine.tiles import KIND_OF, Kind
from engine.view import SeatView

_DISCARDS = (ActionKind.DISCARD, ActionKind.RIICHI)
_KANS = (ActionKind.OPEN_KAN, ActionKind.ADDED_KAN, ActionKind.CLOSED_KAN)


class Aim(StrEnum):
    """What a choice did where the better one did not."""

    ATTACK = "attack"
    """It kept the hand nearer to tenpai with the more dangerous tile."""
    DEFENCE = "defence"
    """It took the hand farther from tenpai with the less dangerous tile."""
    CALL = "call"
    NO_CALL = "no-call"
    RIICHI = "riichi"
    SILENCE = "silence"
    KAN = "kan"
    NO_KAN = "no-kan"
    REDEAL = "redeal"
    NO_REDEAL = "no-redeal"
    KEPT_TILE = "kept-tile"
    """It discarded another tile than the one that should go."""
    CALL_FORM = "call-form"
    """It called with other tiles."""


class PlanDifference(msgspec.Struct, frozen=True):
    """One difference of plan; equal ones within a hand are charged once.

    ``against`` are the players in riichi, where the difference is about attack and defence. ``kind`` is the
    tile that should have gone, where it is about a discard.
    """

    aim: Aim
    against: frozenset[int] = frozenset()
    kind: Kind | None = None


def plan_difference(view: SeatView, played: Action, better: Action) -> PlanDifference:
    """By which plan these two choices of a position differ."""
    if played.kind in _DISCARDS and better.kind in _DISCARDS:
        return _of_discards(view, played, better)
    one, other = _plan_of(played), _plan_of(better)
    if one is other:
        return PlanDifference(Aim.CALL_FORM)
    # a kan or a redeal is about itself, whatever the other choice is; pass and discard stand for neither
    if Aim.KAN in (one, other):
        return PlanDifference(Aim.KAN if one is Aim.KAN else Aim.NO_KAN)
    if Aim.REDEAL in (one, other):
        return PlanDifference(Aim.REDEAL if one is Aim.REDEAL else Aim.NO_REDEAL)
    return PlanDifference(Aim.CALL if one is Aim.CALL else Aim.NO_CALL)


def _plan_of(action: Action) -> Aim | None:
    if action.kind in _KANS:
        return Aim.KAN
    if action.kind is ActionKind.NINE_TERMINALS:
        return Aim.REDEAL
    return Aim.CALL if action.kind in (ActionKind.CHI, ActionKind.PON) else None


def _of_discards(view: SeatView, played: Action, better: Action) -> PlanDifference:
    assert played.tile is not None
    assert better.tile is not None
    one, other = KIND_OF[played.tile], KIND_OF[better.tile]
    riichi = frozenset(
        seat for seat, player in enumerate(view.table.seats) if player.riichi and seat != view.seat
    )
    if one != other:
        steps = {
            kind: found[0] for kind, found in shape.discards(view.hand.keys, len(view.hand.melds)).items()
        }
        position = PositionAnalysis(view)
        farther, safer = steps[other] - steps[one], position.danger(one) - position.danger(other)
        if farther > 0 < safer:
            return PlanDifference(Aim.ATTACK, riichi)
        if farther < 0 > safer:
            return PlanDifference(Aim.DEFENCE, riichi)
    if played.kind is not better.kind:
        return PlanDifference(Aim.RIICHI if played.kind is ActionKind.RIICHI else Aim.SILENCE)
    return PlanDifference(Aim.KEPT_TILE, kind=other)
