"""Index files of the archive, many of them in several processes at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from ai.worker_pool import map_unordered
from engine.records.read_file import file_bytes
from tui.archive.game_entries import read_match
from tui.archive.index_entries import CONTENT, IndexedGame, MomentEntry, indexed, moments_of
from tui.archive.index_tables import IndexedFile
from tui.archive.record_format import Unreadable
from tui.system.files import os_error_text
from tui.system.processors import processors

TOGETHER = 40
"""Files from which it is faster to start processes for them than to read them one after the other."""

Result = TypeVar("Result")


class FileTask(NamedTuple):
    """A file to be indexed."""

    path: Path
    hash: str
    """Of the content that the index has; empty if it is to be indexed in any case."""


class ReadFile(NamedTuple):
    """What a file holds."""

    file: IndexedFile
    began: datetime
    game: IndexedGame | None
    """None: the content is what the index has."""


def read_file(task: FileTask) -> ReadFile:
    """Read a file and make its index entries; raises Unreadable."""
    try:
        stat, data = task.path.stat(), file_bytes(task.path)
    except OSError as error:
        raise Unreadable(os_error_text(error)) from None
    match = read_match(task.path, data, stat.st_mtime)
    file = IndexedFile(stat.st_size, stat.st_mtime_ns, hashlib.sha256(data).hexdigest(), CONTENT)
    game = None if file.hash == task.hash else indexed(match)
    return ReadFile(file, match.entry.began, game)


def review_file(path: Path) -> tuple[MomentEntry, ...]:
    """The moments of a file's game; none if it cannot be read any more."""
    try:
        return moments_of(read_match(path, file_bytes(path), path.stat().st_mtime))
    except (OSError, Unreadable):
        return ()


def read_files(tasks: Sequence[FileTask]) -> Generator[tuple[FileTask, ReadFile | Unreadable]]:
    """Each file with what it holds, in the order in which they finish."""
    with closing(each_in_processes(_readable, tasks)) as results:
        for task, result in results:
            yield task, _attempt(task) if result is None else result


def each_in_processes(
    work: Callable[[FileOrTask], Result], pieces: Sequence[FileOrTask]
) -> Generator[tuple[FileOrTask, Result]]:
    """Do all pieces, many of them in a process for each processor; ``work`` must not raise anything."""
    processes = processors()
    if len(pieces) < TOGETHER or processes == 1:
        for piece in pieces:
            yield piece, work(piece)
        return
    yield from map_unordered(work, pieces, processes)


FileOrTask = TypeVar("FileOrTask", Path, FileTask)


def _readable(task: FileTask) -> ReadFile | None:
    """What a file holds; None if it cannot be read.

    The reason is asked for again in the main process, because only that has the player's language.
    """
    try:
        return read_file(task)
    except Unreadable:
        return None


def _attempt(task: FileTask) -> ReadFile | Unreadable:
    try:
        return read_file(task)
    except Unreadable as error:
        return error
