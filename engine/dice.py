"""The project's own source of chance, so that a seed means the same game on every Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

_T = TypeVar("_T")


def _mix(value: int) -> int:
    """The output function of SplitMix64 (Steele, Lea and Flood 2014), a bijection of 64-bit numbers."""
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


class Dice:
    """A SplitMix64 stream, started from any whole numbers."""

    __slots__ = ("_state",)

    def __init__(self, *seeds: int) -> None:
        state = 0
        for seed in seeds:
            while True:
                state = _mix((state + (seed & _MASK) + _GOLDEN) & _MASK)
                seed >>= 64
                if seed in (0, -1):
                    break
        self._state = state

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        return _mix(self._state)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, each equally likely."""
        # values past the last full range would favour the small ones: draw again
        usable = (_MASK + 1) // limit * limit
        while (value := self.bits()) >= usable:
            pass
        return value % limit

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """The items in an order drawn at random (Fisher and Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck
