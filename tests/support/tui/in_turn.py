"""Parameters of a test in many combinations: ``make test`` takes some of them in turn, the night all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

Size = tuple[int, int]


def with_each(rows: Iterable[object], sizes: Sequence[Size]) -> list[ParameterSet]:
    """Each row with each size; one size of each row is tested always, the others by night."""
    return [
        _param((row, size), night=number % len(sizes) != at)
        for number, row in enumerate(rows)
        for at, size in enumerate(sizes)
    ]


def one_in(
    count: int, *axes: Iterable[object], name: Callable[[object], str] | None = None
) -> list[ParameterSet]:
    """Every combination of these; one in so many is tested always, the others by night.

    Every value comes always if no axis but the first is a multiple of ``count`` long.
    """
    return [
        _param(combined, night=number % count != 0, name=name)
        for number, combined in enumerate(product(*axes))
    ]


def _param(
    values: tuple[object, ...], *, night: bool, name: Callable[[object], str] | None = None
) -> ParameterSet:
    marks = [pytest.mark.nightly] if night else []
    return pytest.param(*values, marks=marks, id="-".join((name or _name)(value) for value in values))


def _name(value: object) -> str:
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)
