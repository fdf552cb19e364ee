"""The type of a checker, which all modules of checkers share."""

from __future__ import annotations

from collections.abc import Callable

from ai.drills.question import Question
from tests.support.ai.slow_solver.story import Story
from tests.support.tui.claims.recording import Said

Checker = Callable[[Said, Question, Story], bool]
"""Whether a claim holds, computed from the events alone; it may also raise AssertionError with a reason."""
Checkers = dict[str, Checker]
"""The checker of each key."""
