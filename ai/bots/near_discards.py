"""How dangerous a tile is by the discards near it in the pond of the player who may win on it.

Who discards a 5 shortly before tenpai seldom waits with a 4 or a 6, so the tiles beside it are safer than
their tiers say. The tile of the riichi, or the last one discarded from an open hand, is another matter: it
may have left the shape that waits. What was discarded long before, or drawn and discarded since, tells
little.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from ai.reading.threat_signs import tsumogiri_run
from engine.table import PondTile
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, Kind

RECENT = 5
"""So many discards before the last one that tells something are looked at."""
FARTHEST = 3
"""How far from a tile that last one is still near it."""
_MIDDLE = 4
"""The 5, counted from 0."""


class Beside(IntEnum):
    """Which discards lie one away from a tile."""

    NONE = 0
    INSIDE = 1
    """One, and the tile is nearer to the 5 than it."""
    OUTSIDE = 2
    """One, and the tile is farther from the 5."""
    BOTH = 3
    """Two different ones."""


class Near(NamedTuple):
    """What lies near a tile in a pond."""

    beside: Beside
    two_away: bool
    """Whether a discard lies two away."""
    last: int
    """How far the last discard that tells something is from the tile, 1 to ``FARTHEST``; else 0."""


class NearFactors(NamedTuple):
    """Factors on the deal-in rate of a tile, measured with ``tools/measure/near_discards.py``."""

    near: tuple[tuple[float, float], ...]
    """By ``Near.beside``, then by ``Near.two_away``."""
    terminal: float
    """More for a terminal with such a discard."""
    last: tuple[float, ...]
    """More by ``Near.last``, from 0."""


RIICHI = NearFactors(
    ((1.12, 0.8), (0.74, 0.35), (0.45, 0.35), (0.45, 0.1)), terminal=0.75, last=(1.0, 0.95, 1.1, 1.3)
)
"""Against a player in riichi, whose last discard is the riichi tile."""
SILENT = NearFactors(
    ((1.06, 0.75), (0.66, 0.66), (0.5, 0.25), (0.4, 0.15)), terminal=0.25, last=(1.0, 1.27, 1.45, 1.33)
)
"""Against an open hand, whose last discard is the last one that was not tsumogiri."""


def near(kind: Kind, pond: Sequence[PondTile]) -> Near:
    """What lies near a tile; nothing is near an honour."""
    last = last_told(pond)
    if last is None or kind >= EAST:
        return Near(Beside.NONE, False, 0)
    recent = {KIND_OF[tile.tile] for tile in pond[max(last - RECENT, 0) : last]}
    beside = [other for other in recent if _distance(kind, other) == 1]
    where = Beside.NONE
    if len(beside) > 1:
        where = Beside.BOTH
    elif beside:
        closer = abs(kind % 9 - _MIDDLE) < abs(beside[0] % 9 - _MIDDLE)
        where = Beside.INSIDE if closer else Beside.OUTSIDE
    two_away = any([_distance(kind, other) == 2 for other in recent])  # noqa: C419
    gap = _distance(kind, KIND_OF[pond[last].tile])
    return Near(where, two_away, gap if gap <= FARTHEST else 0)


def last_told(pond: Sequence[PondTile]) -> int | None:
    """The place of the riichi tile, else of the last discard that was not tsumogiri."""
    for place, tile in enumerate(pond):
        if tile.riichi:
            return place
    run = tsumogiri_run(pond)
    return len(pond) - 1 - run if run < len(pond) else None


def near_factor(kind: Kind, pond: Sequence[PondTile], factors: NearFactors) -> float:
    """Factor on the deal-in rate of a tile against the player with that pond."""
    if kind >= EAST:
        return 1.0
    found = near(kind, pond)
    factor = factors.near[found.beside][found.two_away] * factors.last[found.last]
    return factor * factors.terminal if IS_ORPHAN[kind] and (found.beside or found.two_away) else factor


def _distance(kind: Kind, other: Kind) -> int:
    """How many numbers apart two tiles of a suit are; 9 for any others."""
    suited = kind < EAST and other < EAST and kind // 9 == other // 9
    return abs(kind - other) if suited else 9
