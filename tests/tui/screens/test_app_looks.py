"""Looks are chosen in the app and followed at once; the environment counts before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tui.pilot_keys import press, screen_of, table_app, takes_keys, until
from tests.support.tui.sessions import folder_at, options
from tests.support.tui.texts import says
from tui.config.looks import Theme, Tiles
from tui.config.settings import Settings, SettingsFile
from tui.drawing.page_widget import Page
from tui.drawing.palette import load_palette
from tui.drawing.rows import plain
from tui.screens.pages.settings import SettingsScreen
from tui.shell.app import FuritenApp
from tui.shell.textual_theme import TERMINAL
from tui.system.terminal import Glyphs
from tui.table.widget import GameTable, ZoneWidget
from tui.tiles.look import TileStyle
from tui.tiles.roles import Ground

pytestmark = pytest.mark.usefixtures("quick_disk")

COLOURED = (Theme.FELT, Theme.DARK, Theme.LIGHT, Theme.CONTRAST, Theme.SIXTEEN)


@pytest.fixture(autouse=True)
def _colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def select(app: FuritenApp, field: str) -> SettingsScreen:
    """Put the cursor on a setting."""
    screen = screen_of(app, SettingsScreen)
    screen.at = screen.fields.index(field)
    return screen


def words(screen: SettingsScreen) -> str:
    return " ".join(plain(screen.picture(80, 24)).split())


def colours(app: FuritenApp) -> set[str | None]:
    """The grounds of everything that is painted."""
    return {
        segment.style.bgcolor.name
        for screen in app.screen_stack
        for widget in (*screen.query(Page), *screen.query(ZoneWidget))
        for y in range(widget.size.height)
        for segment in widget.render_line(y)
        if segment.style is not None and segment.style.bgcolor is not None
    }


async def test_every_open_screen_follows_at_once(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "s")
        await until(lambda: takes_keys(app))
        select(app, "theme")
        before = colours(app)
        assert app.palette is load_palette(Theme.FELT), "as there are colours enough"
        await press(pilot, "right")
        assert app.settings.theme is Theme.FELT
        for theme in (*COLOURED[1:], Theme.MONO):
            await press(pilot, "right")
            assert app.settings.theme is theme
            assert app.palette is load_palette(theme)
            assert app.theme == (TERMINAL if theme is Theme.MONO else f"furiten-{theme}")
            for screen in app.screen_stack:
                assert all(table.palette is app.palette for table in screen.query(GameTable))
            assert not (colours(app) & before) or theme is Theme.DARK, "tiles of felt and dark are the same"
            assert load_palette("felt").colour(Ground.FELT) not in colours(app)
        assert app.look.style is TileStyle.LINE, "boxes need no colours"
        select(app, "tiles")
        await press(pilot, "right", "right")
        select(app, "glyphs")
        await press(pilot, "left")
        assert (app.look.style, app.look.glyphs.name) == (TileStyle.LINE, "ascii")
        tables = [table for screen in app.screen_stack for table in screen.query(GameTable)]
        assert [table.look for table in tables] == [app.look]
        hand = app.screen_stack[-2].query_one("#zone-hand")
        assert "|" in "".join(segment.text for segment in hand.render_line(2))
    kept = SettingsFile(tmp_path).values
    assert (kept.theme, kept.tiles, kept.glyphs) == (Theme.MONO, Tiles.LINE, Glyphs.ASCII)
    app.folder.release()


async def test_they_are_there_the_next_time(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(Settings(tiles=Tiles.LINE, glyphs=Glyphs.LATIN, theme=Theme.LIGHT))
    app = FuritenApp(folder_at(tmp_path))
    assert (app.look.style, app.look.glyphs.name, app.palette.name) == (TileStyle.LINE, "latin", "light")
    async with app.run_test():
        await until(lambda: takes_keys(app))
        assert app.screen.styles.background.hex.lower() == app.palette.colour(Ground.FELT)


async def test_the_environment_counts_and_the_screen_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SettingsFile(tmp_path).change(Settings(glyphs=Glyphs.LATIN, theme=Theme.LIGHT))
    monkeypatch.setenv("FURITEN_THEME", "contrast")
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test() as pilot:
        await press(pilot, "s")
        await until(lambda: takes_keys(app))
        screen = select(app, "theme")
        assert says(words(screen), "settings.environment", variable="FURITEN_THEME", value="contrast")
        await press(pilot, "left")
        assert app.settings.theme is Theme.DARK
        assert app.palette.name == "contrast"
        assert "FURITEN_GLYPHS" not in words(select(app, "glyphs"))
        assert app.look.glyphs.name == "latin"


async def test_no_color_counts_before_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SettingsFile(tmp_path).change(Settings(theme=Theme.LIGHT))
    monkeypatch.setenv("NO_COLOR", "1")
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test() as pilot:
        await press(pilot, "s")
        await until(lambda: takes_keys(app))
        assert "NO_COLOR" in words(select(app, "theme"))
        assert (app.palette.name, app.theme, app.look.style) == ("mono", TERMINAL, TileStyle.LINE)


async def test_the_whole_screen_of_settings_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FURITEN_GLYPHS", "ascii")
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test() as pilot:
        await press(pilot, "s")
        screen = screen_of(app, SettingsScreen)
        for line, field in enumerate(screen.fields):
            screen.at = line
            text = plain(screen.picture(80, 24))
            assert screen.label(field) in text
            assert screen.group(field) in text
            assert screen.label("done") in text
            assert screen.about(field) in " ".join(text.split())
