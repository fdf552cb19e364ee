"""Practice in the real app: left and taken up again, beside another copy, and pictures of its menu."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.drills.library import read_library_code
from ai.drills.question import DrillKind, NoQuestion, Question
from tests.support.tui import practice_answers
from tests.support.tui.pilot import SnapCompare, press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import (
    KINDS,
    Clock,
    answer_all,
    attempt,
    change,
    kept,
    past_clock,
    record,
)
from tests.support.tui.practice_app import (
    MENU,
    answered,
    asked,
    choose,
    click_text,
    give,
    menu_of,
    practice_app,
    question_of,
    shown,
    summed_up,
    use,
    wrong_answer,
)
from tests.support.tui.texts import says
from tui.database.open_database import DATABASE
from tui.drawing.rows import plain
from tui.i18n import LANGUAGE_VARIABLE, Language, t
from tui.play.play_options import PracticeOptions
from tui.practice.question_pool import QuestionPool
from tui.screens.dialogs import AskScreen
from tui.screens.practice.menu import PracticeScreen
from tui.screens.practice.progress_screen import ProgressScreen, SessionEndScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp

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


async def answer_one(app: FuritenApp, pilot: Pilot[int]) -> str:
    """Answer a question rightly and go on; returns what the explanation said."""
    question = question_of(await asked(app))
    await give(pilot, question, question.answer)
    await answered(app)
    said = shown(app)
    await press(pilot, "enter")
    return said


# -- another copy ------------------------------------------------------------------------------------


async def whole_session(path: Path, kind: DrillKind) -> None:
    """Ten questions of that kind in an app of its own."""
    app = practice_app(path, PracticeOptions(kind))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(10):
            await answer_one(app, pilot)
        await summed_up(app)


async def test_two_apps_fill_one_record(tmp_path: Path, clock: Clock) -> None:
    kinds = (DrillKind.RON, DrillKind.KAN)
    await asyncio.gather(*(whole_session(tmp_path, kind) for kind in kinds))
    attempts = kept(tmp_path)
    for kind in kinds:
        numbers = [each.number for each in attempts if each.kind == kind]
        assert numbers == list(range(1, 11))
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


async def test_what_another_copy_has_answered_is_seen_on_coming_back(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions(DrillKind.KAN))
    other = practice_answers.practice_at(tmp_path, clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await answer_one(app, pilot)
        answer_all(other.begin(DrillKind.RON), clock)
        await answer_one(app, pilot)
        await asked(app)
        await press(pilot, "escape")
        menu = await menu_of(app)
        assert t("practice.so-far", answered=2, title=t("drill.kinds.kan"), total=10) in shown(app)
        assert {each.kind: each.answers for each in menu.overview.kinds}[DrillKind.RON] == 10
        assert menu.overview.figures.totals().answers == len(kept(tmp_path)) == 12
    other.progress.close()
    assert len(kept(tmp_path)) == 12


# -- a record that cannot be used --------------------------------------------------------------------


async def test_a_later_version_s_record_is_set_aside_whole_and_told(tmp_path: Path, clock: Clock) -> None:
    path = record(tmp_path, attempt(1))
    change(path, "PRAGMA user_version = 7", "PRAGMA journal_mode = DELETE")
    before = path.read_bytes()
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)) as pilot:
        await menu_of(app)
        assert "format 7" in shown(app)
        assert says(shown(app), "progress.newer")
        await press(pilot, "enter")
        assert "RIGHT" in await answer_one(app, pilot)
    assert (tmp_path / "furiten-newer-version-7.sqlite").read_bytes() == before
    assert len(kept(tmp_path)) == 1


async def test_a_record_that_breaks_in_a_session_costs_no_answer(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions(DrillKind.RON))
    async with app.run_test(size=(80, 24)) as pilot:
        await answer_one(app, pilot)
        await asked(app)
        change(tmp_path / DATABASE, "DROP TABLE attempts")
        await answer_one(app, pilot)
        await asked(app)
        await press(pilot, "escape")
        await menu_of(app)
        assert "furiten.sqlite.damaged-1" in shown(app)
        assert "2 of 10 answered" in shown(app)
    assert [each.number for each in kept(tmp_path)] == [1, 2]


async def test_answers_that_cannot_be_written_are_told_at_once_and_written_later(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.database.sqlite_file.PATIENCE", 0.0)
    app = practice_app(tmp_path, PracticeOptions(DrillKind.RON))
    async with app.run_test(size=(80, 24)) as pilot:
        assert t("progress.busy") not in await answer_one(app, pilot)
        await asked(app)
        writer = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        said = await answer_one(app, pilot)
        assert says(said, "progress.not-kept", reason=t("progress.busy"))
        assert "RIGHT" in said
        await asked(app)
        await press(pilot, "escape")
        await menu_of(app)
        assert says(shown(app), "progress.not-kept")
        writer.execute("ROLLBACK")
        writer.close()
        await press(pilot, "enter")
        assert t("progress.busy") not in await answer_one(app, pilot)
    assert [each.number for each in kept(tmp_path)] == [1, 2, 3]


@pytest.fixture
def later_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still after four weeks of practice, and questions in notation."""
    later_clock = past_clock()
    use(monkeypatch, later_clock, kinds=tuple(DrillKind))
    return later_clock


def pressing(keys: str) -> Callable[[Pilot[int]], object]:
    """Press these once the screen takes them."""

    async def pressed(pilot: Pilot[int]) -> None:
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]
        await press(pilot, *keys.split())
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]

    return pressed


def test_menu_before_anything_is_answered(snap_compare: SnapCompare, tmp_path: Path, clock: Clock) -> None:
    assert snap_compare(practice_app(tmp_path, MENU), run_before=pressing("down"))


def test_help(snap_compare: SnapCompare, tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions(DrillKind.WAITS, seed=7))

    async def helped(pilot: Pilot[int]) -> None:
        await asked(app)
        await pressing("question_mark")(pilot)  # type: ignore[misc]

    assert snap_compare(app, run_before=helped)


def ten_answers_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[FuritenApp, Callable[..., object]]:
    """An app with practice, and a session in it in which some answers are wrong and one takes long."""
    later_clock = past_clock()
    # these alone, so that a further kind does not change what the seed asks
    use(monkeypatch, later_clock, kinds=KINDS)
    app = practice_app(path, PracticeOptions(seed=7))

    async def ten_answers(pilot: Pilot[int]) -> None:
        for number in range(10):
            question = question_of(await asked(app))
            later_clock.pass_by(40 if number == 5 else 5 + number)
            await give(pilot, question, question.answer if number % 4 else wrong_answer(question))
            await answered(app)
            await press(pilot, "enter")
        await summed_up(app)

    return app, ten_answers


def test_session_end(snap_compare: SnapCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, ten_answers = ten_answers_on(tmp_path, monkeypatch)
    assert snap_compare(app, run_before=ten_answers)


def test_session_end_in_japanese(
    snap_compare: SnapCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its columns hold letters that take two cells."""
    monkeypatch.setenv(LANGUAGE_VARIABLE, Language.JAPANESE)
    app, ten_answers = ten_answers_on(tmp_path, monkeypatch)
    assert snap_compare(app, run_before=ten_answers)
