"""What ``make test`` leaves to the night: more parameters of a test, more examples of Hypothesis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import MarkDecorator, ParameterSet


def at_night(rows: Iterable[object]) -> list[ParameterSet]:
    """Parameters that only the nightly run has; a tuple is a row of several."""
    return [
        pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=pytest.mark.nightly) for row in rows
    ]


def part_always(wanted: Iterable[object], always: Iterable[object]) -> list[object]:
    """The parameters in their order: some of them are tested always, the others at night."""
    kept = list(always)
    return [row if row in kept else at_night([row])[0] for row in wanted]


def more_at_night(times: int) -> MarkDecorator:
    """Test once, and so many times more at night: Hypothesis draws other examples each time."""
    return pytest.mark.parametrize("part", [0, *at_night(range(1, times + 1))])
