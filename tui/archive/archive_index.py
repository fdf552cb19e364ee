"""An index of the archive in the database, kept up to date with the files and searched with SQL, also in a thread.

The records are authoritative. The index is updated from new and changed files, and can be rebuilt from all
records at any time. What is done is written every second at the latest, so that an interruption loses no more
than that.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Generic, TypeVar

from ai.review.moments import MomentKind
from tui.archive.archive import Archive
from tui.archive.counted_games import CountedGame
from tui.archive.game_entries import ANY_GAME, BrokenRecord, GameEntry, GameFilter
from tui.archive.index_rows import (
    CONTENT,
    FILE,
    GAME,
    HAND,
    MOMENT,
    REVIEWED,
    Condition,
    FileTask,
    HandEnding,
    HandEntry,
    IndexedFile,
    MomentEntry,
    ReadFile,
    any_of,
    check,
    columns,
    drop,
    each_in_processes,
    of_games,
    put,
    put_moments,
    read_counts,
    read_files,
    read_game,
    read_hand,
    read_moment,
    review_file,
    touch,
)
from tui.archive.record_format import Unreadable
from tui.database.open_database import DATABASE, open_database
from tui.database.sqlite_file import Damaged, Database, Newer, Unavailable, Values
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.system.files import os_error_text

IndexProgress = Callable[[int, int], object]
"""Told how many files are done, and how many there are to do. What it raises stops the work."""

_PAUSE = 1.0
"""Seconds between two writes."""


def update(database: Database, files: Sequence[Path], progress: IndexProgress) -> tuple[BrokenRecord, ...]:
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


def review_missing(database: Database, folder: Path, progress: IndexProgress) -> None:
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


def _index(database: Database, tasks: Sequence[FileTask], progress: IndexProgress) -> Mapping[Path, str]:
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


FileResult = TypeVar("Result")
Step = Callable[[Connection], object]


def _told(results: Iterable[FileResult], total: int, progress: IndexProgress) -> Iterator[FileResult]:
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


Result = TypeVar("Result")


class Index:
    """The index of the archive in the data folder; each search updates it first.

    ``fault`` is the reason, in one line, why the index cannot be saved; it is then built in memory and can
    still be searched. ``broken`` are the unreadable files. ``notices`` are lines to show once, about a
    database that was set aside. No method raises an error because of a file.

    ``progress`` is told how many of the files to be indexed or reviewed are done. It may raise an exception
    to stop; what is done is kept.
    """

    def __init__(self, home: Path) -> None:
        self.archive = Archive(home)
        self.fault = ""
        self.broken: tuple[BrokenRecord, ...] = ()
        self.notices: list[str] = []
        self.progress: IndexProgress = lambda done, total: None
        self._path = home / DATABASE
        self._database: Database | None = None

    def close(self) -> None:
        """Close the database; a search opens it again."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def refresh(self) -> None:
        """Index new and changed records, and remove deleted ones."""
        self._carry_out(self._update)

    def review(self) -> None:
        """Find the moments of all games. A search for moments does it first."""
        self._select("SELECT 1", review=True)

    def rebuild(self) -> None:
        """Rebuild the index from all records."""
        self._carry_out(_clear)
        self.refresh()

    # -- searching -----------------------------------------------------------------------------------

    def games(
        self,
        wanted: GameFilter = ANY_GAME,
        results: Collection[HandEnding] = (),
        moments: Collection[MomentKind] = (),
    ) -> list[GameEntry]:
        """The matching games, the latest first.

        ``results`` selects games that have a hand with one of these results, ``moments`` games that have a
        moment of one of these kinds.
        """
        conditions = [
            *of_games(wanted),
            *any_of("games.file IN (SELECT file FROM hands WHERE result IN ({}))", results),
            *any_of("games.file IN (SELECT file FROM moments WHERE kind IN ({}))", moments),
        ]
        rows = self._search(f"SELECT {columns(GAME, 'games')} FROM games", conditions, review=bool(moments))
        return [read_game(self.archive.path, row) for row in rows]

    def hands(
        self,
        wanted: GameFilter = ANY_GAME,
        results: Collection[HandEnding] = (),
        moments: Collection[MomentKind] = (),
    ) -> list[HandEntry]:
        """The hands of the matching games, those of the latest game first.

        ``results`` selects hands with one of these results, ``moments`` hands that have a moment of one of
        these kinds.
        """
        conditions = [
            *of_games(wanted),
            *any_of("result IN ({})", results),
            *any_of("(hands.file, hand) IN (SELECT file, hand FROM moments WHERE kind IN ({}))", moments),
        ]
        query = f"SELECT {columns(HAND, 'hands')} FROM hands JOIN games USING (file)"
        return [read_hand(row) for row in self._search(query, conditions, "hand", review=bool(moments))]

    def moments(self, wanted: GameFilter = ANY_GAME, kinds: Collection[MomentKind] = ()) -> list[MomentEntry]:
        """The moments of the matching games, those of the latest game first."""
        query = f"SELECT {columns(MOMENT, 'moments')} FROM moments JOIN games USING (file)"
        conditions = [*of_games(wanted), *any_of("kind IN ({})", kinds)]
        return [read_moment(row) for row in self._search(query, conditions, "hand", "rank", review=True)]

    def counted(self, wanted: GameFilter = ANY_GAME, player: str | None = None) -> list[CountedGame]:
        """What is counted of the player in the matching games, the latest first.

        These are the games with an own seat; with ``player`` those of the player of that name, who may have
        several seats in a game. Branches, which begin in the middle of another game, are never among them.
        """
        conditions: list[Condition] = [*of_games(wanted), ("games.branch = 0", ())]
        conditions.append(("counts.seat = games.seat", ()) if player is None else ("name = ?", (player,)))
        names = f"{columns(GAME, 'games')}, counts.seat, counts.counts"
        rows = self._search(f"SELECT {names} FROM games JOIN counts USING (file)", conditions)
        return [
            CountedGame(read_game(self.archive.path, row[:-2]), row[-2], read_counts(row[-1])) for row in rows
        ]

    def _search(
        self, query: str, conditions: Iterable[Condition], *order: str, review: bool = False
    ) -> list[Values]:
        parts, values = zip(*conditions, strict=True)
        ordered = ", ".join(("games.began DESC", "games.file DESC", *order))
        query = f"{query} WHERE {' AND '.join(parts)} ORDER BY {ordered}"
        return self._select(query, *(value for some in values for value in some), review=review)

    def _select(self, query: str, *values: object, review: bool = False) -> list[Values]:
        def step(database: Database) -> list[Values]:
            self._update(database)
            if review:
                self._review(database)
            return database.select(query, *values)

        return self._carry_out(step)

    # -- the database --------------------------------------------------------------------------------

    def _carry_out(self, step: Callable[[Database], Result]) -> Result:
        """Run a database step. If the file is unusable, repeat it on a new file, and then in memory."""
        try:
            try:
                return step(self._connected())
            except (Damaged, Newer):
                self.close()
                return step(self._connected())
        except (Damaged, Newer, Unavailable) as fault:
            self.close()
            self.fault = t("archive.not-kept", reason=fault)
            self._database = Database.in_memory()
            return step(self._database)

    def _update(self, database: Database) -> None:
        self.broken = update(database, self.archive.files(), self.progress)

    def _review(self, database: Database) -> None:
        review_missing(database, self.archive.path, self.progress)

    def _connected(self) -> Database:
        if self._database is None:
            opened = open_database(self._path, check)
            self._database, self.fault = opened.database, ""
            self.notices += [opened.notice] if opened.notice else []
            opened.database.write(opened.rescued.rows)
        return self._database


def _clear(database: Database) -> None:
    with database.writing() as connection:
        connection.execute("DELETE FROM files")


Answer = TypeVar("Answer", covariant=True)


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


class IndexReader(Generic[Answer]):
    """One question to the index of a data folder. The first one takes long: it indexes all games."""

    def __init__(self, home: Path, ask: Callable[[Index], Answer]) -> None:
        self._home = home
        self._ask = ask
        self._stopped = False
        self.done, self.total = 0, 0
        """How many files have been indexed, of how many that have to be."""

    def stop(self) -> None:
        """Stop reading soon. What was indexed is kept."""
        self._stopped = True

    async def read(self) -> Answer | None:
        """The answer; None if reading was stopped."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> Answer | None:
        index = Index(self._home)
        index.progress = self._progress
        try:
            return self._ask(index)
        except _Stopped:
            return None
        finally:
            index.close()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._stopped:
            raise _Stopped


def message_of(index: Index) -> str:
    """Why the index is not kept, and notices about its file; empty if there is nothing to say."""
    return join_sentences((*index.notices, index.fault))
