"""Practice answers on the disk: kept when they are given, and set aside where they cannot be used."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.fresh_interpreter import ROOT
from tests.support.tui.practice_answers import ANSWERS, LONG, NOON, SESSION, attempt, change, kept, record
from tests.support.tui.texts import says
from tui.database import open_database
from tui.database.open_database import DATABASE, peek
from tui.database.practice_rows import (
    Attempt,
    Played,
    read_row,
    timestamp,
    to_the_millisecond,
    to_values,
)
from tui.database.sqlite_file import APPLICATION, VERSION
from tui.i18n import t
from tui.practice.practice_record import Progress
from tui.system.files import FileLock

Opener = Callable[[Path], Progress]


def test_refreshing_shows_a_lesson_that_another_copy_has_finished(opened: Opener, tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    second.add(Played(lesson="the-table", left=NOON, ended=True, choices=()))
    first.refresh()
    assert first.lessons_done == {"the-table"}


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
SOME_ATTEMPTS = st.builds(
    Attempt,
    answered=st.datetimes().map(lambda moment: to_the_millisecond(moment.replace(tzinfo=UTC))),
    sitting=WORDS,
    number=st.integers(1, 2**62),
    kind=WORDS,
    level=st.integers(1, 9),
    code=WORDS,
    repeat=st.booleans(),
    parts=st.lists(st.booleans(), min_size=1, max_size=3).map(tuple),
    seconds=st.floats(0, 1e6),
    given=st.lists(st.lists(WORDS, max_size=3).map(tuple), max_size=3).map(tuple),
    rules=WORDS,
    version=WORDS,
)


@settings(max_examples=50, deadline=None)
@given(SOME_ATTEMPTS)
def test_every_row_is_read_as_it_was_written(row: Attempt) -> None:
    assert read_row(Attempt, list(to_values(row).values())) == row


def test_moments_are_in_utc_and_to_the_millisecond() -> None:
    assert timestamp(NOON.replace(microsecond=250_999)) == "2026-03-01T12:00:00.250Z"


# -- what cannot be written ------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_made(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    progress = opened(tmp_path / "file" / "folder")
    assert progress.fault
    assert "\n" not in progress.fault
    progress.add(SESSION, attempt(1))
    assert progress.attempts == (attempt(1),)
    assert progress.sessions == (SESSION,)
    progress.close()
    (tmp_path / "file").unlink()
    progress.add(attempt(2))
    assert progress.fault == ""
    assert kept(tmp_path / "file" / "folder") == (attempt(1), attempt(2))


@pytest.fixture
def locked_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A record with one answer that nobody may write to; root, who may write everywhere, is told not to."""
    path = record(tmp_path, attempt(1))
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    monkeypatch.setattr(os, "access", lambda asked, mode: False)
    yield tmp_path
    tmp_path.chmod(0o700)
    path.chmod(0o600)


def test_what_cannot_be_written_to_is_read_and_left_alone(opened: Opener, locked_folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in locked_folder.iterdir()}
    progress = opened(locked_folder)
    progress.add(attempt(2))
    assert t("progress.read-only") in progress.fault
    assert progress.attempts == (attempt(1), attempt(2))
    assert {path.name: path.read_bytes() for path in locked_folder.iterdir()} == before


@pytest.fixture
def small_disk() -> Iterator[int]:
    """No file of this process may grow beyond some kilobytes."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = 160_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    yield size
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_keeps_no_half_and_catches_up(opened: Opener, tmp_path: Path, small_disk: int) -> None:
    import resource

    progress = opened(tmp_path)
    progress.add(attempt(300))
    progress.add(*LONG, *ANSWERS)
    assert says(progress.fault, "progress.not-kept")
    assert progress.attempts == (attempt(300), *LONG, *ANSWERS)
    assert kept(tmp_path) == (attempt(300),)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    progress.add(attempt(500))
    progress.close()
    assert progress.fault == ""
    assert kept(tmp_path) == (attempt(300), *LONG, *ANSWERS, attempt(500))


# -- two copies --------------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from tests.support.tui.practice_answers import attempt
from tui.practice.practice_record import Progress
progress = Progress(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
for number in range(40):
    progress.add(attempt(number, session=sys.argv[2]))
assert not progress.fault, progress.fault
progress.close()
"""


