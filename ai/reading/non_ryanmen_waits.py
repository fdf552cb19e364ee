"""Waits on a tile that suji does not cover (all but ryanmen), and which of them are still possible."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.melds import MOST_MELDS
from engine.tiles import EAST, IS_ORPHAN, ORPHANS, Kind


class NonRyanmenWait(StrEnum):
    """A wait that is not two-sided."""

    CLOSED = "closed"
    """Kanchan: the two neighbours of the tile."""
    EDGE = "edge"
    """Penchan: 1-2 for a 3, 8-9 for a 7."""
    TWO_PAIRS = "two-pairs"
    """Shanpon: two copies, beside another pair."""
    PAIR = "pair"
    """Tanki: a single copy."""
    ORPHANS = "orphans"
    """Thirteen orphans."""


def non_ryanmen_waits(kind: Kind, left: Sequence[int], melds: int) -> tuple[NonRyanmenWait, ...]:
    """The waits on a kind, apart from two-sided ones, for which enough tiles are unseen.

    ``left`` are the unseen copies of each kind, ``melds`` is the number of melds of the player.
    """
    if melds == MOST_MELDS:
        return (NonRyanmenWait.PAIR,) if left[kind] else ()
    found = []
    rank = kind % 9
    if kind < EAST and 1 <= rank <= 7 and left[kind - 1] and left[kind + 1]:
        found.append(NonRyanmenWait.CLOSED)
    if kind < EAST and _edge(kind, left):
        found.append(NonRyanmenWait.EDGE)
    if left[kind] >= 2:
        found.append(NonRyanmenWait.TWO_PAIRS)
    if left[kind]:
        found.append(NonRyanmenWait.PAIR)
    if IS_ORPHAN[kind] and not melds and _orphans(kind, left):
        found.append(NonRyanmenWait.ORPHANS)
    return tuple(found)


def _edge(kind: Kind, left: Sequence[int]) -> bool:
    if kind % 9 == 2:
        return bool(left[kind - 2] and left[kind - 1])
    return kind % 9 == 6 and bool(left[kind + 1] and left[kind + 2])


def _orphans(kind: Kind, left: Sequence[int]) -> bool:
    """Whether the player can hold the twelve other kinds, and one of them twice or this kind as well."""
    others = [left[other] for other in ORPHANS if other != kind]
    return min(others) >= 1 and (max(others) >= 2 or left[kind] >= 1)
