"""Bring the index up to date with the files of the archive: new, changed and deleted ones, and their moments.

What is done is written every second at the latest, so that an interruption loses no more than that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar

from tui.archive.file_indexing import FileTask, ReadFile, each_in_processes, read_files, review_file
from tui.archive.game_entries import BrokenRecord
from tui.archive.index_entries import CONTENT, REVIEWED
from tui.archive.index_tables import FILE, IndexedFile, drop, put, put_moments, touch
from tui.archive.record_format import Unreadable
from tui.database.file import Database
from tui.system.files import os_error_text

Progress = Callable[[int, int], object]
"""Told how many files are done, and how many there are to do. What it raises stops the work."""

_PAUSE = 1.0
"""Seconds between two writes."""


def update(database: Database, files: Sequence[Path], progress: Progress) -> tuple[BrokenRecord, ...]:
    """Index new and changed files and drop deleted ones; returns those that cannot be read."""
    known = {
        name: IndexedFile(*rest)
        for name, *rest in database.select(f"SELECT name, {', '.join(FILE)} FROM files")
    }
    broken: dict[Path, str] = {}
    tasks = []
    for path in files:
        try:
            task = _task(path, known.get(path.name))
        except OSError as error:
            broken[path] = os_error_text(error)
            continue
        if task is not None:
            tasks.append(task)
    broken |= _index(database, tasks, progress)
    here = {path.name for path in files if path not in broken}
    if gone := known.keys() - here:
        with database.writing() as connection:
            drop(connection, gone)
    return tuple(BrokenRecord(path, broken[path]) for path in files if path in broken)


def review_missing(database: Database, folder: Path, progress: Progress) -> None:
    """Find the moments of all games that have not been searched for them."""
    names = database.select(
        "SELECT name FROM files JOIN games ON games.file = files.name WHERE reviewed != ? ORDER BY name",
        REVIEWED,
    )
    paths = [folder / name for (name,) in names]
    with _batches(database) as write, closing(each_in_processes(review_file, paths)) as results:
        for path, moments in _told(results, len(paths), progress):
            write(partial(put_moments, name=path.name, moments=moments, reviewed=REVIEWED))


def _task(path: Path, known: IndexedFile | None) -> FileTask | None:
    """What to do about a file; None if it is unchanged. Raises OSError."""
    stat = path.stat()
    if known is None or known.content != CONTENT:
        return FileTask(path, "")
    return None if known[:2] == (stat.st_size, stat.st_mtime_ns) else FileTask(path, known.hash)


def _index(database: Database, tasks: Sequence[FileTask], progress: Progress) -> Mapping[Path, str]:
    """Index these files; returns the reasons why some cannot be read."""
    broken = {}
    with _batches(database) as write, closing(read_files(tasks)) as results:
        for task, found in _told(results, len(tasks), progress):
            if isinstance(found, Unreadable):
                broken[task.path] = str(found)
            else:
                write(partial(_put, name=task.path.name, found=found))
    return broken


def _put(connection: Connection, name: str, found: ReadFile) -> None:
    if found.game is None:
        touch(connection, name, found.file, found.began)
    else:
        put(connection, name, found.file, found.game)


Result = TypeVar("Result")
Step = Callable[[Connection], object]


def _told(results: Iterable[Result], total: int, progress: Progress) -> Iterator[Result]:
    """The results; ``progress`` is told of each when the next one is asked for."""
    if total:
        progress(0, total)
    for done, result in enumerate(results, 1):
        yield result
        progress(done, total)


@contextmanager
def _batches(database: Database) -> Iterator[Callable[[Step], None]]:
    """Collects what is to be written, and writes it from time to time and at the end, also after an error."""
    waiting: list[Step] = []
    due = time.monotonic() + _PAUSE

    def flush() -> None:
        nonlocal due
        if waiting:
            with database.writing() as connection:
                for step in waiting:
                    step(connection)
            waiting.clear()
        due = time.monotonic() + _PAUSE

    def write(step: Step) -> None:
        waiting.append(step)
        if time.monotonic() >= due:
            flush()

    try:
        yield write
    finally:
        flush()
