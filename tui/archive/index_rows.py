"""Rows of the index: made of the files of the archive, many in several processes at once, stored and read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple, TypeVar

import msgspec

from ai.review.hand_review import ALL_MOMENTS, Moment, review
from ai.review.moments import MomentKind, kind_of
from ai.statistics.game_counts import count_game
from ai.statistics.player_counts import PlayerCounts
from ai.worker_pool import map_unordered
from engine import events as ev
from engine.outcome import DrawReason
from engine.records import RecordError
from engine.records.read_file import file_bytes
from engine.records.recorded_game import RecordedHand, hands_of
from engine.tiles import MJAI
from engine.view import mask
from tui.archive.game_entries import GameEntry, GameFilter, RecordedMatch, read_match
from tui.archive.record_format import Unreadable
from tui.database.sqlite_file import Database, Values
from tui.system.files import os_error_text
from tui.system.process import processors

CONTENT = 3
"""Version of the indexed data without the moments. Raise it if the data or what is counted changes."""
REVIEWED = 2
"""Version of the search for moments. Raise it if the search changes: all games are reviewed again."""


class HandEnding(StrEnum):
    """The result of a hand for the player."""

    TSUMO = "tsumo"
    RON = "ron"
    DEAL_IN = "deal-in"
    TSUMO_AGAINST = "tsumo-against"
    """Another player won by tsumo."""
    RON_OF_OTHERS = "ron-of-others"
    """Another player won by ron on a third player's tile."""
    DRAW = "draw"
    """Exhaustive draw."""
    ABORTED = "aborted"
    CHOMBO = "chombo"
    UNFINISHED = "unfinished"


class HandEntry(msgspec.Struct, frozen=True):
    """One hand of a game."""

    file: str
    """The name of the record in the archive."""
    hand: int
    """Counted from 1."""
    wind: str
    """The round wind: ``E`` to ``N``."""
    kyoku: int
    """1-4."""
    honba: int
    result: HandEnding
    gained: int | None
    """The change of the player's points; None if the record does not say."""
    riichi: bool
    """The player declared riichi."""
    called: bool
    """The player called a tile."""


class MomentEntry(msgspec.Struct, frozen=True):
    """One moment of a hand, see ``ai.review.hand_review``."""

    file: str
    hand: int
    kind: MomentKind
    events: int
    """The number of events of the hand up to the position."""
    turn: int
    """The player's turn, counted from 1."""
    tile: str
    """The tile in mjai notation."""
    weight: int
    """The importance, approximately in points."""


class IndexedGame(msgspec.Struct, frozen=True):
    """All index entries of a game, but for its moments, which take longer to find."""

    entry: GameEntry
    hands: tuple[HandEntry, ...] = ()
    """In game order; empty if the player has no seat."""
    counts: tuple[PlayerCounts, ...] = ()
    """By seat."""


def indexed(match: RecordedMatch) -> IndexedGame:
    """Make the index entries of a game; raises Unreadable if the record breaks the rules."""
    entry, seat = match.entry, match.entry.seat
    try:
        counts = count_game(match.events, match.rules)
    except RecordError as error:
        raise Unreadable(str(error)) from None
    hands = () if seat is None else hands_of(match.events)
    return IndexedGame(entry, tuple(hand_entry(entry.path.name, hand, seat or 0) for hand in hands), counts)


def moments_of(match: RecordedMatch) -> tuple[MomentEntry, ...]:
    """The moments of a game, by hand, in each hand the most important first; none without an own seat."""
    entry, seat = match.entry, match.entry.seat
    if seat is None:
        return ()
    moments = []
    for hand in hands_of(match.events):
        heard = [mask(event, seat) for event in hand.events]
        moments += [
            _moment_entry(entry, hand, moment) for moment in review(match.rules, seat, heard, ALL_MOMENTS)
        ]
    return tuple(moments)


