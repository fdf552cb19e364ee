"""The database as a SQLite file: its errors in plain words, its tables and migrations, its rows.

Rows of the player's own, answers of practice and notes in games, are never changed or removed. One exception:
the end time of a session is added later.

Version 1 was ``practice.db`` with the practice tables only. Since version 2 the file also has the index of
the archive, since version 3 positions of own games, and since version 4 answers have credit and themes. Since
version 6 there are comments, bookmarks, and reviews of hands. Versions 5 and 7 index less. The index can be
made again from the records at any time, so it is never migrated: every other version begins a new one.

Several copies of the program may have it open: one writes while the others read (write-ahead log), and a
second writer waits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, Generic, NamedTuple, TypeVar

from tui.database.practice_rows import (
    Attempt,
    BadRow,
    Noted,
    OwnQuestion,
    Played,
    Row,
    StoredSession,
    read_row,
    to_values,
)
from tui.i18n import t


class Empty(Exception):
    """A file in which nothing was written yet."""


class Damaged(Exception):
    """A file that is no database of this program, or one no longer; the message says why."""


class OtherVersion(Exception):
    """The file of another version of the program."""

    def __init__(self, written: int) -> None:
        super().__init__(written)
        self.written = written


class Newer(OtherVersion):
    """The file of a later version."""


class Older(OtherVersion):
    """The file of an earlier version, which can be migrated."""


class Unavailable(Exception):
    """Reading or writing is not possible now; the message says why."""


FAULTS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""Errors of reading a file. UnicodeDecodeError means that the text of an SQLite error cannot be decoded."""
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
def translated() -> Iterator[None]:
    """Turn SQLite's errors into ours, with the reason in plain words."""
    try:
        yield
    except FAULTS as error:
        code = kind_of(error)
        if code in _DAMAGE:
            raise Damaged(t(_DAMAGE[code])) from error
        raise Unavailable(t(_HINDRANCE[code]) if code in _HINDRANCE else str(error)) from error


def kind_of(error: Exception) -> int:
    """SQLite's code for an error, without its details; that of damage for what Python itself cannot read."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


VERSION = 7
"""Of the tables; a change of them raises it, and one of the player's own adds to MIGRATIONS."""
LAST_VERSION = 9_999
"""A file that names a higher one was not written by any version of the program."""
APPLICATION = int.from_bytes(b"furi")
"""Distinguishes the file from other programs' databases."""

_PRACTICE = (
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
)

_SINCE_2 = ("CREATE INDEX attempts_by_kind ON attempts (kind, repeat)",)

_SINCE_3 = (
    # positions of the player's games that practice asks about; ``began`` to ``names`` tell which game
    """
    CREATE TABLE own_questions (
        code TEXT PRIMARY KEY NOT NULL, added TEXT NOT NULL, kind TEXT NOT NULL, rules TEXT NOT NULL,
        seat INTEGER NOT NULL, events TEXT NOT NULL, "only" TEXT NOT NULL, began TEXT NOT NULL,
        wind TEXT NOT NULL, kyoku INTEGER NOT NULL, honba INTEGER NOT NULL, names TEXT NOT NULL
    )
    """,
)

_SINCE_4 = (
    # the share of a right answer, and the ideas of the question; NULL and empty for earlier answers
    "ALTER TABLE attempts ADD COLUMN credit REAL",
    "ALTER TABLE attempts ADD COLUMN themes TEXT NOT NULL DEFAULT ''",
)

_SINCE_6 = (
    # reviews of hands that were played out, and who judged them
    "CREATE TABLE reviews (hand TEXT PRIMARY KEY NOT NULL, judge TEXT NOT NULL, review BLOB NOT NULL)",
    # comments and bookmarks of the player in games
    """
    CREATE TABLE noted (
        deal TEXT NOT NULL, step INTEGER NOT NULL, position TEXT NOT NULL, written TEXT NOT NULL,
        comment TEXT NOT NULL, bookmark INTEGER NOT NULL,
        UNIQUE (deal, position, written, comment, bookmark)
    )
    """,
)

