"""Practice of a person who was shown everything, with a clock of the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tui.practice_answers import Clock, practice_at
from tui.practice.practice import Practice


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def practice(tmp_path: Path, clock: Clock) -> Iterator[Practice]:
    practice = practice_at(tmp_path, clock)
    yield practice
    practice.progress.close()
