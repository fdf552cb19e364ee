"""Open the database: migrate an old file; set an unusable file aside and create a new one.

No file is overwritten. All readable rows of the player's own in a damaged file are copied into the new one. A
migrated file is copied first, and the copy is kept.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from tui.database.practice_rows import Attempt, Noted, Row
from tui.database.sqlite_file import (
    PATIENCE,
    VERSION,
    Damaged,
    Database,
    Empty,
    Newer,
    Older,
    OwnTable,
    Unavailable,
)
from tui.i18n import join_sentences, t
from tui.system.files import FileLock, Locked

DATABASE = "furiten.sqlite"
PRACTICE = "practice.db"
"""The file of version 1, which held the answers alone."""
LOCK = "furiten.sqlite.lock"
NEWER = "furiten-newer-version-{}.sqlite"
KEPT = "furiten-version-{}.sqlite"
"""A file as it was before it was migrated."""

Check = Callable[[Database], object]
"""Looks through the rows of an open file; raises Damaged."""

_R = TypeVar("_R", bound=Row, covariant=True)

_LOG = "-wal"
_BESIDE = (_LOG, "-shm")
"""Suffixes of SQLite's files beside an open database. They remain if the program is killed."""
_AS_IT_IS = "ro&immutable=1"
"""The mode that ignores the files beside a database and creates none."""
_LOOK_AGAIN = 0.02
"""Seconds between two attempts to take the lock."""


class OpenedDatabase(NamedTuple):
    """A file that can be written to."""

    database: Database
    begun: bool = False
    """It is new; ``rescued`` is what was still to be read of the one that it replaces."""
    rescued: Sequence[Row] = ()
    notice: str = ""
    """One line for the player: what was set aside, and why."""


def open_database(path: Path, check: Check = lambda database: None) -> OpenedDatabase:
    """Open the file, or begin one; raises Unavailable when neither is possible."""
    former = path.with_name(PRACTICE)
    try:
        if path.exists():
            if not os.access(path, os.W_OK):
                raise Unavailable(t("progress.read-only"))
            if not former.exists():
                with suppress(Empty, Damaged, Newer, Older):
                    return OpenedDatabase(_checked(path, check))
        path.parent.mkdir(parents=True, exist_ok=True)
        with _guard(path.with_name(LOCK)):
            if former.exists() and not path.exists():
                # give the file of version 1 the name of this one
                if not _is_alone(former):
                    raise Unavailable(t("progress.older-open"))
                _rename(former, path)
            opened = _replace(path, check)
            if former.exists():
                _merge(former, opened.database)
            return opened
    except OSError as error:
        raise Unavailable(error.strerror or str(error)) from error


def peek(path: Path) -> Database | None:
    """Copy the player's own rows of a read-only file into memory; None if it is unreadable."""
    if not path.exists():
        path = path.with_name(PRACTICE)
    for mode in _reading_modes(path):
        faults = (Empty, Damaged, Newer, Unavailable)
        with suppress(*faults), closing(Database.open(path, mode, older=True)) as database:
            database.check()
            return database.mirror()
    return None


def look_up(path: Path, table: OwnTable[_R], rest: str, *values: object) -> list[_R]:
    """Rows of a file that is only read, not even checked; ``rest`` follows FROM in the query.

    None where there is no file, or one of a later version of the program. Raises Damaged, Unavailable.
    """
    if not path.exists():
        return []
    fault: Unavailable | None = None
    for mode in _reading_modes(path):
        database = Database(path, mode)
        try:
            return database.rows(table, rest, *values) if database.version <= VERSION else []
        except Unavailable as error:
            fault = error
        finally:
            database.close()
    raise fault or Unavailable(t("progress.busy"))


def _reading_modes(path: Path) -> Sequence[str]:
    """The modes in which a file may be read that is not to be written to, the better one first."""
    with suppress(OSError):
        if path.with_name(path.name + _LOG).exists():
            # the write-ahead log has rows that are not in the file yet
            return "ro", _AS_IT_IS
    return (_AS_IT_IS,)


