"""Pictures of practice that no scene has: the menu of a beginner, the help, the end of a session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath

import pytest
from textual.pilot import Pilot

from ai.drills.question import DrillKind
from tests.support.tui.pilot_keys import press, takes_keys, until
from tests.support.tui.practice_answers import Clock
from tests.support.tui.practice_app import MENU, answered, asked, practice_app, summed_up, use
from tests.support.tui.practice_input import give, question_of, wrong_answer
from tests.support.tui.practice_past import KINDS, past_clock
from tui.i18n.language import LANGUAGE_VARIABLE, Language
from tui.play.options import PracticeOptions
from tui.shell.app import FuritenApp

SnapCompare = Callable[..., bool | PurePath]

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still after four weeks of practice, and questions in notation."""
    clock = past_clock()
    use(monkeypatch, clock, kinds=tuple(DrillKind))
    return clock


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
    clock = past_clock()
    # these alone, so that a further kind does not change what the seed asks
    use(monkeypatch, clock, kinds=KINDS)
    app = practice_app(path, PracticeOptions(seed=7))

    async def ten_answers(pilot: Pilot[int]) -> None:
        for number in range(10):
            question = question_of(await asked(app))
            clock.pass_by(40 if number == 5 else 5 + number)
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
