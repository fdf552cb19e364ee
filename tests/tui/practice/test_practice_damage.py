"""A practice record that cannot be used is set aside: never a crash, nothing overwritten, nothing lost."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.tui.practice_answers import NOON, attempt
from tests.support.tui.practice_records import ANSWERS, LONG, SITTING, change, kept, record
from tests.support.tui.texts import says
from tui.database import open_database
from tui.database.open_database import DATABASE, peek
from tui.database.schema import APPLICATION, VERSION
from tui.i18n.texts import t
from tui.practice.progress import Progress
from tui.system.lock import FileLock

pytestmark = pytest.mark.usefixtures("quick_disk")

PAGE = 4096
"""Bytes that SQLite reads and writes at a time."""

Opener = Callable[[Path], Progress]


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


def test_damaged_records_do_not_overwrite_each_other(tmp_path: Path) -> None:
    for number in range(1, 4):
        (tmp_path / DATABASE).write_bytes(b"broken %d" % number)
        assert f"damaged-{number}" in set_aside(tmp_path)[1]
        (tmp_path / DATABASE).unlink()
    asides = sorted(path.read_bytes() for path in tmp_path.glob("*.damaged-*"))
    assert asides == [b"broken 1", b"broken 2", b"broken 3"]


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
    change(record(tmp_path, SITTING, *ANSWERS), statement)
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
    path = record(tmp_path, SITTING, *LONG)
    data = path.read_bytes()
    middle = data.index(b"waits-1028rr") // PAGE * PAGE
    path.write_bytes(data[:middle] + b"\xee" * PAGE + data[middle + PAGE :])
    progress, notice = set_aside(tmp_path)
    rescued = len(progress.attempts) - 1
    assert len(LONG) - 10 < rescued < len(LONG)
    assert says(notice, "progress.rescued", count=rescued)
    assert "damaged-1" in notice


def test_a_damaged_index_costs_no_answer(tmp_path: Path) -> None:
    path = record(tmp_path, SITTING, *LONG)
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
    progress.add(SITTING, attempt(1), attempt(2))
    change(progress.path, "DROP TABLE attempts")
    progress.add(attempt(3))
    assert len(progress.notices) == 1
    assert progress.attempts == (attempt(1), attempt(2), attempt(3))
    change(progress.path, "DROP TABLE sittings")
    progress.add(replace(SITTING, ended=NOON), attempt(4))
    assert len(progress.notices) == 2
    assert progress.attempts == kept(tmp_path) == tuple(map(attempt, range(1, 5)))
    assert progress.sittings == (replace(SITTING, ended=NOON),)


def test_whatever_is_changed_nothing_crashes_and_nothing_is_lost(opened: Opener, tmp_path: Path) -> None:
    data = record(tmp_path / "whole", SITTING, *ANSWERS).read_bytes()
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