_INDEX = (
    # files of the archive as they were when they were indexed, and by which version of the index
    """
    CREATE TABLE files (
        name TEXT PRIMARY KEY NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, hash TEXT NOT NULL,
        content INTEGER NOT NULL
    )
    """,
    # ``deals``, by which what is noted in a game is found, and how much its record itself holds
    """
    CREATE TABLE games (
        file TEXT PRIMARY KEY NOT NULL REFERENCES files ON DELETE CASCADE, began TEXT NOT NULL,
        rules TEXT NOT NULL, length TEXT NOT NULL, names TEXT NOT NULL, seat INTEGER, seed TEXT NOT NULL,
        over INTEGER NOT NULL, points TEXT NOT NULL, places TEXT NOT NULL, takebacks INTEGER,
        table_rules INTEGER NOT NULL, branch INTEGER NOT NULL, deals TEXT NOT NULL, annotated INTEGER NOT NULL
    )
    """,
    # what is counted of each player of a game
    """
    CREATE TABLE counts (
        file TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
        counts TEXT NOT NULL, PRIMARY KEY (file, seat)
    ) WITHOUT ROWID
    """,
)
_INDICES = ("moments", "hands", "opponents", "counts", "games", "files")
"""All tables of the index that any version has, those first that refer to others."""

NEW = (
    *_PRACTICE,
    *_SINCE_2,
    *_SINCE_3,
    *_SINCE_4,
    *_SINCE_6,
    *_INDEX,
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)
"""Makes a new file."""
MIGRATIONS: dict[int, tuple[str, ...]] = {1: _SINCE_2, 2: _SINCE_3, 3: _SINCE_4, 5: _SINCE_6}
"""By version: what leads from it to the next, but for the index."""


_R = TypeVar("_R", bound=Row, covariant=True)

Values = tuple[Any, ...]
"""One row of what a query answers with."""

PATIENCE = 3.0
"""Seconds that a writer waits for another one."""
SYNCHRONOUS = "FULL"
"""Each answer waits for the disk, so that not even a power cut takes it away again."""


class _Median:
    """The median of a column, for queries."""

    def __init__(self) -> None:
        self._values: list[float] = []

    def step(self, value: float, /) -> None:
        self._values.append(value)

    def finalize(self) -> Any:  # the stubs of sqlite3 know no results but whole numbers
        return median(self._values) if self._values else None


class OwnTable(NamedTuple, Generic[_R]):
    """A table with rows of the player's own."""

    name: str
    row: type[_R]
    """Its columns are called like the fields."""
    since: int = 1
    """The version of the tables in which it was added."""
    again: str = "DO NOTHING"
    """What becomes of a row that is there already. Adding it twice has no further effect, so a write of
    unknown outcome can be repeated."""

    def query(self, there: Collection[str], first: str = "", within: str = "") -> str:
        """Asks for all columns; those that are not ``there`` in the file have the value of ``ADDED``.

        ``first`` are columns before them, ``within`` the database of the connection.
        """
        missing = ADDED.keys() - there
        columns = self.row.__struct_fields__
        wanted = (ADDED[name] if name in missing else _named([name]) for name in columns)
        return f"SELECT {first}{', '.join(wanted)} FROM {within}{self.name}"

    @property
    def insertion(self) -> str:
        """Adds a row, whose values are called like the columns."""
        columns = self.row.__struct_fields__
        places = ", ".join(f":{name}" for name in columns)
        return f"INSERT INTO {self.name} ({_named(columns)}) VALUES ({places}) ON CONFLICT {self.again}"


def _named(columns: Sequence[str]) -> str:
    """Columns as statements name them; some are words of SQL besides."""
    return ", ".join(f'"{name}"' for name in columns)


SESSIONS = OwnTable(
    "sittings", StoredSession, again="(id) DO UPDATE SET ended = coalesce(excluded.ended, ended)"
)
ATTEMPTS = OwnTable("attempts", Attempt)
LESSONS = OwnTable("lessons", Played)
OWN_QUESTIONS = OwnTable("own_questions", OwnQuestion, 3)
NOTES = OwnTable("noted", Noted, 6)
ADDED = {"credit": "NULL", "themes": "''"}
"""Columns that earlier versions of the tables do not have, and what stands there for them, in SQL."""
OWN: tuple[OwnTable[Row], ...] = (SESSIONS, ATTEMPTS, LESSONS, OWN_QUESTIONS, NOTES)
"""All tables with rows of the player's own, in an order in which they can be written."""
_INSERTIONS = {table.row: table.insertion for table in OWN}