@contextmanager
def _guard(path: Path) -> Iterator[None]:
    """Let one copy of the program at a time begin a file, migrate one or set one aside."""
    lock = FileLock(path)
    give_up = time.monotonic() + PATIENCE
    while not lock.held:
        try:
            lock.acquire()
        except Locked:
            if time.monotonic() > give_up:
                raise Unavailable(t("progress.busy")) from None
            time.sleep(_LOOK_AGAIN)
    try:
        yield
    finally:
        lock.release()


def _checked(path: Path, check: Check) -> Database:
    database = Database.open(path)
    try:
        check(database)
    except BaseException:
        database.close()
        raise
    return database


def _replace(path: Path, check: Check) -> OpenedDatabase:
    """Try to open the file again, as another process may have repaired it; else replace it by a new one."""
    rescued: Sequence[Row] = ()
    notice = ""
    if path.exists():
        try:
            with suppress(Older):
                return OpenedDatabase(_checked(path, check))
            _migrate(path)
            return OpenedDatabase(_checked(path, check))
        except Empty:
            pass
        except Newer as newer:
            # set a later version's file aside, unless a copy of that version has it open
            if not _is_alone(path):
                raise Unavailable(t("progress.newer-open")) from None
            written = newer.written
            aside = _unused(path, lambda number: _numbered(NEWER, written, number))
            _rename(path, aside)
            notice = t("progress.newer", written=written, known=VERSION, name=aside.name)
        except Damaged as damage:
            rescued = _rescue(path)
            aside = _unused(path, lambda number: f"{path.name}.damaged-{number}")
            _rename(path, aside)
            notice = t("progress.aside", reason=damage, name=aside.name)
            answers, notes = (sum(isinstance(row, kind) for row in rescued) for kind in (Attempt, Noted))
            told = [t("progress.rescued", count=answers)] if answers else []
            told += [t("progress.rescued-notes", count=notes)] if notes else []
            notice = join_sentences([notice, *told])
    return OpenedDatabase(Database.create(path), True, rescued, notice)


# -- earlier versions --------------------------------------------------------------------------------


def _migrate(path: Path) -> None:
    """Bring a file of an earlier version to this one, and keep a copy of it as it was."""
    with closing(Database.open(path, older=True)) as database:
        written = database.version
        copy = _unused(path, lambda number: _numbered(KEPT, written, number))
        try:
            database.copy(copy)
            database.migrate(written)
        except BaseException:
            # the file is as it was: the copy is of no use
            copy.unlink(missing_ok=True)
            raise


def _is_alone(path: Path) -> bool:
    """Whether no other copy of the program has the file open."""
    with closing(Database(path)) as database:
        return database.alone()


def _merge(former: Path, database: Database) -> None:
    """Add the answers of an earlier version that was used after this one; its file is kept.

    If it is in use or unreadable, it is tried again when the database is opened next.
    """
    with suppress(Empty, Damaged, Newer, Unavailable):
        with closing(Database.open(former, older=True)) as old:
            if not old.alone():
                return
            stored = old.read()
        database.write(stored)
        _rename(former, _unused(database.path, lambda number: _numbered(KEPT, 1, number)))


# -- setting aside -----------------------------------------------------------------------------------


def _rescue(path: Path) -> Sequence[Row]:
    """Every row that can be read of a damaged record."""
    if path.is_file():
        with suppress(Unavailable), closing(Database(path)) as database:
            return database.rescue()
    return ()


def _numbered(name: str, version: int, number: int) -> str:
    return name.format(version if number == 1 else f"{version}-{number}")


def _unused(path: Path, name: Callable[[int], str]) -> Path:
    """The first of these names that is unused in the folder, also with the suffixes of SQLite's files."""
    number = 1
    while any(path.with_name(name(number) + ending).exists() for ending in ("", *_BESIDE)):
        number += 1
    return path.with_name(name(number))


def _rename(path: Path, target: Path) -> None:
    path.rename(target)
    for ending in _BESIDE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(target.with_name(target.name + ending))