def hand_entry(file: str, hand: RecordedHand, seat: int) -> HandEntry:
    """The entry of a hand from the point of view of a seat."""
    start, own = hand.start, [event for event in hand.events if getattr(event, "actor", None) == seat]
    return HandEntry(
        file=file,
        hand=hand.number,
        wind=start.bakaze,
        kyoku=start.kyoku,
        honba=start.honba,
        result=hand_ending(hand, seat),
        gained=hand.end.scores[seat] - start.scores[seat] if hand.end and hand.end.scores else None,
        riichi=any(isinstance(event, ev.Reach) for event in own),
        called=any(isinstance(event, ev.Chi | ev.Pon | ev.Daiminkan) for event in own),
    )


def hand_ending(hand: RecordedHand, seat: int) -> HandEnding:
    """The result of a hand for a seat."""
    wins = [event for event in hand.events if isinstance(event, ev.Hora)]
    draws = [event for event in hand.events if isinstance(event, ev.Ryukyoku)]
    if wins:
        return _win(wins, seat)
    if not draws:
        return HandEnding.UNFINISHED
    reason = draws[0].reason or DrawReason.EXHAUSTIVE
    if reason == DrawReason.CHOMBO:
        return HandEnding.CHOMBO
    over = reason in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN)
    return HandEnding.DRAW if over else HandEnding.ABORTED


def _win(wins: Sequence[ev.Hora], seat: int) -> HandEnding:
    tsumo = wins[0].actor == wins[0].target
    if any(win.actor == seat for win in wins):
        return HandEnding.TSUMO if tsumo else HandEnding.RON
    if tsumo:
        return HandEnding.TSUMO_AGAINST
    return HandEnding.DEAL_IN if wins[0].target == seat else HandEnding.RON_OF_OTHERS


def _moment_entry(entry: GameEntry, hand: RecordedHand, moment: Moment) -> MomentEntry:
    kind = kind_of(moment.facts)
    return MomentEntry(
        entry.path.name, hand.number, kind, moment.events, moment.turn, MJAI[moment.tile], moment.weight
    )


Condition = tuple[str, tuple[object, ...]]
"""A part of a WHERE clause with its values."""


class IndexedFile(NamedTuple):
    """The state of an archive file when it was indexed."""

    size: int
    modified: int
    """In nanoseconds since 1970."""
    hash: str
    content: int
    """The version of the indexed data: see ``index_entries.CONTENT``."""


FILE = IndexedFile._fields
HAND = HandEntry.__struct_fields__
MOMENT = MomentEntry.__struct_fields__
GAME = ("file", *(name for name in GameEntry.__struct_fields__ if name != "path"))
_NUMBERS = msgspec.json.Decoder(list[int])
_LISTS = ("names", "points", "places")
"""Columns of games that contain JSON lists."""


def columns(names: Iterable[str], table: str) -> str:
    """Columns for a SELECT."""
    return ", ".join(f"{table}.{name}" for name in names)


def check(database: Database) -> None:
    """Check that all tables and columns exist; raises Damaged."""
    for table, names in (("files", FILE), ("games", GAME), ("hands", HAND), ("moments", MOMENT)):
        database.select(f"SELECT {columns(names, table)} FROM {table} LIMIT 0")
    database.select("SELECT name, file FROM opponents LIMIT 0")
    database.select("SELECT file, seat, name, counts FROM counts LIMIT 0")
    database.select("SELECT reviewed FROM files LIMIT 0")


def put(connection: Connection, name: str, file: IndexedFile, game: IndexedGame) -> None:
    """Insert a game; rows of the same file are replaced."""
    drop(connection, [name])
    _insert(connection, "files", ("name", *FILE), [(name, *file)])
    entry = msgspec.structs.asdict(game.entry) | {"file": name, "began": moment(game.entry.began)}
    entry |= {column: msgspec.json.encode(entry[column]).decode() for column in _LISTS}
    values = [entry[column] for column in GAME]
    _insert(connection, "games", (*GAME, "place"), [(*values, game.entry.place)])
    _insert(connection, "opponents", ("file", "name"), [(name, each) for each in set(game.entry.opponents)])
    _insert(connection, "hands", HAND, map(msgspec.structs.astuple, game.hands))
    names = game.entry.names
    counted = [(name, seat, names[seat], encode(counts)) for seat, counts in enumerate(game.counts)]
    _insert(connection, "counts", ("file", "seat", "name", "counts"), counted)


