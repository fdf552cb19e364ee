"""Questions that are made: their codes, their levels, and the same question each time."""

from __future__ import annotations

import sys

import pytest

from ai.drills.drill import drill_of
from ai.drills.question import (
    LEVELS,
    DrillKind,
    NoQuestion,
)
from ai.drills.question_code import ALPHABET, UnknownCode
from engine.rules import PRESETS
from tests.support.ai.made_questions import SEED, made, of_kind
from tests.support.fresh_interpreter import run
from tests.support.nightly import part_always
from tools.measure.drills import FROM_DATA
from tools.measure.question_problems import problem
from tools.positions.generate import make_question
from tools.positions.question_code import SEEDS, QuestionCode, read_code, write_code

PRESET_OF = dict(zip(DrillKind, tuple(PRESETS) * len(DrillKind), strict=False))
"""A ruleset for each kind, each of them for some; all of them with all kinds are for the night."""
LEVEL_OF = {kind: 3 if kind is DrillKind.FOLD else 5 for kind in DrillKind}
"""A level whose questions under those rulesets are soon made."""
FIXED = part_always(((kind, rules) for kind in DrillKind for rules in PRESETS), PRESET_OF.items())


@pytest.mark.parametrize("kind", DrillKind)
def test_a_code_says_kind_level_and_seed(kind: DrillKind) -> None:
    for seed in (0, 1, 31, 32, 12345, SEEDS - 1, SEEDS, 10**12):
        code = write_code(kind, 3, seed)
        assert read_code(code) == (kind, 3, seed, "", 0)
        assert read_code(f"  {code.lower()} ") == (kind, 3, seed, "", 0)


def test_a_code_is_short_and_has_no_letters_that_look_alike() -> None:
    assert write_code(DrillKind.WAY_OUT, 3, 0) == "way-out-3-2222"
    assert len(write_code(DrillKind.FURITEN, 5, SEEDS - 1)) == len("furiten-5-ZZZZ")
    assert not set("01IO") & set(ALPHABET)


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("", "no question begins"),
        ("chess-1-AAAA", "'chess'"),
        ("waits", "no level"),
        ("waits-6-AAAA", "'6' is no level"),
        ("waits-0-AAAA", "'0' is no level"),
        ("waits-2-AAA", "too short"),
        ("waits-2-AAA0", "'0' is never"),
        ("waits-2-AA-A", "too short"),
        ("way-out", "no level"),
        ("way-out-6-AAAA", "'6' is no level"),
        ("waits-2-AAAA-A", "no ruleset 'A'"),
        ("waits-2-AAAA-", "no ruleset ''"),
        ("waits-2-AAAA.", "'' is no number"),
        ("waits-2-AAAA.x-wrc", "'x' is no number"),
    ],
)
def test_what_is_no_code_is_told_so(code: str, what: str) -> None:
    with pytest.raises(UnknownCode, match=what):
        read_code(code)


def test_a_code_may_name_an_isomorph_and_a_ruleset() -> None:
    code = QuestionCode(DrillKind.FURITEN, 2, 5, "wrc", 7)
    assert str(code) == "furiten-2-2227.7-wrc"
    assert read_code("FURITEN-2-2227.7-WRC") == code
    assert str(code.base) == "furiten-2-2227-wrc"
    assert read_code("furiten-2-2227-wrc").isomorph == 0


@pytest.mark.parametrize(("kind", "rules"), FIXED)
def test_a_ruleset_can_be_fixed(kind: DrillKind, rules: str) -> None:
    try:
        question = made(kind, LEVEL_OF[kind], SEED, rules)
    except NoQuestion:
        assert kind in FROM_DATA
        return
    assert question.rules.name == rules
    assert question.code == write_code(kind, LEVEL_OF[kind], SEED, rules)
    assert problem(question) is None


@pytest.mark.parametrize("kind", [kind for kind in DrillKind if kind not in FROM_DATA | {DrillKind.READ}])
def test_levels_are_bands_of_difficulty(kind: DrillKind) -> None:
    """Those of reading a pond are bands of what its coins choose between."""
    bands = drill_of(kind).bands
    for question in of_kind(kind):
        low, high = bands[question.level - 1]
        assert low <= question.difficulty <= high, question.code


def test_a_code_means_the_same_whatever_the_hashes_of_this_run() -> None:
    here = [made(kind, 3) for kind in DrillKind]
    codes = [question.code for question in here]
    expected = [repr((question.events, sorted(map(sorted, question.answer)))) for question in here]
    code = (
        "from tools.positions.generate import question_of\n"
        f"for code in {codes!r}:\n"
        "    question = question_of(code)\n"
        "    print(repr((question.events, sorted(map(sorted, question.answer)))))"
    )
    assert run([sys.executable, "-c", code], PYTHONHASHSEED="1").splitlines() == expected


def test_other_seeds_and_levels_are_other_questions() -> None:
    questions = [make_question(DrillKind.WAITS, level, seed) for level in LEVELS for seed in range(5)]
    assert len({str(question.events) for question in questions}) == len(questions)


def test_there_is_no_question_of_another_level() -> None:
    for level, seed in ((0, 1), (6, 1), (1, -1)):
        with pytest.raises(ValueError, match="no question"):
            make_question(DrillKind.WAITS, level, seed)
