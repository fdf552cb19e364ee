"""A lock between processes, which the operating system gives back when its owner dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Locked(Exception):
    """Somebody else holds the lock."""


class FileLock:
    """A lock tied to an open file. The file itself stays; only whether it is locked means anything."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._descriptor is not None

    def acquire(self) -> None:
        """Take the lock, or raise Locked at once; nothing happens where it is held already."""
        if self.held:
            return
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(descriptor)
        except OSError:
            os.close(descriptor)
            raise Locked(str(self.path)) from None
        self._descriptor = descriptor

    def release(self) -> None:
        """Give the lock back; the system releases it with the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
