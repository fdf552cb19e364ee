"""The archive of the player's games, and the format of game files: names, times, and the format version.

Records are in ``records/``, one file for each game. The folder may contain other records too, such as
Tenhou logs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from ai.play import PERSON
from engine.events import Event, StartGame
from engine.match import FORMAT, Match
from tui.i18n import t
from tui.system.files import numbered_path

LAST_FORMAT = 9_999
"""The highest plausible format version; a file with a higher one is not from this program."""
MAX_QUOTE = 20

DATE, DATE_WIDTH = "%Y-%m-%d-%H%M", 15
"""The prefix of a record's file name: the local time at which it was archived."""


class Unreadable(Exception):
    """This version cannot read a file of events; the message is for the player."""


class NewerFormat(Unreadable):
    """A later version of the program wrote the file, in the format version ``written``."""

    def __init__(self, written: int) -> None:
        super().__init__(t("save.newer", written=written, known=FORMAT))
        self.written = written


class _Format(msgspec.Struct):
    """The part of the first line that any version of the program can read."""

    format: Any = None


def check_format(line: bytes) -> None:
    """Check the format version in the first line; other lines may be in an unknown format.

    A line without a format version passes. Raises Unreadable.
    """
    try:
        written = msgspec.json.decode(line, type=_Format).format
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        # whoever reads the events says what is wrong with the line
        return
    if written is None or (type(written) is int and written == FORMAT):
        return
    if type(written) is int and FORMAT < written <= LAST_FORMAT:
        raise NewerFormat(written)
    quoted = msgspec.json.encode(written).decode()
    raise Unreadable(t("save.no-format", written=quoted[:MAX_QUOTE]))


def record_time(moment: datetime) -> str:
    """A time in the format of ``start_game`` (UTC); a time without a time zone is local."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def read_time(record: Sequence[Event]) -> datetime | None:
    """The time that ``start_game`` tells, as it is written there; None if it tells none."""
    start = record[0] if record else None
    told = start.time if isinstance(start, StartGame) else None
    with suppress(ValueError):
        return datetime.fromisoformat(told or "")
    return None


def began_at(record: Sequence[Event], file: Path) -> datetime:
    """When a game began, in UTC: what its record says, else its file, else now."""
    told = read_time(record)
    with suppress(OverflowError):
        if told is not None and told.tzinfo is not None:
            return told.astimezone(UTC)
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError:
        return datetime.now(UTC)


RECORDS = "records"
ENDING = ".jsonl"


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
        return numbered_path(self.path, stem, ENDING)

    def files(self) -> list[Path]:
        """The files of the archive in the order of their names; empty if the folder cannot be read.

        Hidden files and files with unprintable names are left out.
        """
        try:
            found = sorted(self.path.iterdir())
        except OSError:
            return []
        return [path for path in found if path.name[0] != "." and path.name.isprintable() and path.is_file()]
