"""What a question promises whatever it asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.drills.question import (
    DrillKind,
    Part,
    Question,
    credit,
    grade,
    next_part,
    word_options,
)
from engine.tiles import UNKNOWN
from tests.support.ai.sample_questions import sample, samples
from tests.support.ai.slow_solver.answers import solver_of


class TestCredit:
    def question(self) -> Question:
        options = word_options(["a", "b", "c"])
        parts = Part("first", options), Part("second", options, after=frozenset({"a", "b"}))
        answer = frozenset({"a", "b"}), frozenset({"c"})
        return replace(sample(DrillKind.RON, 1), parts=parts, answer=answer, partial=({"c": 0.4}, {"a": 0.5}))

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


@pytest.mark.parametrize("kind", DrillKind)
def test_a_question_is_complete(kind: DrillKind) -> None:
    for question in samples(kind):
        assert len(question.answer) == len(question.parts)
        for part, answer in zip(question.parts, question.answer, strict=True):
            ids = [option.id for option in part.options]
            assert len(ids) == len(set(ids)) > 1
            assert answer <= set(ids)
            asked = not part.after or bool(part.after & question.answer[0])
            assert bool(answer) == asked
            assert len(answer) < len(ids) or (part.several and part is not question.parts[0])
        assert all(grade(question, question.answer))
        assert question.view().seat == question.seat
        assert UNKNOWN not in question.events[0].tehais[question.seat]  # type: ignore[attr-defined]


def test_every_kind_that_is_made_is_checked() -> None:
    assert all(solver_of(kind) for kind in DrillKind)


def test_parts_follow_each_other_and_are_graded_one_by_one() -> None:
    question = sample(DrillKind.WAITS, 1)
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
