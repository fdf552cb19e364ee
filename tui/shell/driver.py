"""A Textual driver for POSIX terminals whose keyboard never dies.

In Textual's own driver (8.2.8) an invalid byte or a number beyond Unicode ends the input thread, a storm of
keys or sizes keeps the app busy for minutes, and a lost connection kills the writer thread: every later write
then blocks forever, and the game in progress stays locked.
"""

from __future__ import annotations

import os
import selectors
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from tui.shell.terminal_input import MOST_CELLS, InputQueue, SequenceParser, TerminalInput, behind
from tui.shell.terminal_output import TileImages, in_fewer_codes
from tui.shell.terminal_signals import HUNG_UP, handle_signal
from tui.system.dialogue import typed_ahead
from tui.system.graphics import Graphics
from tui.system.terminal import display

READ = 1 << 16
"""Bytes of one read."""
LOOK = 0.1
"""Seconds between two looks whether the app has ended."""
RESIZED = 1 / 30
"""Seconds from a change of the size to the event: while a window is dragged there are hundreds of them."""


class TerminalDriver(LinuxDriver):
    """Textual's Linux driver with a reader of its own, which also ends the app when the terminal is gone."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._size = self._size or self._get_terminal_size()
        self._file: Any = _GuardedStream(display() or self._file, self._lost)
        self._queue = InputQueue(app.post_message, lambda: behind(app))
        self._is_resized = False
        graphics: Graphics | None = getattr(app, "graphics", None)
        self._images = None if graphics is None else TileImages(graphics)

    def write(self, data: str) -> None:
        """Write in fewer codes; before a text come the pictures of tiles that it is the first to show."""
        pictures = "" if self._images is None else self._images.needed(data)
        super().write(pictures + in_fewer_codes(data))

    def stop_application_mode(self) -> None:
        """Restore the terminal, and delete the pictures in it: after a pause they are sent again."""
        if self._images is not None and (commands := self._images.deleted()):
            super().write(commands)
        super().stop_application_mode()

    def start_application_mode(self) -> None:
        """Set up the terminal. Of the sizes that follow each other quickly the app gets the last one."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        handle_signal(signal.SIGWINCH, self._resize)

    def run_input_thread(self) -> None:
        """Read until the input or the terminal is closed, or the app ends."""
        terminal, parser = TerminalInput(), SequenceParser(self._debug)
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            early = typed_ahead() + (self._read() if selector.select(0) else b"")
            # before the app has begun, a terminal gives the end of a line for Enter
            self._hear(terminal.feed(early.replace(b"\n", b"\r")), parser)
            while not self.exit_event.is_set():
                if selector.select(LOOK if terminal.patience is None else terminal.patience):
                    if not (data := self._read()):
                        self._lost()
                        return
                    units = terminal.feed(data)
                else:
                    units = terminal.rest()
                self._hear(units, parser)

    def _read(self) -> bytes:
        """Read what has been typed; nothing once the terminal is gone."""
        try:
            return os.read(self.fileno, READ)
        except OSError:
            return b""

    def _hear(self, units: list[str], parser: SequenceParser) -> None:
        for message in parser.messages(units):
            self.process_message(message)
        self._queue.pass_on(self._loop)

    def send_message(self, message: Message) -> None:
        self._queue.gather(message)

    def _get_terminal_size(self) -> tuple[int, int]:
        width, height = super()._get_terminal_size()
        return min(width, MOST_CELLS.width), min(height, MOST_CELLS.height)

    def _resize(self) -> None:
        if not self._is_resized:
            self._is_resized = True
            self._loop.call_later(RESIZED, self._send_size)

    def _send_size(self) -> None:
        self._is_resized = False
        if not self._in_band_window_resize:
            size = Size(*self._get_terminal_size())
            self._queue.put(events.Resize(size, size))

    def _lost(self) -> None:
        """End the app. May be called more than once and from any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._app.exit, HUNG_UP)


class _GuardedStream:
    """A text stream that never raises OSError, but calls ``lost`` instead."""

    def __init__(self, stream: TextIO, lost: Callable[[], None]) -> None:
        self._stream, self._lost = stream, lost

    def write(self, text: str) -> None:
        try:
            self._stream.write(text)
        except OSError:
            self._lost()

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            self._lost()

    def fileno(self) -> int:
        return self._stream.fileno()
