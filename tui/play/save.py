"""The save file: one unfinished game as mjai lines, its lock, and unusable saves.

The data folder contains

- ``game.jsonl``, the game in progress;
- ``records/``, the archive: finished games, and games abandoned for a new one;
- ``game.jsonl.damaged-<n>``, unreadable saves;
- ``game-newer-format-<format>.jsonl``, a save of a later version of the program, which can continue it after
  it is renamed back to ``game.jsonl`` (a second one of the same format ends in ``-2.jsonl``).

No file is overwritten, with one exception: when a decision is taken back, the file is replaced atomically by
one that includes the number of decisions taken back.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType

import msgspec

from engine.events import Event, EventError, decode
from engine.match import Match
from engine.records import write_events
from tui.archive.archive import ENDING, Archive, NewerFormat, Unreadable, check_format, record_time
from tui.i18n import t
from tui.system.files import (
    FileLock,
    Locked,
    NotAPlainFile,
    damaged_path,
    data_folder,
    numbered_path,
    os_error_text,
    read_plain,
    write_atomic,
)


class GameFile:
    """One game as a file. It is opened at the first ``append``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def create(self, events: Sequence[Event]) -> None:
        """Create the file atomically; raises FileExistsError if it exists."""
        if self.path.exists():
            raise FileExistsError(str(self.path))
        write_atomic(self.path, write_events(events))

    def append(self, events: Sequence[Event]) -> None:
        """Append events and sync them to disk.

        If writing fails, none of them is kept (raises OSError).
        """
        if not events:
            return
        if self._file is None:
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        size = os.fstat(self._file).st_size
        data = write_events(events)
        try:
            if os.write(self._file, data) < len(data):
                raise OSError(28, t("save.disk-full"), str(self.path))
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, size)
            raise

    def rewrite(self, events: Sequence[Event]) -> None:
        """Replace all events atomically, after a decision was taken back.

        Raises OSError; the old file is then unchanged.
        """
        self.close()
        write_atomic(self.path, write_events(events))

    def close(self) -> None:
        """Close the file; ``append`` opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class NewRecord:
    """The file of a new game in the archive, written while the game goes on; ``close`` when it is left."""

    def __init__(self, archive: Archive, match: Match) -> None:
        self._archive, self._begun = archive, len(match.events)
        self._closed = False
        self.file: GameFile | None = None
        self.fault = ""
        """Why the game is not kept; empty if it is."""
        try:
            file = GameFile(archive.free_path(match))
            file.create(match.events)
        except OSError as error:
            self.fault = os_error_text(error)
        else:
            self.file = file

    @property
    def path(self) -> Path | None:
        """The file of the record; None if it is not kept."""
        return None if self.file is None else self.file.path

    def close(self, match: Match) -> Path | None:
        """Give the record its final name, and return its path; None if it is not kept.

        The record of a game in which nothing was played is removed.
        """
        if self.file is not None and not self._closed:
            self.file.close()
            with suppress(OSError):
                if len(match.events) <= self._begun:
                    self.file.path.unlink()
                    self.file = None
                elif match.standings is not None:
                    self.file = GameFile(self._archive.keep(self.file.path, match))
        self._closed = True
        return self.path


GAME = "game.jsonl"
LOCK = "game.lock"
MOST_BYTES = 8 << 20
"""No save is larger: a game has some hundred thousand bytes."""
NEWER = "game-newer-format-{}"


class OpenElsewhere(Exception):
    """Another process has the game open."""


class SetAside(msgspec.Struct, frozen=True):
    """A save that could not be continued: its new path and the reason."""

    path: Path
    reason: str
    newer: bool = False
    """Whether a later version of the program wrote it; it is not damaged then."""


class LoadResult(msgspec.Struct, frozen=True):
    """The result of ``SaveFolder.load``: the game at its last position, or the save that was set aside."""

    match: Match | None = None
    aside: SetAside | None = None


class SaveFolder:
    """The folder with the one game in progress.

    The lock is held inside ``with folder:`` or between ``acquire`` and ``release``. Everything except
    ``path`` and ``records`` requires it. ``clock`` gives the times at which games begin and are archived.
    """

    def __init__(self, path: Path | None = None, *, clock: Callable[[], datetime] = datetime.now) -> None:
        self.path = data_folder() if path is None else path
        self.records = Archive(self.path, clock=clock)
        """Finished games, and games abandoned for a new one."""
        self._clock = clock
        self._lock = FileLock(self.path / LOCK)
        self.file = GameFile(self.path / GAME)
        """The game in progress, which may not exist."""

    # -- the lock ------------------------------------------------------------------------------------

    def acquire(self) -> None:
        """Lock the game for this process; raises OpenElsewhere, or OSError if the folder is not writable."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire()
        except Locked:
            raise OpenElsewhere(t("save.open-elsewhere")) from None

    def release(self) -> None:
        self.file.close()
        self._lock.release()

    @property
    def is_open_elsewhere(self) -> bool:
        """Whether another copy of the program has locked the game."""
        if self._lock.held:
            return False
        try:
            self._lock.acquire()
        except Locked:
            return True
        except OSError:
            return False
        self._lock.release()
        return False

    def __enter__(self) -> SaveFolder:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    @property
    def game(self) -> Path:
        """The path of the game in progress, which may not exist."""
        return self.file.path

    def load(self) -> LoadResult:
        """Read the game in progress and replay it to its last position.

        An incomplete last line or choice is removed from the file. A save that cannot be continued is set
        aside.
        """
        try:
            data = read_plain(self.game, MOST_BYTES)
        except FileNotFoundError:
            return LoadResult()
        except NotAPlainFile as fault:
            large = fault.errno == errno.EFBIG
            return LoadResult(aside=self.set_aside(t("save.too-large" if large else "save.no-file")))
        try:
            read = _read(data)
        except NewerFormat as fault:
            self.file.close()
            path = numbered_path(self.path, NEWER.format(fault.written), ENDING)
            self.game.rename(path)
            return LoadResult(aside=SetAside(path, str(fault), newer=True))
        except Unreadable as fault:
            return LoadResult(aside=self.set_aside(str(fault)))
        if read is None:
            self.game.unlink()
            return LoadResult()
        match, events, size = read
        if size < len(data):
            with self.game.open("r+b") as file:
                file.truncate(size)
                os.fsync(file.fileno())
        self.file.append(match.events[events:])
        return LoadResult(match)

    def set_aside(self, reason: str) -> SetAside:
        """Rename the game in progress because it cannot be continued."""
        self.file.close()
        path = damaged_path(self.game)
        self.game.rename(path)
        return SetAside(path, reason)

    # -- writing -------------------------------------------------------------------------------------

    def time(self) -> str:
        """The current time in the format of ``start_game``."""
        return record_time(self._clock())

    def archive(self, match: Match) -> Path | None:
        """Move the game in progress to the archive; return None if there is none. Raises OSError."""
        self.file.close()
        return self.records.keep(self.game, match) if self.game.exists() else None


_BEGINNING = b'{"type":"start_game"'


def _read(data: bytes) -> tuple[Match, int, int] | None:
    """Restore the match of a save, with the number of events and of bytes that were used.

    None if the first line is incomplete. Raises Unreadable.
    """
    lines = data.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines.pop()
    if not lines:
        if data and not data.startswith(_BEGINNING[: len(data)]):
            raise Unreadable(t("save.not-a-game"))
        return None
    # imported only where there is a save to read: a new game needs none of it
    from engine.records.recorded_choices import RecordError
    from engine.records.resumed_game import resume

    check_format(lines[0])
    events = _decode(lines)
    try:
        resumed = resume(events)
    except RecordError as error:
        raise Unreadable(t("save.bad-event", reason=error)) from None
    return resumed.match, resumed.used, sum(map(len, lines[: resumed.used]))


def _decode(lines: Sequence[bytes]) -> list[Event]:
    events = []
    for number, line in enumerate(lines, 1):
        try:
            events.append(decode(line))
        except EventError:
            raise Unreadable(t("save.bad-line", line=number)) from None
    return events
