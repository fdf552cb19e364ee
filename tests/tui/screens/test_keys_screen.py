"""Keys are changed on their page, with keys alone or with the mouse, and count at once on every screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.nightly import at_night
from tests.support.tui.pilot import click_at, press, running, screen_of, table_app, takes_keys, until
from tests.support.tui.sessions import folder_at, options
from tui.config.actions import BY_ID
from tui.config.settings import KeyPreset, OnOff, Settings, SettingsFile
from tui.drawing.rows import plain
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.screens.game.game import GameScreen
from tui.screens.pages.help_page import HelpScreen
from tui.screens.pages.settings_pages import KeysScreen, SettingsScreen
from tui.screens.panels import HintScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp


def keys_shown(app: FuritenApp) -> str:
    return " ".join(plain(screen_of(app, KeysScreen).picture(80, 24)).split())


async def open_page(app: FuritenApp) -> KeysScreen:
    """The page of the keys above whatever is shown."""
    await until(lambda: takes_keys(app))
    app.push_screen(KeysScreen())
    await until(lambda: isinstance(app.screen, KeysScreen) and takes_keys(app))
    return screen_of(app, KeysScreen)


def select_line(screen: KeysScreen, line: str) -> None:
    screen.at = screen.lines.index(line)


async def test_from_the_settings_to_a_new_key(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "s", "up", "up")
        settings = screen_of(app, SettingsScreen)
        assert settings.field == "keys"
        await press(pilot, "enter")
        screen = screen_of(app, KeysScreen)
        while screen.action is not BY_ID["riichi"]:
            await press(pilot, "down")
        await press(pilot, "enter")
        assert t("keys.about.new", action="riichi") in keys_shown(app)
        await press(pilot, "escape")
        assert app.screen is screen, "Esc leaves everything as it is"
        await press(pilot, "enter", "f4")
        assert t("keys.given", action="riichi", key="F4") in keys_shown(app)
        assert "F4 usually r" in keys_shown(app)
        await press(pilot, "escape")
        assert app.screen is settings
        assert t("keys.changed", count=1) in plain(settings.picture(80, 24))
    assert SettingsFile(tmp_path).values == Settings(keys={"riichi": ("f4",)})


async def test_a_key_that_another_action_has_is_told_before_it_is_taken(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        select_line(await open_page(app), "riichi")
        await press(pilot, "enter", "c")
        assert t("keys.taken", key="c", other="chi") in keys_shown(app)
        assert app.settings.keys == {}
        await press(pilot, "escape", "escape")
        assert app.settings.keys == {}
        select_line(await open_page(app), "riichi")
        await press(pilot, "enter", "c", "p", "c", "c")
        assert app.settings.keys == {"riichi": ("c",), "chi": ()}
        select_line(screen_of(app, KeysScreen), "chi")
        await press(pilot, "enter", "r")
        assert app.settings.keys == {"riichi": ("c",), "chi": ("r",)}


@pytest.mark.parametrize(
    ("line", "keys", "said"),
    [
        ("riichi", ("enter", "q", "q"), t("keys.not-spared", key="q", other="quit")),
        ("help", ("delete",), "help needs a key"),
        *at_night(
            [
                ("riichi", ("enter", "ctrl+r"), "ctrl+r cannot be taken"),
                ("riichi", ("enter", "3"), "3 cannot be taken"),
                ("none", ("enter", "m", "m"), "a tile by its name: 36s needs m"),
            ]
        ),
    ],
)
async def test_what_cannot_be_changes_nothing(
    tmp_path: Path, line: str, keys: tuple[str, ...], said: str
) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        select_line(await open_page(app), line)
        await press(pilot, *keys)
        assert said in keys_shown(app)
        assert app.settings == Settings()


@pytest.mark.nightly
async def test_help_helps_while_a_key_is_waited_for(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        screen = await open_page(app)
        await press(pilot, "enter", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "x", "f4")
        assert app.screen is screen
        assert app.settings.keys == {screen.lines[0]: ("f4",)}


@pytest.mark.nightly
async def test_more_keys_none_and_the_usual_ones(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        screen = await open_page(app)
        select_line(screen, "riichi")
        await press(pilot, "plus", "f2")
        assert app.settings.keys == {"riichi": ("r", "f2")}
        await press(pilot, "delete")
        assert app.settings.keys == {"riichi": ()}
        select_line(screen, "pon")
        await press(pilot, "enter", "r")
        select_line(screen, "riichi")
        await press(pilot, "backspace")
        assert t("keys.clash", action="riichi", key="r", other="pon") in keys_shown(app)
        select_line(screen, "pon")
        await press(pilot, "backspace")
        select_line(screen, "riichi")
        await press(pilot, "backspace")
        assert app.settings.keys == {}
        await press(pilot, "enter", "f4", "end", "up", "enter")
        assert t("keys.all-usual") in keys_shown(app)
        assert app.settings.keys == {}
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.nightly
async def test_open_screens_ask_for_texts_again_that_may_name_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, _):
        await open_page(app)
        asked = []
        monkeypatch.setattr(TitleScreen, "refresh_texts", lambda screen: asked.append(screen))
        app.change_settings(replace(app.settings, bell=OnOff.ON))
        assert asked == []
        app.change_settings(replace(app.settings, keys={"riichi": ("f4",)}))
        assert len(asked) == 1, "the title, below the page"


async def test_keys_with_the_mouse(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        screen = await open_page(app)

        async def click(word: str) -> None:
            await until(lambda: takes_keys(app))
            lines = plain(screen.picture(80, 24)).splitlines()
            row = next(number for number, line in enumerate(lines) if word in line)
            await click_at(pilot, Page, offset=(lines[row].index(word), row))

        await click("tsumo")
        assert screen.action is BY_ID["tsumo"]
        await click("tsumo")
        assert screen.waits is not None
        await press(pilot, "f4")
        assert app.settings.keys == {"tsumo": ("f4",)}
        await click("Backspace")
        await until(lambda: app.settings.keys == {})


@pytest.mark.nightly
async def test_the_preset_is_chosen_on_the_page_and_counts_at_once(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        screen = await open_page(app)
        select_line(screen, "preset")
        await press(pilot, "enter")
        assert app.settings.keys_preset is KeyPreset.VIM
        select_line(screen, "ask")
        assert "e" in plain(screen.picture(80, 24))
        assert BY_ID["ask"].all_keys == "e"
        await press(pilot, "escape")
        desk = screen_of(app, GameScreen).desk
        assert desk.choice is not None
        at = desk.choice.place
        await press(pilot, "h")
        assert desk.choice.place == at - 1
        await press(pilot, "l")
        assert desk.choice.place == at
        await press(pilot, "e")
        assert isinstance(app.screen, HintScreen)
        await press(pilot, "l", "h", "e")
        assert isinstance(app.screen, GameScreen)
    app.folder.release()
    assert SettingsFile(tmp_path).values.keys_preset is KeyPreset.VIM


@pytest.mark.nightly
async def test_an_own_key_is_taken_from_the_preset_and_given_back(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(Settings(keys_preset=KeyPreset.VIM))
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        screen = await open_page(app)
        select_line(screen, "riichi")
        await press(pilot, "enter", "h")
        assert t("keys.taken", key="h", other=BY_ID["left"].alone) in keys_shown(app)
        await press(pilot, "h")
        assert app.settings.keys == {"riichi": ("h",), "left": ("left",)}
        await press(pilot, "backspace")
        assert app.settings.keys == {"left": ("left",)}
        select_line(screen, "left")
        await press(pilot, "backspace")
        assert app.settings.keys == {}
