"""Games with what is counted of their players, from the index or from any files, and sums over them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from ai.statistics.figures import Figure
from ai.statistics.game_counts import count_game
from ai.statistics.player_counts import PlayerCounts
from ai.worker_pool import map_unordered
from engine.records import RecordError
from engine.records.read_file import file_bytes
from tui.archive.archive import Unreadable
from tui.archive.game_entries import GameEntry, readable_matches
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


def count_file(path: Path) -> tuple[CountedRecord, ...]:
    """All games of a file, of one that stops in the middle the finished hands; raises Unreadable."""
    try:
        data, modified = file_bytes(path), path.stat().st_mtime
    except OSError as error:
        raise Unreadable(error.strerror or os_error_text(error)) from None
    found = []
    for match, cut in readable_matches(path, data, modified):
        try:
            found.append(CountedRecord(match.entry, count_game(match.events, match.rules), cut))
        except RecordError as error:
            raise Unreadable(str(error)) from None
    return tuple(found)


def count_files(
    paths: Sequence[Path],
) -> Generator[tuple[Path, tuple[CountedRecord, ...] | Unreadable]]:
    """Each file with its games, or why it cannot be read, in the order in which they finish."""
    return each_readable(count_file, paths)


# -- many files ----------------------------------------------------------------------------------------

TOGETHER = 40
"""Files from which it is faster to start processes for them than to read them one after the other."""

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def each_readable(
    read: Callable[[Piece], Result], pieces: Sequence[Piece]
) -> Generator[tuple[Piece, Result | Unreadable]]:
    """Read each piece, many of them in a process for each processor, in the order in which they finish.

    ``read`` may raise Unreadable. The reason is asked for again in this process, because only that has the
    player's language.
    """
    with closing(_each_in_processes(partial(_result_or_none, read), pieces)) as results:
        for piece, result in results:
            yield piece, _result_or_reason(read, piece) if result is None else result


def _each_in_processes(
    work: Callable[[Piece], Result], pieces: Sequence[Piece]
) -> Generator[tuple[Piece, Result]]:
    processes = processors()
    if len(pieces) < TOGETHER or processes == 1:
        for piece in pieces:
            yield piece, work(piece)
        return
    yield from map_unordered(work, pieces, processes)


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
