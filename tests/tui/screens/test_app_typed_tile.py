"""Tiles typed at the table of the app: no letter of a suit is taken for an action or for another question."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.tiles import NAMES
from tests.support.tui.pilot_keys import press, screen_of, strike, table_app, takes_keys, until
from tests.support.tui.sessions import options
from tui.desk.scene_maker import make_scene
from tui.screens.game.game import GameScreen
from tui.screens.pages.settings import SettingsScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


def tile_at_cursor(app: FuritenApp) -> str:
    scene = make_scene(screen_of(app, GameScreen).desk)
    assert scene.cursor is not None
    return NAMES[scene.laid.tiles[scene.cursor]]


async def test_each_tile_is_reached_and_one_enter_discards_it(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await until(lambda: takes_keys(app))
        desk = screen_of(app, GameScreen).desk
        for tile in desk.laid.tiles:
            await press(pilot, *NAMES[tile])
            assert tile_at_cursor(app) == NAMES[tile]
        chosen = tile_at_cursor(app)
        await press(pilot, "enter")
        await until(lambda: bool(screen_of(app, GameScreen).desk.view.me.pond))
        assert NAMES[screen_of(app, GameScreen).desk.view.me.pond[0].tile] == chosen
    app.folder.release()


async def test_the_suit_is_an_action_only_without_a_digit(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await press(pilot, "1", "s")
        assert isinstance(app.screen, GameScreen)
        await press(pilot, "1", "escape", "s")
        assert isinstance(app.screen, SettingsScreen)
    app.folder.release()


@pytest.mark.nightly
async def test_a_tile_typed_before_the_question_opens_nothing(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await until(lambda: takes_keys(app))
        screen = screen_of(app, GameScreen)
        screen.ignore_keys_until_painted(3600)
        await strike(app, "1")
        screen.ignore_keys_until_painted()
        await press(pilot, "s")
        assert app.screen is screen
        assert screen.desk.notice == ""
        await press(pilot, "s")
        assert isinstance(app.screen, SettingsScreen)
    app.folder.release()


@pytest.mark.nightly
async def test_after_a_whole_tile_an_early_digit_is_forgotten(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await until(lambda: takes_keys(app))
        screen = screen_of(app, GameScreen)
        screen.ignore_keys_until_painted(3600)
        await strike(app, "1")
        screen.ignore_keys_until_painted()
        await press(pilot, *NAMES[screen.desk.laid.tiles[0]], "s")
        assert isinstance(app.screen, SettingsScreen)
    app.folder.release()


@pytest.mark.nightly
async def test_the_tile_of_a_user_who_moved_the_letters(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(
        '[keys]\nriichi = "m"\nsettings = ["f2"]\nlog = "s"\n', encoding="utf-8"
    )
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await until(lambda: takes_keys(app))
        for tile in screen_of(app, GameScreen).desk.laid.tiles:
            await press(pilot, *NAMES[tile])
            assert tile_at_cursor(app) == NAMES[tile]
    app.folder.release()
