"""Pictures of lessons: the ladder, the page before one, a remark, and what the choices led to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path, PurePath

import pytest
from textual.pilot import Pilot

from tests.support.tui.pilot_keys import press
from tests.tui.lessons.test_lesson_app import FIRST, TO_3P, TO_4P, app_at, furiten_line, seen
from tui.screens.game.game import GameScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.lesson_remark import RemarkScreen
from tui.screens.game.lesson_review import ChoicesScreen
from tui.screens.lessons.lesson_list import LessonIntroScreen, LessonsScreen
from tui.shell.app import FuritenApp

SnapCompare = Callable[..., bool | PurePath]
Steps = Callable[[Pilot[int], FuritenApp], Awaitable[None]]

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


async def ladder(pilot: Pilot[int], app: FuritenApp) -> None:
    await seen(app, LessonsScreen)


async def intro(pilot: Pilot[int], app: FuritenApp) -> None:
    await seen(app, LessonIntroScreen)


async def said(pilot: Pilot[int], app: FuritenApp) -> None:
    await press(pilot, "enter")
    await seen(app, GameScreen)
    await press(pilot, *TO_4P, "enter")
    await seen(app, RemarkScreen)


async def both_ways(pilot: Pilot[int], app: FuritenApp) -> None:
    await press(pilot, "enter")
    await furiten_line(pilot, app)
    await press(pilot, "down", "down", "enter")
    await seen(app, GameScreen)
    await press(pilot, *TO_3P, "enter")
    await seen(app, GameScreen)
    await press(pilot, "o")
    await seen(app, RemarkScreen)
    await press(pilot, "enter")
    await seen(app, HandEndScreen)
    await press(pilot, "enter")
    await seen(app, ChoicesScreen)


@pytest.mark.parametrize(
    ("lesson", "steps", "size"),
    [
        pytest.param("", ladder, (80, 24), id="ladder-80x24"),
        pytest.param(FIRST, intro, (80, 24), id="intro-80x24"),
        pytest.param(FIRST, said, (80, 24), id="remark-80x24"),
        pytest.param(FIRST, both_ways, (80, 24), id="choices-80x24"),
        pytest.param(FIRST, said, (120, 40), id="remark-120x40"),
    ],
)
def test_lesson(
    snap_compare: SnapCompare, tmp_path: Path, lesson: str, steps: Steps, size: tuple[int, int]
) -> None:
    app = app_at(tmp_path, lesson)

    async def shown(pilot: Pilot[int]) -> None:
        await steps(pilot, app)

    assert snap_compare(app, terminal_size=size, run_before=shown)
