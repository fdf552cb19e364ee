"""The terminal: streams, colours, glyphs, sizes, its environment, what commands print, and exit codes.

A record, a file name or an argument may hold sequences that move the cursor, set a title, or answer in the
user's name. Commands print text with ``say`` and ``complain`` and nothing else: the linter forbids ``print``
and ``click.echo``. Both write control characters as escapes. On Windows, click would let such sequences act
before anybody could look at them.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from enum import IntEnum, StrEnum
from io import TextIOWrapper
from types import TracebackType
from typing import NamedTuple, TextIO

from engine.wording import one_line, visible_lines

NO_COLOUR = "NO_COLOR"
"""Environment variable of no-color.org: a non-empty value switches colours off."""
DUMB_TERMINALS = ("dumb", "unknown")
"""Values of TERM for terminals that cannot move the cursor."""
_TRUE = ("truecolor", "24bit")
_MANY = ("-256color", "-kitty")
_NONE = ("", *DUMB_TERMINALS)
_TUBE = "vt"
"""Prefix of TERM for monochrome terminals (vt100 …) and their emulators."""


class ColourDepth(StrEnum):
    """The number of colours of a terminal."""

    NONE = "none"
    SIXTEEN = "16"
    MANY = "256"
    TRUE = "true"

    @property
    def enough(self) -> bool:
        """Whether the terminal can show the exact colours of a theme."""
        return self in (ColourDepth.MANY, ColourDepth.TRUE)


def colour_depth(environment: Mapping[str, str], *, windows: bool = False) -> ColourDepth:
    """The number of colours, from the same environment variables as Textual reads."""
    name = environment.get("TERM", "").lower()
    if environment.get(NO_COLOUR) or (name in DUMB_TERMINALS and not windows):
        return ColourDepth.NONE
    if windows or environment.get("COLORTERM", "").lower() in _TRUE:
        return ColourDepth.TRUE
    if name in _NONE or name.startswith(_TUBE):
        return ColourDepth.NONE
    return ColourDepth.MANY if name.endswith(_MANY) else ColourDepth.SIXTEEN


SERVED_VARIABLE = "TEXTUAL_DRIVER"
"""Environment variable that textual-serve sets for the programs it runs."""


def is_served() -> bool:
    """Whether ``furiten serve`` runs this program in a web page, so that it needs no terminal."""
    return bool(os.environ.get(SERVED_VARIABLE))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether the stream is a terminal; a closed stream (None) is not."""
    return stream is not None and stream.isatty()


def is_unicode(stream: TextIO | None) -> bool:
    """Whether the stream's encoding is a Unicode encoding."""
    encoding = getattr(stream, "encoding", None) or ""
    return encoding.lower().replace("-", "").startswith("utf")


def display() -> TextIO | None:
    """The stream on which the app draws: standard error, or standard output if only that is a terminal.

    Textual draws on standard error, which may be closed or sent to a file.
    """
    streams: tuple[TextIO | None, ...] = (sys.__stderr__, sys.__stdout__)
    return next(filter(is_terminal, streams), sys.__stderr__)


def replace_unencodable_display() -> None:
    """Write ``?`` for a character that the display cannot encode: one cell, not a six-cell escape."""
    if isinstance(stream := display(), TextIOWrapper):
        stream.reconfigure(errors="replace")


def occupy_closed_descriptors() -> None:
    """Open nothing in the place of standard streams that are closed.

    Otherwise the next file that is opened, such as the save, would be taken for standard error, and get what
    the interpreter or a library writes there.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # it gets the lowest number that is free
            os.open(os.devnull, os.O_RDWR)


def replace_unencodable_output() -> None:
    """Write ``?`` for a character that standard output cannot encode, instead of raising an error.

    A pipe on Windows uses the system's code page, which may lack ``×`` or characters of a file name.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


GLYPHS_VARIABLE = "FURITEN_GLYPHS"
"""Environment variable that overrides the glyph setting."""


class Glyphs(StrEnum):
    """Glyph sets, the most demanding first."""

    KANJI = "kanji"
    LATIN = "latin"
    ASCII = "ascii"


MIN_SIZE = (80, 24)
"""The smallest screen that fits the table: columns, rows."""


class TerminalEnvironment(NamedTuple):
    """The terminal as the environment describes it."""

    terminal: str
    """Its name, or empty."""
    colours: ColourDepth
    unicode: bool
    """Whether the output encoding is UTF-8."""
    encoding: str
    width: int
    height: int
    seen: bool
    """Whether standard input and output are both a terminal."""
    dumb: bool
    """Whether it cannot move its cursor."""
    between: tuple[str, ...]
    """Programs between this one and the user's terminal: tmux, screen, ssh."""


def terminal_environment() -> TerminalEnvironment:
    """Describe the terminal of this process."""
    from shutil import get_terminal_size  # here: it loads three compressors

    size = get_terminal_size()
    encoding = getattr(sys.stdout, "encoding", None) or ""
    name = os.environ.get("TERM", "")
    windows = sys.platform == "win32"
    found = [word for word, variable in (("tmux", "TMUX"), ("screen", "STY")) if os.environ.get(variable)]
    if os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"):
        found.append("ssh")
    return TerminalEnvironment(
        terminal=name or ("Windows" if windows else ""),
        colours=colour_depth(os.environ, windows=windows),
        unicode=is_unicode(sys.stdout),
        encoding=encoding,
        width=size.columns,
        height=size.lines,
        seen=is_terminal(sys.stdin) and is_terminal(sys.stdout),
        dumb=not windows and name in DUMB_TERMINALS,
        between=tuple(found),
    )


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


def forget_output() -> None:
    """Discard buffered output, so that it does not fail again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
