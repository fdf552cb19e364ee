"""Estimate the value of hands: dora, yakuhai, and average points by han."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.table import Table
from engine.tiles import DORA_OF, EAST, KIND_OF, KINDS, NORTH, RED_FIVES, Kind, Tile, is_red

POINTS: tuple[int, ...] = (
    *(700, 1_300, 2_600, 5_000, 7_900, 8_300),
    *(12_000, 12_000, 16_000, 16_500, 17_000, 24_000),
)
"""Average points of a non-dealer's win by han; the last entry is for that han and more."""
DEALER_SHARE = 1.5
"""Factor for a dealer's win."""


def points_of(han: float, dealer: bool) -> int:
    """Average points for an estimated number of han, interpolated linearly."""
    han = min(max(han, 0.0), len(POINTS) - 1)
    below = int(han)
    above = min(below + 1, len(POINTS) - 1)
    points = POINTS[below] + (han - below) * (POINTS[above] - POINTS[below])
    return round(points * DEALER_SHARE if dealer else points)


def dora_han(indicators: Iterable[Tile]) -> list[int]:
    """Han of one tile of each kind as dora."""
    worth = [0] * KINDS
    for indicator in indicators:
        worth[DORA_OF[KIND_OF[indicator]]] += 1
    return worth


def dora_in(tiles: Iterable[Tile], indicators: Iterable[Tile]) -> int:
    """Dora and red fives among the tiles, in han."""
    worth = dora_han(indicators)
    return sum(tile_dora(tile, worth) for tile in tiles)


def tile_dora(tile: Tile, worth: Sequence[int]) -> int:
    """Han of one tile as dora and red five; ``worth`` is the result of ``dora_han``."""
    return worth[KIND_OF[tile]] + is_red(tile)


def tile_hans(worth: Sequence[int]) -> list[int]:
    """``tile_dora`` of every tile."""
    return [*worth, *(tile_dora(red, worth) for red in RED_FIVES)]


@lru_cache(maxsize=1_000)
def dora_hans(indicators: tuple[Tile, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """``dora_han`` and ``tile_hans`` of these indicators, remembered."""
    worth = dora_han(indicators)
    return tuple(worth), tuple(tile_hans(worth))


@lru_cache
def yakuhai_hans(round_wind: Kind, seat_wind: Kind) -> tuple[int, ...]:
    """Han of a triplet of every kind with these winds, remembered."""
    winds = [(kind == round_wind) + (kind == seat_wind) for kind in range(EAST, NORTH + 1)]
    return (*[0] * EAST, *winds, *[1] * (KINDS - NORTH - 1))


def triplet_han(kind: Kind, table: Table, seat: int) -> int:
    """Han of a triplet of that kind for that seat: a dragon, the round wind, the seat wind, or 0."""
    if kind < EAST:
        return 0
    if kind > NORTH:
        return 1
    return (kind == table.round_wind) + (kind == table.seat_wind(seat))
