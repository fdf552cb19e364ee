"""Practice in the real app beside another copy of the program, and with a record that cannot be used."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.drills.question import DrillKind
from tests.support.tui import practice_answers
from tests.support.tui.pilot_keys import press
from tests.support.tui.practice_answers import Clock, answer_all, attempt
from tests.support.tui.practice_app import MENU, answered, asked, menu_of, practice_app, summed_up, use
from tests.support.tui.practice_input import give, question_of, shown
from tests.support.tui.practice_records import change, kept, record
from tests.support.tui.texts import says
from tui.database.open_database import DATABASE
from tui.i18n.texts import t
from tui.play.options import PracticeOptions
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and questions in notation."""
    clock = Clock()
    use(monkeypatch, clock)
    return clock


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
    monkeypatch.setattr("tui.database.file.PATIENCE", 0.0)
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
