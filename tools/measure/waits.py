"""Which tiles come out, and which are won on: the chances by which experts wait and are careful.

Four experts play with all hands known. ``python -m tools.measure.waits`` prints two tables:

*Tiles that come out.* When a hand is declared riichi, and of silent and open hands after their 6th, 9th and
12th discard with nobody in riichi, each kind that is not in the own pond is a sample. For each ground of its
safety against the own hand: how much sooner a first copy came, drawn or discarded by somebody else, than by
the own draws alone, while the hand lasted (``ai/bots/win_chances.py``).

*Tiles that are won on.* Before each discard, each kind in the hand is a sample against each player in riichi,
by how many two-sided waits are left against that player: how many could be won on, for each one that the
tiers alone expected (``ai/bots/suji_count.py``).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ai.bots.suji_count import danger_multiplier, two_sided_left
from ai.bots.win_chances import RATE_OF
from ai.reading.measured_tiers import DEAL_IN, Tier
from ai.reading.safety import Safety
from ai.reading.safety_reasons import SafetyReason
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.round import Round
from engine.tiles import KIND_OF, KINDS, Kind
from engine.view import SeatView
from engine.wall import PLAYERS
from tools.measure.expert_games import asked_for, hands

TABLE = ("hayai:expert", "mamori:expert", "takame:expert", "hayai:expert")
"""They take the seats in turn."""
LOOKED_AT = (5, 8, 11)
"""Own discards before the one after which a hand that is not in riichi is looked at."""
FEWEST = 100
"""Fewer samples say nothing."""
_STEP = 2
"""Two-sided waits are counted by so many."""


class Came(NamedTuple):
    """One kind that a hand could wait on: whether and how soon others discarded it."""

    loud: bool
    reason: SafetyReason
    draws: float
    """Copies that its owner would have drawn until the hand was over, on average."""
    out: bool
    """Whether somebody else discarded one."""


class Risk(NamedTuple):
    """One kind that could be discarded against a riichi."""

    two_sided: float
    expected: float
    """The chance of its tier."""
    won: bool


class Samples(NamedTuple):
    """What one game shows."""

    came: list[Came]
    risks: list[Risk]


class _Open(NamedTuple):
    """A hand that is looked at until it is over."""

    seat: int
    loud: bool
    kinds: dict[Kind, tuple[SafetyReason, float]]
    """For each kind that it may wait on its ground, and the chance that one draw brings it."""
    discards: list[int]
    """How many each seat had made."""
    live: int


def played(seed: int, number: int) -> Samples:
    """The samples of one game; the same for the same numbers."""
    found = Samples([], [])
    opened: list[_Open] = []

    def decided(match: Match, view: SeatView, action: Action) -> None:
        if view.my_turn:
            found.risks.extend(_risks(match.round, view))
        if _looked_at(view, action):
            opened.append(_opened(view, action))

    for match in hands(TABLE, seed, number, decided):
        for each in opened:
            found.came.extend(_closed(match.round, each))
        opened.clear()
    return found


def _risks(game: Round, view: SeatView) -> list[Risk]:
    """Each kind that the seat holds, against each player in riichi."""
    safety, left, found = Safety(view), view.left(), []
    for opponent in safety.opponents:
        if view.table.seats[opponent].riichi:
            two_sided = two_sided_left(safety, left, opponent)
            for kind in {KIND_OF[tile] for tile in view.hand.tiles}:
                tier = safety.tier(kind, opponent)
                if tier is not Tier.SAFE:
                    found.append(Risk(two_sided, DEAL_IN[tier], kind in game.own[opponent].waits))
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


def _tell_risks(risks: Sequence[Risk]) -> None:
    by_number: dict[int, list[Risk]] = defaultdict(list)
    for each in risks:
        by_number[int(each.two_sided) // _STEP].append(each)
    print("two-sided waits left: kinds, won on for each expected, as experts reckon")
    for number, some in sorted(by_number.items()):
        if len(some) >= FEWEST:
            ratio = sum(each.won for each in some) / sum(each.expected for each in some)
            reckoned = sum(each.expected * danger_multiplier(each.two_sided) for each in some)
            reckoned /= sum(each.expected for each in some)
            first = number * _STEP
            print(f"  {first:2} to {first + _STEP - 1:2} {len(some):8,} {ratio:6.2f} {reckoned:6.2f}")


def main() -> None:
    """Measure and tell."""
    came: list[Came] = []
    risks: list[Risk] = []
    for game in asked_for(played, __doc__, games=200, seed=6):
        came += game.came
        risks += game.risks
    _tell_reach(came)
    _tell_risks(risks)


if __name__ == "__main__":
    main()
