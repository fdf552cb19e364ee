"""Asking at the table in the real app: by key and mouse, choosing nothing, while the game waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.tiles import NAMES
from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import press, screen_of, table_app, takes_keys, until
from tests.support.tui.sessions import options
from tui.config.settings import HintLevel, Settings, SettingsFile
from tui.screens.game.game import GameScreen
from tui.screens.tile_explainer import HintScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable

pytestmark = pytest.mark.usefixtures("quick_disk")


def cursor(game: GameScreen) -> int | None:
    scene = game.query_one(GameTable).scene
    assert scene is not None
    return scene.cursor


async def at_own_turn(app: FuritenApp) -> GameScreen:
    await until(lambda: takes_keys(app))
    game = screen_of(app, GameScreen)
    assert cursor(game) is not None, "the game of this seed does not begin with a turn of the person"
    return game


@pytest.mark.parametrize("level", [HintLevel.OFF, *at_night([HintLevel.MARKS, HintLevel.FULL])])
async def test_the_key_explains_the_tile_under_the_cursor(tmp_path: Path, level: HintLevel) -> None:
    SettingsFile(tmp_path).change(Settings(hints=level))
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        game = await at_own_turn(app)
        await press(pilot, "home", "right", "h")
        panel = screen_of(app, HintScreen)
        assert panel.stop == cursor(game) == 1
        await press(pilot, "escape")
        assert app.screen is game
        assert game.waiting
        assert cursor(game) == 1
    app.folder.release()


async def test_a_click_on_a_mark_explains_its_tile_and_chooses_nothing(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        game = await at_own_turn(app)
        before = cursor(game)
        assert await pilot.click("#zone-marks", offset=(12, 0))
        await until(lambda: isinstance(app.screen, HintScreen) and takes_keys(app))
        assert screen_of(app, HintScreen).stop == 2
        await press(pilot, "escape")
        assert (cursor(game), game.waiting) == (before, True)
    app.folder.release()


async def test_what_is_explained_stays_until_the_panel_is_closed(tmp_path: Path) -> None:
    """Bots at full speed: the game waits from the key on, whatever they have done already."""
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        game = await at_own_turn(app)
        held = [NAMES[tile] for tile in game.desk.view.hand.sorted()]
        await press(pilot, "h")
        assert not game._in_view.is_set()
        await press(pilot, "g", "escape", "escape")
        await until(lambda: game._in_view.is_set() and takes_keys(app))
        assert [NAMES[tile] for tile in game.desk.view.hand.sorted()] == held
    app.folder.release()
