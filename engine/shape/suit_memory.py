"""What one suit accepts beside all the rest of a hand, and what each discard leaves of it; remembered.

The rest of a hand matters to a suit only by its class. So few pairs of a suit and a class occur, and most of
them are asked for again: by the next hands that are looked at, and at the next turns.
"""

from __future__ import annotations

from mmap import mmap
from typing import NamedTuple

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
"""Entries of the memory of nearest discards at most; a full memory is emptied."""
_REST_BITS = 8
"""Bits of a class."""
_KEYS_CAP = 6_000
"""Suits that are remembered at most."""

Near = tuple[int, int, int]
"""A discard's rank, then of what is left the class and the mask of the ranks that lower the shanten."""


class Masks(dict[int, int]):
    """Ranks of one suit that bring a hand closer to the standard form, by the class of the rest.

    They are bit masks. Each suit has a small dictionary of its own: all discards of a hand look into few of
    them, and one that is new to a suit costs few look-ups.
    """

    __slots__ = ("_closer", "_present")

    def __init__(self, key: int, ranks: int, classes: mmap | bytearray) -> None:
        super().__init__()
        self._present = classes[key]
        closer: dict[int, int] = {}
        for rank, copies in enumerate(digits(key)[:ranks]):
            if copies < COPIES:
                grown = classes[key + POWERS[rank]]
                closer[grown] = closer.get(grown, 0) | 1 << rank
        self._closer = tuple(closer.items())

    def __missing__(self, rest: int) -> int:
        row = SHANTEN[rest]
        present = row[self._present]
        mask = 0
        for grown, ranks in self._closer:
            if row[grown] < present:
                mask |= ranks
        self[rest] = mask
        return mask


class _MasksOfKeys(dict[int, Masks]):
    """The masks of each suit, by its key; filled as suits turn up."""

    def __init__(self, ranks: int, classes: mmap | bytearray) -> None:
        super().__init__()
        self._ranks = ranks
        self._classes = classes

    def __missing__(self, key: int) -> Masks:
        if len(self) >= _KEYS_CAP:
            self.clear()
        self[key] = masks = Masks(key, self._ranks, self._classes)
        return masks


Left = tuple[int, int, int, int, Masks]
"""What a discard leaves of a suit: its rank, then the key and the class of what is left, what the suit loses
of its profile, and what the rest of it accepts."""


class Whole(NamedTuple):
    """A suit of a hand: what it accepts, and what each discard of one tile leaves of it."""

    accepted: Masks
    lefts: tuple[Left, ...]


class Suits(dict[int, Whole]):
    """What is remembered of suits with sequences, or of honours; filled as suits turn up.

    It is a dictionary by the key of the suit, so that hands look suits up without a call. ``rest`` is the
    class of all other tiles and melds.
    """

    def __init__(
        self, ranks: int, classes: mmap | bytearray, shapes: mmap | bytearray, profiles: list[int]
    ) -> None:
        super().__init__()
        self._classes = classes
        self._shapes = shapes
        self._profiles = profiles
        self.accepted = _MasksOfKeys(ranks, classes)
        """The ranks that a suit accepts, as a bit mask, by key and rest: ``accepted[key][rest]``.

        These are dictionaries, so that hands look them up without a call."""
        self._nearest: dict[int, tuple[Near, ...]] = {}

    def __missing__(self, key: int) -> Whole:
        classes, shapes, profiles = self._classes, self._shapes, self._profiles
        profile = profiles[shapes[key]]
        lefts = [
            (rank, left, classes[left], profile - profiles[shapes[left]], self.accepted[left])
            for rank, left in _without_one(key)
        ]
        if len(self) >= _KEYS_CAP:
            self.clear()
        self[key] = whole = Whole(self.accepted[key], tuple(lefts))
        return whole

    def nearest(self, key: int, rest: int, shanten: int) -> tuple[Near, ...]:
        """The discards of one tile that leave exactly that shanten to the standard form."""
        try:
            return self._nearest[(key << _REST_BITS | rest) << 4 | shanten]
        except KeyError:
            pass
        row, classes = SHANTEN[rest], self._classes
        found = tuple(
            [
                (rank, classes[left], self.accepted[left][rest])
                for rank, left in _without_one(key)
                if row[classes[left]] == shanten
            ]
        )
        if len(self._nearest) >= _CACHE_CAP:
            self._nearest.clear()
        self._nearest[(key << _REST_BITS | rest) << 4 | shanten] = found
        return found


def _without_one(key: int) -> list[tuple[int, int]]:
    """Each rank of which the suit has a tile, with the key without that tile."""
    return [(rank, key - POWERS[rank]) for rank, copies in enumerate(digits(key)) if copies]


NUMBERS = Suits(RANKS, SUIT_CLASSES, SUIT_SHAPES, SUIT_PROFILES)
HONOURS = Suits(HONOUR_RANKS, HONOUR_CLASSES, HONOUR_SHAPES, HONOUR_PROFILES)
