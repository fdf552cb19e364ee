"""Opening the practice record: a file that cannot be used is set aside, and a new one begun.

Nothing is ever overwritten, and of a damaged file every row that can still be read goes into the new one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tui.i18n.layout import sentences
from tui.i18n.texts import t
from tui.practice.database import (
    PATIENCE,
    VERSION,
    Damaged,
    Database,
    Empty,
    Newer,
    Stored,
    Unavailable,
)
from tui.system.lock import FileLock, Locked

RECORD = "practice.db"
LOCK = "practice.lock"
NEWER = "practice-newer-version-{}.db"

_LOG = "-wal"
_BESIDE = (_LOG, "-shm")
"""Endings of the files that SQLite keeps beside one that is open, or that was when its program was killed."""
_AS_IT_IS = "ro&immutable=1"
"""How to read a file without anything beside it, and without anything appearing there."""
_LOOK_AGAIN = 0.02
"""Seconds between two attempts to take the lock."""


class Opened(NamedTuple):
    """A record that can be written to, and what is in it."""

    database: Database
    stored: Stored
    begun: bool = False
    """It is new; ``rescued`` is what was still to be read of the one that it replaces."""
    rescued: Stored = Stored()
    notice: str = ""
    """One line that the person has to be told."""


def open_record(path: Path) -> Opened:
    """Open the record, or begin one; raises Unavailable when neither is possible."""
    try:
        if path.exists():
            if not os.access(path, os.W_OK):
                raise Unavailable(t("progress.read-only"))
            with suppress(Empty, Damaged, Newer):
                return Opened(*Database.open(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        with _guard(path.with_name(LOCK)):
            return _replace(path)
    except OSError as error:
        raise Unavailable(error.strerror or str(error)) from error


def peek(path: Path) -> Stored | None:
    """What is in a record that cannot be written to; None when that is not to be known."""
    modes = [_AS_IT_IS]
    with suppress(OSError):
        if path.with_name(path.name + _LOG).exists():
            # there are answers in it that the file itself has not got yet
            modes = ["ro", _AS_IT_IS]
    for mode in modes:
        with suppress(Empty, Damaged, Newer, Unavailable):
            database, stored = Database.open(path, mode)
            database.close()
            return stored
    return None


@contextmanager
def _guard(path: Path) -> Iterator[None]:
    """Let one copy of the program at a time begin a record or set one aside."""
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


def _replace(path: Path) -> Opened:
    """Look once more, as another copy may have been quicker; then begin a record in the place of this one."""
    rescued, notice = Stored(), ""
    if path.exists():
        try:
            return Opened(*Database.open(path))
        except Empty:
            pass
        except Newer as newer:
            notice = _set_newer_aside(path, newer.written)
        except Damaged as damage:
            rescued = _rescue(path)
            notice = _set_damaged_aside(path, damage, len(rescued.attempts))
    return Opened(Database.create(path), Stored(), True, rescued, notice)


def _rescue(path: Path) -> Stored:
    """Every row that can be read of a damaged record."""
    try:
        database = Database(path)
    except Unavailable:
        return Stored()
    stored = database.rescue()
    database.close()
    return stored


def _set_damaged_aside(path: Path, damage: Damaged, rescued: int) -> str:
    aside = _move(path, lambda number: f"{path.name}.damaged-{number}")
    notice = t("progress.aside", reason=damage, name=aside.name)
    return sentences([notice, t("progress.rescued", count=rescued)]) if rescued else notice


def _set_newer_aside(path: Path, written: int) -> str:
    """Set a later version's record aside, unless a copy of that version has it open."""
    database = Database(path)
    alone = database.alone()
    database.close()
    if not alone:
        raise Unavailable(t("progress.newer-open"))

    def numbered(number: int) -> str:
        return NEWER.format(written if number == 1 else f"{written}-{number}")

    aside = _move(path, numbered)
    return t("progress.newer", written=written, known=VERSION, name=aside.name)


def _move(path: Path, name: Callable[[int], str]) -> Path:
    """Rename a record, and what SQLite keeps beside it, to the first of these names that nothing has yet."""
    number = 1
    while any(path.with_name(name(number) + ending).exists() for ending in ("", *_BESIDE)):
        number += 1
    aside = path.with_name(name(number))
    path.rename(aside)
    for ending in _BESIDE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    return aside
