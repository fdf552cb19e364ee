"""The practice record as a SQLite file: opened, checked, read and added to.

Rows are never changed or removed, but for the time at which a sitting ended.

Several copies of the program may have it open: one writes while the others read (write-ahead log), and a
second writer waits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tui.i18n.texts import t
from tui.practice.rows import (
    ATTEMPT,
    PLAYED,
    SITTING,
    Attempt,
    BadRow,
    Played,
    Row,
    Sitting,
    read_attempt,
    read_played,
    read_sitting,
    to_values,
)

_R = TypeVar("_R", Attempt, Sitting, Played)

VERSION = 1
"""Of the tables; a later program that changes them raises it."""
APPLICATION = int.from_bytes(b"furi")
"""Tells the file from other programs' databases."""
LAST_VERSION = 9_999
"""A file that names a higher one was not written by any version of the program."""
PATIENCE = 3.0
"""Seconds that a writer waits for another one."""
SYNCHRONOUS = "FULL"
"""Each answer waits for the disk, so that not even a power cut takes it away again."""

_SCHEMA = (
    """
    CREATE TABLE sittings (
        id TEXT PRIMARY KEY NOT NULL, began TEXT NOT NULL, kind TEXT, questions INTEGER NOT NULL,
        seed TEXT NOT NULL, chosen INTEGER NOT NULL, code TEXT NOT NULL, ended TEXT
    )
    """,
    """
    CREATE TABLE attempts (
        answered TEXT NOT NULL, sitting TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL,
        level INTEGER NOT NULL, code TEXT NOT NULL, repeat INTEGER NOT NULL, parts TEXT NOT NULL,
        seconds REAL NOT NULL, given TEXT NOT NULL, rules TEXT NOT NULL, version TEXT NOT NULL,
        UNIQUE (sitting, number, answered)
    )
    """,
    """
    CREATE TABLE lessons (
        lesson TEXT NOT NULL, "left" TEXT NOT NULL, ended INTEGER NOT NULL, choices TEXT NOT NULL,
        UNIQUE (lesson, "left")
    )
    """,
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)


def _insert(table: str, columns: Sequence[str], conflict: str) -> str:
    places = ", ".join(f":{name}" for name in columns)
    return f"INSERT INTO {table} ({_named(columns)}) VALUES ({places}) ON CONFLICT {conflict}"


def _named(columns: Sequence[str]) -> str:
    """Columns as statements name them; some are words of SQL besides."""
    return ", ".join(f'"{name}"' for name in columns)


_ADD = {
    Attempt: _insert("attempts", ATTEMPT, "DO NOTHING"),
    Played: _insert("lessons", PLAYED, "DO NOTHING"),
    Sitting: _insert("sittings", SITTING, "(id) DO UPDATE SET ended = excluded.ended"),
}
"""Adding a row twice, when nobody knows whether it was added, is adding it once."""


class Empty(Exception):
    """A file in which nothing was written yet."""


class Damaged(Exception):
    """A file that is no practice record, or one no longer; the message says what is wrong with it."""


class Newer(Exception):
    """The practice record of a later version of the program."""

    def __init__(self, written: int) -> None:
        super().__init__(written)
        self.written = written


class Unavailable(Exception):
    """Reading or writing is not possible now; the message says why."""


