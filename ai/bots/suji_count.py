"""How many two-sided waits a player may still have: the fewer are left, the more dangerous is each tile.

The measured tiers say how dangerous a tile is on average. Early in a hand, with most two-sided waits (suji)
still possible, each of them is unlikely; late, with a few left, the player waits on one of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.ryanmen_waits import SideState, side_state
from ai.reading.safety import Safety
from engine.tiles import EAST, Kind

ONE_CHANCE_COUNTS = 0.5
"""A wait of which one tile is left counts as this part of a wait."""
OTHER_WAITS = 2.7
"""Waits of other shapes, as two-sided ones that are always left."""
USUAL = 6.6
"""Two-sided waits left where a tile is as dangerous as its tier says."""

_LAST_LOW = 5
"""Rank, counted from 0, of the lower end of the highest two-sided wait of a suit."""
_TWO_SIDED: tuple[tuple[Kind, tuple[Kind, Kind], Kind], ...] = tuple(
    (low, (low + 1, low + 2), low + 3) for low in range(EAST) if low % 9 <= _LAST_LOW
)
"""Both ends of each two-sided wait, with the tiles held between them."""


def two_sided_left(safety: Safety, left: Sequence[int], opponent: int) -> float:
    """Two-sided waits that neither a genbutsu nor a wall of visible tiles rules out."""
    safe = safety.genbutsu(opponent)
    found = 0.0
    for low, held, high in _TWO_SIDED:
        if low not in safe:
            state = side_state(held, high, safe, left)
            if state is SideState.OPEN:
                found += 1.0
            elif state is SideState.ONE_CHANCE:
                found += ONE_CHANCE_COUNTS
    return found


def pressure(two_sided: float) -> float:
    """How many times as dangerous as on average a tile is with so many two-sided waits left."""
    return (USUAL + OTHER_WAITS) / (two_sided + OTHER_WAITS)
