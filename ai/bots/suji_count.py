"""Count the two-sided waits (suji) still open against a player, and derive a factor on the danger of tiles.

The measured tiers give the average danger of a tile. Early in a hand most two-sided waits are still possible,
so each is unlikely. Late in a hand few are left, so each is more likely.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.ryanmen_waits import SideState, side_state
from ai.reading.safety import Safety
from engine.tiles import EAST, Kind

ONE_CHANCE_COUNTS = 0.5
"""Weight of a wait that needs the last unseen copy of a tile (one-chance)."""
OTHER_WAITS = 2.7
"""Weight of all waits of other shapes together, which are always possible."""
AVERAGE_TWO_SIDED = 6.6
"""Two-sided waits left at which the danger of a tile equals the average of its tier."""

_LAST_LOW = 5
"""Rank, counted from 0, of the lower end of the highest two-sided wait of a suit."""
_TWO_SIDED: tuple[tuple[Kind, tuple[Kind, Kind], Kind], ...] = tuple(
    (low, (low + 1, low + 2), low + 3) for low in range(EAST) if low % 9 <= _LAST_LOW
)
"""Each two-sided wait: its low end, the two tiles held, and its high end."""


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


def danger_multiplier(two_sided: float) -> float:
    """Factor on the danger of a tile with that many two-sided waits left, relative to the average."""
    return (AVERAGE_TWO_SIDED + OTHER_WAITS) / (two_sided + OTHER_WAITS)
