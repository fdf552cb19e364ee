"""Practice in the real app: left and taken up again, begun by the command, and what it cannot do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ai.drills.library import read_library_code
from ai.drills.question import DrillKind, NoQuestion, Question
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import Clock
from tests.support.tui.practice_app import (
    MENU,
    answered,
    asked,
    choose,
    menu_of,
    practice_app,
    summed_up,
    use,
)
from tests.support.tui.practice_input import click_text, give, question_of, shown, wrong_answer
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.play.options import PracticeOptions
from tui.practice.question_pool import QuestionPool
from tui.screens.dialog import AskScreen
from tui.screens.practice.menu import PracticeScreen
from tui.screens.practice.progress import ProgressScreen
from tui.screens.practice.session_end import SessionEndScreen
from tui.screens.start.title import TitleScreen

pytestmark = pytest.mark.usefixtures("quick_disk")
MIXED = PracticeOptions(seed=7)
WAITS = PracticeOptions(DrillKind.WAITS)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and questions in notation."""
    clock = Clock()
    use(monkeypatch, clock)
    return clock


async def test_a_session_is_left_and_goes_on_at_the_same_question(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            screen = await asked(app)
            await give(pilot, question_of(screen), question_of(screen).answer)
            await answered(app)
            await press(pilot, "enter")
        screen = await asked(app)
        code = question_of(screen).code
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        assert t("practice.so-far", answered=2, title=t("practice.mixed"), total=10) in plain(
            screen_of(app, PracticeScreen).picture(80, 24)
        )
        await click_text(pilot, "Continue")
        assert question_of(await asked(app)).code == code
    # the program was killed: another one finds the same
    app = practice_app(tmp_path, PracticeOptions())
    async with app.run_test(size=(80, 24)):
        assert question_of(await asked(app)).code == code


async def test_what_is_on_the_disk_is_enough_to_go_on(tmp_path: Path, clock: Clock) -> None:
    """As after the program was killed in the middle of a question."""
    app = practice_app(tmp_path / "running", MIXED)
    async with app.run_test(size=(80, 24)) as pilot:
        question = question_of(await asked(app))
        await give(pilot, question, wrong_answer(question))
        await answered(app)
        await press(pilot, "enter")
        code = question_of(await asked(app)).code
        await press(pilot, "2")
        shutil.copytree(tmp_path / "running", tmp_path / "found")
    app = practice_app(tmp_path / "found", MIXED)
    async with app.run_test(size=(80, 24)):
        assert question_of(await asked(app)).code == code
        assert "question 2 of 10" in shown(app)


async def test_a_wrong_answer_comes_back_when_it_is_due(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions(DrillKind.RON))
    codes = []
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(10):
            question = question_of(await asked(app))
            codes.append(question.code)
            await give(pilot, question, wrong_answer(question) if number == 9 else question.answer)
            await answered(app)
            await press(pilot, "enter")
        await summed_up(app)
        assert f"wrong  {codes[9]}" in shown(app)
        assert t("practice.end.tomorrow", count=2) in shown(app)
        clock.pass_by(days=1)
        await press(pilot, "down", "enter")
        question = question_of(await asked(app))
        assert read_library_code(question.code).base == read_library_code(codes[9])
        assert question.code != codes[9]
        assert "asked before" in shown(app)
        await give(pilot, question, question.answer)
        await answered(app)
        assert t("drill.comes-back", count=3) in shown(app)
        await press(pilot, "enter")
        assert question_of(await asked(app)).code not in codes


async def test_a_seed_asks_everybody_the_same(tmp_path: Path, clock: Clock) -> None:
    codes = []
    for name in ("one", "other"):
        app = practice_app(tmp_path / name, PracticeOptions(seed=11))
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(3):
                question = question_of(await asked(app))
                codes.append(question.code)
                await give(pilot, question, wrong_answer(question) if name == "one" else question.answer)
                await answered(app)
                await press(pilot, "enter")
    assert codes[:3] == codes[3:]


async def test_a_new_session_of_a_kind_that_was_left_is_asked_about(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        await give(pilot, question_of(screen), question_of(screen).answer)
        await answered(app)
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await choose(pilot, DrillKind.WAITS)
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await choose(pilot, DrillKind.WAITS)
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "enter")
        await asked(app)
        assert "question 2 of 10" in shown(app)
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await choose(pilot, DrillKind.WAITS)
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "up", "enter")
        await asked(app)
        assert "question 1 of 10" in shown(app)


async def test_one_question_by_its_code(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions(code="kan-2007"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        assert "kan-2007" in shown(app)
        await give(pilot, question_of(screen), question_of(screen).answer)
        await answered(app)
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, SessionEndScreen))


async def test_from_the_title_and_back(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "p")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        await press(pilot, "p")
        await choose(pilot, "waits")
        await asked(app)
        await press(pilot, "q")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert app.return_code is None


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_what_the_command_opened_ends_with_its_menu(tmp_path: Path, clock: Clock, key: str) -> None:
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, key)
        await until(lambda: app.return_code is not None)
    assert app.return_value == 0


async def test_what_was_set_aside_is_told_once(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "practice.db").write_bytes(b"broken" * 100)
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        menu = screen_of(app, PracticeScreen)
        assert "furiten.sqlite.damaged-1" in plain(menu.picture(80, 24))
        await choose(pilot, "progress")
        await until(lambda: isinstance(app.screen, ProgressScreen) and takes_keys(app))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        assert "furiten.sqlite.damaged-1" in plain(menu.picture(80, 24)), "nothing has been done since"
        await choose(pilot, "mixed")
        await asked(app)
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        assert "furiten.sqlite.damaged-1" not in plain(menu.picture(80, 24))


async def test_a_question_that_cannot_be_made_ends_the_program_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(code: str) -> Question:
        raise NoQuestion(code)

    use(monkeypatch, Clock(), make=none)
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)):
        await until(lambda: app.return_code is not None)
    assert app.return_value == 2
    assert "nothing to ask as question 1" in app.failure


async def test_a_question_that_comes_too_late_does_no_harm(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        question = question_of(screen)
        await press(pilot, "escape")
        await menu_of(app)
        await until(lambda: not screen.is_attached)
        screen._show_question(question)
        await press(pilot, "enter")
        assert await asked(app) is not screen


async def test_questions_as_they_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock(), pool=QuestionPool(), kinds=(DrillKind.WAITS, DrillKind.KAN))
    app = practice_app(tmp_path, MIXED)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(4):
            screen = await asked(app)
            await give(pilot, question_of(screen), question_of(screen).answer)
            screen = await answered(app)
            assert screen.outcome is not None
            assert screen.outcome.right
            await press(pilot, "enter")
