"""Questions as they are made, each once in a run of the tests: making one takes up to some seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ai.drills.generate import make_question, question_of
from ai.drills.isomorphs import isomorph
from ai.drills.question import LEVELS, DrillKind, Question
from ai.drills.question_code import read_code
from tests.support.shared import shared
from tools.measure.questions import FIRST

SEED = FIRST
"""The first seed of the questions that all tests share; ``tools.measure.questions`` keeps them, too."""
SLOW: Mapping[DrillKind, tuple[int, ...]] = {
    DrillKind.WAY_OUT: (5,) * 5,
    DrillKind.AHEAD: (4,) * 5,
    DrillKind.SAFE: (5,) * 5,
    DrillKind.SAFEST: (5,) * 5,
    DrillKind.FOLD: (5, 6, 6, 6, 6),
}
"""Kinds of which a question takes up to two seconds: the one seed of each level, one that is made sooner.

Only tests of the night make further ones.
"""


def seeds_of(kind: DrillKind, level: int) -> Sequence[int]:
    """The seeds of the questions that all tests share."""
    return (SLOW[kind][level - 1],) if kind in SLOW else (SEED, SEED + 1)


def made(kind: DrillKind, level: int, seed: int | None = None, rules: str = "") -> Question:
    """The question of that kind, level and seed, under a ruleset if one is named; raises NoQuestion.

    Without a seed it is the first one that all tests share.
    """
    seed = seeds_of(kind, level)[0] if seed is None else seed
    return shared(f"question {kind} {level} {seed} {rules}", lambda: make_question(kind, level, seed, rules))


def of_each_level(kind: DrillKind) -> list[Question]:
    """A question of each level, the easiest first."""
    return [made(kind, level) for level in LEVELS]


def of_kind(kind: DrillKind) -> list[Question]:
    """All questions of a kind that tests share, the easiest first."""
    return [made(kind, level, seed) for level in LEVELS for seed in seeds_of(kind, level)]


def of_code(code: str) -> Question:
    """The question with that code."""
    return shared(f"question {code}", lambda: question_of(code))


def with_other_tiles(question: Question, number: int) -> Question:
    """The isomorph of a question with that number, without making the question itself again."""
    return isomorph(question, number, str(read_code(question.code)._replace(isomorph=number)))
