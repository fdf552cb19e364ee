"""A key that is being hammered answers nothing that came up meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

import tui.screens.base
from engine.records import read_events, resume
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.pilot_keys import strike, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.screens.base import KeyRepeat
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.ranking import RankingScreen
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture(autouse=True)
def _slow_fingers(monkeypatch: pytest.MonkeyPatch, _fast_fingers: None) -> None:
    """Whatever the speed of the machine, these strokes are one hammering."""
    monkeypatch.setattr(tui.screens.base, "PAUSE", 3_600.0)


def app_with(path: Path, record: str) -> FuritenApp:
    """The program over the save of a recorded hand that ends its game."""
    match = resume(read_events((ROOT / "tests" / "data" / "hands" / f"{record}.jsonl").read_bytes())).match
    folder = folder_at(path)
    with folder:
        folder.create(match.events)
    return FuritenApp(folder, speed="instant")


def shown(app: FuritenApp) -> tuple[object, int]:
    """The screen on top, and which of several wins it shows."""
    return app.screen, getattr(app.screen, "number", 0)


async def test_hammering_a_key_ends_no_result_nor_ranking_and_begins_no_game(tmp_path: Path) -> None:
    app = app_with(tmp_path, "double-ron")
    keys = ("enter", "space")
    screens = (TitleScreen, HandEndScreen, HandEndScreen, RankingScreen, TitleScreen)
    async with app.run_test():
        for place, screen in enumerate(screens):
            await until(lambda screen=screen: isinstance(app.screen, screen) and takes_keys(app))
            there = shown(app)
            if place:
                for _ in range(5):
                    await strike(app, keys[(place - 1) % 2])
                assert shown(app) == there, "the key that led here has been hammered on"
            if place < len(screens) - 1:
                await strike(app, keys[place % 2])
                await until(lambda there=there: shown(app) != there)
        assert len(app.screen_stack) == 2


def test_strokes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tui.screens.base, "PAUSE", 0.3)
    strokes = KeyRepeat()
    for time in (1.0, 1.2, 1.4):
        strokes.record("enter", time)
    assert strokes.is_repeat("enter", since=1.3), "it began before that"
    assert not strokes.is_repeat("enter", since=1.0)
    assert not strokes.is_repeat("space", since=1.3), "another key"
    strokes.record("enter", 1.7)
    assert not strokes.is_repeat("enter", since=1.6), "the finger has rested"
    strokes.record("x", 1.8)
    strokes.record("enter", 1.9)
    assert not strokes.is_repeat("enter", since=1.85), "another key in between"
