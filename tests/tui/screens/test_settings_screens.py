"""Settings and looks in the real app: the screen, what it keeps, and the table that follows at once."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.support.tui.pilot import (
    click_at,
    press,
    press_to,
    running,
    screen_of,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.sessions import folder_at, options
from tui.config.settings import HintLevel, MarksWhen, Settings, SettingsFile, Theme, Tiles
from tui.drawing.palette import load_palette
from tui.drawing.rows import plain
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.screens.dialogs import AskScreen
from tui.screens.game.game import GameScreen
from tui.screens.pages.settings_pages import SettingsScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.shell.terminal_output import TERMINAL
from tui.system.files import SETTINGS
from tui.system.terminal import Glyphs
from tui.table.widget import GameTable, ZoneWidget
from tui.tiles import Ground, TileStyle


def shown(app: FuritenApp, size: tuple[int, int] = (80, 24)) -> str:
    return plain(screen_of(app, SettingsScreen).picture(*size))


async def test_from_the_title_with_the_arrows(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await until(lambda: takes_keys(app))
        entries = [entry.id for entry in screen_of(app, TitleScreen).entries]
        await press(pilot, *["down"] * entries.index("settings"), "enter")
        assert "< full >" in " ".join(shown(app).split())
        await press(pilot, "left")
        assert app.settings.hints is HintLevel.MARKS
        assert SettingsFile(tmp_path).values == Settings(HintLevel.MARKS, MarksWhen.DANGER)
        await press(pilot, "down", "right")
        assert app.settings.marks is MarksWhen.ALWAYS
        assert "they count against all three" in " ".join(shown(app).split())
        await press(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)
        await press(pilot, "s", "down", "down", "enter")
        assert isinstance(app.screen, TitleScreen)
    assert SettingsFile(tmp_path).values == Settings(HintLevel.MARKS, MarksWhen.ALWAYS)


def test_everything_that_the_file_can_say_has_its_line() -> None:
    names = [field.encode_name for field in msgspec.structs.fields(Settings)]
    assert SettingsScreen.fields == (*names, "done")


@pytest.mark.nightly
async def test_with_the_mouse(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "s")
        await until(lambda: takes_keys(app))
        lines = shown(app).splitlines()
        row = next(number for number, line in enumerate(lines) if "Marks" in line)
        await click_at(pilot, Page, offset=(lines[row].index(">", 10), row))
        await until(lambda: app.settings.marks is MarksWhen.ALWAYS)
        await click_at(pilot, Page, offset=(lines[row].index("<"), row))
        await until(lambda: app.settings.marks is MarksWhen.DANGER)
        other = next(number for number, line in enumerate(lines) if "Coach" in line)
        before = app.settings
        await click_at(pilot, Page, offset=(lines[other].index("<") + 3, other))
        await until(lambda: screen_of(app, SettingsScreen).field == "coach")
        assert app.settings == before, "the first click on a line goes there"
        await click_at(pilot, Page, offset=(lines[other].index("<") + 3, other))
        await until(lambda: app.settings.coach != before.coach)
        done = next(number for number, line in enumerate(lines) if "Done" in line)
        await click_at(pilot, Page, offset=(lines[done].index("Done"), done))
        await until(lambda: isinstance(app.screen, TitleScreen))


@pytest.mark.nightly
async def test_or_before_the_table_and_the_game_starts(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_bytes(b'hints = "loud"\n')
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        assert "line 1: hints cannot be 'loud'" in plain(screen_of(app, AskScreen).picture(200, 24))
        await press_to(pilot, GameScreen, "enter")


async def test_a_change_that_cannot_be_kept_says_so_and_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = FuritenApp(folder_at(tmp_path))

    def refuse(path: Path, data: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tui.config.settings.write_atomic", refuse)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s", "left")
        words = " ".join(shown(app).split())
        assert t("settings.not-kept", reason="Permission denied") in words
        assert app.settings.hints is HintLevel.MARKS


COLOURED = (Theme.FELT, Theme.DARK, Theme.LIGHT, Theme.CONTRAST, Theme.SIXTEEN)


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
    async with running(table_app(tmp_path, options(7)), (120, 40)) as (app, pilot):
        await press(pilot, "s")
        await until(lambda: takes_keys(app))
        select(app, "theme")
        before = colours(app)
        assert app.palette.name == Theme.FELT, "as there are colours enough"
        await press(pilot, "right")
        assert app.settings.theme is Theme.FELT
        for theme in (*COLOURED[1:], Theme.MONO):
            await press(pilot, "right")
            assert app.settings.theme is theme
            assert app.palette.name == theme
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


async def test_no_color_counts_before_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SettingsFile(tmp_path).change(Settings(theme=Theme.LIGHT))
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "s")
        await until(lambda: takes_keys(app))
        assert "NO_COLOR" in words(select(app, "theme"))
        assert (app.palette.name, app.theme, app.look.style) == ("mono", TERMINAL, TileStyle.LINE)


async def test_the_whole_screen_of_settings_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FURITEN_GLYPHS", "ascii")
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "s")
        screen = screen_of(app, SettingsScreen)
        for line, field in enumerate(screen.fields):
            screen.at = line
            text = plain(screen.picture(80, 24))
            assert screen.label(field) in text
            assert screen.group(field) in text
            assert screen.label("done") in text
            assert screen.about(field) in " ".join(text.split())
        # on a large screen there is nothing to scroll
        whole = plain(screen.picture(80, screen.LARGEST[1] - 2))
        assert all(screen.label(field) in whole for field in screen.fields)
