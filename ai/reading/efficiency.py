"""How fast a hand is: acceptance with the tiles really left, and the chance to win in the draws to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.tiles import EAST, Kind

CLOSED_STEPS: tuple[float, ...] = (0.13, 0.18, 0.26, 0.35, 0.45, 0.55)
"""Usual chance in one turn to leave tenpai (by winning), one away, two away, … without calls."""
OPEN_STEPS: tuple[float, ...] = (0.15, 0.22, 0.30, 0.38, 0.46, 0.55)
"""The same for a hand that calls."""
RON_REACH = 2.2
"""How much sooner a wait is met than by the own draws alone."""
CALL_REACH = 1.4
"""The same for a tile that may be called for."""
HAZARD: tuple[float, ...] = (0.045, 0.11, 0.18, 0.24)
"""Chance in one turn that somebody else ends the hand, by the number of threats."""
_GRAIN = 6
"""Unseen tiles are rounded to multiples of this: fewer different questions, hardly different answers."""


def accepted_tiles(accepts: Iterable[Kind], left: Sequence[int]) -> int:
    """Copies of the accepted kinds that can still come."""
    return sum(map(left.__getitem__, accepts))


def win_chance(shanten: int, tiles: int, unseen: int, draws: int, *, calls: bool, threats: int) -> float:
    """Rough chance to win a hand that stands at that shanten.

    ``tiles`` of the ``unseen`` bring it closer; ``draws`` own draws are left; ``calls`` says that the hand
    may call for them; ``threats`` counts the opponents who are likely tenpai.
    """
    coarse = max(unseen // _GRAIN, 1) * _GRAIN
    return _win_chance(shanten, tiles, coarse, draws, calls, min(threats, len(HAZARD) - 1))


@lru_cache(maxsize=100_000)
def _win_chance(shanten: int, tiles: int, unseen: int, draws: int, calls: bool, threats: int) -> float:
    reach = RON_REACH if shanten == 0 else CALL_REACH if calls else 1.0
    return _chance(shanten, min(tiles * reach / unseen, 0.9), draws, calls, threats)


def _chance(shanten: int, rate: float, draws: int, calls: bool, threats: int) -> float:
    """Chance to win when each turn brings the next step with that rate."""
    total, here = 0.0, 1.0
    for turn in range(draws):
        then = 1.0 if shanten == 0 else _usual(shanten - 1, draws - turn - 1, calls, threats)
        total += here * rate * then
        here *= (1.0 - rate) * (1.0 - HAZARD[threats])
    return total


@lru_cache(maxsize=4_000)
def _usual(shanten: int, draws: int, calls: bool, threats: int) -> float:
    """Chance to win from a usual hand of that shanten."""
    steps = OPEN_STEPS if calls else CLOSED_STEPS
    return _chance(shanten, steps[min(shanten, len(steps) - 1)], draws, calls, threats)


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
