"""Rows that are made when they are looked at, for lists of thousands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tui.drawing.rows import Row, Rows


class RowList(Protocol):
    """Rows by number: a tuple, or rows on demand."""

    def __len__(self) -> int:
        """How many rows there are."""

    def __getitem__(self, number: int, /) -> Row:
        """The row of that number, from 0."""


class RowsOnDemand:
    """``count`` rows, each made by its number."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int, /) -> Row:
        return self._make(number)


def part(rows: RowList, first: int, count: int) -> Rows:
    """At most so many rows from that number on."""
    return tuple(rows[number] for number in range(first, min(first + count, len(rows))))
