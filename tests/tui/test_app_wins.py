"""A win at the table is taken with one key, and no hammering of a key throws it away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import tui.screens.game
from ai.bot import make_bot
from engine.actions import ActionKind
from tests.tui.fingers import press, screen_of, strike, takes_keys, until
from tests.tui.table_talk import folder_at, options
from tui.app import FuritenApp
from tui.screens.game import GameScreen
from tui.screens.hand_end import HandEndScreen
from tui.session import Pending
from tui.start import open_for_play

pytestmark = pytest.mark.usefixtures("quick_disk")

SELF_DRAW = 14
"""A seed whose first hand comes to a tsumo of an open hand, when a bot plays for the person until then."""


def app_at_a_tsumo(path: Path) -> FuritenApp:
    """The app at the table of a person who has just drawn the winning tile."""
    folder = folder_at(path)
    session, _ = open_for_play(folder, options(SELF_DRAW))
    bot = make_bot("hayai")
    while session.pending is not Pending.PERSON or not session.options.of(ActionKind.TSUMO):
        if session.pending is Pending.BOTS:
            session.advance()
        else:
            session.choose(bot.choose(session.options.view, session.options))
    return FuritenApp(folder, session, speed="instant")


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
    monkeypatch.setattr(tui.screens.game, "GRACE", 0.5)
    app = app_at_a_tsumo(tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "left")
        session, screen = app.session, screen_of(app, GameScreen)
        assert session is not None
        before = len(session.match.events)
        for _ in range(3):
            app.simulate_key("enter")
        await until(lambda: screen.desk.warned)
        await strike(app, "enter")
        await asyncio.sleep(0.1)
        await strike(app, "enter")
        assert len(session.match.events) == before
        assert screen.desk.scene().reason.startswith("You can win, t is tsumo.")
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: len(session.match.events) > before)
    app.folder.release()
