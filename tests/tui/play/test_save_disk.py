"""Each batch of events is on the disk before it is shown; a full or locked disk is one line."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import click
import pytest

from engine.records import read_events, write_events
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.pilot import lines_of, press, press_to, running, screen_of, takes_keys, until
from tests.support.tui.plain_player import play, typing
from tests.support.tui.sessions import eager, folder_at, left_game, options, play_on, sit_down, take_up
from tests.support.tui.texts import says
from tui.archive.archive import RECORDS
from tui.cli import execute
from tui.i18n import t
from tui.play import save
from tui.play.play_options import PlayOptions
from tui.play.save import GAME, LOCK, OpenElsewhere
from tui.play.session import Pending
from tui.play.start_game import open_for_play
from tui.screens.dialogs import AskScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.system.files import data_folder, write_atomic, write_output


def test_the_folder_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("FURITEN_HOME")
    assert data_folder().name == "furiten"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the library answers")
def test_the_folder_on_linux_is_the_librarys(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs.unix import Unix

    monkeypatch.delenv("FURITEN_HOME", raising=False)
    for shared, home in product(
        (None, "", " ", "/", "/s", "/s/", "//s", "/a b/../s", "s", "./s", "~", "~/s", "$HOME/s", "/sö"),
        (None, "", " ", "/", "//", "/h", "/h/", "//h", "/a b/h", "/h/../g", "h", "./h", "~", "/~/h"),
    ):
        for name, value in (("XDG_DATA_HOME", shared), ("HOME", home)):
            if value is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, value)
        assert data_folder() == Unix("furiten", appauthor=False).user_data_path, (shared, home)


def test_what_a_step_returns_is_in_the_file(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    session = sit_down(folder, options(7))
    for _ in range(30):
        if session.pending is Pending.PERSON:
            session.choose(eager(session.options))
        elif session.pending is Pending.BOTS:
            session.advance()
        assert folder.game.read_bytes() == write_events(session.match.events)


def test_a_batch_is_one_write_and_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_at(tmp_path)
    session = sit_down(folder, options(7))
    calls: list[str] = []
    write, fsync = os.write, os.fsync
    monkeypatch.setattr(os, "write", lambda *given: calls.append("write") or write(*given))
    monkeypatch.setattr(os, "fsync", lambda *given: calls.append("fsync") or fsync(*given))
    play_on(session, decisions=1)
    assert set(zip(calls[::2], calls[1::2], strict=True)) == {("write", "fsync")}


def test_a_full_disk_leaves_no_half_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_at(tmp_path)
    session = sit_down(folder, options(7))
    play_on(session, decisions=2)
    before = folder.game.read_bytes()
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:10]))
    with pytest.raises(OSError, match="no space left"):
        session.choose(eager(session.options))
    monkeypatch.undo()
    assert folder.game.read_bytes() == before
    folder.release()
    assert take_up(folder).pending is Pending.PERSON


def test_a_second_copy_is_refused(tmp_path: Path) -> None:
    first, second = folder_at(tmp_path), folder_at(tmp_path)
    with first:
        with pytest.raises(OpenElsewhere, match="open elsewhere"):
            second.acquire()
        with pytest.raises(click.ClickException, match="open elsewhere"):
            open_for_play(second, PlayOptions())
    with second:
        pass


PLAYER = """
import sys
from pathlib import Path
from tests.support.tui.sessions import folder_at, options, play_on, sit_down
session = sit_down(folder_at(Path(sys.argv[1])), options(7, length="south"))
print("dealt", flush=True)
play_on(session)
"""


def test_a_killed_process_gives_the_lock_back_and_its_game_continues(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"dealt\n"
    folder = folder_at(tmp_path)
    with pytest.raises(OpenElsewhere):
        folder.acquire()
    size = folder.game.stat().st_size
    while folder.game.stat().st_size < 3 * size:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    process.wait()
    process.stdout.close()
    written = folder.game.read_bytes()
    session = take_up(folder)
    whole_lines = written[: written.rfind(b"\n") + 1]
    assert write_events(session.match.events).startswith(write_events(read_events(whole_lines)))


def test_the_lock_works_without_the_folder(tmp_path: Path) -> None:
    folder = folder_at(tmp_path / "not" / "there")
    with folder:
        assert folder.load() == save.LoadResult()


FULL, READ_ONLY = os.strerror(errno.ENOSPC), os.strerror(errno.EROFS)
FULL_DEVICE = Path("/dev/full")
full_device = pytest.mark.skipif(not FULL_DEVICE.exists(), reason="there is no /dev/full here")


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing can be written below the folder of the test."""
    really = os.open

    def opened(path: str | Path, flags: int, *more: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and Path(path).is_relative_to(tmp_path):
            raise OSError(errno.EROFS, READ_ONLY, str(path))
        return really(path, flags, *more)

    monkeypatch.setattr(os, "open", opened)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written finds no room."""

    def synchronised(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, FULL)

    monkeypatch.setattr(os, "fsync", synchronised)


def words(app: FuritenApp) -> str:
    """What stands on the screen, without the columns it stands in."""
    return " ".join(" ".join(lines_of(app)).split())


def left_in(folder: Path) -> set[str]:
    """The files there, but for the lock, which holds nothing."""
    return {path.name for path in folder.iterdir()} - {LOCK}


@pytest.mark.usefixtures("read_only")
async def test_a_game_from_the_title_is_played_without_a_save(tmp_path: Path) -> None:
    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    async with running(FuritenApp(folder_at(tmp_path), sleep=at_once)) as (app, pilot):
        await press(pilot, "n")
        await until(lambda: isinstance(app.screen, NewGameScreen))
        await press_to(pilot, AskScreen, "enter")
        assert says(words(app), "save.unkept")
        assert READ_ONLY in words(app)
        await press_to(pilot, GameScreen, "enter")
        await press_to(pilot, TitleScreen, "q")
        assert says(words(app), "app.not-kept")
    assert left_in(tmp_path) == set()


@pytest.mark.usefixtures("full")
async def test_play_on_a_full_disk(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant", asked=options(7))) as (app, pilot):
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        assert FULL in words(app)
        await press(pilot, "enter", "enter")
        assert app.session is not None
        assert not app.session.kept
    assert left_in(tmp_path) == set(), "no half of a save takes up what room there is"


@pytest.mark.usefixtures("read_only")
def test_plain_lines_say_it_and_go_on(tmp_path: Path) -> None:
    code, said = play(tmp_path, options(7), typing("quit"))
    assert code == 0
    (told,) = (line for line in said if "saved" in line and line != said[-1])
    assert READ_ONLY in told
    assert any("Your turn:" in line for line in said)
    assert said[-1] == t("app.not-kept")
    assert left_in(tmp_path) == set()


async def test_a_finished_game_that_cannot_be_put_away(tmp_path: Path) -> None:
    left_game(tmp_path, options(7))
    (tmp_path / RECORDS).write_bytes(b"in the way of the folder")
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press(pilot, "c")
        await until(lambda: isinstance(app.screen, RankingScreen))
        await press_to(pilot, TitleScreen, "escape")
        assert says(screen_of(app, TitleScreen).message, "save.failed")
    assert GAME in left_in(tmp_path)


@pytest.mark.usefixtures("full")
def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    with pytest.raises(OSError, match=FULL) as raised:
        write_atomic(path, b"afterwards")
    assert raised.value.filename == str(path)
    assert (left_in(tmp_path), path.read_bytes()) == ({"file"}, b"before")


@pytest.mark.skipif(sys.platform == "win32", reason="links are a privilege there")
def test_what_a_link_leads_to_is_written(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(path)
    write_output(link, b"text")
    assert link.is_symlink()
    assert path.read_bytes() == b"text"


@full_device
@pytest.mark.parametrize("line", ["practice --export /dev/full", "demo title --svg /dev/full"])
def test_a_device_stays_one_and_is_named_where_it_is_full(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    really = Path.replace

    def replaced(path: Path, target: Path) -> Path:
        assert target != FULL_DEVICE, "a file would take its place"
        return really(path, target)

    monkeypatch.setattr(Path, "replace", replaced)
    assert execute(line.split()) == 2
    assert capsys.readouterr().err == f"furiten: /dev/full: {FULL}\n"
    assert not FULL_DEVICE.is_file()


def test_no_half_of_a_record_stays_in_the_folder_of_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    really = Path.write_bytes

    def half(path: Path, data: bytes) -> int:
        really(path, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, FULL)

    logs = tmp_path / "logs"
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Path, "write_bytes", half)
    bots = ",".join(["tsumogiri"] * 4)
    line = f"arena --bots {bots} --games 4 --seed 1 --jobs 1 --log-dir {logs}"
    assert execute(line.split()) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.endswith(f".mjson: {FULL}\n")
    assert left_in(logs) == set()


def test_an_unknown_ruleset_is_told_where_nothing_can_be_saved_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "file"))
    assert execute(["play", "--plain", "--rules", "house"]) == 2
    assert "house" in capsys.readouterr().err
