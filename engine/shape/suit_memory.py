"""What one suit accepts beside all the rest of a hand, and what each discard leaves of it; remembered.

The rest of a hand matters to a suit only by its class. So few pairs of a suit and a class occur, and most of
them are asked for again: by the next hands that are looked at, and at the next turns.
"""

from __future__ import annotations

from mmap import mmap

from engine.shape.suit_keys import HONOUR_RANKS, POWERS, RANKS, digits
from engine.shape.tables import (
    HONOUR_CLASSES,
    HONOUR_PROFILES,
    HONOUR_SHAPES,
    SHANTEN,
    SUIT_CLASSES,
    SUIT_PROFILES,
    SUIT_SHAPES,
)
from engine.tiles import COPIES

_CACHE_CAP = 60_000
"""Entries of each memory at most, a quarter of it for lists of all discards; a full memory is emptied."""


REST_BITS = 8
"""Bits of a class."""
_REST = (1 << REST_BITS) - 1

Left = tuple[int, int, int, int]
"""What a discard leaves of a suit: its rank, then the key and the class of what is left, and what the suit
loses of its profile.

These are plain tuples of numbers, as in other memories: garbage collection does not visit them."""

Near = tuple[int, int, int]
"""A discard's rank, then of what is left the class and the mask of the ranks that lower the shanten."""


class _Masks(dict[int, int]):
    """Ranks that bring a hand closer to the standard form, as a bit mask, by suit and rest (``place``)."""

    def __init__(self, ranks: int, classes: mmap | bytearray) -> None:
        self._ranks = ranks
        self._classes = classes

    def __missing__(self, place: int) -> int:
        key, rest = place >> REST_BITS, place & _REST
        row, classes = SHANTEN[rest], self._classes
        present = row[classes[key]]
        mask = 0
        for rank, copies in enumerate(digits(key)[: self._ranks]):
            if copies < COPIES and row[classes[key + POWERS[rank]]] < present:
                mask |= 1 << rank
        if len(self) >= _CACHE_CAP:
            self.clear()
        self[place] = mask
        return mask


class Suits:
    """What is remembered of suits with sequences, or of honours; filled as suits turn up.

    ``key`` is the suit's, ``rest`` the class of all other tiles and melds.
    """

    def __init__(
        self, ranks: int, classes: mmap | bytearray, shapes: mmap | bytearray, profiles: list[int]
    ) -> None:
        self._classes = classes
        self._shapes = shapes
        self._profiles = profiles
        self.accepted = _Masks(ranks, classes)
        """The ranks that a suit accepts, as a bit mask, by ``key << REST_BITS | rest``.

        It is a dictionary, so that hands look it up without a call."""
        self._lefts: dict[int, tuple[Left, ...]] = {}
        self._nearest: dict[int, tuple[Near, ...]] = {}

    def lefts(self, key: int) -> tuple[Left, ...]:
        """What each discard of one tile leaves of a suit."""
        try:
            return self._lefts[key]
        except KeyError:
            pass
        classes, shapes, profiles = self._classes, self._shapes, self._profiles
        profile = profiles[shapes[key]]
        found = tuple(
            [
                (rank, left, classes[left], profile - profiles[shapes[left]])
                for rank, left in _without_one(key)
            ]
        )
        if len(self._lefts) >= _CACHE_CAP // 4:
            self._lefts.clear()
        self._lefts[key] = found
        return found

    def nearest(self, key: int, rest: int, shanten: int) -> tuple[Near, ...]:
        """The discards of one tile that leave exactly that shanten to the standard form."""
        try:
            return self._nearest[(key << REST_BITS | rest) << 4 | shanten]
        except KeyError:
            pass
        row, classes = SHANTEN[rest], self._classes
        found = tuple(
            [
                (rank, classes[left], self.accepted[left << REST_BITS | rest])
                for rank, left in _without_one(key)
                if row[classes[left]] == shanten
            ]
        )
        if len(self._nearest) >= _CACHE_CAP:
            self._nearest.clear()
        self._nearest[(key << REST_BITS | rest) << 4 | shanten] = found
        return found


def _without_one(key: int) -> list[tuple[int, int]]:
    """Each rank of which the suit has a tile, with the key without that tile."""
    return [(rank, key - POWERS[rank]) for rank, copies in enumerate(digits(key)) if copies]


NUMBERS = Suits(RANKS, SUIT_CLASSES, SUIT_SHAPES, SUIT_PROFILES)
HONOURS = Suits(HONOUR_RANKS, HONOUR_CLASSES, HONOUR_SHAPES, HONOUR_PROFILES)