def put_moments(connection: Connection, name: str, moments: Iterable[MomentEntry], reviewed: int) -> None:
    """Insert the moments of a game in place of those it had; ``reviewed`` is the version of the search."""
    connection.execute("DELETE FROM moments WHERE file = ?", (name,))
    rows = [(*msgspec.structs.astuple(each), rank) for rank, each in enumerate(moments)]
    _insert(connection, "moments", (*MOMENT, "rank"), rows)
    connection.execute("UPDATE files SET reviewed = ? WHERE name = ?", (reviewed, name))


def touch(connection: Connection, name: str, file: IndexedFile, began: datetime) -> None:
    """Update size, mtime and start time for a file with unchanged content.

    The start time can depend on the mtime, if the record has no time.
    """
    connection.execute(
        "UPDATE files SET size = ?, modified = ? WHERE name = ?", (file.size, file.modified, name)
    )
    connection.execute("UPDATE games SET began = ? WHERE file = ?", (moment(began), name))


def drop(connection: Connection, names: Iterable[str]) -> None:
    """Delete the rows of files with their games, hands and moments."""
    connection.executemany("DELETE FROM files WHERE name = ?", [(name,) for name in names])


def read_game(folder: Path, row: Values) -> GameEntry:
    """The game of a row with the columns GAME."""
    values = dict(zip(GAME, row, strict=True))
    values |= {column: msgspec.json.decode(values[column]) for column in _LISTS}
    values |= {"path": folder / values.pop("file"), "began": datetime.fromisoformat(values["began"])}
    return msgspec.convert(values, GameEntry, strict=False, dec_hook=lambda kind, value: value)


def read_hand(row: Values) -> HandEntry:
    """The hand of a row with the columns HAND."""
    return msgspec.convert(dict(zip(HAND, row, strict=True)), HandEntry, strict=False)


def read_moment(row: Values) -> MomentEntry:
    """The moment of a row with the columns MOMENT."""
    return msgspec.convert(dict(zip(MOMENT, row, strict=True)), MomentEntry)


def encode(counts: PlayerCounts) -> str:
    """Counts as they are stored: a JSON list in the order of their fields."""
    return msgspec.json.encode(msgspec.structs.astuple(counts)).decode()


def read_counts(stored: str) -> PlayerCounts:
    """The counts that are stored."""
    return PlayerCounts(*_NUMBERS.decode(stored))


# -- conditions --------------------------------------------------------------------------------------


def of_games(wanted: GameFilter) -> Iterator[Condition]:
    """SQL conditions on ``games`` for a filter."""
    yield "began >= ? AND began < ?", (moment(wanted.began_from), moment(wanted.began_before))
    if wanted.rules is not None:
        yield "games.rules = ?", (wanted.rules,)
    if wanted.length is not None:
        yield "length = ?", (wanted.length,)
    yield from any_of("place IN ({})", wanted.places)
    if wanted.opponent is not None:
        yield "games.file IN (SELECT file FROM opponents WHERE name = ?)", (wanted.opponent,)
    if wanted.seed is not None:
        yield "seed = ?", (wanted.seed,)
    if wanted.over is not None:
        yield "over = ?", (wanted.over,)
    if wanted.taken_back is not None:
        yield "coalesce(takebacks, 0) > 0 = ?", (wanted.taken_back,)


def any_of(condition: str, values: Collection[object]) -> Iterator[Condition]:
    """A condition with ``{}`` replaced by placeholders for the values; no condition without values."""
    if values:
        yield condition.format(", ".join("?" * len(values))), tuple(values)


def moment(time: datetime) -> str:
    """A time as it is stored, in a text format that sorts chronologically."""
    return time.isoformat(timespec="microseconds")


def _insert(
    connection: Connection, table: str, names: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    places = ", ".join("?" * len(names))
    connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", rows)


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
