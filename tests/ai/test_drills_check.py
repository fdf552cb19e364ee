"""What ``make drills-check`` finds wrong with questions: seen here on questions that are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_struct

from ai.drills.kinds.furiten import ask
from ai.drills.question import LEVELS, DrillKind, Question, names
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.rules import PRESETS
from engine.tiles import TILE_OF
from tests.support.ai.sample_questions import sample
from tests.support.tui import practice_questions
from tests.support.tui.positions import Position
from tools.measure import drills
from tools.measure.drills import Checked, failures, problem, report, told, weigh
from tools.measure.question_problems import Fault, not_offered, problems

WAITS = DrillKind.WAITS
HAND = "123m456p789s22z34s"
"""Waits on 2s and 5s once 7z is thrown."""


def moment(moves: str) -> SeatPosition:
    return Position(HAND).play(moves).moment


def furiten(moves: str) -> Question:
    draft = ask(moment(moves))
    assert draft is not None
    return Question.of(DrillKind.FURITEN, 1, 0, "furiten-1-2222", draft)


def weighed() -> list[Checked]:
    return [weigh(sample(WAITS, level), 0.0) for level in LEVELS]


def with_problem(question: Question) -> list[Checked]:
    """Questions of which the first is that one."""
    _, *others = weighed()
    return [weigh(question, 0.0), *others]


class TestOneQuestion:
    def test_nothing_is_wrong_with_a_right_answer(self) -> None:
        assert problem(furiten("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")) is None

    @pytest.mark.parametrize("part", range(3))
    def test_a_wrong_answer_to_any_part(self, part: int) -> None:
        question = furiten("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")
        wrong = {0: frozenset({"temporary"}), 1: names([TILE_OF["2s"]]), 2: frozenset({"hand-ends"})}
        answer = (*question.answer[:part], wrong[part], *question.answer[part + 1 :])
        found = problem(replace(question, answer=answer))
        assert found is not None
        assert not found.ambiguous
        assert found.text.startswith("furiten-1-2222 is wrong: ")

    def test_a_part_that_is_answered_though_it_is_not_asked(self) -> None:
        question = furiten("0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")
        assert question.answer == (frozenset({"none"}), frozenset(), frozenset())
        assert problem(replace(question, answer=(frozenset({"none"}), names([0]), frozenset()))) is not None

    def test_a_position_with_two_right_answers(self) -> None:
        """5s lies in the own pond, and 2s has just passed: two kinds of furiten."""
        question = furiten("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")
        both = moment("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 2s; 2: 1z")
        found = problem(replace(question, position=both))
        assert found is not None
        assert found.ambiguous
        assert "several kinds of furiten" in found.text

    def test_a_draw_of_another_player_that_is_told(self) -> None:
        question = furiten("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")
        told = [
            replace_struct(event, pai="9m") if isinstance(event, ev.Tsumo) and event.actor == 1 else event
            for event in question.events
        ]
        found = problem(replace(question, position=replace(question.position, events=tuple(told))))
        assert found is not None
        assert found.text == "furiten-1-2222 tells what the seat has not heard"


class TestEverythingAboutOneQuestion:
    def test_nothing_is_wrong_with_a_good_one(self) -> None:
        assert list(problems(furiten("0: 5s'; 1: 9m; 2: 9m; 3: 1z; 0: 7z'"))) == []

    def test_a_position_that_no_hand_reaches(self) -> None:
        """A player has been passed over."""
        question = furiten("0: 5s'; 1: 9m; 3: 1z; 0: 7z'")
        (found,) = problems(question)
        assert found.fault is Fault.IMPOSSIBLE
        assert "event 7" in found.text

    def test_a_sentence_that_does_not_hold(self) -> None:
        """The explanation is that of another hand."""
        question, other = sample(WAITS, 1), sample(WAITS, 2)
        found = list(problems(replace(question, facts=other.facts)))
        assert found
        assert {one.fault for one in found} == {Fault.UNTRUE}

    def test_a_choice_that_is_not_offered(self) -> None:
        """The seat has drawn the fourth tile of a triplet, and the question has no kan."""
        question = practice_questions.furiten_riichi()
        assert not_offered(question) == []
        events = Position("34m345s789p234p44z").play("0: 5m; 1: 4z; 2: 9m; 3: 1z; 0: draws 4z").events
        triplet = Position("34m345s789p23p444z").play("0: 5m; 1: 9m; 2: 9m; 3: 1z; 0: draws 4z").events
        for played, missing in ((events, []), (triplet, ["closed-kan"])):
            position = SeatPosition(question.rules, 0, tuple(played))
            assert not_offered(replace(question, position=position)) == missing


class TestManyQuestions:
    def test_nothing_is_wrong_with_good_ones(self) -> None:
        assert failures(WAITS, weighed()) == []

    def test_one_wrong_answer_is_enough(self) -> None:
        question = replace(sample(WAITS, 1), answer=(frozenset({"none"}),))
        (failure,) = failures(WAITS, with_problem(question))
        assert failure.startswith(f"{question.code} is wrong: none, not ")

    def test_one_hundredth_may_repeat_and_no_more(self) -> None:
        assert failures(WAITS, self.repeating(100, 1)) == []
        assert failures(WAITS, self.repeating(100, 2)) == ["only 98.0% are distinct"]

    def repeating(self, number: int, again: int) -> list[Checked]:
        """So many questions, some of which have been there."""
        found = weighed() * (number // len(LEVELS))
        new = [replace(each, position=bytes([place])) for place, each in enumerate(found)]
        return [*new[: number - again], *(replace(each, position=b"\0") for each in new[number - again :])]

    def test_positions_that_are_data_repeat(self) -> None:
        assert failures(DrillKind.RIICHI, weighed() * 2) == []
        assert failures(WAITS, weighed() * 2) == ["only 50.0% are distinct"]

    def test_the_same_tiles_under_other_rules_are_distinct(self) -> None:
        question = sample(WAITS, 1)
        other = next(rules for rules in PRESETS.values() if rules.name != question.rules.name)
        here, there = (
            weigh(question, 0.0),
            weigh(replace(question, position=replace(question.position, rules=other)), 0.0),
        )
        assert here.position != there.position
        assert here.hand == there.hand

    def test_a_level_that_is_not_harder_than_the_one_before(self) -> None:
        first, second, *others = weighed()
        as_hard = [first, replace(second, difficulty=first.difficulty), *others]
        (failure,) = failures(WAITS, as_hard)
        assert failure.startswith("the levels are not ordered: ")


class TestWhatItTells:
    def test_the_numbers_of_a_kind(self) -> None:
        found = [replace(each, seconds=0.25) for each in weighed()]
        lines = list(report(WAITS, found))
        assert lines[0] == "waits: 5 questions, 0 wrong, 0 ambiguous, 0 impossible, 0 untrue"
        assert lines[1] == "  100.00% of the positions are distinct, 100.00% of the hands"
        assert (
            lines[2]
            == "  seconds to make: 0.250 on average, median 0.250, at most 0.2; to check: 0.000 on average"
        )
        assert [line.split(":")[0] for line in lines[3:]] == [f"  level {level}" for level in LEVELS]

    def test_wrong_and_ambiguous_are_counted_apart(self) -> None:
        wrong = replace(sample(WAITS, 1), answer=(frozenset({"none"}),))
        noten = replace(sample(WAITS, 1), kind=DrillKind.RON)
        first, second, *others = weighed()
        problems = [one for one in (problem(wrong), problem(noten)) if one is not None]
        found = [replace(each, problems=(one,)) for each, one in zip((first, second), problems, strict=True)]
        assert (
            next(iter(report(WAITS, [*found, *others])))
            == "waits: 5 questions, 1 wrong, 1 ambiguous, 0 impossible, 0 untrue"
        )

    def test_how_far_it_is_and_every_problem_at_once(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(drills, "PROGRESS", 2)
        question = replace(sample(WAITS, 1), answer=(frozenset({"none"}),))
        lines = self.lines(with_problem(question), capsys)
        assert lines[0].startswith(f"{question.code} is wrong")
        assert [line.split(",")[:2] for line in lines[1:]] == [
            ["… waits: 2", " 1 with something wrong"],
            ["… waits: 4", " 1 with something wrong"],
        ]

    def lines(self, found: Sequence[Checked], capsys: pytest.CaptureFixture[str]) -> list[str]:
        assert list(told(WAITS, found, 0.0)) == list(found)
        return capsys.readouterr().out.splitlines()

    def test_what_it_ran(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        argv = ["drills", "waits", "--questions", "10", "--first", "3", "--jobs", "1"]
        monkeypatch.setattr("sys.argv", argv)
        drills.main()
        lines = capsys.readouterr().out.splitlines()
        assert lines[-3:-1] == [
            "asked waits: 10 questions each",
            "  levels 1 to 5, each with the seeds 3 to 4",
        ]
        assert lines[-1].endswith("with --jobs 1; 0 failures")

    def test_it_exits_with_what_failed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(drills, "LEAST_DISTINCT", 2.0)
        monkeypatch.setattr("sys.argv", ["drills", "waits", "--questions", "5", "--jobs", "1"])
        with pytest.raises(SystemExit, match=r"only 100\.0% are distinct"):
            drills.main()


def test_a_question_that_cannot_be_made_does_not_end_the_check_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """StopIteration from a drill is a fault, and not the end of the questions."""

    def broken(*_: object) -> Question:
        raise StopIteration

    monkeypatch.setattr(drills, "make_question", broken)
    with pytest.raises(RuntimeError):
        list(drills.checked(WAITS, 5, 0, jobs=1))
