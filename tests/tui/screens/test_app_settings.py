"""The settings in the real app: the screen, what it keeps, and the table that follows at once."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.support.tui.pilot_keys import press, screen_of, table_app, takes_keys, until
from tests.support.tui.sessions import folder_at, options
from tui.config.settings import HintLevel, MarksWhen, Settings, SettingsFile
from tui.drawing.page_widget import Page
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.screens.dialog import AskScreen
from tui.screens.game.game import GameScreen
from tui.screens.pages.settings import SettingsScreen
from tui.screens.start.title import TitleScreen
from tui.screens.tile_explainer import HintScreen
from tui.shell.app import FuritenApp
from tui.system.files import SETTINGS
from tui.table.widget import GameTable

pytestmark = pytest.mark.usefixtures("quick_disk")


def shown(app: FuritenApp, size: tuple[int, int] = (80, 24)) -> str:
    return plain(screen_of(app, SettingsScreen).picture(*size))


async def test_from_the_title_with_the_arrows(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test() as pilot:
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
async def test_home_and_end(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        title = screen_of(app, TitleScreen)
        await press(pilot, "end")
        assert title.chosen is title.entries[-1]
        await press(pilot, "home")
        assert title.chosen is title.entries[0]
        await press(pilot, "s", "end")
        form = screen_of(app, SettingsScreen)
        assert form.field == "done"
        await press(pilot, "home")
        assert form.field == form.fields[0]


@pytest.mark.nightly
async def test_with_the_mouse(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s")
        await until(lambda: takes_keys(app))
        lines = shown(app).splitlines()
        row = next(number for number, line in enumerate(lines) if "Marks" in line)
        await pilot.click(Page, offset=(lines[row].index(">", 10), row))
        await until(lambda: app.settings.marks is MarksWhen.ALWAYS)
        await pilot.click(Page, offset=(lines[row].index("<"), row))
        await until(lambda: app.settings.marks is MarksWhen.DANGER)
        other = next(number for number, line in enumerate(lines) if "Coach" in line)
        before = app.settings
        await pilot.click(Page, offset=(lines[other].index("<") + 3, other))
        await until(lambda: screen_of(app, SettingsScreen).field == "coach")
        assert app.settings == before, "the first click on a line goes there"
        await pilot.click(Page, offset=(lines[other].index("<") + 3, other))
        await until(lambda: app.settings.coach != before.coach)
        done = next(number for number, line in enumerate(lines) if "Done" in line)
        await pilot.click(Page, offset=(lines[done].index("Done"), done))
        await until(lambda: isinstance(app.screen, TitleScreen))


async def test_the_table_follows_at_once(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await until(lambda: takes_keys(app))
        game = screen_of(app, GameScreen)
        scene = app.screen.query_one(GameTable).scene
        assert scene is not None
        assert scene.wait_line
        await press(pilot, "s", "right")
        assert app.settings.hints is HintLevel.OFF
        scene = game.query_one(GameTable).scene
        assert scene is not None
        assert scene.wait_line is None
        await press(pilot, "escape", "right")
        assert app.screen is game
        assert game.waiting
    app.folder.release()


@pytest.mark.nightly
async def test_a_new_table_begins_with_them(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(Settings(HintLevel.OFF, MarksWhen.NEVER))
    app = table_app(tmp_path, options(7))
    async with app.run_test():
        await until(lambda: takes_keys(app))
        chosen = screen_of(app, GameScreen).desk.settings
        assert (chosen.hints, chosen.marks) == (HintLevel.OFF, MarksWhen.NEVER)
    app.folder.release()


async def test_asking_is_answered_while_hints_are_off(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(Settings(hints=HintLevel.OFF))
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await press(pilot, "h")
        await until(lambda: takes_keys(app))
        assert screen_of(app, HintScreen).panel.sections
    app.folder.release()


async def test_what_is_wrong_with_the_file_stands_on_the_title(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_bytes(b'hints = "loud"\n')
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
        title = " ".join(plain(screen_of(app, TitleScreen).picture(80, 24)).split())
        assert (
            "settings.toml: "
            + t("settings.no-value", choices="off, marks, full", line=1, setting="hints", value="loud")
            + "."
        ) in title
        assert "the file is kept under another name." in title


@pytest.mark.nightly
async def test_or_before_the_table_and_the_game_starts(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_bytes(b'hints = "loud"\n')
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        assert "line 1: hints cannot be 'loud'" in plain(screen_of(app, AskScreen).picture(200, 24))
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
    app.folder.release()


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