class Stored(NamedTuple):
    """Everything in the file, in the order in which it was written."""

    attempts: tuple[Attempt, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    lessons: tuple[Played, ...] = ()


class Database:
    """An open file. ``mode`` is one of SQLite's (ro, rw, rwc).

    Everything raises Damaged, Newer or Unavailable.
    """

    def __init__(self, path: Path, mode: str = "rw") -> None:
        with _told():
            self._connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=False,
            )
        self._seen: int | None = None
        """The number that SQLite gives to what was read last; that of another copy's writing is another."""

    @classmethod
    def open(cls, path: Path, mode: str = "rw") -> tuple[Database, Stored]:
        """Open a file, check that it is whole and read it; raises Empty besides."""
        database = cls(path, mode)
        try:
            database._check()
            return database, database.read()
        except BaseException:
            database.close()
            raise

    @classmethod
    def create(cls, path: Path) -> Database:
        """Open a new or empty file and make the tables in it."""
        database = cls(path, "rwc")
        try:
            with _told():
                database._ask("PRAGMA journal_mode = WAL")
                database._ask(f"PRAGMA synchronous = {SYNCHRONOUS}")
            with database._writing():
                for statement in _SCHEMA:
                    database._connection.execute(statement)
        except BaseException:
            database.close()
            raise
        return database

    def read(self) -> Stored:
        """Everything in the file."""
        with _told():
            self._seen = self._ask("PRAGMA data_version")
            attempts = self._select("attempts", ATTEMPT)
            sittings = self._select("sittings", SITTING)
            lessons = self._select("lessons", PLAYED)
        try:
            return Stored(
                tuple(map(read_attempt, attempts)),
                tuple(map(read_sitting, sittings)),
                tuple(map(read_played, lessons)),
            )
        except BadRow as error:
            raise Damaged(t("progress.bad-row")) from error

    def changed(self) -> bool:
        """Whether somebody else has written since the file was read."""
        with _told():
            return bool(self._ask("PRAGMA data_version") != self._seen)

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows, all or none; they are on the disk when this returns.

        A sitting that is there already takes over the time it ended.
        """
        with self._writing():
            if (version := self._ask("PRAGMA user_version")) != VERSION:
                raise Newer(version)
            for row in rows:
                self._connection.execute(_ADD[type(row)], to_values(row))

    def rescue(self) -> Stored:
        """Every row that can still be read of a damaged file; raises nothing."""
        self._connection.text_factory = lambda data: data.decode(errors="replace")
        return Stored(
            tuple(self._rescue("attempts", ATTEMPT, read_attempt)),
            tuple(self._rescue("sittings", SITTING, read_sitting)),
            tuple(self._rescue("lessons", PLAYED, read_played)),
        )

    def _rescue(
        self, table: str, columns: Sequence[str], read: Callable[[Sequence[object]], _R]
    ) -> Iterator[_R]:
        """The rows before the first and after the last damage."""
        found: dict[int, _R] = {}
        for order in ("ASC", "DESC"):
            query = f"SELECT rowid, {_named(columns)} FROM {table} ORDER BY rowid {order}"
            with suppress(*_FAULTS):
                for number, *values in self._connection.execute(query):
                    with suppress(BadRow):
                        found[number] = read(values)
        return (found[number] for number in sorted(found))

    def alone(self) -> bool:
        """Whether nobody else has the file open; then all of it is in one piece afterwards."""
        try:
            self._ask("PRAGMA busy_timeout = 0")
            return bool(self._ask("PRAGMA journal_mode = DELETE") == "delete")
        except _FAULTS as error:
            # nobody can have a use for a file with any other fault
            return _kind_of(error) != sqlite3.SQLITE_BUSY

    def close(self) -> None:
        """Close the file; raises nothing."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _check(self) -> None:
        with _told():
            application, version = self._ask("PRAGMA application_id"), self._ask("PRAGMA user_version")
            if (application, version) == (0, 0) and not self._ask("SELECT count(*) FROM sqlite_master"):
                raise Empty
            if application != APPLICATION or not 1 <= version <= LAST_VERSION:
                raise Damaged(t("progress.not-a-record"))
            if version > VERSION:
                raise Newer(version)
            if self._ask("PRAGMA quick_check(1)") != "ok":
                raise Damaged(t("progress.damaged"))
            self._ask(f"PRAGMA synchronous = {SYNCHRONOUS}")

    def _ask(self, statement: str) -> Any:
        """The one value that a statement answers with."""
        row = self._connection.execute(statement).fetchone()
        return row[0] if row else None

    def _select(self, table: str, columns: Sequence[str]) -> list[tuple[object, ...]]:
        return self._connection.execute(f"SELECT {_named(columns)} FROM {table} ORDER BY rowid").fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction that begins as a writer: nobody can come between its reading and its writing."""
        with _told():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise


_FAULTS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a file can lead to; the second where its very errors cannot be read."""
_DAMAGE = {
    sqlite3.SQLITE_NOTADB: "progress.not-a-record",
    sqlite3.SQLITE_CORRUPT: "progress.damaged",
    # a table or a column that is not there
    sqlite3.SQLITE_ERROR: "progress.damaged",
}
_HINDRANCE = {
    sqlite3.SQLITE_BUSY: "progress.busy",
    sqlite3.SQLITE_FULL: "progress.disk-full",
    sqlite3.SQLITE_READONLY: "progress.read-only",
    sqlite3.SQLITE_CANTOPEN: "progress.read-only",
}


@contextmanager
def _told() -> Iterator[None]:
    """Turn SQLite's errors into ours, with the reason in plain words."""
    try:
        yield
    except _FAULTS as error:
        code = _kind_of(error)
        if code in _DAMAGE:
            raise Damaged(t(_DAMAGE[code])) from error
        raise Unavailable(t(_HINDRANCE[code]) if code in _HINDRANCE else str(error)) from error


def _kind_of(error: Exception) -> int:
    """SQLite's code for an error, without its details; that of damage for what Python itself cannot read."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
