"""Rows of the index tables (games, hands, moments): insert, read, and build WHERE conditions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

import msgspec

from ai.statistics.player_counts import PlayerCounts
from tui.archive.game_entries import GameEntry, GameFilter
from tui.archive.index_entries import HandEntry, IndexedGame, MomentEntry
from tui.database.file import Database, Values

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