_NEWEST = ", ".join(f"(SELECT max(rowid) FROM {table.name})" for table in OWN)
_MARK = f"SELECT {_NEWEST}, count(ended) FROM sittings"
"""Rows of the player's own are only added, and sessions get an end time; nothing else changes them."""


class Database:
    """An open file. ``mode`` is one of SQLite's (ro, rw, rwc, memory).

    Everything raises Damaged, Newer or Unavailable.
    """

    def __init__(self, path: Path, mode: str = "rw") -> None:
        self.path = path
        self._uri = f"{path.absolute().as_uri()}?mode={mode}"
        with translated():
            self._connection = sqlite3.connect(
                self._uri,
                uri=True,
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=False,
            )
        self._connection.create_aggregate("median", 1, _Median)

    @classmethod
    def open(cls, path: Path, mode: str = "rw", *, older: bool = False) -> Database:
        """Open a file and check that it is whole; raises Empty and Older, too.

        With ``older`` a file of an earlier version will do, for its rows of the player's own.
        """
        if path.exists() and not path.is_file():
            # SQLite would wait for a pipe
            raise Damaged(t("progress.not-a-record"))
        database = cls(path, mode)
        try:
            database._check(older)
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def create(cls, path: Path, mode: str = "rwc") -> Database:
        """Open a new or empty file and make the tables in it."""
        database = cls(path, mode)
        try:
            database._prepare()
            with database.writing() as connection:
                for statement in NEW:
                    connection.execute(statement)
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def in_memory(cls) -> Database:
        """An empty one that ends with the program."""
        return cls.create(Path("memory"), "memory")

    def migrate(self, written: int) -> None:
        """Give the tables of this version to a file of that earlier one, all or nothing."""
        self._prepare()
        with self.writing() as connection:
            # the statements that lead from that version to this one
            steps = [statement for step in range(written, VERSION) for statement in MIGRATIONS.get(step, ())]
            gone = [f"DROP TABLE IF EXISTS {table}" for table in _INDICES]
            for statement in [*steps, *gone, *_INDEX, f"PRAGMA user_version = {VERSION}"]:
                connection.execute(statement)

    def copy(self, path: Path) -> None:
        """Write everything in the file to another one."""
        with translated(), closing(sqlite3.connect(path)) as other:
            self._connection.backup(other)

    def select(self, query: str, *values: object) -> list[Values]:
        with translated():
            return self._connection.execute(query, values).fetchall()

    def define(self, name: str, function: Callable[[str], str]) -> None:
        """Let queries use a function of one text."""
        self._connection.create_function(name, 1, function, deterministic=True)

    def mirror(self) -> Database:
        """A copy of the player's own rows in memory: later changes of one do not affect the other."""
        other = Database.in_memory()
        copy = other._connection
        try:
            with translated():
                copy.execute("ATTACH ? AS original", (self._uri,))
                # one transaction, so that all tables are read at the same state of the file
                copy.execute("BEGIN")
                for table in self._tables():
                    columns = f"rowid, {_named(table.row.__struct_fields__)}"
                    rows = table.query(self._columns(table), "rowid, ", "original.")
                    copy.execute(f"INSERT INTO main.{table.name} ({columns}) {rows}")
                copy.execute("COMMIT")
                copy.execute("DETACH original")
        except BaseException:
            other.close()
            raise
        return other

    def mark(self) -> Values:
        """Values that change with the player's own rows, and not with the index."""
        return self.select(_MARK)[0]

    def check(self) -> None:
        """Decode each of the player's own rows, one at a time; raises Damaged if one is invalid."""
        for _ in chain.from_iterable(map(self._decoded, self._tables())):
            pass

    def read(self) -> list[Row]:
        """Everything of the player's own, in an order in which it can be written."""
        return [row for table in OWN for row in self.rows(table)]

    def _tables(self) -> list[OwnTable[Row]]:
        return [table for table in OWN if table.since <= self.version]

    def rows(self, table: OwnTable[_R], rest: str = "ORDER BY rowid", *values: object) -> list[_R]:
        """The rows of a table, none where the file is older than it; ``rest`` follows FROM in the query."""
        return list(self._decoded(table, rest, *values)) if table.since <= self.version else []

    def _decoded(self, table: OwnTable[_R], rest: str = "ORDER BY rowid", *values: object) -> Iterator[_R]:
        with translated():
            for row in self._connection.execute(f"{table.query(self._columns(table))} {rest}", values):
                try:
                    yield read_row(table.row, row)
                except BadRow as error:
                    raise Damaged(t("progress.bad-row")) from error

    def write(self, rows: Sequence[Row]) -> None:
        """Add rows, all or none; they are on the disk when this returns.

        Of a session that is already stored, only the end time is updated.
        """
        with self.writing() as connection:
            for row in rows:
                connection.execute(_INSERTIONS[type(row)], to_values(row))

    def rescue(self) -> list[Row]:
        """Every row of the player's own that can still be read of a damaged file; raises nothing."""
        self._connection.text_factory = lambda data: data.decode(errors="replace")
        return [row for table in OWN for row in self._rescue(table)]

    def _rescue(self, table: OwnTable[_R]) -> Iterator[_R]:
        """The rows before the first and after the last damage."""
        found: dict[int, _R] = {}
        for order in ("ASC", "DESC"):
            with suppress(Damaged, Unavailable, *FAULTS):
                query = f"{table.query(self._columns(table), 'rowid, ')} ORDER BY rowid {order}"
                for number, *values in self._connection.execute(query):
                    with suppress(BadRow):
                        found[number] = read_row(table.row, values)
        return (found[number] for number in sorted(found))

    def _columns(self, table: OwnTable[_R]) -> set[str]:
        with translated():
            return {name for _, name, *_ in self._connection.execute(f"PRAGMA table_info({table.name})")}

    def alone(self) -> bool:
        """Whether nobody else has the file open. If so, the write-ahead log is merged into the file."""
        try:
            self._ask("PRAGMA busy_timeout = 0")
            return bool(self._ask("PRAGMA journal_mode = DELETE") == "delete")
        except FAULTS as error:
            # a file with any other error is unusable, so nobody else is using it
            return kind_of(error) != sqlite3.SQLITE_BUSY

    @property
    def version(self) -> int:
        with translated():
            return int(self._ask("PRAGMA user_version"))

    def close(self) -> None:
        """Close the file; raises nothing."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def _check(self, older: bool) -> None:
        with translated():
            application, version = self._ask("PRAGMA application_id"), self._ask("PRAGMA user_version")
            if (application, version) == (0, 0) and not self._ask("SELECT count(*) FROM sqlite_master"):
                raise Empty
            if application != APPLICATION or not 1 <= version <= LAST_VERSION:
                raise Damaged(t("progress.not-a-record"))
            if version > VERSION:
                raise Newer(version)
            if self._ask("PRAGMA quick_check(1)") != "ok":
                raise Damaged(t("progress.damaged"))
            if version < VERSION and not older:
                raise Older(version)
            self._settle()

    def _prepare(self) -> None:
        """Let others read while one writes."""
        with translated():
            self._ask("PRAGMA journal_mode = WAL")
            self._settle()

    def _settle(self) -> None:
        self._ask(f"PRAGMA synchronous = {SYNCHRONOUS}")
        self._ask("PRAGMA foreign_keys = ON")

    def _ask(self, statement: str) -> Any:
        row = self._connection.execute(statement).fetchone()
        return row[0] if row else None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that begins as a writer: nobody can come between its reading and its writing.

        Raises Newer where a later version of the program has migrated the file meanwhile.
        """
        with translated():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                if (version := self._ask("PRAGMA user_version")) > VERSION:
                    raise Newer(version)
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
