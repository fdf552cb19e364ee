"""What the person is told about the save, and how the program ends when it cannot write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tui.fingers import press, screen_of, strike, table_app, takes_keys, until
from tests.tui.table_talk import folder_at, options, play_on, sit_down
from tui.app import FuritenApp
from tui.options import PlayOptions
from tui.save import RECORDS
from tui.screens.ask import AskScreen
from tui.screens.game import GameScreen
from tui.screens.title import TitleScreen
from tui.start import open_for_play

pytestmark = pytest.mark.usefixtures("quick_disk")


def entries(app: FuritenApp) -> list[str]:
    """What the title's menu offers."""
    return [entry.id for entry in screen_of(app, TitleScreen).menu.entries]


async def test_the_menu_shows_only_what_there_is(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test():
        await until(lambda: takes_keys(app))
        assert entries(app) == ["new-game", "help", "quit"]
        await strike(app, "c")
        assert isinstance(app.screen, TitleScreen)


async def test_a_game_that_is_open_elsewhere(tmp_path: Path) -> None:
    with folder_at(tmp_path):
        app = FuritenApp(folder_at(tmp_path))
        async with app.run_test():
            await until(lambda: takes_keys(app))
            assert entries(app) == ["help", "quit"]
            assert "open elsewhere" in screen_of(app, TitleScreen).message


async def test_a_copy_that_was_opened_while_the_title_stood_there(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    play_on(sit_down(folder, options(7)), decisions=1)
    folder.release()
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test() as pilot:
        await until(lambda: takes_keys(app))
        assert entries(app)[0] == "continue"
        with folder:
            await press(pilot, "c")
            assert "open elsewhere" in screen_of(app, TitleScreen).message
        assert entries(app) == ["help", "quit"]


async def test_a_damaged_save_is_told_on_the_title(tmp_path: Path) -> None:
    folder_at(tmp_path).game.write_bytes(b"broken\n")
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test():
        await until(lambda: takes_keys(app))
        assert entries(app) == ["new-game", "help", "quit"]
        assert "game.jsonl.damaged-1" in screen_of(app, TitleScreen).message


async def test_a_damaged_save_is_told_before_play_begins(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    folder.game.write_bytes(b"broken\n")
    session, aside = open_for_play(folder, PlayOptions(seed=4))
    app = FuritenApp(folder, session, speed="instant", aside=aside)
    async with app.run_test() as pilot:
        await until(lambda: isinstance(app.screen, AskScreen))
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
    folder.release()


async def test_a_new_game_asks_before_it_ends_an_unfinished_one(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    play_on(sit_down(folder, options(7)), decisions=2)
    folder.release()
    before = folder.game.read_bytes()
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test() as pilot:
        await press(pilot, "g", "enter")
        await until(lambda: isinstance(app.screen, AskScreen))
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert folder.game.read_bytes() == before
        await press(pilot, "g", "enter", "up", "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
    app.folder.release()
    (kept,) = (tmp_path / RECORDS).iterdir()
    assert kept.read_bytes() == before


async def test_a_full_disk_ends_the_game_with_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test() as pilot:
        await until(lambda: takes_keys(app))
        write = os.write
        game = folder_at(tmp_path).game
        inode = game.stat().st_ino
        monkeypatch.setattr(
            os, "write", lambda to, data: write(to, data[:5] if os.fstat(to).st_ino == inode else data)
        )
        await press(pilot, "enter")
        await until(lambda: app.return_code is not None)
    assert app.return_value == 2
    assert "no space left" in app.failure
    app.folder.release()


async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    app = FuritenApp(folder_at(tmp_path / "file"))
    async with app.run_test():
        await until(lambda: takes_keys(app))
        assert entries(app) == ["help", "quit"]
        assert "cannot be saved" in screen_of(app, TitleScreen).message


async def test_ctrl_c_ends_with_130(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test():
        await until(lambda: takes_keys(app))
        app.simulate_key("ctrl+c")
        await until(lambda: app.return_code is not None)
    assert app.return_value == 130
    app.folder.release()
