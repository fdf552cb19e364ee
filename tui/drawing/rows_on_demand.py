"""Rows that are made when they are looked at, for lists of thousands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from tui.drawing.rows import Row


class RowsOnDemand(Sequence[Row]):
    """``count`` rows, each made by its number."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        self._numbers = range(count)
        self._make = make

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Row: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...

    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        if isinstance(place, slice):
            return [self._make(number) for number in self._numbers[place]]
        return self._make(self._numbers[place])
