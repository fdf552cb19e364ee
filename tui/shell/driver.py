"""A Textual driver for POSIX terminals that ends the app when the terminal is lost.

In Textual's own driver a lost connection kills the writer thread. Every later write then blocks forever, and
the game in progress stays locked.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from textual.drivers.linux_driver import LinuxDriver

from tui.shell.signals import HUNG_UP


class TerminalDriver(LinuxDriver):
    """Textual's Linux driver, which also ends the app when the terminal cannot be read or written."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._file: Any = _GuardedStream(self._file, self._lost)

    def run_input_thread(self) -> None:
        """Read until the input or the terminal is closed."""
        try:
            super().run_input_thread()
        except OSError:
            self._lost()

    def _lost(self) -> None:
        """End the app. May be called more than once and from any thread."""
        # RuntimeError: the event loop is closed, the app has ended already
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._app.exit, HUNG_UP)


class _GuardedStream:
    """A text stream that never raises OSError, but calls ``lost`` instead."""

    def __init__(self, stream: TextIO, lost: Callable[[], None]) -> None:
        self._stream, self._lost = stream, lost

    def write(self, text: str) -> None:
        """Write, or report the loss."""
        try:
            self._stream.write(text)
        except OSError:
            self._lost()

    def flush(self) -> None:
        """Flush, or report the loss."""
        try:
            self._stream.flush()
        except OSError:
            self._lost()

    def fileno(self) -> int:
        """The file descriptor."""
        return self._stream.fileno()
