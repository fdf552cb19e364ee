"""Whole games in the real app with the keyboard alone, from the title to the final ranking."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import EndGame
from engine.records import read_events
from tests.support.tui.pilot_keys import (
    play_on_to_the_ranking,
    play_to_the_ranking,
    press,
    screen_of,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.sessions import folder_at, options
from tui.archive.archive import RECORDS
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking import RankingScreen
from tui.screens.start.new_game import GameField, NewGameScreen
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


def record(path: Path) -> bytes:
    """The one record in a folder."""
    (kept,) = (path / RECORDS).iterdir()
    return kept.read_bytes()


@pytest.mark.nightly
async def test_a_full_game_from_the_first_deal_to_the_final_ranking(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(3, "wrc", length="south"))
    seen = await play_to_the_ranking(app)
    events = read_events(record(tmp_path))
    assert isinstance(events[-1], EndGame)
    assert seen.count("HandEndScreen") >= 8
    assert seen[-1] == "RankingScreen"
    assert app.return_value == 0


@pytest.mark.nightly
async def test_the_same_seed_and_keys_give_the_same_record(tmp_path: Path) -> None:
    for turn in ("first", "second"):
        await play_to_the_ranking(table_app(tmp_path / turn, options(12, "tenhou", length="east")))
    assert record(tmp_path / "first") == record(tmp_path / "second")


async def test_from_the_title_to_the_ranking_and_back(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        # up from Start: the seed, the speed, then the bots, the table rules and the length
        await press(pilot, *"4711", "up", "left", "left", *["up"] * 5, "right", "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        assert app.session is not None
        assert (app.session.match.seed, app.session.match.rules.length) == (4711, "hand")
        assert app.pace.speed == "instant"
        await play_on_to_the_ranking(app)
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert b'"end_game"' in record(tmp_path)
        assert app.session is None
        await press(pilot, "q")
        await until(lambda: app.return_code is not None)


@pytest.mark.nightly
async def test_another_game_after_the_ranking(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(9, "ema"))
    async with app.run_test() as pilot:
        await play_on_to_the_ranking(app)
        await press(pilot, "down", "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        assert app.session is not None
        assert app.session.match.rules.name == "ema"
        assert app.session.match.rules.length == "hand"
    app.folder.release()
    assert b'"end_game"' in record(tmp_path)


async def test_without_colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual 8.2 fails on pieces without a style where there are no colours: all screens must have them."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(120, 40)) as pilot:
        assert app.no_color
        assert app.palette.name == "mono"
        await press(pilot, "question_mark", "x", "n", "question_mark", "x", *"4711")
        form = screen_of(app, NewGameScreen)
        while form.field != GameField.SPEED:
            await press(pilot, "up")
        await press(pilot, "left", "left")
        while form.field != GameField.LENGTH:
            await press(pilot, "up")
        while form.options.length != "hand":
            await press(pilot, "right")
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        await play_on_to_the_ranking(app)
        assert isinstance(app.screen, RankingScreen)
    app.folder.release()
