"""What the person is told about the save, and how the program ends when it cannot write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.match import FORMAT
from tests.support.nightly import at_night
from tests.support.tui.pilot import (
    lines_of,
    press,
    press_to,
    running,
    screen_of,
    strike,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.sessions import folder_at, left_game, options, play_on, sit_down
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.play.play_options import PlayOptions
from tui.play.start_game import open_for_play
from tui.screens.dialogs import AskScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp

ALWAYS = ["practice", "my-games", "my-figures", "first-lesson", "settings", "glossary", "help", "quit"]
"""What the title's menu offers whatever the save is."""


def entries(app: FuritenApp) -> list[str]:
    return [entry.id for entry in screen_of(app, TitleScreen).entries]


async def test_the_menu_shows_only_what_there_is(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, _):
        await until(lambda: takes_keys(app))
        assert entries(app) == ["new-game", *ALWAYS]
        await strike(app, "c")
        assert isinstance(app.screen, TitleScreen)


async def test_it_is_told_only_while_the_other_copy_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.title.LOOK_AGAIN", 0.02)
    folder = folder_at(tmp_path)
    play_on(sit_down(folder, options(7)), decisions=1)
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await until(lambda: takes_keys(app))
        title = screen_of(app, TitleScreen)
        title.select("settings")
        assert entries(app) == ALWAYS
        folder.release()
        await until(lambda: title.message == "")
        assert entries(app)[:2] == ["continue", "new-game"]
        assert title.chosen.id == "settings"
        # opened again, and closed again, while another screen covers the title
        with folder:
            await press(pilot, "c")
            assert title.message.count("open elsewhere") == 1
            await press(pilot, "question_mark")
            await until(lambda: app.screen is not title)
        await press(pilot, "escape")
        await until(lambda: title.message == "")
        assert entries(app)[0] == "continue"


def opened_by_play(path: Path, asked: PlayOptions) -> FuritenApp:
    """The app as ``furiten play`` opens it."""
    folder = folder_at(path)
    session, aside = open_for_play(folder, asked)
    return FuritenApp(folder, session, speed="instant", asked=asked, aside=aside)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"broken\n", "game.jsonl.damaged-1"),
        pytest.param(
            b'{"type":"start_game","format":%d}\n' % (FORMAT + 1),
            f"game-newer-format-{FORMAT + 1}.jsonl",
            marks=pytest.mark.nightly,
        ),
    ],
    ids=["damaged", "newer"],
)
class TestASaveThatWasSetAside:
    """The person is told before a new game is dealt."""

    async def test_told_and_then_dealt(self, tmp_path: Path, data: bytes, name: str) -> None:
        folder_at(tmp_path).game.write_bytes(data)
        async with running(opened_by_play(tmp_path, PlayOptions(seed=4))) as (app, pilot):
            await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
            assert app.session is None
            assert not app.folder.game.exists(), "dealt before the person knew"
            assert any(name in lines_of(app)[y] for y in range(24))
            await press_to(pilot, GameScreen, "enter")
            assert app.session is not None
            assert app.session.match.seed == 4
        app.folder.release()
        assert (tmp_path / name).read_bytes() == data

    async def test_quit_instead(self, tmp_path: Path, data: bytes, name: str) -> None:
        folder_at(tmp_path).game.write_bytes(data)
        async with running(opened_by_play(tmp_path, PlayOptions(seed=4))) as (app, pilot):
            await until(lambda: isinstance(app.screen, AskScreen))
            await press(pilot, "q")
            await until(lambda: app.return_code is not None)
        assert app.return_value == 0
        app.folder.release()
        assert not app.folder.game.exists()
        assert (tmp_path / name).read_bytes() == data


@pytest.mark.parametrize(
    ("asked", "follows"),
    [
        (PlayOptions(rules="ema", seed=8), "ema"),
        *at_night([(PlayOptions(speed="fast"), None), (PlayOptions(), None)]),
    ],
    ids=["another game", "speed alone", "nothing asked"],
)
async def test_a_game_that_was_over_shows_its_ranking_before_anything_else(
    tmp_path: Path, asked: PlayOptions, follows: str | None
) -> None:
    left_game(tmp_path, options(7))
    async with running(opened_by_play(tmp_path, asked)) as (app, pilot):
        await until(lambda: isinstance(app.screen, HandEndScreen | RankingScreen) and takes_keys(app))
        assert isinstance(app.screen, RankingScreen)
        await press(pilot, "escape")
        if follows is None:
            await until(lambda: app.return_code is not None)
        else:
            await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
            assert app.session is not None
            assert (app.session.match.rules.name, app.session.match.seed) == (follows, 8)
    app.folder.release()
    assert len(list((tmp_path / RECORDS).iterdir())) == 1


@pytest.mark.nightly
async def test_esc_goes_back_to_the_choices_of_the_new_game(tmp_path: Path) -> None:
    left_game(tmp_path, options(7), decisions=2)
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press_to(pilot, AskScreen, "n", "4", "2", "enter")
        await press_to(pilot, NewGameScreen, "escape")
        assert screen_of(app, NewGameScreen).options.seed == 42, "what was chosen stays chosen"
        await press_to(pilot, TitleScreen, "escape")
        await press_to(pilot, NewGameScreen, "n")
        assert screen_of(app, NewGameScreen).options.seed is None


async def test_a_new_game_asks_before_it_ends_an_unfinished_one(tmp_path: Path) -> None:
    folder = left_game(tmp_path, options(7, speed="instant"), decisions=2)
    before = folder.game.read_bytes()
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press(pilot, "n", "enter")
        await until(lambda: isinstance(app.screen, AskScreen))
        await press_to(pilot, TitleScreen, "enter")
        assert folder.game.read_bytes() == before
        await press_to(pilot, GameScreen, "n", "enter", "up", "enter")
    app.folder.release()
    (kept,) = (tmp_path / RECORDS).iterdir()
    assert kept.read_bytes() == before


async def test_a_full_disk_ends_the_game_with_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
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


async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    async with running(FuritenApp(folder_at(tmp_path / "file"))) as (app, _):
        await until(lambda: takes_keys(app))
        assert entries(app) == ["new-game", *ALWAYS]
        assert says(screen_of(app, TitleScreen).message, "save.unusable")
