"""What commands print, and the exit codes with which they end.

A record, a file name or an argument may hold sequences that move the cursor, set a title, or answer in the
user's name. Commands print text with ``say`` and ``complain`` and nothing else: the linter forbids ``print``
and ``click.echo``. Both write control characters as escapes. On Windows, click would let such sequences act
before anybody could look at them.
"""

from __future__ import annotations

import errno
import os
import sys
from enum import IntEnum
from types import TracebackType

from engine.wording import one_line, visible_lines


class ExitCode(IntEnum):
    """The exit code of a command."""

    DONE = 0
    NO = 1
    """The answer is no: a record that fails verification, a hand that does not win."""
    BAD_INPUT = 2
    INTERRUPTED = 130


PROGRAM = "furiten"


def say(text: str, *, end: str = "\n", error: bool = False) -> None:
    """Print lines to standard output or standard error; raises OSError. A closed stream gets nothing."""
    stream = sys.stderr if error else sys.stdout
    if stream is not None:
        stream.write(visible_lines(text) + end)
        stream.flush()


def write_bytes(data: bytes) -> None:
    """Write data for programs to standard output, and flush it; raises OSError, also if it is closed."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def show_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an error that nobody expected, as the interpreter does; its message may quote anything."""
    from traceback import format_exception

    say("".join(format_exception(kind, error, trace)), end="", error=True)


def complain(message: str) -> None:
    """Print one line to standard error, with the name of the program before it."""
    say(f"{PROGRAM}: {one_line(message)}", error=True)
