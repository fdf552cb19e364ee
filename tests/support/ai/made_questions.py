"""Questions as they are made, each once in a run of the tests: making one takes up to some seconds."""

from __future__ import annotations

from collections.abc import Mapping

from ai.drills.question import LEVELS, DrillKind, Question
from tests.support.shared import shared
from tools.positions.generate import isomorph, make_question, question_of
from tools.positions.question_code import read_code

SEED = 4
"""The first seed of further questions."""
SEEDS: Mapping[DrillKind, tuple[tuple[int, ...], ...]] = {
    DrillKind.WAITS: ((6,), (4,), (4, 5, 7, 11), (4,), (14,)),
    DrillKind.FURITEN: ((5,), (3, 13), (11,), (4, 5, 13), (11,)),
    DrillKind.RON: ((3, 4, 5, 6), (1, 2, 4, 6, 10), (8, 9, 13), (14,), (14,)),
    DrillKind.WAY_OUT: ((5,), (0,), (2, 3), (5,), (3,)),
    DrillKind.AHEAD: ((0,), (3,), (0,), (6,), (5,)),
    DrillKind.PASSING: ((7, 8, 11), (4,), (1, 6), (0, 2), (4, 7, 8)),
    DrillKind.SAFE: ((1,), (4,), (1, 5, 7, 8), (1,), (2,)),
    DrillKind.KAN: ((10,), (12,), (5, 13), (2, 3, 10), (0, 10, 12)),
    DrillKind.RIICHI: ((7,), (4, 6), (4,), (4,), (0,)),
    DrillKind.SAFEST: ((1,), (0, 4), (3, 7), (8,), (0,)),
    DrillKind.READ: ((14,), (9,), (7, 11), (4,), (6,)),
    DrillKind.PUSH_FOLD: ((11,), (9,), (1,), (6,), (9,)),
    DrillKind.FOLD: ((7,), (5,), (3, 33), (7,), (5, 6)),
    DrillKind.DISCARD: ((5, 4), (0,), (6,), (2,), (5,)),
    DrillKind.NEEDED: ((24,), (1,), (19,), (17,), (1,)),
    DrillKind.COUNT: ((2, 6, 8, 13), (2, 7, 8, 10), (1, 2, 14), (6, 14), (2, 3, 6, 8, 10)),
}
"""The seeds of the questions that all tests share, by level.

They were chosen from a thousand with the first seeds. Together they have nearly every theme that one of the
thousand has, say nearly everything that one says, and run nearly every line of the kinds that one runs.
"""


def made(kind: DrillKind, level: int, seed: int | None = None, rules: str = "") -> Question:
    """The question of that kind, level and seed, under a ruleset if one is named; raises NoQuestion.

    Without a seed it is the first one of its level that all tests share.
    """
    seed = SEEDS[kind][level - 1][0] if seed is None else seed
    return shared(f"question {kind} {level} {seed} {rules}", lambda: make_question(kind, level, seed, rules))


def of_each_level(kind: DrillKind) -> list[Question]:
    """A question of each level, the easiest first."""
    return [made(kind, level) for level in LEVELS]


def of_kind(kind: DrillKind) -> list[Question]:
    """All questions of a kind that tests share, the easiest first."""
    return [made(kind, level, seed) for level in LEVELS for seed in SEEDS[kind][level - 1]]


def of_code(code: str) -> Question:
    """The question with that code."""
    return shared(f"question {code}", lambda: question_of(code))


def with_other_tiles(question: Question, number: int) -> Question:
    """The isomorph of a question with that number, without making the question itself again."""
    return isomorph(question, number, str(read_code(question.code)._replace(isomorph=number)))
