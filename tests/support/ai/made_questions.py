"""Questions as they are made, each once in a run of the tests: making one takes up to some seconds."""

from __future__ import annotations

from ai.drills.generate import make_question
from ai.drills.question import LEVELS, DrillKind, Question
from tests.support.shared import shared
from tools.measure.questions import FIRST

SEED = FIRST
"""The seed of the questions that all tests share."""


def made(kind: DrillKind, level: int, seed: int = SEED, rules: str = "") -> Question:
    """The question of that kind, level and seed, under a ruleset if one is named; raises NoQuestion."""
    return shared(f"question {kind} {level} {seed} {rules}", lambda: make_question(kind, level, seed, rules))


def of_each_level(kind: DrillKind) -> list[Question]:
    """A question of each level, the easiest first."""
    return [made(kind, level) for level in LEVELS]
