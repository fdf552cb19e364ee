"""An index of the archive in the database, kept up to date with the files, and what is counted of games.

The records are authoritative. The index is updated from new and changed files, and can be built again from
all records at any time. What is done is written every second at the latest, so that an interruption loses no
more than that.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Generic, NamedTuple, TypeVar

import msgspec

from ai.statistics.figures import Figure, PlayerCounts
from ai.statistics.game_counts import count_game
from ai.worker_pool import map_unordered
from engine.records.read_file import file_bytes
from engine.records.recorded_choices import RecordError
from tui.archive.archive import Archive, Unreadable
from tui.archive.game_entries import (
    ANY_GAME,
    BrokenRecord,
    GameEntry,
    GameFilter,
    RecordedMatch,
    read_match,
    readable_matches,
)
from tui.database.open_database import DATABASE, open_database
from tui.database.sqlite_file import Damaged, Database, Newer, Unavailable, Values
from tui.i18n import join_sentences, t
from tui.system.files import os_error_text
from tui.system.process import processors


class CountedGame(msgspec.Struct, frozen=True):
    """A game with the counts of the player at ``seat``."""

    entry: GameEntry
    seat: int
    counts: PlayerCounts

    @property
    def place(self) -> int | None:
        """The player's place, None for an unfinished game."""
        return self.entry.places[self.seat] if self.entry.places else None

    @property
    def points(self) -> int | None:
        """The player's points, at the end or as last recorded."""
        return self.entry.points[self.seat] if self.entry.points else None

    @property
    def month(self) -> date:
        """The first day of the month in which the game began, in local time."""
        return self.entry.began.astimezone().date().replace(day=1)


def total(games: Iterable[CountedGame]) -> PlayerCounts:
    """The sum of all counts."""
    rows = [msgspec.structs.astuple(game.counts) for game in games]
    return PlayerCounts(*map(sum, zip(*rows, strict=True)))


def by_month(games: Iterable[CountedGame]) -> dict[date, PlayerCounts]:
    """The sums by month, the earliest first; months without a game are left out."""
    months: dict[date, list[CountedGame]] = {}
    for game in games:
        months.setdefault(game.month, []).append(game)
    return {month: total(months[month]) for month in sorted(months)}


def behind(games: Sequence[CountedGame], figure: Figure) -> list[CountedGame]:
    """The games that a figure comes from: those with a deal-in for the rate of deal-ins, and so on."""
    return [game for game in games if getattr(game.counts, figure.shown_by)]


class CountedRecord(msgspec.Struct, frozen=True):
    """One game of a file with the counts of its players by seat."""

    entry: GameEntry
    counts: tuple[PlayerCounts, ...]
    cut: str | None = None
    """Where the record stops before the game is over, in one line; None for a whole game."""


def count_file(file: str) -> tuple[CountedRecord, ...]:
    """All games of a file, of one that stops in the middle the finished hands; raises Unreadable.

    What else ``file_bytes`` reads may stand in place of a file.
    """
    path = Path(file)
    try:
        data, modified = file_bytes(file), path.stat().st_mtime if path.is_file() else 0.0
    except OSError as error:
        raise Unreadable(error.strerror or os_error_text(error)) from None
    return tuple(map(_counted, readable_matches(path, data, modified)))


def _counted(match: RecordedMatch) -> CountedRecord:
    """Count a game; raises Unreadable if the record breaks the rules."""
    try:
        return CountedRecord(match.entry, count_game(match.events, match.rules), match.cut)
    except RecordError as error:
        raise Unreadable(str(error)) from None


# -- many files ----------------------------------------------------------------------------------------

TOGETHER = 40
"""Files from which it is faster to start processes for them than to read them one after the other."""

Piece = TypeVar("Piece")


def each_readable(
    read: Callable[[Piece], Result], pieces: Sequence[Piece], processes: int | None = None
) -> Generator[tuple[Piece, Result | Unreadable]]:
    """Read each piece in so many processes, in the order in which they finish.

    Left out, there is one for each processor if there are many pieces. ``read`` may raise Unreadable. The
    reason is asked for again in this process, because only that has the player's language.
    """
    if processes is None:
        processes = processors() if len(pieces) >= TOGETHER else 1
    with closing(map_unordered(partial(_result_or_none, read), pieces, processes)) as results:
        for piece, result in results:
            yield piece, _result_or_reason(read, piece) if result is None else result


def _result_or_none(read: Callable[[Piece], Result], piece: Piece) -> Result | None:
    try:
        return read(piece)
    except Unreadable:
        return None


def _result_or_reason(read: Callable[[Piece], Result], piece: Piece) -> Result | Unreadable:
    try:
        return read(piece)
    except Unreadable as error:
        return error


