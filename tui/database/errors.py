"""What can be wrong with the database, in plain words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from tui.i18n.texts import t


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
