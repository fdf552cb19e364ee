"""Practice in the real app: left and taken up again, beside another copy, and pictures of its menu."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.drills.library import read_library_code
from ai.drills.question import DrillKind, NoQuestion, Question
from tests.support.tui import practice_answers
from tests.support.tui.pilot import SnapCompare, press, press_to, running, screen_of, takes_keys, until
from tests.support.tui.practice_answers import (
    KINDS,
    Clock,
    answer_all,
    attempt,
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
    right_answer,
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
from tui.screens.dialogs import AskScreen
from tui.screens.practice.menu import PracticeScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp

WAITS = PracticeOptions(DrillKind.WAITS)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and questions in notation."""
    clock = Clock()
    use(monkeypatch, clock)
    return clock


async def test_a_session_is_left_and_goes_on_at_the_same_question(tmp_path: Path, clock: Clock) -> None:
    async with running(practice_app(tmp_path, PracticeOptions())) as (app, pilot):
        for _ in range(2):
            screen = await asked(app)
            await give(pilot, question_of(screen), question_of(screen).answer)
            await answered(app)
            await press(pilot, "enter")
        screen = await asked(app)
        code = question_of(screen).code
        await press_to(pilot, PracticeScreen, "escape")
        assert t("practice.so-far", answered=2, title=t("practice.mixed"), total=10) in plain(
            screen_of(app, PracticeScreen).picture(80, 24)
        )
        await click_text(pilot, "Continue")
        assert question_of(await asked(app)).code == code
    # the program was killed: another one finds the same
    async with running(practice_app(tmp_path, PracticeOptions())) as (app, _):
        assert question_of(await asked(app)).code == code


async def test_a_wrong_answer_comes_back_when_it_is_due(tmp_path: Path, clock: Clock) -> None:
    missed = attempt(1, right=False, kind=DrillKind.RON)
    record(tmp_path, missed)
    clock.pass_by(days=1)
    async with running(practice_app(tmp_path, PracticeOptions(DrillKind.RON))) as (app, pilot):
        question = question_of(await asked(app))
        assert read_library_code(question.code).base == read_library_code(missed.code)
        assert question.code != missed.code
        assert "asked before" in shown(app)
        assert t("drill.comes-back", count=3) in await answer_one(app, pilot)
        assert "asked before" not in shown(app)


async def test_a_new_session_of_a_kind_that_was_left_is_asked_about(tmp_path: Path, clock: Clock) -> None:
    async with running(practice_app(tmp_path, WAITS)) as (app, pilot):
        screen = await asked(app)
        await give(pilot, question_of(screen), question_of(screen).answer)
        await answered(app)
        await press_to(pilot, PracticeScreen, "escape")
        await choose(pilot, DrillKind.WAITS)
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press_to(pilot, PracticeScreen, "escape")
        await choose(pilot, DrillKind.WAITS)
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "enter")
        await asked(app)
        assert "question 2 of 10" in shown(app)
        await press_to(pilot, PracticeScreen, "escape")
        await choose(pilot, DrillKind.WAITS)
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "up", "enter")
        await asked(app)
        assert "question 1 of 10" in shown(app)


async def test_from_the_title_and_back(tmp_path: Path, clock: Clock) -> None:
    async with running(practice_app(tmp_path, None)) as (app, pilot):
        await press_to(pilot, PracticeScreen, "p")
        await press_to(pilot, TitleScreen, "escape")
        await press(pilot, "p")
        await choose(pilot, "waits")
        await asked(app)
        await press_to(pilot, TitleScreen, "q")
        assert app.return_code is None


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_what_the_command_opened_ends_with_its_menu(tmp_path: Path, clock: Clock, key: str) -> None:
    async with running(practice_app(tmp_path, MENU)) as (app, pilot):
        await press(pilot, key)
        await until(lambda: app.return_code is not None)
    assert app.return_value == 0


async def test_a_question_that_cannot_be_made_ends_the_program_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(code: str) -> Question:
        raise NoQuestion(code)

    use(monkeypatch, Clock(), make=none)
    async with running(practice_app(tmp_path, WAITS)) as (app, _):
        await until(lambda: app.return_code is not None)
    assert app.return_value == 2
    assert "nothing to ask as question 1" in app.failure


async def answer_one(app: FuritenApp, pilot: Pilot[int]) -> str:
    """Answer a question rightly and go on; returns what the explanation said."""
    question = question_of(await asked(app))
    await give(pilot, question, question.answer)
    await answered(app)
    said = shown(app)
    await press(pilot, "enter")
    return said


# -- another copy ------------------------------------------------------------------------------------


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


async def test_answers_that_cannot_be_written_are_told_at_once_and_written_later(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.database.sqlite_file.PATIENCE", 0.0)
    async with running(practice_app(tmp_path, PracticeOptions(DrillKind.RON))) as (app, pilot):
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
    app = practice_app(path, MENU)

    async def ten_answers(pilot: Pilot[int]) -> None:
        menu = await menu_of(app)
        session = menu.practice.begin(seed=7)
        for number in range(10):
            question = session.next()
            assert question is not None
            later_clock.pass_by(40 if number == 5 else 5 + number)
            session.answer(right_answer(question) if number % 4 else wrong_answer(question))
        menu._left_session(session)
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
