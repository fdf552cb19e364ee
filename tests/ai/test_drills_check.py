"""What ``make drills-check`` finds wrong with questions: seen here on questions that are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace as replace_struct

from ai.drills.kinds.furiten import ask
from ai.drills.library import positions
from ai.drills.question import LEVELS, DrillKind, Question, names
from ai.seat_position import SeatPosition
from engine import events as ev
from engine.rules import PRESETS
from engine.tiles import TILE_OF
from tests.support.ai.sample_questions import chosen, sample
from tests.support.ai.seat_views import Position
from tests.support.tui import practice_questions
from tests.support.tui.form_guesser import ANY, Form, guess
from tools.measure import drills
from tools.measure.drills import Checked, check, failures, report, told
from tools.measure.question_problems import Fault, Problem, not_offered, problem, problems

WAITS = DrillKind.WAITS
HAND = "123m456p789s22z34s"
"""Waits on 2s and 5s once 7z is thrown."""


def moment(moves: str) -> SeatPosition:
    return Position(HAND).play(moves).moment


def furiten(moves: str) -> Question:
    draft = ask(moment(moves))
    assert draft is not None
    return Question.of(DrillKind.FURITEN, 1, 0, "furiten-1-2222", draft)


class TestOneQuestion:
    def test_nothing_is_wrong_with_a_right_answer(self) -> None:
        assert problem(furiten("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")) is None

    @pytest.mark.parametrize("part", range(3))
    def test_a_wrong_answer_to_any_part(self, part: int) -> None:
        question = furiten("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")
        wrong = {0: frozenset({"temporary"}), 1: names([TILE_OF["2s"]]), 2: frozenset({"hand-ends"})}
        answer = (*question.answer[:part], wrong[part], *question.answer[part + 1 :])
        found = problem(replace(question, answer=answer))
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
        assert found.ambiguous
        assert "several kinds of furiten" in found.text

    def test_a_draw_of_another_player_that_is_told(self) -> None:
        question = furiten("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z")
        told = [
            replace_struct(event, pai="9m") if isinstance(event, ev.Tsumo) and event.actor == 1 else event
            for event in question.events
        ]
        found = problem(replace(question, position=replace(question.position, events=tuple(told))))
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

    def test_options_that_read_alike(self) -> None:
        question = sample(WAITS, 1)
        (part,) = question.parts
        twice = replace(part, options=(*part.options, part.options[0]))
        found = [one for one in problems(replace(question, parts=(twice,))) if one.fault is Fault.UNSAID]
        assert [language in one.text for one, language in zip(found, ("en", "ja"), strict=True)] == [True] * 2


SEEN = {"level": 1, "rules": "wrc", "wording": "asked", "options": 2}


def form(right: str, *, share: float = 0.0) -> Form:
    """A question with two words to choose from."""
    scores = {word: float(word == right) for word in ("yes", "no")}
    return Form("waits-0001", "only", SEEN, ("yes", "no"), {**scores, ANY: 0.5}, share)


BY_TURNS = ("yes", "yes", "no", "no") * 20
"""Answers of which neither is more frequent among those learned from, or among those asked."""


class TestWhichQuestions:
    def test_every_position_is_asked_before_one_is_asked_again(self) -> None:
        asked = list(drills.codes(WAITS))
        held = positions(WAITS)
        assert [code.number for code in asked[: len(held)]] == list(held)
        assert {code.form for code in asked[: len(held)]} == {0}
        assert len(set(asked)) == len(asked) == sum(each.forms.bit_count() for each in held.values())

    def test_its_presets_take_turns(self) -> None:
        position = next(each for each in positions(WAITS).values() if len(each.rules) > 2)
        asked = [code.rules for code in drills.codes(WAITS) if code.number == position.number]
        assert asked[: len(position.rules)] == ["", *position.rules[1:]]


class TestManyQuestions:
    def test_nothing_is_wrong_with_good_ones(self) -> None:
        assert failures(WAITS, some(), guess(WAITS, [form(word) for word in BY_TURNS])) == []

    def test_one_wrong_line_is_enough(self, monkeypatch: pytest.MonkeyPatch) -> None:
        position = next(chosen(WAITS, level=1))
        monkeypatch.setattr(drills, "position_of", lambda _: replace_struct(position, level=2))
        code = position.code()
        assert failures(WAITS, [check(code)]) == [f"{code} is of level 1, not 2"]

    def test_one_that_cannot_be_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        position = next(chosen(WAITS, level=1))
        monkeypatch.setattr(drills, "position_of", lambda _: replace_struct(position, events=""))
        (failure,) = failures(WAITS, [check(position.code())])
        assert failure.startswith(f"{position.code()} cannot be checked: ")

    def test_the_same_question_under_another_number(self) -> None:
        first, *others = some()
        again = replace_struct(first, code="waits-9999")
        assert failures(WAITS, [first, *others, again]) == [
            "waits-9999 was asked before under another number"
        ]

    def test_two_forms_of_a_position_may_be_the_same(self) -> None:
        first, *_ = some()
        assert failures(WAITS, [first, replace_struct(first, code=f"{first.code}-a3")]) == []

    def test_the_same_tiles_under_other_rules_are_the_same(self) -> None:
        question = sample(WAITS, 1)
        rules = next(rules for rules in PRESETS.values() if rules.name != question.rules.name)
        other = replace(question, position=replace(question.position, rules=rules))
        assert drills.picture_of(question) == drills.picture_of(other)
        assert drills.picture_of(question) != drills.picture_of(sample(WAITS, 2))

    def test_what_a_guesser_gets_unless_it_was_judged(self) -> None:
        guesses = guess(WAITS, [form("yes")] * 80)
        away, no_choice = failures(WAITS, [], guesses)
        assert away.startswith("the form gives away waits only: 100% of 40 guessed")
        assert no_choice == "40 times waits only leaves one choice (waits-0001, waits-0001, waits-0001)"
        assert failures(DrillKind.RIICHI, [], guesses) == [no_choice.replace("waits only", "riichi only")]


def some() -> list[Checked]:
    return [check(next(chosen(WAITS, level=level)).code()) for level in LEVELS]


class TestWhatItTells:
    def test_the_figures_of_a_kind(self) -> None:
        wrong = Problem(Fault.WRONG, "wrong"), Problem(Fault.WRONG, "twice"), Problem(Fault.UNTRUE, "untrue")
        found = [Checked("waits-0001", "a", 1.0, wrong), Checked("waits-0002", "a", 0.5)]
        lines = list(report(WAITS, found, guess(WAITS, [form("yes")] * 80)))
        assert lines[0] == (
            "waits: 2 questions, 1 wrong, 0 ambiguous, 0 impossible, 1 untrue, 0 unsaid, 1 repeated, "
            "1 of 1 parts guessed by the form"
        )
        assert lines[1].endswith(" forms; 0.750 seconds each")
        assert lines[2].startswith(
            "  guessed by form: waits only: 100% of 40 guessed, chance 50%, by nothing"
        )

    def test_how_far_it_is_and_every_problem_at_once(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(drills, "PROGRESS", 2)
        found = [Checked(f"waits-{number:04}", str(number), 0.0) for number in range(5)]
        found[0] = replace_struct(found[0], problems=(Problem(Fault.WRONG, "waits-0000 is wrong"),))
        assert list(told(WAITS, found, 0.0)) == found
        first, *lines = capsys.readouterr().out.splitlines()
        assert first == "waits-0000 is wrong"
        assert [line.split(",")[:2] for line in lines] == [
            ["… waits: 2", " 1 with something wrong"],
            ["… waits: 4", " 1 with something wrong"],
        ]

    def test_it_exits_with_what_failed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(drills, "guessed_by_form", lambda *_: guess(WAITS, [form("yes")] * 80))
        monkeypatch.setattr("sys.argv", ["drills", "waits", "--questions", "3", "--jobs", "1"])
        with pytest.raises(SystemExit, match="the form gives away waits only"):
            drills.main()


class TestTheLog:
    def test_a_check_goes_on_where_the_log_ends(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log = tmp_path / "log"
        monkeypatch.setattr(drills, "guessed_by_form", lambda *_: [])
        for number in (2, 5):
            monkeypatch.setattr(
                "sys.argv", ["drills", "waits", "--questions", str(number), "--jobs", "1", "--log", str(log)]
            )
            drills.main()
        assert capsys.readouterr().out.count("waits: 5 questions, 0 wrong") == 1
        codes = [msgspec.json.decode(line, type=Checked).code for line in log.read_bytes().splitlines()]
        assert codes == [str(code) for code in list(drills.codes(WAITS))[:5]]

    def test_what_stands_in_it_is_not_asked_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log = tmp_path / "log"
        work = list(drills.codes(WAITS))[:3]
        found = list(drills.logged(work, 1, log))
        monkeypatch.setattr(drills, "check", None)
        assert list(drills.logged(work, 1, log)) == found
