"""From the list of games to the viewer, its score sheet, the code of a position and the picture of it."""

from __future__ import annotations

import shlex
import sys
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.support.nightly import at_night
from tests.support.tui.archive_games import Game, play
from tests.support.tui.past_games import index, unpack
from tests.support.tui.pilot_keys import press, until
from tests.support.tui.sessions import caller, folder_at
from tui.archive.archive import RECORDS
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.replay.open import open_replay
from tui.replay.position_code import PositionCode
from tui.screens.archive.games import GamesScreen
from tui.screens.dialog import AskScreen
from tui.screens.replay.moment_list import MomentListScreen
from tui.screens.replay.sheet import ScoreSheetScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.system.terminal import MIN_SIZE

pytestmark = pytest.mark.usefixtures("quick_disk")
EAST = Game(seed=7, day=2, rules="tenhou", length="east", bots=("hayai", "hayai", "hayai"), player=caller)


def played_out(home: Path) -> None:
    play(home, EAST)
    index(home)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one game."""
    return unpack("with a game of hayai", played_out, tmp_path_factory.mktemp("home"))


@asynccontextmanager
async def viewed(home: Path, size: tuple[int, int] = MIN_SIZE) -> AsyncIterator[Pilot[int]]:
    """The viewer of the latest game, opened from the list."""
    app = FuritenApp(folder_at(home))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded)
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        yield pilot


def viewer(pilot: Pilot[int]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def sheet(pilot: Pilot[int]) -> ScoreSheetScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ScoreSheetScreen)
    return screen


@pytest.mark.nightly
async def test_the_list_opens_the_replay_and_comes_back(played: Path) -> None:
    async with viewed(played) as pilot:
        assert viewer(pilot).replay.code == PositionCode(1, 0)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, GamesScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TitleScreen)


@pytest.mark.nightly
async def test_the_list_opens_the_moments_of_a_game(played: Path) -> None:
    app = FuritenApp(folder_at(played))
    async with app.run_test(size=MIN_SIZE) as pilot:
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded)
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, MomentListScreen))
        await press(pilot, "escape")
        assert viewer(pilot).replay.game.file.parent == played / RECORDS
        await press(pilot, "escape")
        assert isinstance(app.screen, GamesScreen)


async def test_a_record_that_disappeared_is_told(played: Path, tmp_path: Path) -> None:
    unpack("with a game of hayai", played_out, tmp_path)
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=MIN_SIZE) as pilot:
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded)
        for record in (tmp_path / RECORDS).iterdir():
            record.unlink()
        await press(pilot, "enter")
        assert isinstance(app.screen, AskScreen)
        assert "seed-7" in plain(app.screen.drawn(*MIN_SIZE))
        await press(pilot, "enter")
        assert isinstance(app.screen, GamesScreen)


async def test_the_sheet_goes_to_a_hand(played: Path) -> None:
    async with viewed(played) as pilot:
        await press(pilot, "right", "right", "p")
        assert sheet(pilot).at == 0
        assert sheet(pilot).count == len(viewer_hands(played)) > 2
        await press(pilot, "down", "down", "enter")
        assert viewer(pilot).replay.code == PositionCode(3, 0)
        await press(pilot, "right", "p")
        assert sheet(pilot).at == 2
        await press(pilot, "escape")
        assert viewer(pilot).replay.code == PositionCode(3, 1)
        await press(pilot, "p", "p")
        assert viewer(pilot).replay.code == PositionCode(3, 1)


def viewer_hands(home: Path) -> tuple[object, ...]:
    (record,) = (home / RECORDS).iterdir()
    return open_replay(record).line.hands


@pytest.mark.parametrize("size", [MIN_SIZE, *at_night([((120, 40),), ((200, 60),)])])
async def test_each_hand_has_a_line_with_its_points(played: Path, size: tuple[int, int]) -> None:
    async with viewed(played, size) as pilot:
        await press(pilot, "p")
        shown = plain(sheet(pilot).drawn(*size)).splitlines()
        for number, line in enumerate(sheet(pilot).sheet):
            assert line.changes is not None
            assert line.after is not None
            texts = [str(points) for points in line.after] + [f"{by:+}" for by in line.changes if by]
            rows = [row for row in shown if all(text in row.split() for text in texts)]
            assert rows or number >= 7, "the sheet scrolls"
        assert {len(row) for row in plain(sheet(pilot).drawn(*size)).splitlines()} == {size[0]}


@pytest.mark.skipif(sys.platform == "win32", reason="another shell")
async def test_the_code_opens_the_same_position_again(played: Path) -> None:
    async with viewed(played) as pilot:
        await press(pilot, "right_square_bracket", *["right"] * 7, "v", "c")
        assert isinstance(pilot.app.screen, AskScreen)
        assert t("position-code.copied") in " ".join(plain(pilot.app.screen.drawn(*MIN_SIZE)).split())
        words = shlex.split(pilot.app.clipboard)
        assert words[:2] == ["furiten", "replay"]
        named = dict(zip(words[3::2], words[4::2], strict=True))
        await press(pilot, "enter")
        replay = viewer(pilot).replay
        again = open_replay(Path(words[2]), int(named["--seat"]), named["--at"])
        assert (again.index, again.seat, again.code) == (replay.index, replay.seat, PositionCode(2, 7))


async def test_the_picture_is_saved_under_a_new_name(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with viewed(played) as pilot:
        await press(pilot, "right", "x")
        (first,) = tmp_path.iterdir()
        assert viewer(pilot).notice == t("picture.saved", path=str(first.absolute()))
        assert "-1.1" in first.name
        await press(pilot, "x")
        assert len(list(tmp_path.glob("*.svg"))) == 2
    root = ET.fromstring(first.read_bytes())
    assert "1.1" in (root.findtext("{http://www.w3.org/2000/svg}desc") or "")


async def test_where_nothing_can_be_saved_the_picture_says_so(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device", "picture.svg")

    monkeypatch.setattr("tui.screens.replay.sharing.save_picture", full)
    async with viewed(played) as pilot:
        await press(pilot, "x")
        reason = "picture.svg: No space left on device"
        assert viewer(pilot).notice == t("picture.failed", reason=reason)


@pytest.mark.nightly
async def test_without_a_current_folder_the_picture_is_in_the_data_folder(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "cwd", gone)
    async with viewed(played) as pilot:
        await press(pilot, "x")
        (saved,) = played.glob("*.svg")
        assert viewer(pilot).notice == t("picture.saved", path=str(saved))
        saved.unlink()
