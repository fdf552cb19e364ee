"""The waits on a tile that suji and walls say nothing about, and which of them can still be held."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.tiles import EAST, Kind


class OneSided(StrEnum):
    """A wait that is not two-sided."""

    CLOSED = "closed"
    """Kanchan: the tiles on both sides."""
    EDGE = "edge"
    """Penchan: 1-2 for a 3, 8-9 for a 7."""
    TWO_PAIRS = "two-pairs"
    """Shanpon: two copies, beside another pair."""
    PAIR = "pair"
    """Tanki: a single copy."""


def one_sided(kind: Kind, left: Sequence[int]) -> tuple[OneSided, ...]:
    """The one-sided waits on a kind for which the tiles are there; ``left`` are the copies out of sight."""
    found = []
    rank = kind % 9
    if kind < EAST and 1 <= rank <= 7 and left[kind - 1] and left[kind + 1]:
        found.append(OneSided.CLOSED)
    if kind < EAST and _edge(kind, left):
        found.append(OneSided.EDGE)
    if left[kind] >= 2:
        found.append(OneSided.TWO_PAIRS)
    if left[kind]:
        found.append(OneSided.PAIR)
    return tuple(found)


def _edge(kind: Kind, left: Sequence[int]) -> bool:
    if kind % 9 == 2:
        return bool(left[kind - 2] and left[kind - 1])
    return kind % 9 == 6 and bool(left[kind + 1] and left[kind + 2])
