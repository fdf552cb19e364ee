"""Mistakes of own games come back in practice, with a schedule of their own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from ai.drills.question import OWN as OWN_CODE
from ai.drills.question import DrillKind
from ai.review.moments import ReviewedMoment
from tests.support.tui.pilot_keys import press
from tests.support.tui.practice_answers import NOON, Clock, answer_all, practice_at
from tests.support.tui.practice_app import MENU, asked, choose, practice_app, use
from tests.support.tui.practice_input import shown
from tests.support.tui.practice_own import reviewed
from tests.support.tui.practice_records import change
from tui.cli import execute
from tui.database.open_database import DATABASE
from tui.i18n.texts import t
from tui.play.options import PracticeOptions
from tui.practice.own_mistakes import OwnGame, add_mistakes, question_about
from tui.practice.practice import Practice
from tui.practice.progress import Progress
from tui.practice.question_selection import OWN
from tui.screens.practice.menu import PracticeEntry
from tui.screens.practice.wording import origin_words

pytestmark = pytest.mark.usefixtures("quick_disk")
WRONG: list[set[str]] = [set()]


def mistakes() -> tuple[OwnGame, list[ReviewedMoment]]:
    """A game and moments of it that practice can ask about, fewer than a session has questions."""
    game, moments = reviewed(1, "wrc", 0)
    asked = [moment for moment in moments if question_about(game, moment, NOON) is not None]
    assert len(asked) > 3
    return game, asked[:3]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def practice(tmp_path: Path, clock: Clock) -> Iterator[Practice]:
    practice = practice_at(tmp_path, clock)
    yield practice
    practice.progress.close()


def added(practice: Practice, clock: Clock) -> int:
    return add_mistakes(practice.progress, *mistakes(), clock.now)


def test_a_mistake_is_due_at_once_and_asked_in_a_session_of_its_own(practice: Practice, clock: Clock) -> None:
    count = added(practice, clock)
    assert count > 1
    told = practice.overview()
    assert (told.own, told.own_due) == (count, count)
    session = practice.begin_own()
    assert session.sitting.kind == OWN
    assert session.left == count
    questions = answer_all(session, clock, given=WRONG)
    assert len({question.code for question in questions}) == count
    assert all(question.code.startswith(OWN_CODE) for question in questions)
    assert all(question.origin and question.origin.began == NOON for question in questions)


def test_adding_a_mistake_again_changes_nothing(practice: Practice, clock: Clock) -> None:
    count = added(practice, clock)
    answer_all(practice.begin_own(), clock, given=WRONG)
    before = practice.progress.own_questions
    clock.pass_by(days=3)
    assert added(practice, clock) == count
    assert practice.progress.own_questions == before


def test_a_right_answer_comes_back_later_and_a_wrong_one_the_same_day(
    practice: Practice, clock: Clock
) -> None:
    count = added(practice, clock)
    session = practice.begin_own()
    question = session.next()
    assert question is not None
    clock.pass_by(5)
    session.answer(question.answer)
    answer_all(session, clock, given=WRONG)
    assert practice.overview().own_due == count - 1
    clock.pass_by(days=9)
    assert practice.overview().own_due == count


def test_answers_about_own_games_leave_levels_and_accuracy_alone(practice: Practice, clock: Clock) -> None:
    added(practice, clock)
    before = {each.kind: (each.rating, each.answers) for each in practice.overview().kinds}
    answer_all(practice.begin_own(), clock, given=WRONG)
    after = practice.overview()
    assert {each.kind: (each.rating, each.answers) for each in after.kinds} == before
    assert after.fresh == 0 < after.answers


def test_a_mixed_session_asks_them_too(practice: Practice, clock: Clock) -> None:
    added(practice, clock)
    session = practice.begin(seed=None)
    first = session.next()
    assert first is not None
    assert first.code.startswith(OWN_CODE)
    kinds = {own.kind for own in practice.progress.own_questions}
    other = next(kind for kind in DrillKind if kind not in kinds)
    question = practice.begin(other).next()
    assert question is not None
    assert not question.code.startswith(OWN_CODE)


def test_they_outlive_the_program_and_the_record_of_the_game(tmp_path: Path, clock: Clock) -> None:
    practice = practice_at(tmp_path, clock)
    count = added(practice, clock)
    session = practice.begin_own()
    answer_all(session, clock, given=WRONG, most=1)
    practice.progress.close()
    again = practice_at(tmp_path, clock)
    left = again.unfinished(OWN)
    assert left is not None
    assert left.answered == 1
    assert len(answer_all(again.resume(left.sitting), clock)) == count - 1
    assert len(again.progress.own_questions) == count
    again.progress.close()


def test_a_damaged_file_loses_none_of_them(tmp_path: Path, clock: Clock) -> None:
    practice = practice_at(tmp_path, clock)
    added(practice, clock)
    answer_all(practice.begin_own(), clock, most=1)
    before = practice.progress.own_questions
    practice.progress.close()
    change(tmp_path / DATABASE, "UPDATE attempts SET parts = 'x'")
    progress = Progress(tmp_path)
    assert progress.notices
    assert progress.attempts == ()
    assert progress.own_questions == before
    progress.close()


async def test_the_menu_has_them_once_there_are_any(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, clock)
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)):
        assert t("practice.own") not in shown(app)
    progress = Progress(tmp_path)
    game, moments = mistakes()
    add_mistakes(progress, game, moments, clock.now)
    progress.close()
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, PracticeEntry.OWN)
        screen = await asked(app)
        question = screen.answering.question if screen.answering else None
        assert question is not None
        assert question.origin is not None
        assert origin_words(question.origin) in shown(app)
        assert question.origin.began.astimezone(UTC) == NOON
        await press(pilot, "escape")


def test_the_command_asks_for_them_and_for_one_by_its_code(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    progress = Progress(tmp_path)
    add_mistakes(progress, *mistakes(), clock.now)
    code = progress.own_questions[0].code
    progress.close()
    asked: list[PracticeOptions] = []
    monkeypatch.setattr("tui.shell.launch.run", lambda options: bool(asked.append(options)))
    assert execute(["practice", "own"]) == execute(["practice", code.lower()]) == 0
    assert asked == [PracticeOptions(own=True), PracticeOptions(code=code)]
    practice = practice_at(tmp_path, clock)
    for options in asked:
        question = practice.asked_for(options).next()
        assert question is not None
        assert question.origin is not None
    assert question.code == code
    practice.progress.close()
    assert execute(["practice", "own-AAAAAAAAAA"]) == 2
    assert "own-AAAAAAAAAA" in capsys.readouterr().err
