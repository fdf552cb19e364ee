"""A lock between processes that the operating system releases when the owner dies."""

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
    """Another process or object holds the lock."""


class FileLock:
    """A lock on an open file. The file is never deleted; its existence means nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._descriptor is not None

    def acquire(self) -> None:
        """Take the lock without waiting; raises Locked. Does nothing if this object holds it already."""
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
        """Release the lock by closing the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
