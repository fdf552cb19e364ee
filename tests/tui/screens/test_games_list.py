"""The list of one's own games: what it shows, how it is searched, and files that are no games."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.support.tui.pilot import press, running, takes_keys, until
from tests.support.tui.recorded_games import GAMES, index, listing, play, unpack
from tests.support.tui.sessions import folder_at
from tui.archive.archive import RECORDS, Archive
from tui.archive.archive_index import Index
from tui.config.actions import BY_ID, ActionId
from tui.drawing.rows import RowsOnDemand, part, plain
from tui.i18n import t
from tui.screens.archive.game_list import GamesScreen
from tui.screens.dialogs import AskScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.system.terminal import MIN_SIZE

NOTES = "notes.txt"


def play_and_note(home: Path) -> None:
    for game in GAMES:
        play(home, game)
    (home / RECORDS / NOTES).write_text("what to buy", encoding="utf-8")
    index(home)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with games, and a file that is none."""
    return unpack("with games and a note", play_and_note, tmp_path_factory.mktemp("home"))


@asynccontextmanager
async def opened(home: Path, size: tuple[int, int] = MIN_SIZE) -> AsyncIterator[Pilot[int]]:
    """The list of the games of that folder, opened from the title."""
    async with running(FuritenApp(folder_at(home)), size) as (app, pilot):
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded)
        await until(lambda: takes_keys(app))
        yield pilot


def listed(pilot: Pilot[int]) -> GamesScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GamesScreen)
    return screen


def shown(pilot: Pilot[int]) -> str:
    screen = listed(pilot)
    return plain(screen.drawn(*pilot.app.size))


def found(pilot: Pilot[int]) -> list[str]:
    """The seeds of the listed games."""
    return [game.seed for game in listed(pilot).found]


async def test_a_file_that_is_no_game_stands_at_the_end_with_its_reason(played: Path) -> None:
    async with opened(played, (120, 40)) as pilot:
        (broken,) = listing(Archive(played)).broken
        await press(pilot, "end")
        assert listed(pilot).chosen is None
        assert broken.reason[:40] in shown(pilot)
        assert NOTES in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GamesScreen), "there is nothing to open"


async def test_letters_search_while_they_are_typed(played: Path) -> None:
    async with opened(played) as pilot:
        everything = found(pilot)
        await press(pilot, "slash", *"ema")
        assert found(pilot) == ["3"]
        assert NOTES not in shown(pilot)
        await press(pilot, "backspace", "backspace", "backspace")
        assert found(pilot) == everything
        await press(pilot, *"place:4")
        assert {game.place for game in listed(pilot).found} == {4}
        await press(pilot, "backspace", "9")
        assert t("games.bad-place", value="9", last=4)[:30] in shown(pilot)
        assert found(pilot) == everything


async def test_keys_mean_letters_only_while_one_types(played: Path) -> None:
    async with opened(played) as pilot:
        await press(pilot, "slash", "q", "t", "m")
        assert listed(pilot).typed == "qtm"
        assert found(pilot) == []
        assert t("games.none-found") in shown(pilot)
        await press(pilot, "escape")
        assert (listed(pilot).typed, len(found(pilot))) == ("", len(GAMES))
        await press(pilot, "slash", *"wrc", "enter", "down", "up")
        assert listed(pilot).typed == "wrc"
        await press(pilot, "escape")
        assert listed(pilot).typed == ""
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TitleScreen)


@pytest.mark.nightly
async def test_the_cursor_stays_on_its_game(played: Path) -> None:
    async with opened(played) as pilot:
        await press(pilot, "down", "down")
        chosen = listed(pilot).chosen
        assert chosen is not None
        await press(pilot, "slash", *chosen.rules)
        assert listed(pilot).chosen == chosen
        await press(pilot, "escape")
        assert listed(pilot).chosen == chosen


async def test_without_games_the_page_says_what_to_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        assert t("games.none") in shown(pilot)
        assert str(tmp_path / RECORDS) in "".join(shown(pilot).split())
        await press(pilot, "enter", "down", "end", "slash", "x", "escape", "escape")
        assert isinstance(pilot.app.screen, TitleScreen)


async def test_leaving_stops_the_reading(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def slow(index: Index) -> None:
        try:
            while True:
                index.progress(0, 10)
                begun.set()
                time.sleep(0.001)
        except BaseException:
            stopped.set()
            raise

    monkeypatch.setattr(Index, "games", slow)
    async with running(FuritenApp(folder_at(played)), MIN_SIZE) as (app, pilot):
        await press(pilot, "m")
        await until(begun.is_set)
        assert isinstance(app.screen, GamesScreen)
        shown = plain(app.screen.drawn(*MIN_SIZE))
        assert t("statistics.screen.reading", done=0, count=10) in shown
        assert t("statistics.screen.kept") in shown
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, TitleScreen))
        await until(stopped.is_set)


def test_only_rows_that_are_seen_are_made() -> None:
    made: list[int] = []

    def make(number: int) -> tuple[()]:
        made.append(number)
        return ()

    rows = RowsOnDemand(10_000, make)
    assert (len(rows), len(part(rows, 9_990, 20))) == (10_000, 10)
    assert made == list(range(9_990, 10_000))


class TestPage:
    async def test_what_is_no_game_has_no_page(self, played: Path) -> None:
        async with opened(played) as pilot:
            await press(pilot, "end")
            assert listed(pilot).chosen is None
            assert not listed(pilot).applies(BY_ID[ActionId.GAME_PAGE])

    async def test_a_folder_that_takes_nothing_is_named(
        self, played: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> Path:
            raise OSError(28, "No space left on device", "game.html")

        monkeypatch.setattr("tui.screens.archive.archive_page.save_new", full)
        async with opened(played) as pilot:
            await press(pilot, "x")
            await until(lambda: isinstance(pilot.app.screen, AskScreen) and takes_keys(pilot.app))
            screen = pilot.app.screen
            assert isinstance(screen, AskScreen)
            assert "No space left" in " ".join(plain(screen.drawn(*MIN_SIZE)).split())
