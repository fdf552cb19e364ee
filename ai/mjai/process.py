"""An untrusted program that reads and writes lines.

It may write nothing, too much or nonsense, read nothing, end, or not end: the caller always gets a line or an
error within the time limit. Closing the process also ends every process that it started, except those that
left its process group on purpose. The death of this program, by whatever signal, ends them too.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from ai.mjai.process_guard import ProcessGuard
from ai.signals import defer_signals, start_thread

LONGEST_LINE = 1 << 16
"""Bytes; the reasons that mjai programs add to an action take some thousand."""
_MOST_WAITING = 64
"""Unread lines that are kept; beyond them the program must wait to write more."""
_STDERR_TAIL = 400
"""Bytes of its standard error that are kept."""
_GRACE = 0.5
"""Seconds in which a program may end by itself after its input is closed."""


class ProcessEnded(Exception):
    """The process has ended, or closed its output."""


class AnswerTimeout(Exception):
    """No line within the time limit."""


class LineTooLong(Exception):
    """A line longer than ``LONGEST_LINE``."""


_Item = bytes | ProcessEnded | LineTooLong


class LineProcess:
    """A process with its input and output. Raises OSError if it cannot be started."""

    def __init__(self, arguments: Sequence[str]) -> None:
        with defer_signals():  # or a signal between the two lines would leave the process running
            self._process = _start(arguments)
            guard = ProcessGuard(self._process.pid)
            # the threads below hold no reference to this object: when it is collected, the process ends
            self._finalizer = weakref.finalize(self, _kill, self._process, guard)
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._lines: queue.Queue[_Item] = queue.Queue(_MOST_WAITING)
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr_tail = bytearray()
        start_thread(_write, stdin, self._to_write)
        self._reader = start_thread(_read, stdout, self._lines)
        self._stderr_reader = start_thread(_read_stderr, stderr, self._stderr_tail)

    def send(self, line: bytes) -> None:
        """Send a line, without waiting for the program to read it."""
        self._to_write.put(line + b"\n")

    def receive(self, seconds: float) -> bytes:
        """The next line, without its end; raises AnswerTimeout, LineTooLong or (thereafter) ProcessEnded."""
        try:
            item = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise AnswerTimeout from None
        if isinstance(item, ProcessEnded):
            self._lines.put(item)
        if isinstance(item, Exception):
            raise item
        return item

    def discard_lines(self) -> int:
        """Discard the lines that have arrived; returns how many."""
        discarded = 0
        with suppress(AnswerTimeout, LineTooLong, ProcessEnded):
            while True:
                self.receive(0.0)
                discarded += 1
        return discarded

    @property
    def stderr_tail(self) -> str:
        """The last line of the standard error of a process that has ended."""
        self._stderr_reader.join(_GRACE)
        lines = bytes(self._stderr_tail).decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def close(self, grace: float = _GRACE) -> None:
        """Close the input; kill the process if it does not end in time."""
        self._to_write.put(None)
        # wait for the end of the output, not of the process: until its exit code is read, the process id,
        # which is used to kill the group, cannot be reused
        self._reader.join(grace)
        self._finalizer()
        # this makes room for a blocked reader thread, which then reads to the end of the output
        self.discard_lines()


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        quiet = subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=quiet)
    # a process group of its own: it does not get our Ctrl+C, and its children can be killed with it
    return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)


def _kill(process: subprocess.Popen[bytes], guard: ProcessGuard) -> None:
    """Kill the process and, where process groups exist, its children."""
    guard.release()
    if process.returncode is not None:
        return
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)


def _read(stream: IO[bytes], lines: queue.Queue[_Item]) -> None:
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                lines.put(LineTooLong())
                break
            lines.put(line.strip())
    lines.put(ProcessEnded())


def _write(stream: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def _read_stderr(stream: IO[bytes], stderr_tail: bytearray) -> None:
    with suppress(OSError, ValueError), stream:
        while item := os.read(stream.fileno(), 4096):
            stderr_tail += item
            del stderr_tail[:-_STDERR_TAIL]
