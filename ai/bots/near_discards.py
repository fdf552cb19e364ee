"""How dangerous a tile is by the discards near it in the pond of the player who may win on it.

Who has discarded a 5 seldom waits with a 4 or a 6, so the tiles beside it are safer than their tiers say. The
tile of the riichi, or the last one discarded from an open hand, is another matter: it may have left the shape
that waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.table import PondTile
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, Kind

MOST = 2
"""More kinds at a distance count as so many."""


class NearFactors(NamedTuple):
    """Factors on the deal-in rate of a tile, measured with ``tests/measure/near_discards.py``."""

    near: tuple[tuple[float, ...], ...]
    """By the number of discarded kinds one away from the tile, then by those two away."""
    terminal: float
    """More for a terminal with such a kind."""
    last: tuple[float, float]
    """More if the last discard that tells something is one away, and two away."""


RIICHI = NearFactors(
    ((1.14, 0.83, 0.55), (0.68, 0.45, 0.30), (0.60, 0.15, 0.15)), terminal=0.6, last=(1.0, 1.1)
)
"""Against a player in riichi, whose last discard is the riichi tile."""
SILENT = NearFactors(
    ((1.15, 0.96, 0.62), (0.80, 0.64, 0.50), (0.54, 0.42, 0.30)), terminal=0.35, last=(1.3, 1.4)
)
"""Against an open hand, whose last discard is the last one that was not tsumogiri."""


class Near(NamedTuple):
    """What lies near a tile in a pond."""

    one_away: int
    """Kinds one away, up to ``MOST``, but the last discard that tells something …"""
    two_away: int
    """… and two away."""
    last: int
    """How far that last discard is from the tile, 1 or 2; else 0."""


def near(kind: Kind, pond: Sequence[PondTile]) -> Near:
    """What lies near a tile; nothing is near an honour, and what was drawn in riichi tells nothing."""
    last = last_told(pond)
    told = list(pond)
    if last is not None:
        told = told[:last] if pond[last].riichi else told[:last] + told[last + 1 :]
    distances = [_distance(kind, other) for other in {KIND_OF[tile.tile] for tile in told}]
    gap = 0 if last is None else _distance(kind, KIND_OF[pond[last].tile])
    return Near(min(distances.count(1), MOST), min(distances.count(2), MOST), gap if gap <= MOST else 0)


def _distance(kind: Kind, other: Kind) -> int:
    """How many numbers apart two tiles of a suit are; 9 for any others."""
    suited = kind < EAST and other < EAST and kind // 9 == other // 9
    return abs(kind - other) if suited else 9


def last_told(pond: Sequence[PondTile]) -> int | None:
    """The place of the riichi tile, else of the last discard that was not tsumogiri."""
    for place, tile in enumerate(pond):
        if tile.riichi:
            return place
    return next((place for place in reversed(range(len(pond))) if not pond[place].tsumogiri), None)


def near_factor(kind: Kind, pond: Sequence[PondTile], factors: NearFactors) -> float:
    """Factor on the deal-in rate of a tile against the player with that pond."""
    if kind >= EAST:
        return 1.0
    found = near(kind, pond)
    factor = factors.near[found.one_away][found.two_away]
    if IS_ORPHAN[kind] and (found.one_away or found.two_away):
        factor *= factors.terminal
    return factor * factors.last[found.last - 1] if found.last else factor
