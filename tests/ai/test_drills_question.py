"""Codes of questions, and what a question promises whatever it asks."""

from __future__ import annotations

import sys
from dataclasses import replace
from zlib import crc32

import pytest

from ai.drills.drill import drill_of
from ai.drills.generate import make_question, question_of
from ai.drills.question import (
    LEVELS,
    DrillKind,
    NoQuestion,
    Part,
    Question,
    credit,
    grade,
    next_part,
    word_options,
)
from ai.drills.question_code import ALPHABET, SEEDS, QuestionCode, UnknownCode, read_code, write_code
from engine.rules import PRESETS
from engine.tiles import UNKNOWN
from tests.support.ai.made_questions import SEED, made, of_kind
from tests.support.ai.slow_solver.answers import solver_of
from tests.support.fresh_interpreter import run
from tests.support.nightly import part_always
from tools.measure.drills import FROM_DATA, failures, weigh
from tools.measure.question_problems import problem
from tools.measure.questions import KEPT, codes, line

PRESET_OF = dict(zip(DrillKind, tuple(PRESETS) * len(DrillKind), strict=False))
"""A ruleset for each kind, each of them for some; all of them with all kinds are for the night."""
LEVEL_OF = {kind: 3 if kind is DrillKind.FOLD else 5 for kind in DrillKind}
"""A level whose questions under those rulesets are soon made."""
FIXED = part_always(((kind, rules) for kind in DrillKind for rules in PRESETS), PRESET_OF.items())
AT_NIGHT = range(SEED, SEED + 5)
"""The seeds of each kind and level that are tested at night."""
each_kind = pytest.mark.parametrize("kind", DrillKind)


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
        ("way", "no level"),
        ("way-6-AAAA", "'6' is no level"),
        ("way-0-AAAA", "'0' is no level"),
        ("way-2-AAA", "too short"),
        ("way-2-AAA0", "'0' is never"),
        ("way-2-AA-A", "too short"),
        ("way-out", "no level"),
        ("way-out-6-AAAA", "'6' is no level"),
        ("way-2-AAAA-A", "no ruleset 'A'"),
        ("way-2-AAAA-", "no ruleset ''"),
        ("way-2-AAAA.", "'' is no number"),
        ("way-2-AAAA.x-wrc", "'x' is no number"),
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


def test_a_code_brings_back_ruleset_and_isomorph() -> None:
    question = made(DrillKind.WAITS, 3, SEED, "ema")
    assert question_of(question.code) == question
    other = question_of(str(read_code(question.code)._replace(isomorph=2)))
    assert (other.code, other.rules) == (question.code.replace("-ema", ".2-ema"), question.rules)
    assert other.events != question.events


class TestCredit:
    def question(self) -> Question:
        options = word_options(["a", "b", "c"])
        parts = Part("first", options), Part("second", options, after=frozenset({"a", "b"}))
        answer = frozenset({"a", "b"}), frozenset({"c"})
        return replace(made(DrillKind.RON, 1), parts=parts, answer=answer, partial=({"c": 0.4}, {"a": 0.5}))

    def test_every_right_option_is_as_good(self) -> None:
        question = self.question()
        for id in "ab":
            assert grade(question, [{id}, {"c"}]) == (True, True)
            assert credit(question, [{id}, {"c"}]) == 1

    def test_what_is_not_right_may_be_worth_something(self) -> None:
        question = self.question()
        assert grade(question, [{"c"}, ()]) == (False, False)
        assert credit(question, [{"c"}, ()]) == 0.2
        assert credit(question, [{"a"}, {"a"}]) == 0.75
        assert credit(question, [{"a"}, {"b"}]) == 0.5

    def test_exactly_all_are_to_be_marked_where_several_apply(self) -> None:
        question = self.question()
        several = replace(question, parts=(replace(question.parts[0], several=True), question.parts[1]))
        assert not grade(several, [{"a"}, {"c"}])[0]
        assert grade(several, [{"a", "b"}, {"c"}])[0]


@pytest.mark.parametrize("level", LEVELS)
@each_kind
def test_a_question_is_complete(kind: DrillKind, level: int) -> None:
    question = made(kind, level)
    assert len(question.answer) == len(question.parts)
    for part, answer in zip(question.parts, question.answer, strict=True):
        ids = [option.id for option in part.options]
        assert len(ids) == len(set(ids)) > 1
        assert answer <= set(ids)
        asked = not part.after or bool(part.after & question.answer[0])
        assert bool(answer) == asked
        assert len(answer) < len(ids)
    assert all(grade(question, question.answer))
    view = question.view()
    assert view.seat == question.seat
    assert UNKNOWN not in question.events[0].tehais[question.seat]  # type: ignore[attr-defined]


@each_kind
def test_answers_are_right_and_the_only_ones_questions_distinct_and_levels_in_order(kind: DrillKind) -> None:
    """``make drills-check`` asks ten thousand of each kind."""
    found = [weigh(question, 0.0) for question in of_kind(kind)]
    if kind in FROM_DATA:  # which are in order only on average
        found += [weigh(made(kind, level, seed), 0.0) for level in LEVELS for seed in range(SEED, SEED + 6)]
    assert failures(kind, found) == []


