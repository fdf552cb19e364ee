"""Textual's driver for terminals of POSIX systems, for terminals that are gone from one moment to the next.

Its thread that writes would die of a connection that is lost, and whoever has something to write then would
wait for ever, with the game in progress locked.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from textual.drivers.linux_driver import LinuxDriver

from tui.shell.signals import HUNG_UP


class TerminalDriver(LinuxDriver):
    """Ends the app when the terminal can be read or written no more."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._file: Any = _Screen(self._file, self._lost)

    def run_input_thread(self) -> None:
        """Read until the input is closed, or the terminal is."""
        try:
            super().run_input_thread()
        except OSError:
            self._lost()

    def _lost(self) -> None:
        """May be called more than once, and from any thread."""
        # nothing has to end where the app has ended already
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._app.exit, HUNG_UP)


class _Screen:
    """A stream that takes everything, and tells when nothing arrives any more."""

    def __init__(self, stream: TextIO, lost: Callable[[], None]) -> None:
        self._stream, self._lost = stream, lost

    def write(self, text: str) -> None:
        """Write as far as possible."""
        try:
            self._stream.write(text)
        except OSError:
            self._lost()

    def flush(self) -> None:
        """Write what waits as far as possible."""
        try:
            self._stream.flush()
        except OSError:
            self._lost()

    def fileno(self) -> int:
        """The number of the stream."""
        return self._stream.fileno()