def start(folder: Path, name: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITER, str(folder), name]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_two_copies_begin_one_record_and_write_at_once(opened: Opener, tmp_path: Path) -> None:
    copies = [start(tmp_path, name) for name in ("first", "second")]
    for copy in copies:
        assert copy.stdout is not None
        assert copy.stdout.readline() == b"open\n"
    for copy in copies:
        assert copy.stdin is not None
        copy.stdin.write(b"go\n")
        copy.stdin.flush()
    for copy in copies:
        copy.communicate()
        assert copy.returncode == 0
    progress = opened(tmp_path)
    assert progress.notices == []
    by_copy = {
        name: [row for row in progress.attempts if row.sitting == name] for name in ("first", "second")
    }
    assert by_copy == {
        name: [attempt(number, session=name) for number in range(40)] for name in ("first", "second")
    }


def test_who_must_wait_too_long_goes_on_and_catches_up(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.database.sqlite_file.PATIENCE", 0.05)
    progress = opened(tmp_path)
    progress.add(attempt(1))
    other = sqlite3.connect(progress.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    progress.add(attempt(2))
    assert t("progress.busy") in progress.fault
    other.execute("ROLLBACK")
    other.close()
    progress.add(attempt(3))
    assert progress.fault == ""
    assert kept(tmp_path) == (attempt(1), attempt(2), attempt(3))


PAGE = 4096
"""Bytes that SQLite reads and writes at a time."""


def set_aside(folder: Path) -> tuple[Progress, str]:
    """Open a record that cannot be used: its bytes are kept, a new one takes answers; what is told."""
    before = (folder / DATABASE).read_bytes()
    progress = Progress(folder)
    assert len(progress.notices) == 1
    notice = progress.notices[0]
    assert "\n" not in notice
    asides = [path for path in folder.iterdir() if path.name in notice and path.name != DATABASE]
    assert [path.read_bytes() for path in asides] == [before]
    progress.add(attempt(999))
    assert progress.fault == ""
    progress.close()
    assert kept(folder)[-1] == attempt(999)
    return progress, notice


@pytest.mark.parametrize(
    "data", [b"holiday photographs", b"\x00" * 8192, b"SQLite format 3\x00" + b"x" * 8176]
)
def test_something_else_under_the_name_of_the_record(tmp_path: Path, data: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(data)
    progress, notice = set_aside(tmp_path)
    assert "furiten.sqlite.damaged-1" in notice
    assert progress.attempts == (attempt(999),)


def test_an_empty_file_is_a_new_record(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    progress = opened(tmp_path)
    progress.add(attempt(1))
    assert (progress.fault, progress.notices) == ("", [])
    assert kept(tmp_path) == (attempt(1),)


def test_another_program_s_database(tmp_path: Path) -> None:
    change(tmp_path / DATABASE, "CREATE TABLE attempts (photograph TEXT)")
    assert "no practice record" in set_aside(tmp_path)[1]


@pytest.mark.parametrize(
    ("statement", "rescued"),
    [
        ("DROP TABLE attempts", 0),
        ("DROP TABLE sittings", 200),
        ("ALTER TABLE attempts DROP COLUMN given", 0),
        ("UPDATE attempts SET seconds = 'long' WHERE number = 5", 199),
        ("UPDATE attempts SET answered = 'yesterday' WHERE number = 5", 199),
        ("UPDATE attempts SET answered = '2026-03-01T12:00:00' WHERE number = 5", 199),
        ("UPDATE attempts SET parts = 'maybe' WHERE number = 5", 199),
        ("UPDATE attempts SET parts = '' WHERE number = 5", 199),
        ("UPDATE attempts SET given = '{' WHERE number = 5", 199),
        ("UPDATE attempts SET given = x'ff' WHERE number = 5", 199),
        ("UPDATE attempts SET code = CAST(x'ff' AS TEXT) WHERE number = 5", 200),
        ("UPDATE attempts SET level = 0 WHERE number = 5", 199),
        ("UPDATE attempts SET repeat = 2 WHERE number = 5", 199),
        ("UPDATE sittings SET questions = -1", 200),
        ("UPDATE sittings SET seed = 'lucky'", 200),
        (f"PRAGMA user_version = {10**6}", 200),
        ("PRAGMA user_version = 0", 200),
        ("PRAGMA application_id = 0", 200),
    ],
)
def test_every_answer_that_can_be_read_is_carried_over(tmp_path: Path, statement: str, rescued: int) -> None:
    change(record(tmp_path, SESSION, *ANSWERS), statement)
    progress, notice = set_aside(tmp_path)
    assert len(progress.attempts) == rescued + 1
    assert says(notice, "progress.rescued", count=rescued) == (rescued > 0)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_set_aside_and_not_waited_for(tmp_path: Path, kind: str) -> None:
    path = tmp_path / DATABASE
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
    assert peek(path) is None
    progress = Progress(tmp_path)
    progress.add(attempt(999))
    progress.close()
    (notice,) = progress.notices
    assert "furiten.sqlite.damaged-1" in notice
    assert kept(tmp_path) == (attempt(999),)
    assert (tmp_path / "furiten.sqlite.damaged-1").exists()


def test_a_damaged_page_costs_its_own_answers_only(tmp_path: Path) -> None:
    path = record(tmp_path, SESSION, *LONG)
    data = path.read_bytes()
    middle = data.index(b"waits-1028rr") // PAGE * PAGE
    path.write_bytes(data[:middle] + b"\xee" * PAGE + data[middle + PAGE :])
    progress, notice = set_aside(tmp_path)
    rescued = len(progress.attempts) - 1
    assert len(LONG) - 10 < rescued < len(LONG)
    assert says(notice, "progress.rescued", count=rescued)
    assert "damaged-1" in notice


def test_a_damaged_index_costs_no_answer(tmp_path: Path) -> None:
    path = record(tmp_path, SESSION, *LONG)
    connection = sqlite3.connect(path)
    (root,) = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'attempts'"
    ).fetchone()
    connection.close()
    data = path.read_bytes()
    path.write_bytes(data[: (root - 1) * PAGE] + b"\xee" * PAGE + data[root * PAGE :])
    assert set_aside(tmp_path)[0].attempts == (*LONG, attempt(999))


def test_a_record_that_breaks_while_it_is_open(tmp_path: Path, opened: Opener) -> None:
    progress = opened(tmp_path)
    progress.add(SESSION, attempt(1), attempt(2))
    change(progress.path, "DROP TABLE attempts")
    progress.add(attempt(3))
    assert len(progress.notices) == 1
    assert progress.attempts == (attempt(1), attempt(2), attempt(3))
    change(progress.path, "DROP TABLE sittings")
    progress.add(replace(SESSION, ended=NOON), attempt(4))
    assert len(progress.notices) == 2
    assert progress.attempts == kept(tmp_path) == tuple(map(attempt, range(1, 5)))
    assert progress.sessions == (replace(SESSION, ended=NOON),)


def test_whatever_is_changed_nothing_crashes_and_nothing_is_lost(opened: Opener, tmp_path: Path) -> None:
    data = record(tmp_path / "whole", SESSION, *ANSWERS).read_bytes()
    chance = random.Random(5)
    refused = 0
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        changed = bytearray(data)
        for _ in range(chance.randint(1, 30)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        if chance.random() < 0.3:
            del changed[chance.randrange(len(changed)) :]
        (folder / DATABASE).write_bytes(changed)
        progress = opened(folder)
        refused += len(progress.notices)
        assert progress.fault == ""
        if progress.notices and "later version" not in progress.notices[0]:
            assert (folder / f"{DATABASE}.damaged-1").read_bytes() == changed
        progress.close()
        shutil.rmtree(folder)
    assert refused > 10


def test_two_copies_find_one_damaged_record(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one sees the damage, then waits for the first, and must not set the new record aside."""
    (tmp_path / DATABASE).write_bytes(b"broken")
    replace = open_database._replace

    def slower(path: Path, check: open_database.Check) -> open_database.Opened:
        monkeypatch.setattr(open_database, "_replace", replace)
        replace(path, check).database.close()
        return replace(path, check)

    monkeypatch.setattr(open_database, "_replace", slower)
    progress = opened(tmp_path)
    assert progress.notices == []
    assert sorted(path.name for path in tmp_path.glob("*damaged*")) == [f"{DATABASE}.damaged-1"]


@pytest.mark.parametrize("data", [None, b"broken"], ids=["no record yet", "a damaged one"])
def test_a_record_that_another_copy_is_beginning_is_waited_for(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes | None
) -> None:
    monkeypatch.setattr(open_database, "PATIENCE", 0.0)
    if data is not None:
        (tmp_path / DATABASE).write_bytes(data)
    other = FileLock(tmp_path / open_database.LOCK)
    other.acquire()
    progress = opened(tmp_path)
    assert t("progress.busy") in progress.fault
    assert {
        path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name != open_database.LOCK
    } == ({} if data is None else {DATABASE: data})
    other.release()
    progress.add(attempt(1))
    assert progress.fault == ""
    assert kept(tmp_path) == (attempt(1),)


# -- later versions --------------------------------------------------------------------------------------


def later_record(folder: Path) -> Path:
    """The record of a later version, which may hold anything."""
    path = folder / DATABASE
    change(
        path,
        f"PRAGMA application_id = {APPLICATION}",
        f"PRAGMA user_version = {VERSION + 2}",
        "CREATE TABLE dreams (colour TEXT)",
    )
    return path


def test_a_record_of_a_later_version_is_not_called_damaged(tmp_path: Path) -> None:
    for name in (f"{VERSION + 2}{again}.sqlite" for again in ("", "-2", "-3")):
        later_record(tmp_path)
        notice = set_aside(tmp_path)[1]
        assert f"furiten-newer-version-{name}" in notice
        assert says(notice, "progress.newer", known=VERSION)
        (tmp_path / DATABASE).unlink()


def test_a_later_version_that_is_running_keeps_its_record(opened: Opener, tmp_path: Path) -> None:
    path = later_record(tmp_path)
    change(path, "PRAGMA journal_mode = WAL")
    later = sqlite3.connect(path, isolation_level=None)
    later.execute("INSERT INTO dreams VALUES ('green')")
    progress = opened(tmp_path)
    assert t("progress.newer-open") in progress.fault
    progress.add(attempt(1))
    assert progress.attempts == (attempt(1),)
    later.execute("INSERT INTO dreams VALUES ('blue')")
    later.close()
    progress.add(attempt(2))
    assert progress.fault == ""
    assert kept(tmp_path) == (attempt(1), attempt(2))
    aside = sqlite3.connect(tmp_path / f"furiten-newer-version-{VERSION + 2}.sqlite")
    assert aside.execute("SELECT * FROM dreams").fetchall() == [("green",), ("blue",)]
    aside.close()


def test_a_record_that_a_later_version_takes_over_meanwhile_gets_no_more_rows(
    opened: Opener, tmp_path: Path
) -> None:
    progress = opened(tmp_path)
    progress.add(attempt(1))
    later = sqlite3.connect(progress.path, isolation_level=None)
    later.execute(f"PRAGMA user_version = {VERSION + 1}")
    progress.add(attempt(2))
    assert "later version" in progress.fault
    assert later.execute("SELECT count(*) FROM attempts").fetchone() == (1,)
    later.close()
    progress.close()
    assert kept(tmp_path) == (attempt(1), attempt(2))
