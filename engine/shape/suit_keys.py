"""Tiles as numbers: the four base-5 keys of a hand, and tile bits.

A key holds the tiles of one suit (m, p, s, honours): the digit of weight ``5**i`` is the number of copies of
the suit's i-th kind. ``Hand.keys`` keeps them in step with the hand.

Tile bits are numbers of tiles as one integer: four bits for each kind, of which as many are set as there are
copies. The tiles of a set of kinds are then counted by two operations, however large the set:
``(tiles & kinds).bit_count()``. Bots count the unseen tiles of a plan dozens of times in a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.tiles import COPIES, ORPHANS

RANKS = 9
"""Digits of a key; the honours use ``HONOUR_RANKS`` of them."""
HONOUR_RANKS = 7
HONOUR_SUIT = 3
HAND_TILES = 14
"""Tiles of a complete hand, a kan counting as three."""
BLOCKS = 4
"""Groups of a complete hand in the standard form."""

_HALF_RANKS = 5
_HALF = 5**_HALF_RANKS

POWERS: tuple[int, ...] = tuple(5**rank for rank in range(RANKS))


def digits(key: int) -> list[int]:
    """The copies of each of the nine ranks that a key encodes."""
    upper, lower = divmod(key, _HALF)
    return [*_low_digits(lower), *_low_digits(upper)[: RANKS - _HALF_RANKS]]


@cache
def _low_digits(key: int) -> tuple[int, ...]:
    """The five lowest digits of a key: few enough to be kept, and most keys are asked for once."""
    counts = []
    for _ in range(_HALF_RANKS):
        key, count = divmod(key, 5)
        counts.append(count)
    return tuple(counts)


def key_of(counts: Sequence[int]) -> int:
    """The key of up to nine copies-per-rank."""
    key = 0
    for count in reversed(counts):
        key = key * 5 + count
    return key


def check_melds(melds: int) -> None:
    """Raise ValueError for a number of melds that no hand has."""
    if not 0 <= melds <= BLOCKS:
        raise ValueError(f"a hand has 0 to {BLOCKS} melds, not {melds}")


def keys_of(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """The four keys of 34 copies-per-kind, such as ``Hand.counts``."""
    return key_of(counts[0:9]), key_of(counts[9:18]), key_of(counts[18:27]), key_of(counts[27:34])


@cache
def orphan_ranks(suit: int) -> tuple[int, ...]:
    """The terminals of a suit, or all seven honours, as ranks from 0."""
    return tuple(kind % 9 for kind in ORPHANS if kind // 9 == suit)


ALL_COPIES = (1 << COPIES) - 1
"""The bits of a kind with all of its copies."""
_DIGITS = ("0", "1", "3", "7", "f", "0", "0", "0", "0")
"""The bits of 0 to 4 copies, as a hexadecimal digit; then nothing for -4 to -1, which index from the end.

Positions that cannot be, such as those of a careless test, may show a fifth copy.
"""


def tile_bits(copies: Sequence[int]) -> int:
    """The tile bits of that many copies of each kind, at most 4; less than none counts as none."""
    return int("".join([_DIGITS[count] for count in reversed(copies)]), 16)
