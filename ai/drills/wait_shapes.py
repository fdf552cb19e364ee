"""Concrete waits: the tiles of a hand that wait, and what they wait on, such as 23m on 1m and 4m."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from engine import shape
from engine.hand import Hand
from engine.tiles import EAST, KINDS, Kind, format_tiles


class WaitForm(StrEnum):
    """How the tiles of a wait lie together."""

    TWO_SIDED = "two-sided"
    """Ryanmen: 23 on 1 and 4."""
    CLOSED = "closed"
    """Kanchan: 24 on 3."""
    EDGE = "edge"
    """Penchan: 12 on 3."""
    SINGLE = "single"
    """Tanki: one tile."""
    PAIRS = "pairs"
    """Shanpon: two pairs."""
    FOUR_IN_A_ROW = "four-in-a-row"
    """Nobetan: 2345 on 2 and 5."""
    FIVE_IN_A_ROW = "five-in-a-row"
    """Sanmenchan: 34567 on 2, 5 and 8."""
    TRIPLET_AND_NEIGHBOUR = "triplet-and-neighbour"
    """3334 on 2, 4 and 5."""


class WaitShape(NamedTuple):
    """The tiles of a wait in notation and as kinds, and the kinds that it waits on."""

    id: str
    form: WaitForm
    tiles: tuple[Kind, ...]
    waits: tuple[Kind, ...]

    @property
    def look(self) -> tuple[str, ...]:
        """What the wait is like apart from suit and direction: two waits with the same look are alike."""
        return (self.form, *sorted(map(_zone, self.waits)))


def _zone(kind: Kind) -> str:
    """Honour, or how far a number is from the end of its suit: 1 to 5."""
    return "honour" if kind >= EAST else str(1 + min(kind % 9, 8 - kind % 9))


@cache
def all_shapes() -> tuple[WaitShape, ...]:
    """Every wait of these forms."""
    return tuple(_shape(form, tiles) for form, tiles in _all_tiles())


@cache
def shape_of(id: str) -> WaitShape:
    """The wait with that id; raises KeyError for another text."""
    return {each.id: each for each in all_shapes()}[id]


def _all_tiles() -> Iterator[tuple[WaitForm, tuple[Kind, ...]]]:
    """The tiles of every wait."""
    for kind in range(KINDS):
        yield WaitForm.SINGLE, (kind,)
    for pair in combinations(range(KINDS), 2):
        yield WaitForm.PAIRS, (pair[0], pair[0], pair[1], pair[1])
    for suit in range(0, EAST, 9):
        for rank in range(8):
            edge = WaitForm.EDGE if rank in (0, 7) else WaitForm.TWO_SIDED
            yield edge, _run(suit, rank, 2)
        for rank in range(7):
            yield WaitForm.CLOSED, (suit + rank, suit + rank + 2)
        for rank in range(6):
            yield WaitForm.FOUR_IN_A_ROW, _run(suit, rank, 4)
        for rank in range(1, 4):
            yield WaitForm.FIVE_IN_A_ROW, _run(suit, rank, 5)
        for rank in range(1, 7):
            low, high = suit + rank, suit + rank + 1
            yield WaitForm.TRIPLET_AND_NEIGHBOUR, (low, low, low, high)
            yield WaitForm.TRIPLET_AND_NEIGHBOUR, (low, high, high, high)


def _run(suit: int, rank: int, length: int) -> tuple[Kind, ...]:
    return tuple(range(suit + rank, suit + rank + length))


def _shape(form: WaitForm, tiles: tuple[Kind, ...]) -> WaitShape:
    return WaitShape(format_tiles(tiles), form, tiles, waits_of(tiles))


def waits_of(tiles: Iterable[Kind]) -> tuple[Kind, ...]:
    """What the tiles wait on beside complete groups, and a pair if they need one."""
    held = list(tiles)
    if len(held) % 3 == 2:
        held += [KINDS - 1] * 2
    return shape.waits(Hand(held).keys, (13 - len(held)) // 3)
