"""Count the two-sided waits (suji) still open against a player, and derive a factor on the danger of tiles.

A rate of deal-ins holds for the average of a hand. Early most two-sided waits are still possible, so each is
unlikely. Late few are left, so each is more likely. The factor was fitted to games of three kinds of players
(docs/safety.md, "Suji left").
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from engine.tiles import EAST, Kind

ONE_CHANCE_COUNTS = 0.5
"""Weight of a wait that needs the last unseen copy of a tile (one-chance)."""
OTHER_WAITS = 2.7
"""Weight of all waits of other shapes together, which are always possible."""
AVERAGE_TWO_SIDED = 6.6
"""Two-sided waits left at which the danger of a tile equals its rate."""

_LAST_LOW = 5
"""Rank, counted from 0, of the lower end of the highest two-sided wait of a suit."""
_TWO_SIDED: tuple[tuple[Kind, Kind, Kind, Kind], ...] = tuple(
    (low, low + 1, low + 2, low + 3) for low in range(EAST) if low % 9 <= _LAST_LOW
)
"""Each two-sided wait: its low end, the two tiles held, and its high end."""


def two_sided_left(safe: Container[Kind], left: Sequence[int]) -> float:
    """Two-sided waits that neither a genbutsu nor a wall of visible tiles rules out, 0 to 18.

    ``safe`` are the genbutsu against the player, ``left`` the unseen copies of each kind.
    """
    found = 0.0
    for low, near, far, high in _TWO_SIDED:
        if low not in safe and high not in safe and left[near] and left[far]:
            found += ONE_CHANCE_COUNTS if left[near] == 1 or left[far] == 1 else 1.0
    return found


def danger_multiplier(two_sided: float) -> float:
    """Factor on the danger of a tile with that many two-sided waits left, relative to the average."""
    return (AVERAGE_TWO_SIDED + OTHER_WAITS) / (two_sided + OTHER_WAITS)