CONTENT = 6
"""Version of the indexed data. Raise it if the data or what is counted changes."""

IndexProgress = Callable[[int, int], object]
"""Told how many files are done, and how many there are to do. What it raises stops the work."""

Result = TypeVar("Result")
Answer = TypeVar("Answer", covariant=True)


class Index:
    """The index of the archive in the data folder; each search updates it first.

    ``fault`` is the reason, in one line, why the index cannot be saved; it is then built in memory and can
    still be searched. ``broken`` are the unreadable files. ``notices`` are lines to show once, about a
    database that was set aside. No method raises an error because of a file.

    ``progress`` is told how many of the files to be indexed are done. It may raise an exception to stop;
    what is done is kept.
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

    # -- searching -----------------------------------------------------------------------------------

    def games(self) -> list[GameEntry]:
        """All games, the latest first."""
        rows = self._search(f"SELECT {_columns(GAME, 'games')} FROM games")
        return [_read_game(self.archive.path, row) for row in rows]

    def counted(self, wanted: GameFilter = ANY_GAME, player: str | None = None) -> list[CountedGame]:
        """The counts of the player in the matching games, the latest first.

        These are the games with an own seat; with ``player`` those of the player of that name, who may have
        several seats in a game. Branches, which begin in the middle of another game, are never among them.
        """
        names = f"{_columns(GAME, 'games')}, counts.seat, counts.counts"
        own = "counts.seat = games.seat" if player is None else "name = ?"
        rows = self._search(
            f"SELECT {names} FROM games JOIN counts USING (file) WHERE games.branch = 0 AND {own}",
            *([] if player is None else [player]),
        )
        games = ((_read_game(self.archive.path, row[:-2]), row[-2], row[-1]) for row in rows)
        return [
            CountedGame(game, seat, _read_counts(counts)) for game, seat, counts in games if wanted.fits(game)
        ]

    def _search(self, query: str, *values: object) -> list[Values]:
        """The rows of a query of games, the latest first."""

        def step(database: Database) -> list[Values]:
            self.broken = _update(database, self.archive.files(), self.progress)
            return database.select(f"{query} ORDER BY games.began DESC, games.file DESC", *values)

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

    def _connected(self) -> Database:
        if self._database is None:
            opened = open_database(self._path, _check)
            self._database, self.fault = opened.database, ""
            self.notices += [opened.notice] if opened.notice else []
            opened.database.write(opened.rescued)
        return self._database


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
        self._stopped = True

    async def read(self) -> Answer | None:
        """The answer; None if reading was stopped."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> Answer | None:
        with suppress(_Stopped), closing(Index(self._home)) as index:
            index.progress = self._progress
            return self._ask(index)
        return None

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._stopped:
            raise _Stopped


def message_of(index: Index) -> str:
    """Why the index is not kept, and notices about its file; empty if there is nothing to say."""
    return join_sentences((*index.notices, index.fault))


# -- files, read -----------------------------------------------------------------------------------


class _IndexedFile(NamedTuple):
    """The state of an archive file when it was indexed."""

    size: int
    modified: int
    """In nanoseconds since 1970."""
    hash: str
    content: int
    """The version of the indexed data: see ``CONTENT``."""


FILE = _IndexedFile._fields
GAME = ("file", *(name for name in GameEntry.__struct_fields__ if name != "path"))
_NUMBERS = msgspec.json.Decoder(list[int])
_LISTS = ("names", "points", "places", "deals")
"""Columns of games that contain JSON lists."""


class _FileTask(NamedTuple):
    """A file to be indexed."""

    path: Path
    hash: str
    """Of the content that the index has; empty if it is to be indexed in any case."""


class _ReadFile(NamedTuple):
    """The content of a file."""

    file: _IndexedFile
    began: datetime
    game: CountedRecord | None
    """None: the content is what the index has."""


def _read_file(task: _FileTask) -> _ReadFile:
    """Read a file and make its index entries; raises Unreadable."""
    try:
        stat, data = task.path.stat(), file_bytes(task.path)
    except OSError as error:
        raise Unreadable(os_error_text(error)) from None
    match = read_match(task.path, data, stat.st_mtime)
    file = _IndexedFile(stat.st_size, stat.st_mtime_ns, hashlib.sha256(data).hexdigest(), CONTENT)
    game = None if file.hash == task.hash else _counted(match)
    return _ReadFile(file, match.entry.began, game)


# -- up to date with the files ---------------------------------------------------------------------


_PAUSE = 1.0
"""Seconds between two writes."""


