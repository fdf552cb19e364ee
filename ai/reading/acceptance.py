"""How fast a hand is: acceptance with the tiles really left, and the chance to win in the draws to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engine.tiles import EAST, Kind

CLOSED_STEPS: tuple[float, ...] = (0.12, 0.16, 0.24, 0.33, 0.43, 0.53)
"""Usual chance in one turn to leave tenpai (by winning), one away, two away, … without calls."""
OPEN_STEPS: tuple[float, ...] = (0.12, 0.17, 0.25, 0.34, 0.44, 0.54)
"""The same for a hand that calls."""
RON_REACH = 2.0
"""How much sooner a wait is met than by the own draws alone."""
CALL_REACH = 1.1
"""The same for a tile that may be called for."""
HAZARD: tuple[float, ...] = (0.06, 0.18, 0.27, 0.35)
"""Chance in one turn that somebody else ends the hand, by the number of threats."""
_GRAIN = 6
"""Unseen tiles are rounded to multiples of this: fewer different questions, hardly different answers."""


class AcceptedTile(NamedTuple):
    """A kind that brings a hand closer, and how many copies of it cannot be seen."""

    kind: Kind
    left: int


def live_kinds(kinds: Iterable[Kind], left: Sequence[int]) -> tuple[AcceptedTile, ...]:
    """The kinds that can still come, each with the copies left."""
    return tuple(AcceptedTile(kind, left[kind]) for kind in kinds if left[kind])


def accepted_tiles(accepts: Iterable[Kind], left: Sequence[int]) -> int:
    """Copies of the accepted kinds that can still come."""
    return sum(map(left.__getitem__, accepts))


def win_chances(unseen: int, draws: int, threats: int) -> Callable[[int, int, bool, float], float]:
    """Rough chances to win at one moment, to be asked by shanten, tiles, calls and pace.

    ``draws`` own draws are left; ``threats`` counts the opponents who are likely tenpai. A hand stands at
    that shanten, so many tiles of the ``unseen`` bring it closer, and it may call for them or not. The pace
    is 1, or less for plans that accept fewer tiles than usual at the later steps.
    """
    coarse = max(unseen // _GRAIN, 1) * _GRAIN
    return partial(_win_chance, coarse, draws, min(threats, len(HAZARD) - 1))


@lru_cache(maxsize=100_000)
def _win_chance(
    unseen: int, draws: int, threats: int, shanten: int, tiles: int, calls: bool, pace: float
) -> float:
    reach = RON_REACH if shanten == 0 else CALL_REACH if calls else 1.0
    return _chance(shanten, min(tiles * reach / unseen, 0.9), draws, calls, threats, pace)


def _chance(shanten: int, rate: float, draws: int, calls: bool, threats: int, pace: float) -> float:
    """Chance to win when each turn brings the next step with that rate."""
    total, here = 0.0, 1.0
    for turn in range(draws):
        then = 1.0 if shanten == 0 else _usual(shanten - 1, draws - turn - 1, calls, threats, pace)
        total += here * rate * then
        here *= (1.0 - rate) * (1.0 - HAZARD[threats])
    return total


@lru_cache(maxsize=4_000)
def _usual(shanten: int, draws: int, calls: bool, threats: int, pace: float) -> float:
    """Chance to win from a usual hand of that shanten."""
    steps = OPEN_STEPS if calls else CLOSED_STEPS
    return _chance(shanten, pace * steps[min(shanten, len(steps) - 1)], draws, calls, threats, pace)


def usefulness(kind: Kind, counts: Sequence[int], left: Sequence[int]) -> int:
    """How much a lone tile may still become: tiles left that would pair it or stand beside it.

    ``counts`` are the concealed tiles, so that neighbours already held count too.
    """
    worth = 3 * left[kind]
    if kind >= EAST:
        return worth
    rank = kind % 9
    for step, weight in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
        if 0 <= rank + step <= 8:
            worth += weight * (left[kind + step] + 2 * min(counts[kind + step], 1))
    return worth
