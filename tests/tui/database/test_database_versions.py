"""Files of version 1, as earlier programs have left them, are migrated: a copy is kept, nothing is lost."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.fresh_interpreter import ROOT
from tests.support.tui.practice_answers import NOON, SESSION, attempt, change, kept, record
from tests.tui.practice.test_practice_progress import start
from tui.database import sqlite_file
from tui.database.open_database import DATABASE, PRACTICE, look_up, open_database
from tui.database.practice_rows import Attempt, Noted, OwnQuestion, Played, read_row
from tui.database.sqlite_file import NOTES, VERSION
from tui.i18n import t
from tui.practice.history import History
from tui.practice.practice_record import Progress

OLD = gzip.decompress((ROOT / "tests/data/practice-version-1.db.gz").read_bytes())
"""Weeks of practice, written by the program when its tables had version 1."""


def answers_of(file: bytes) -> tuple[Attempt, ...]:
    """The answers in a file of version 1, which had neither credit nor themes."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "copy.db")
        path.write_bytes(file)
        connection = sqlite3.connect(path)
        rows = connection.execute("SELECT * FROM attempts ORDER BY rowid").fetchall()
        connection.close()
    return tuple(read_row(Attempt, [*row, None, ""]) for row in rows)


ANSWERED = answers_of(OLD)
COPY = "furiten-version-1.sqlite"

Opener = Callable[[Path], Progress]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder as an earlier program has left it."""
    (tmp_path / PRACTICE).write_bytes(OLD)
    return tmp_path


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of practice in a file."""
    connection = sqlite3.connect(path)
    tables = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    connection.close()
    return tables


BEFORE_6 = ("DROP TABLE noted", "DROP TABLE reviews")
"""Take what version 6 has added out of a file."""
TABLES = ("attempts", "sittings", "lessons")


