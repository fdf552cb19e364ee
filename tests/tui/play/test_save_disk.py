"""Each batch of events is on the disk before it is shown; two copies never write one game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from engine.records import read_events, write_events
from tests.support.fresh_interpreter import ROOT
from tests.support.tui.sessions import eager, folder_at, options, play_on, sit_down, take_up
from tui.play import save
from tui.play.options import PlayOptions
from tui.play.save import OpenElsewhere
from tui.play.session import Pending
from tui.play.start import open_for_play
from tui.system.files import data_folder


def test_the_folder_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("FURITEN_HOME")
    assert data_folder().name == "furiten"


def test_the_first_line_names_everything_the_game_comes_from(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    sit_down(folder, options(7, "tenhou", length="east"))
    first = folder.game.read_bytes().splitlines()[0]
    for part in (b'"format":1', b'"rules":"tenhou"', b'"length":"east"', b'"seed":7', b'"you"'):
        assert part in first


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


@pytest.mark.usefixtures("quick_disk")
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
    folder.release()


def test_the_lock_works_without_the_folder(tmp_path: Path) -> None:
    folder = folder_at(tmp_path / "not" / "there")
    with folder:
        assert folder.load() == save.LoadResult()
