"""Which tiles come out, and which are won on: the chances by which experts wait and are careful.

Four experts play with all hands known. ``python -m tools.measure.measured_waits`` prints one table.

When a hand is declared riichi, and of silent and open hands after their 6th, 9th and
12th discard with nobody in riichi, each kind that is not in the own pond is a sample. For each ground of its
safety against the own hand: how much sooner a first copy came, drawn or discarded by somebody else, than by
the own draws alone, while the hand lasted (``ai/bots/win_value.py``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ai.bots.win_value import RATE_OF
from ai.reading.safety import Safety
from ai.reading.safety_reasons import SafetyReason
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.round import Round
from engine.tiles import KIND_OF, KINDS, Kind
from engine.view import SeatView
from engine.wall import PLAYERS
from tools.measure.expert_games import asked_for, hands

TABLE = "hayai:expert,mamori:expert,takame:expert,hayai:expert"
LOOKED_AT = (5, 8, 11)
"""Own discards before the one after which a hand that is not in riichi is looked at."""
FEWEST = 100
"""Fewer samples say nothing."""


class Came(NamedTuple):
    """One kind that a hand could wait on: whether and how soon others discarded it."""

    loud: bool
    reason: SafetyReason
    draws: float
    """Copies that its owner would have drawn until the hand was over, on average."""
    out: bool
    """Whether somebody else discarded one."""


class _Open(NamedTuple):
    """A hand that is looked at until it is over."""

    seat: int
    loud: bool
    kinds: dict[Kind, tuple[SafetyReason, float]]
    """For each kind that it may wait on its ground, and the chance that one draw brings it."""
    discards: list[int]
    """How many each seat had made."""
    live: int


def played(table: Sequence[str], seed: int, number: int) -> list[Came]:
    """The samples of one game; the same for the same numbers."""
    found: list[Came] = []
    opened: list[_Open] = []

    def decided(match: Match, view: SeatView, action: Action) -> None:
        if _looked_at(view, action):
            opened.append(_opened(view, action))

    for match in hands(table, seed, number, decided):
        for each in opened:
            found.extend(_closed(match.round, each))
        opened.clear()
    return found


def _looked_at(view: SeatView, action: Action) -> bool:
    if action.kind is ActionKind.RIICHI:
        return True
    quiet = not any(seat.riichi for seat in view.table.seats)
    return action.kind is ActionKind.DISCARD and quiet and len(view.me.pond) in LOOKED_AT


def _opened(view: SeatView, action: Action) -> _Open:
    assert action.tile is not None
    safety, left = Safety(view), view.left()
    own = {KIND_OF[discard.tile] for discard in view.me.pond} | {KIND_OF[action.tile]}
    kinds = {
        kind: (safety.reason(kind, view.seat), left[kind] / sum(left))
        for kind in range(KINDS)
        if left[kind] and kind not in own
    }
    ponds = [len(seat.pond) for seat in view.table.seats]
    return _Open(view.seat, action.kind is ActionKind.RIICHI, kinds, ponds, view.table.live)


def _closed(game: Round, hand: _Open) -> list[Came]:
    """The samples of a hand that is over."""
    out = {
        KIND_OF[discard.tile]
        for seat, player in enumerate(game.table.seats)
        if seat != hand.seat
        for discard in player.pond[hand.discards[seat] :]
    }
    turns = (hand.live - game.table.live) / PLAYERS
    return [
        Came(hand.loud, reason, turns * share, kind in out) for kind, (reason, share) in hand.kinds.items()
    ]


def reach(samples: Sequence[Came]) -> float:
    """How much sooner such tiles are met than by the own draws alone.

    Others discard a kind for the first time as if each moment were as likely: of n such kinds the share that
    never came out is the exponential of what was to be expected.
    """
    never = 1.0 - sum(each.out for each in samples) / len(samples)
    drawn = sum(each.draws for each in samples) / len(samples)
    return 1.0 - math.log(never) / drawn


def _tell_reach(came: Sequence[Came]) -> None:
    print("ground: kinds and reach of riichi hands, of silent and open ones, as experts reckon")
    for reason in SafetyReason:
        if reason not in RATE_OF:
            continue
        told = f"  {reason:20}"
        for loud in (True, False):
            some = [each for each in came if each.reason is reason and each.loud is loud]
            told += f"{len(some):9,}{reach(some):6.2f}" if len(some) >= FEWEST else f"{len(some):9,}     –"
        print(f"{told}{RATE_OF[reason]:6.1f}")


def main() -> None:
    """Measure and tell."""
    _tell_reach([came for game in asked_for(played, __doc__, games=200, seed=6, bots=TABLE) for came in game])


if __name__ == "__main__":
    main()
