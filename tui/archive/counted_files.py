"""Count the games of any record files, many files in several processes at once."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from ai.statistics.game_counts import count_game
from ai.statistics.player_counts import PlayerCounts
from engine.records import RecordError
from engine.records.read_file import file_bytes
from tui.archive.file_indexing import each_in_processes
from tui.archive.game_entries import GameEntry, readable_matches
from tui.archive.record_format import Unreadable
from tui.system.files import os_error_text


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
    with closing(each_in_processes(_countable, paths)) as results:
        for path, found in results:
            yield path, _attempt(path) if found is None else found


def _countable(path: Path) -> tuple[CountedRecord, ...] | None:
    """The games of a file; None if it cannot be read.

    The reason is asked for again in the main process, because only that has the player's language.
    """
    try:
        return count_file(path)
    except Unreadable:
        return None


def _attempt(path: Path) -> tuple[CountedRecord, ...] | Unreadable:
    try:
        return count_file(path)
    except Unreadable as error:
        return error
