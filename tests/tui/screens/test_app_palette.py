"""The palette: what can be done here and now, found by a few letters, done by Enter or a click."""

from __future__ import annotations

from pathlib import Path
from string import ascii_lowercase

import pytest

from tests.support.tui.pilot_keys import press, screen_of, table_app, takes_keys, until
from tests.support.tui.sessions import folder_at, options
from tui.config.actions import ACTIONS
from tui.config.settings import Coach, Settings, SettingsFile
from tui.demo.scene_files import scene_of
from tui.demo.staged_app import Staged
from tui.drawing.page_widget import Page
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.screens.base import KeyScreen
from tui.screens.game.game import GameScreen
from tui.screens.pages.command_palette import PaletteScreen
from tui.screens.pages.glossary import GlossaryScreen
from tui.screens.pages.help import HelpScreen
from tui.screens.pages.settings import SettingsScreen
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


def shown(app: FuritenApp) -> str:
    return plain(screen_of(app, PaletteScreen).picture(80, 24))


def offered(app: FuritenApp) -> set[str]:
    """What the screen on top would list."""
    screen = app.screen
    assert isinstance(screen, KeyScreen)
    return {action.id for action in screen.offers()}


async def test_letters_narrow_it_down_and_enter_does_it(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "colon")
        words = shown(app)
        assert all(word in words for word in ("new game", "practice", "settings", "glossary", "help", "quit"))
        assert "continue" not in words, "there is no game to continue"
        await press(pilot, "s", "e", "t")
        assert [action.id for action in screen_of(app, PaletteScreen).found] == ["settings"]
        await press(pilot, "z")
        assert t("palette.none") in shown(app)
        await press(pilot, "enter", "backspace", "enter")
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, "colon", "colon")
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, "colon", "escape", "escape")
        assert isinstance(app.screen, TitleScreen)


async def test_with_the_mouse(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "colon")
        await until(lambda: takes_keys(app))
        lines = shown(app).splitlines()
        row = next(number for number, line in enumerate(lines) if "glossary" in line)
        await pilot.click(Page, offset=(lines[row].index("glossary"), row))
        assert await until(lambda: isinstance(app.screen, GlossaryScreen))


async def test_at_the_table_it_offers_what_can_be_done_now(tmp_path: Path) -> None:
    app = Staged(scene_of("riichi"), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        game = screen_of(app, GameScreen)
        here = offered(app)
        assert {"riichi", "confirm", "ask", "settings", "faster", "log", "quit"} <= here
        assert here.isdisjoint({"ron", "pon", "chi", "tsumo", "pass", "cancel", "left", "undo", "palette"})
        await press(pilot, "colon", "r", "i", "i", "enter")
        await until(lambda: app.screen is game and game.desk.mode == "riichi")
        assert "cancel" in offered(app)
        await press(pilot, "colon", "t", "a", "k", "e", "space", "c", "h", "enter")
        await until(lambda: game.desk.view.me.riichi)
    app.close()


@pytest.mark.nightly
async def test_a_warning_is_insisted_on_from_the_palette_too(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(Settings(coach=Coach.ON))
    app = Staged(scene_of("the-coach"), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        game = screen_of(app, GameScreen)
        await press(pilot, "left")
        before = len(game.session.match.events)
        await press(pilot, "colon", "t", "a", "k", "e", "space", "c", "h", "enter")
        await until(lambda: game.desk.warned and app.screen is game)
        assert len(game.session.match.events) == before
        await press(pilot, "colon", "t", "a", "k", "e", "space", "c", "h", "enter")
        await until(lambda: len(game.session.match.events) > before)
    app.close()


async def test_what_has_no_key_is_there_all_the_same(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(Settings(keys={"slower": ()}))
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "colon", "s", "l", "o", "w", "e", "r", "down", "enter")
        assert await until(lambda: app.pace.speed == "fast")
    app.folder.release()


async def test_it_opens_over_the_help_and_letters_are_typed(tmp_path: Path) -> None:
    """Also those that were chosen as keys: in the palette they are letters, and no key bar names them."""
    one, other = free_letters()[:2]
    SettingsFile(tmp_path).change(Settings(keys={"help": (one,), "confirm": (other,)}))
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, one, "colon", one, other)
        assert screen_of(app, PaletteScreen).typed == f"{one}{other}"
        assert f" {one} help" not in shown(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, HelpScreen)


def free_letters() -> list[str]:
    """Letters that are the key of nothing."""
    taken = {key for action in ACTIONS for key in action.default_keys}
    return [letter for letter in f"{ascii_lowercase}äöü" if letter not in taken]


def test_everything_has_words_of_its_own() -> None:
    alone = [action.alone for action in ACTIONS]
    assert len(set(alone)) == len(alone)