def since_4(rows: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """The same rows in a file in which answers have credit and themes."""
    return {**rows, "attempts": [(*row, None, "") for row in rows["attempts"]]}


def schema_of(path: Path) -> tuple[object, set[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    made = set(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))
    connection.close()
    return version, made


def test_every_row_of_an_old_file_is_there_and_a_copy_is_kept(old: Path) -> None:
    before = rows_of(old / PRACTICE)
    progress = Progress(old)
    progress.close()
    assert (progress.fault, progress.notices) == ("", [])
    assert progress.attempts == ANSWERED
    assert len(progress.sessions) == len(before["sittings"]) > 20
    assert [(each.lesson, each.ended) for each in progress.lessons] == [
        ("discard-furiten", False),
        ("the-table", True),
    ]
    assert not (old / PRACTICE).exists()
    assert rows_of(old / COPY) == before
    assert rows_of(old / DATABASE) == since_4(before)
    assert schema_of(old / COPY)[0] == 1


def test_a_migrated_file_has_the_tables_of_a_new_one(old: Path) -> None:
    kept(old)
    new = record(old / "new", SESSION)
    assert schema_of(old / DATABASE) == schema_of(new)
    assert schema_of(new)[0] == VERSION


def test_tables_that_nothing_asks_for_go(tmp_path: Path) -> None:
    """Until version 4 the index had the hands of each game and their moments, until 6 their opponents."""
    new, path = record(tmp_path / "new", SESSION), record(tmp_path / "old", SESSION, attempt(1))
    hands = "CREATE TABLE hands (file TEXT, hand INTEGER, PRIMARY KEY (file, hand)) WITHOUT ROWID"
    moments = "CREATE TABLE moments (file TEXT, hand INTEGER, FOREIGN KEY (file, hand) REFERENCES hands)"
    opponents = "CREATE TABLE opponents (name TEXT, file TEXT REFERENCES games ON DELETE CASCADE)"
    change(path, hands, moments, opponents, "CREATE INDEX games_by_rules ON games (rules, began)")
    change(path, "INSERT INTO hands VALUES ('a', 1)", "INSERT INTO moments VALUES ('a', 1)")
    change(path, *BEFORE_6, "PRAGMA user_version = 4")
    assert kept(path.parent) == (attempt(1),)
    assert schema_of(path) == schema_of(new)


def test_answers_of_a_program_that_was_killed_are_not_forgotten(tmp_path: Path) -> None:
    """What it wrote last lies beside the file."""
    (tmp_path / "there").mkdir()
    path = tmp_path / "there" / PRACTICE
    path.write_bytes(OLD)
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TEMP TABLE one AS SELECT * FROM attempts LIMIT 1")
    writer.execute("UPDATE one SET sitting = 'another'")
    writer.execute("INSERT INTO attempts SELECT * FROM one")
    writer.commit()
    here = tmp_path / "here"
    here.mkdir()
    for each in (tmp_path / "there").iterdir():
        (here / each.name).write_bytes(each.read_bytes())
    writer.close()
    assert (here / f"{PRACTICE}-wal").exists()
    assert len(kept(here)) == len(ANSWERED) + 1


def test_an_old_file_that_is_damaged_is_set_aside_with_what_it_held(old: Path) -> None:
    change(old / PRACTICE, "UPDATE attempts SET parts = 'maybe' WHERE rowid = 5")
    before = rows_of(old / PRACTICE)
    progress = Progress(old)
    progress.close()
    assert len(progress.notices) == 1
    assert "229 answers were carried over" in progress.notices[0]
    assert rows_of(old / f"{DATABASE}.damaged-1") == since_4(before)
    assert len(kept(old)) == 229


def test_an_earlier_program_that_is_running_keeps_its_file(opened: Opener, old: Path) -> None:
    change(old / PRACTICE, "PRAGMA journal_mode = WAL")
    earlier = sqlite3.connect(old / PRACTICE, isolation_level=None)
    earlier.execute("UPDATE sittings SET ended = NULL")
    progress = opened(old)
    assert t("progress.older-open") in progress.fault
    assert progress.attempts == ANSWERED, "it is read all the same"
    progress.add(attempt(900))
    assert not (old / DATABASE).exists()
    earlier.close()
    progress.add(attempt(901))
    assert progress.fault == ""
    assert kept(old) == (*ANSWERED, attempt(900), attempt(901))


def test_answers_of_an_earlier_program_that_was_used_after_this_one_are_added(tmp_path: Path) -> None:
    record(tmp_path, SESSION, attempt(900))
    for number, name in enumerate((COPY, "furiten-version-1-2.sqlite"), 1):
        (tmp_path / PRACTICE).write_bytes(OLD)
        if number == 2:
            change(tmp_path / PRACTICE, "UPDATE sittings SET ended = NULL")
        assert kept(tmp_path) == (attempt(900), *ANSWERED)
        assert not (tmp_path / PRACTICE).exists()
        assert since_4(rows_of(tmp_path / name))["attempts"] == rows_of(tmp_path / DATABASE)["attempts"][1:]


def test_what_is_no_earlier_file_is_left_where_it_is(tmp_path: Path) -> None:
    record(tmp_path, attempt(1))
    (tmp_path / PRACTICE).write_bytes(b"holiday photographs")
    assert kept(tmp_path) == (attempt(1),)
    assert (tmp_path / PRACTICE).read_bytes() == b"holiday photographs"


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    opened: Opener, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows_of(old / PRACTICE)
    with monkeypatch.context() as broken:
        broken.setitem(
            sqlite_file.MIGRATIONS, 1, (*sqlite_file.MIGRATIONS[1], "INSERT INTO photographs VALUES (1)")
        )
        broken.setattr("tui.database.sqlite_file._DAMAGE", {})
        progress = opened(old)
        assert progress.fault
        assert progress.attempts == ANSWERED
    assert schema_of(old / DATABASE)[0] == 1
    assert rows_of(old / DATABASE) == before
    assert not (old / COPY).exists()
    progress.add(attempt(900))
    assert progress.fault == ""
    assert kept(old) == (*ANSWERED, attempt(900))


def test_a_disk_too_full_for_a_copy_leaves_the_file_as_it_was(opened: Opener, old: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = rows_of(old / PRACTICE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, hard))
    try:
        progress = opened(old)
        progress.add(attempt(900))
        assert progress.fault
        assert progress.attempts == (*ANSWERED, attempt(900))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert rows_of(old / DATABASE) == before
    progress.add(attempt(901))
    assert progress.fault == ""
    assert kept(old) == (*ANSWERED, attempt(900), attempt(901))
    assert rows_of(old / COPY) == before


def test_old_answers_in_a_folder_that_cannot_be_written_to_are_read(
    opened: Opener, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    progress = opened(old)
    assert "Permission denied" in progress.fault
    assert progress.attempts == ANSWERED
    assert (old / PRACTICE).read_bytes() == OLD


def test_two_copies_migrate_one_file(old: Path) -> None:
    copies = [start(old, name) for name in ("first", "second")]
    for copy in copies:
        copy.communicate(b"go\n")
        assert copy.returncode == 0
    assert len(kept(old)) == len(ANSWERED) + 80
    assert [path.name for path in old.glob("*version*")] == [COPY]


def test_a_later_version_s_file_stays_whole_whoever_opens_it(tmp_path: Path) -> None:
    path = record(tmp_path, attempt(1))
    change(path, f"PRAGMA user_version = {VERSION + 1}", "PRAGMA journal_mode = DELETE")
    before = path.read_bytes()
    opened = open_database(path)
    opened.database.close()
    assert opened.notice
    assert (tmp_path / f"furiten-newer-version-{VERSION + 1}.sqlite").read_bytes() == before


# -- version 3 -----------------------------------------------------------------------------------------


def test_a_file_of_version_3_keeps_everything_and_its_answers_have_no_themes(tmp_path: Path) -> None:
    """It has all tables, and answers without credit and themes; this is how that version made it."""
    rows = [SESSION, *(attempt(number, right=number % 3 > 0) for number in range(30)), PLAYED, OWN]
    made = Progress(tmp_path / "new")
    made.add(*rows)
    made.close()
    path = tmp_path / "old" / DATABASE
    path.parent.mkdir()
    shutil.copy(made.path, path)
    change(
        path,
        "ALTER TABLE attempts DROP COLUMN credit",
        "ALTER TABLE attempts DROP COLUMN themes",
        *BEFORE_6,
        "PRAGMA user_version = 3",
    )
    before = {table: columns_of(path, table) for table in (*TABLES, "own_questions")}
    found = Progress(path.parent)
    found.close()
    assert (found.fault, found.notices) == ("", [])
    assert schema_of(path)[0] == VERSION
    for table, columns in before.items():
        names = ", ".join(f'"{name}"' for name in columns)
        assert select(path, f"SELECT {names} FROM {table}") == select(
            path.with_name("furiten-version-3.sqlite"), f"SELECT {names} FROM {table}"
        )
    assert select(path, "SELECT DISTINCT credit, themes FROM attempts") == [(None, "")]
    assert [*found.sessions, *found.attempts, *found.lessons, *found.own_questions] == rows
    assert History(found.attempts, zone=UTC).cards == History(made.attempts, zone=UTC).cards


# -- version 5 -----------------------------------------------------------------------------------------


def test_a_file_of_version_5_keeps_everything_and_gets_a_place_for_notes(tmp_path: Path) -> None:
    rows = [SESSION, attempt(1), PLAYED, OWN]
    path, new = record(tmp_path / "old", *rows), record(tmp_path / "new", SESSION)
    change(path, *BEFORE_6, "PRAGMA user_version = 5")
    assert look_up(path, NOTES, "") == [], "it is read as it is"
    assert schema_of(path)[0] == 5
    opened = open_database(path)
    assert opened.database.read() == rows
    opened.database.write([NOTED])
    opened.database.write([NOTED])
    opened.database.close()
    assert look_up(path, NOTES, "") == [NOTED]
    assert schema_of(path) == schema_of(new)
    assert schema_of(path.with_name("furiten-version-5.sqlite"))[0] == 5


def columns_of(path: Path, table: str) -> list[str]:
    return [str(name) for _, name, *_ in select(path, f"PRAGMA table_info({table})")]


def select(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


PLAYED = Played(lesson="discard", left=NOON, ended=True, choices=())
NOTED = Noted(deal="d" * 16, step=4, position="e" * 16, written=NOON, comment="押した", bookmark=True)
OWN = OwnQuestion(
    code="own-2222222222",
    added=NOON,
    kind="furiten",
    rules="wrc",
    seat=0,
    events="E1",
    only="",
    began=NOON,
    wind="E",
    kyoku=1,
    honba=0,
    names=("a", "b", "c", "d"),
)
