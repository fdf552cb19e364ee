"""A win at the table is taken with one key, and no hammering of a key throws it away."""

from __future__ import annotations

from pathlib import Path

import pytest

import tui.screens.game.seat
from engine.match import Match
from engine.rules import WRC
from tests.support.engine.deals import build_wall
from tests.support.tui.pilot_keys import press, screen_of, strike, takes_keys, until
from tests.support.tui.sessions import Memory, folder_at
from tui.desk.scene_maker import make_scene
from tui.play.session import PERSON, Session
from tui.screens.game.game import GameScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")

GRACE = 600.0
"""Seconds, longer than any test."""


def app_at_a_tsumo(path: Path) -> FuritenApp:
    """The app at the table of a person who has just drawn the winning tile, and might discard any."""
    wall = build_wall(["123m456p789s1113z", "", "", ""], "3z")
    match = Match(WRC, 0, (PERSON, "hayai", "mamori", "takame"), walls=lambda header: wall)
    return FuritenApp(folder_at(path), Session(match, Memory()), speed="instant")


async def test_enter_takes_the_win(tmp_path: Path) -> None:
    app = app_at_a_tsumo(tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, HandEndScreen))
        assert screen_of(app, HandEndScreen).result.wins[0].title.startswith("You: tsumo")
    app.folder.release()


async def test_hammering_enter_never_throws_a_win_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.screens.game.seat, "GRACE", GRACE)
    app = app_at_a_tsumo(tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "left")
        session, screen = app.session, screen_of(app, GameScreen)
        assert session is not None
        before = len(session.match.events)
        for _ in range(3):
            app.simulate_key("enter")
        await until(lambda: screen.desk.warned)
        await until(lambda: screen._painted is not None)
        await strike(app, "enter")
        await strike(app, "enter")
        assert len(session.match.events) == before
        assert make_scene(screen.desk).warned
        assert screen._painted is not None
        screen._painted -= GRACE
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: len(session.match.events) > before)
    app.folder.release()
