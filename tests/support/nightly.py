"""What ``make test`` leaves to the night: more parameters of a test, more examples of Hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import MarkDecorator, ParameterSet

Size = tuple[int, int]


def at_night(rows: Iterable[object]) -> list[ParameterSet]:
    """Parameters that only the nightly run has; a tuple is a row of several."""
    return [_row(row if isinstance(row, tuple) else (row,), night=True) for row in rows]


def part_always(wanted: Iterable[object], always: Iterable[object]) -> list[object]:
    """The parameters in their order: some of them are tested always, the others at night."""
    kept = list(always)
    return [row if row in kept else at_night([row])[0] for row in wanted]


def with_each(rows: Iterable[object], sizes: Sequence[Size]) -> list[ParameterSet]:
    """Each row with each size; one size of each row is tested always, the others at night."""
    return [
        _row((row, size), night=number % len(sizes) != at, id=_id((row, size)))
        for number, row in enumerate(rows)
        for at, size in enumerate(sizes)
    ]


def one_in(
    count: int, *axes: Iterable[object], name: Callable[[object], str] | None = None
) -> list[ParameterSet]:
    """Every combination of these; one in so many is tested always, the others at night.

    Every value comes always if no axis but the first is a multiple of ``count`` long.
    """
    return [
        _row(values, night=number % count != 0, id=_id(values, name))
        for number, values in enumerate(product(*axes))
    ]


def more_at_night(times: int) -> MarkDecorator:
    """Test once, and so many times more at night: Hypothesis draws other examples each time."""
    return pytest.mark.parametrize("part", [0, *at_night(range(1, times + 1))])


def _row(values: tuple[object, ...], *, night: bool, id: str | None = None) -> ParameterSet:
    return pytest.param(*values, marks=[pytest.mark.nightly] if night else [], id=id)


def _id(values: tuple[object, ...], name: Callable[[object], str] | None = None) -> str:
    return "-".join((name or _name)(value) for value in values)


def _name(value: object) -> str:
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)
