"""A program that is spoken to in lines, and of which nothing good is expected.

It may say nothing, too much or nonsense, read nothing, end, or not end: whoever asks gets a line or an
error in time, and when the process is closed it is gone with all that it started, but for what has left its
process group on purpose.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import IO

from ai.interrupts import undivided

LONGEST_LINE = 1 << 16
"""Bytes; what mjai programs say beside an action (their reasons) takes some thousand."""
_MOST_WAITING = 64
"""So many lines are kept that nobody asked for; then the program must wait to say more."""
_LAST_WORDS = 400
"""So many bytes of its standard error are kept."""
_GRACE = 0.5
"""Seconds in which a program may end by itself, once its input is closed."""


class Ended(Exception):
    """The process has ended, or closed its output."""


class TooLate(Exception):
    """No line in time."""


class TooLong(Exception):
    """A line longer than any that is read."""


_Said = bytes | Ended | TooLong


class LineProcess:
    """A process, its input and its output. Raises OSError when it cannot be started."""

    def __init__(self, arguments: Sequence[str]) -> None:
        with undivided():  # nobody ends us between the start and the promise to end it too
            self._process = _start(arguments)
            # the threads below know nothing of this object: when it is forgotten, the process ends
            self._finalizer = weakref.finalize(self, _kill, self._process)
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        self._lines: queue.Queue[_Said] = queue.Queue(_MOST_WAITING)
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._last_words = bytearray()
        _thread(_write, streams[0], self._to_write)
        self._reader = _thread(_read, streams[1], self._lines)
        self._listener = _thread(_listen, streams[2], self._last_words)

    def send(self, line: bytes) -> None:
        """Send a line; whether it is read, nobody knows."""
        self._to_write.put(line + b"\n")

    def receive(self, seconds: float) -> bytes:
        """The next line, without its end; raises TooLate, TooLong, and Ended from then on."""
        try:
            said = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise TooLate from None
        if isinstance(said, Ended):
            self._lines.put(said)
        if isinstance(said, Exception):
            raise said
        return said

    def skip(self) -> int:
        """Forget the lines that have come in; returns how many."""
        skipped = 0
        with suppress(TooLate, TooLong, Ended):
            while True:
                self.receive(0.0)
                skipped += 1
        return skipped

    @property
    def last_words(self) -> str:
        """The last line of its standard error, in letters that can be printed; for when it has ended."""
        self._listener.join(_GRACE)
        lines = bytes(self._last_words).decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return "".join(char if char.isprintable() else "?" for char in last)

    def close(self, grace: float = _GRACE) -> None:
        """End the process: by the end of its input, and if it does not go in time, by force."""
        self._to_write.put(None)
        # the end of its output is waited for, not the process: as long as nobody has asked for its exit code,
        # its number, by which the group is ended, is nobody else's
        self._reader.join(grace)
        self._finalizer()
        # a reader that waits for room can go on now, and finds the end
        self.skip()


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        quiet = subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=quiet)
    # a group of its own: Ctrl+C is meant for us, and whatever it starts ends with it
    return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and, where there are groups, all that it started."""
    if process.returncode is not None:
        return
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)


def _thread(target: Callable[..., None], *arguments: object) -> Thread:
    thread = Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def _read(stream: IO[bytes], lines: queue.Queue[_Said]) -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                lines.put(TooLong())
                break
            lines.put(line.strip())
    lines.put(Ended())


def _write(stream: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def _listen(stream: IO[bytes], last_words: bytearray) -> None:
    with suppress(OSError, ValueError), stream:
        while said := os.read(stream.fileno(), 4096):
            last_words += said
            del last_words[:-_LAST_WORDS]