def _update(database: Database, files: Sequence[Path], progress: IndexProgress) -> tuple[BrokenRecord, ...]:
    """Index new and changed files and drop deleted ones; returns those that cannot be read."""
    known = {
        name: _IndexedFile(*rest)
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
            _drop(connection, gone)
    return tuple(BrokenRecord(path, broken[path]) for path in files if path in broken)


def _task(path: Path, known: _IndexedFile | None) -> _FileTask | None:
    """The task for a new or changed file; None for an unchanged one. Raises OSError."""
    stat = path.stat()
    if known is None or known.content != CONTENT:
        return _FileTask(path, "")
    return None if known[:2] == (stat.st_size, stat.st_mtime_ns) else _FileTask(path, known.hash)


def _index(database: Database, tasks: Sequence[_FileTask], progress: IndexProgress) -> Mapping[Path, str]:
    """Index these files; returns the reasons why some cannot be read."""
    broken = {}
    with _batches(database) as write, closing(each_readable(_read_file, tasks)) as results:
        for task, found in _told(results, len(tasks), progress):
            if isinstance(found, Unreadable):
                broken[task.path] = str(found)
            else:
                write(partial(_put, name=task.path.name, found=found))
    return broken


def _put(connection: Connection, name: str, found: _ReadFile) -> None:
    if found.game is None:
        connection.execute(
            "UPDATE files SET size = ?, modified = ? WHERE name = ?",
            (found.file.size, found.file.modified, name),
        )
        connection.execute("UPDATE games SET began = ? WHERE file = ?", (_stored_time(found.began), name))
    else:
        _insert_game(connection, name, found.file, found.game)


def _told(results: Iterable[Result], total: int, progress: IndexProgress) -> Iterator[Result]:
    """The results; ``progress`` is told of each when the next one is asked for."""
    if total:
        progress(0, total)
    for done, result in enumerate(results, 1):
        yield result
        progress(done, total)


_Step = Callable[[Connection], object]


@contextmanager
def _batches(database: Database) -> Iterator[Callable[[_Step], None]]:
    """Collects what is to be written, and writes it from time to time and at the end, also after an error."""
    waiting: list[_Step] = []
    due = time.monotonic() + _PAUSE

    def flush() -> None:
        nonlocal due
        if waiting:
            with database.writing() as connection:
                for step in waiting:
                    step(connection)
            waiting.clear()
        due = time.monotonic() + _PAUSE

    def write(step: _Step) -> None:
        waiting.append(step)
        if time.monotonic() >= due:
            flush()

    try:
        yield write
    finally:
        flush()


# -- rows ------------------------------------------------------------------------------------------


def _columns(names: Iterable[str], table: str) -> str:
    return ", ".join(f"{table}.{name}" for name in names)


def _check(database: Database) -> None:
    """Check that all tables and columns exist; raises Damaged."""
    for table, names in (("files", FILE), ("games", GAME)):
        database.select(f"SELECT {_columns(names, table)} FROM {table} LIMIT 0")
    database.select("SELECT file, seat, name, counts FROM counts LIMIT 0")


def _insert_game(connection: Connection, name: str, file: _IndexedFile, game: CountedRecord) -> None:
    """Insert a game; rows of the same file are replaced."""
    _drop(connection, [name])
    _insert(connection, "files", ("name", *FILE), [(name, *file)])
    entry = msgspec.structs.asdict(game.entry) | {"file": name, "began": _stored_time(game.entry.began)}
    entry |= {column: msgspec.json.encode(entry[column]).decode() for column in _LISTS}
    values = [entry[column] for column in GAME]
    _insert(connection, "games", GAME, [values])
    names = game.entry.names
    counted = [(name, seat, names[seat], _encode(counts)) for seat, counts in enumerate(game.counts)]
    _insert(connection, "counts", ("file", "seat", "name", "counts"), counted)


def _drop(connection: Connection, names: Iterable[str]) -> None:
    connection.executemany("DELETE FROM files WHERE name = ?", [(name,) for name in names])


def _read_game(folder: Path, row: Values) -> GameEntry:
    values = dict(zip(GAME, row, strict=True))
    values |= {column: msgspec.json.decode(values[column]) for column in _LISTS}
    values |= {"path": folder / values.pop("file"), "began": datetime.fromisoformat(values["began"])}
    return msgspec.convert(values, GameEntry, strict=False, dec_hook=lambda kind, value: value)


def _encode(counts: PlayerCounts) -> str:
    """Counts as they are stored: a JSON list in the order of their fields."""
    return msgspec.json.encode(msgspec.structs.astuple(counts)).decode()


def _read_counts(stored: str) -> PlayerCounts:
    return PlayerCounts(*_NUMBERS.decode(stored))


def _stored_time(time: datetime) -> str:
    """A time as it is stored, in a text format that sorts chronologically."""
    return time.isoformat(timespec="microseconds")


def _insert(
    connection: Connection, table: str, names: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    places = ", ".join("?" * len(names))
    connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", rows)
