"""The file of a game in progress: mjai lines that are on the disk before anything is shown."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from engine.events import Event
from engine.records import write_events
from tui.i18n.texts import t
from tui.system.files import write_atomic


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
