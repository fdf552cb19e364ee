"""A question that the player doubts is reported to a file, with what was answered and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import __version__
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import Clock
from tests.support.tui.practice_app import answered, asked, practice_app, use
from tests.support.tui.practice_input import give, question_of, shown, wrong_answer
from tui.config.actions import BY_ID, ActionId
from tui.play.options import PracticeOptions
from tui.practice.progress import REPORTS
from tui.screens.dialog import AskScreen
from tui.screens.line_field import LineScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


async def report(app: FuritenApp, pilot: object, reason: str) -> str:
    """Type a reason; returns what the screen says then."""
    await press(pilot, BY_ID[ActionId.REPORT].keys[0])  # type: ignore[arg-type]
    await until(lambda: isinstance(app.screen, LineScreen) and takes_keys(app))
    screen_of(app, LineScreen).typed = reason
    await press(pilot, "enter")  # type: ignore[arg-type]
    await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
    said = shown(app)
    await press(pilot, "enter")  # type: ignore[arg-type]
    return said


async def test_a_report_is_kept_beside_the_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock())
    app = practice_app(tmp_path, PracticeOptions(seed=7))
    codes = []
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            question = question_of(screen := await asked(app))
            assert not screen.applies(BY_ID[ActionId.REPORT])
            codes.append(question.code)
            await give(pilot, question, wrong_answer(question))
            assert (await answered(app)).applies(BY_ID[ActionId.REPORT])
            assert REPORTS in await report(app, pilot, 'the 5p is "not" there')
            await answered(app)
            await press(pilot, "enter")
    lines = [json.loads(line) for line in (app.home / REPORTS).read_text(encoding="utf-8").splitlines()]
    assert [line["code"] for line in lines] == codes
    assert all(line["given"] and line["version"] == __version__ and not line["right"] for line in lines)
    assert {line["reason"] for line in lines} == {'the 5p is "not" there'}


async def test_a_report_that_cannot_be_kept_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock())
    app = practice_app(tmp_path, PracticeOptions(seed=7))
    async with app.run_test(size=(80, 24)) as pilot:
        question = question_of(await asked(app))
        await give(pilot, question, wrong_answer(question))
        await answered(app)
        (app.home / REPORTS).mkdir()
        assert REPORTS in await report(app, pilot, "why?")
        await answered(app)
