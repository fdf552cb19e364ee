"""Read the index of the archive in a thread, with progress, until it is done or not wanted any more."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

from tui.archive.archive_index import Index
from tui.archive.game_entries import BrokenRecord, GameEntry
from tui.i18n.layout import join_sentences


class ReadGames(NamedTuple):
    """What was read of the archive."""

    games: tuple[GameEntry, ...] = ()
    """The latest first."""
    broken: tuple[BrokenRecord, ...] = ()
    message: str = ""
    """Why the index is not kept, or notices about its file."""


class _Stopped(Exception):
    """Nobody waits for the games any more."""


class IndexReader:
    """Reads the games of a data folder. The first time this takes long, because all of them are indexed."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._stopped = False
        self.done, self.total = 0, 0
        """How many files have been indexed, of how many that have to be."""

    def stop(self) -> None:
        """Stop reading soon. What was indexed is kept."""
        self._stopped = True

    async def read(self) -> ReadGames | None:
        """All games; None if reading was stopped."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> ReadGames | None:
        index = Index(self._home)
        index.progress = self._progress
        try:
            games = tuple(index.games())
            return ReadGames(games, index.broken, join_sentences((*index.notices, index.fault)))
        except _Stopped:
            return None
        finally:
            index.close()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        if self._stopped:
            raise _Stopped
