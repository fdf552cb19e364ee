"""The archive of the player's games: add, list, open and search records.

Records are in ``records/``, one file for each game. The folder may contain other records too, such as
Tenhou logs.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ai.play import PERSON
from engine.match import Match
from tui.archive.record_format import DATE, Unreadable, numbered
from tui.system.files import first_free_path, os_error_text

if TYPE_CHECKING:
    from tui.archive.game_entries import GameFilter, Listing, RecordedMatch

RECORDS = "records"


class Archive:
    """The records in the data folder. ``clock`` gives the local time for their file names."""

    def __init__(self, home: Path, *, clock: Callable[[], datetime] = datetime.now) -> None:
        self.path = home / RECORDS
        self._clock = clock

    def keep(self, game: Path, match: Match) -> Path:
        """Move the file of a game into the archive, under a name with the date; raises OSError."""
        path = self.free_path(match)
        game.rename(path)
        return path

    def free_path(self, match: Match) -> Path:
        """A path for the record of this game, which no other file has; raises OSError."""
        self.path.mkdir(parents=True, exist_ok=True)
        stem = f"{self._clock():{DATE}}-seed-{match.seed}"
        if PERSON not in match.names:
            stem += "-watched"
        if match.branch is not None:
            stem += "-branch"
        if match.standings is None:
            stem += "-unfinished"
        return first_free_path(lambda number: self.path / numbered(stem, number))

    def files(self) -> list[Path]:
        """The files of the archive in the order of their names; empty if the folder cannot be read.

        Hidden files and files with unprintable names are left out.
        """
        try:
            found = sorted(self.path.iterdir())
        except OSError:
            return []
        return [path for path in found if path.name[0] != "." and path.name.isprintable() and path.is_file()]

    def open(self, path: Path) -> RecordedMatch:
        """Read one record; raises Unreadable."""
        # imported here because the start of a game does not need the record reader
        from engine.records.read_file import file_bytes
        from tui.archive.game_entries import read_match

        try:
            return read_match(path, file_bytes(path), path.stat().st_mtime)
        except OSError as error:
            raise Unreadable(os_error_text(error)) from None

    def search(self, wanted: GameFilter | None = None) -> Listing:
        """The games that match the filter, the latest first, and the unreadable files."""
        from tui.archive.game_entries import BrokenRecord, Listing, latest_first

        games, broken = [], []
        for path in self.files():
            try:
                games.append(self.open(path).entry)
            except Unreadable as error:
                broken.append(BrokenRecord(path, str(error)))
        fitting = [game for game in games if wanted is None or wanted.fits(game)]
        return Listing(tuple(latest_first(fitting)), tuple(broken))
