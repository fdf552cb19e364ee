"""The save: one unfinished game as mjai lines, its lock, and what was set aside.

The folder holds

- ``game.jsonl``, the game in progress;
- ``records/``, the archive: games that are over, or that were left for a new one;
- ``game.jsonl.damaged-<n>``, saves that could not be read;
- ``game-newer-format-<format>.jsonl``, a save of a later version, which continues it once it is named
  ``game.jsonl`` again (a second one of the same format ends in ``-2.jsonl``).

Nothing is ever overwritten, but for a game in which a decision is taken back: its file is replaced, whole,
by one that counts it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import msgspec

from engine.events import Event, EventError, decode
from engine.match import Match
from engine.records import RecordError, resume, write_events
from tui.i18n.texts import t
from tui.play.archive import Archive
from tui.play.save_format import NewerFormat, Unreadable, check_format, numbered, record_time
from tui.system.files import damaged, home, unused, write_whole
from tui.system.lock import FileLock, Locked

GAME = "game.jsonl"
LOCK = "game.lock"
NEWER = "game-newer-format-{}"


class OpenElsewhere(Exception):
    """Another copy of the program has the game open."""


class SetAside(msgspec.Struct, frozen=True):
    """A save that could not be continued: where it is now, and why."""

    path: Path
    reason: str
    newer: bool = False
    """Nothing is wrong with it: a later version of the program wrote it."""


class Found(msgspec.Struct, frozen=True):
    """What was in the folder: a game at the point where it was left, and what had to be set aside."""

    match: Match | None = None
    aside: SetAside | None = None


class SaveFolder:
    """The folder with the one game in progress.

    Used as a context (``with folder:``) or by ``acquire`` and ``release``, it holds the lock; everything but
    ``path`` and ``records`` needs it. ``clock`` gives the times at which games begin and go to the records.
    """

    def __init__(self, path: Path | None = None, *, clock: Callable[[], datetime] = datetime.now) -> None:
        self.path = home() if path is None else path
        self.records = Archive(self.path, clock=clock)
        """Games that are over, or that were left for a new one."""
        self._clock = clock
        self._lock = FileLock(self.path / LOCK)
        self._game: int | None = None

    # -- the lock ------------------------------------------------------------------------------------

    def acquire(self) -> None:
        """Take the game for this process; raises OpenElsewhere, or OSError where nothing can be written."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire()
        except Locked:
            raise OpenElsewhere(t("save.open-elsewhere")) from None

    def release(self) -> None:
        """Close the game and let others have it."""
        self.close()
        self._lock.release()

    def __enter__(self) -> SaveFolder:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    # -- reading -------------------------------------------------------------------------------------

    @property
    def game(self) -> Path:
        """The file of the game in progress, whether it is there or not."""
        return self.path / GAME

    def load(self) -> Found:
        """Find the game in progress and bring it to where it was left.

        What was cut off in the middle of a line, or of a choice, is dropped from the file; a save that cannot
        be continued is set aside.
        """
        try:
            data = self.game.read_bytes()
        except FileNotFoundError:
            return Found()
        try:
            read = _read(data)
        except NewerFormat as fault:
            return Found(aside=self._set_newer_aside(fault))
        except Unreadable as fault:
            return Found(aside=self.set_aside(str(fault)))
        if read is None:
            self.game.unlink()
            return Found()
        if read.bytes < len(data):
            with self.game.open("r+b") as file:
                file.truncate(read.bytes)
                os.fsync(file.fileno())
        self.append(read.match.events[read.events :])
        return Found(read.match)

    def set_aside(self, reason: str) -> SetAside:
        """Rename the game in progress, which cannot be continued for that reason."""
        self.close()
        path = damaged(self.game)
        self.game.rename(path)
        return SetAside(path, reason)

    def _set_newer_aside(self, fault: NewerFormat) -> SetAside:
        self.close()
        path = unused(lambda number: self.path / numbered(NEWER.format(fault.written), number))
        self.game.rename(path)
        return SetAside(path, str(fault), newer=True)

    # -- writing -------------------------------------------------------------------------------------

    def time(self) -> str:
        """The time now, as ``start_game`` tells when a game began."""
        return record_time(self._clock())

    def create(self, events: Sequence[Event]) -> None:
        """Begin a new game with these events; raises FileExistsError where one is in progress.

        The file appears whole or not at all.
        """
        if self.game.exists():
            raise FileExistsError(str(self.game))
        write_whole(self.game, write_events(events))

    def append(self, events: Sequence[Event]) -> None:
        """Add events to the game and wait until they are on the disk.

        All are written at once; when that fails, none stays (raises OSError).
        """
        if not events:
            return
        if self._game is None:
            self._game = os.open(self.game, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        size = os.fstat(self._game).st_size
        data = write_events(events)
        try:
            if os.write(self._game, data) < len(data):
                raise OSError(28, t("save.disk-full"), str(self.game))
            os.fsync(self._game)
        except OSError:
            os.ftruncate(self._game, size)
            raise

    def rewrite(self, events: Sequence[Event]) -> None:
        """Put these events in the place of the whole game: a decision was taken back.

        The file is the old one or the new one at any moment (raises OSError, with the old one in its place).
        """
        self.close()
        write_whole(self.game, write_events(events))

    def close(self) -> None:
        """Close the file of the game; ``append`` opens it again."""
        if self._game is not None:
            os.close(self._game)
            self._game = None

    def archive(self, match: Match) -> Path | None:
        """Hand the game in progress to the archive; None where there is none. Raises OSError."""
        self.close()
        return self.records.keep(self.game, match) if self.game.exists() else None


class _Read(NamedTuple):
    """A match brought back from a save, and how much of the save tells it."""

    match: Match
    events: int
    bytes: int


_BEGINNING = b'{"type":"start_game"'


def _read(data: bytes) -> _Read | None:
    """The match of a save; None where not even the beginning of a game was written. Raises Unreadable."""
    lines = data.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines.pop()
    if not lines:
        if data and not data.startswith(_BEGINNING[: len(data)]):
            raise Unreadable(t("save.not-a-game"))
        return None
    check_format(lines[0])
    events = _decode(lines)
    try:
        resumed = resume(events)
    except RecordError as error:
        raise Unreadable(t("save.bad-event", reason=error)) from None
    return _Read(resumed.match, resumed.used, sum(map(len, lines[: resumed.used])))


def _decode(lines: Sequence[bytes]) -> list[Event]:
    events = []
    for number, line in enumerate(lines, 1):
        try:
            events.append(decode(line))
        except EventError:
            raise Unreadable(t("save.bad-line", line=number)) from None
    return events