@pytest.mark.nightly
@each_kind
def test_so_it_is_with_further_questions(kind: DrillKind) -> None:
    found = [weigh(made(kind, level, seed), 0.0) for level in LEVELS for seed in AT_NIGHT]
    assert failures(kind, found) == []


@pytest.mark.parametrize("kind", [kind for kind in DrillKind if kind not in FROM_DATA | {DrillKind.READ}])
def test_levels_are_bands_of_difficulty(kind: DrillKind) -> None:
    """Those of reading a pond are bands of what its coins choose between."""
    bands = drill_of(kind).bands
    for question in of_kind(kind):
        low, high = bands[question.level - 1]
        assert low <= question.difficulty <= high, question.code


def test_every_kind_that_is_made_is_checked() -> None:
    assert all(solver_of(kind) for kind in DrillKind)


def test_a_code_means_the_same_whatever_the_hashes_of_this_run() -> None:
    here = [made(kind, 3) for kind in DrillKind]
    codes = [question.code for question in here]
    expected = [repr((question.events, sorted(map(sorted, question.answer)))) for question in here]
    code = (
        "from ai.drills.generate import question_of\n"
        f"for code in {codes!r}:\n"
        "    question = question_of(code)\n"
        "    print(repr((question.events, sorted(map(sorted, question.answer)))))"
    )
    assert run([sys.executable, "-c", code], PYTHONHASHSEED="1").splitlines() == expected


KEPT_LINES = {
    read_code(text.partition(" |")[0]): text for text in KEPT.read_text(encoding="utf-8").splitlines()
}
"""The question of each code as it was."""


def test_what_is_kept_are_questions_of_every_kind_and_level() -> None:
    assert list(KEPT_LINES) == [QuestionCode(kind, *code) for kind in DrillKind for code in codes(kind)]


@each_kind
def test_a_code_brings_back_the_question_that_it_was(kind: DrillKind) -> None:
    """Practice records keep codes. ``tools/measure/questions.py`` writes the lines when others are meant."""
    found = [question for question in of_kind(kind) if read_code(question.code) in KEPT_LINES]
    assert found
    assert list(map(line, found)) == [KEPT_LINES[read_code(question.code)] for question in found]


MADE = {
    DrillKind.WAITS: 0x132AEE54,
    DrillKind.FURITEN: 0x5D4D3DB1,
    DrillKind.RON: 0x5CF711DE,
    DrillKind.WAY_OUT: 0x48F9BF1B,
    DrillKind.AHEAD: 0xB14D7B4F,
    DrillKind.PASSING: 0xA79D8212,
    DrillKind.SAFE: 0xBDC8070A,
    DrillKind.KAN: 0x3AC78F25,
    DrillKind.RIICHI: 0xCA9A33CB,
    DrillKind.SAFEST: 0x83677A20,
    DrillKind.READ: 0x5D71321F,
    DrillKind.PUSH_FOLD: 0xD43E5E7C,
    DrillKind.FOLD: 0x9B904C50,
    DrillKind.COUNT: 0xBE94F3E1,
}
"""For each kind a number that depends on everything about the questions that all tests share."""


@each_kind
def test_whatever_a_code_brings_back_is_as_it_was(kind: DrillKind) -> None:
    """The lines, options in their order, credit and themes. Write the new number when others are meant."""
    told = [
        (
            line(question),
            [(part.id, part.several, [option.id for option in part.options]) for part in question.parts],
            [sorted((id, f"{share:.4f}") for id, share in each.items()) for each in question.partial],
            list(map(str, question.themes)),
        )
        for question in of_kind(kind)
    ]
    assert crc32(repr(told).encode()) == MADE[kind]


@pytest.mark.nightly
@pytest.mark.parametrize("level", LEVELS)
@each_kind
def test_so_does_every_code_that_is_kept(kind: DrillKind, level: int) -> None:
    found = [line(made(kind, *code)) for code in codes(kind) if code[0] == level]
    assert found == [text for code, text in KEPT_LINES.items() if code[:2] == (kind, level)]


def test_other_seeds_and_levels_are_other_questions() -> None:
    questions = [make_question(DrillKind.WAITS, level, seed) for level in LEVELS for seed in range(5)]
    assert len({str(question.events) for question in questions}) == len(questions)


def test_there_is_no_question_of_another_level() -> None:
    for level, seed in ((0, 1), (6, 1), (1, -1)):
        with pytest.raises(ValueError, match="no question"):
            make_question(DrillKind.WAITS, level, seed)


def test_parts_follow_each_other_and_are_graded_one_by_one() -> None:
    question = make_question(DrillKind.WAITS, 1, 1)
    first = Part("what", word_options(("yes", "no")))
    then = Part("why", word_options(("this", "that")), several=True, after=frozenset({"no"}))
    answer = (frozenset({"no"}), frozenset({"this", "that"}))
    asked = replace(question, parts=(first, then), answer=answer)
    assert next_part(asked, []) == 0
    assert next_part(asked, [{"no"}]) == 1
    assert next_part(asked, [{"yes"}]) is None
    assert next_part(asked, [{"no"}, {"this"}]) is None
    assert grade(asked, [{"no"}, {"that", "this"}]) == (True, True)
    assert grade(asked, [{"no"}, {"that"}]) == (True, False)
    assert grade(asked, [{"yes"}]) == (False, False)
