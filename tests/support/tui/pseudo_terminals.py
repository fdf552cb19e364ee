"""Run the program in a pseudoterminal: its output, and the settings it leaves in the terminal.

Only for systems that have pseudoterminals; importing this skips a test module elsewhere.
"""

from __future__ import annotations

import fcntl
import os
import re
import signal
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from select import select

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudoterminals here", allow_module_level=True)

import pty
import termios

from tests.support.fresh_interpreter import ROOT

PATIENCE = 120.0
"""Seconds that anything may take before a test gives up."""
AGAIN = 0.5
"""Seconds after which a key that did nothing is pressed again; twice as many each time."""
SIZE = (80, 24)

_ESCAPE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|[=>78cM])")
_SPELLED = re.compile(rb"\x1b\[>\d+u")
_MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")

ALTERNATE, CURSOR, WRAP, PASTE = 1049, 25, 7, 2004
REPORTS = {1000: "clicks", 1002: "drags", 1003: "moves", 1004: "focus", 1006: "far clicks", 1016: "pixels"}
BEFORE = {CURSOR: True, WRAP: True}
"""Modes that are set in a terminal that nobody has touched: the cursor is shown, lines wrap."""


class Terminal:
    """A process that thinks it has a terminal; what it writes is gathered by ``until`` and ``end``."""

    def __init__(
        self,
        program: Sequence[str],
        environment: Mapping[str, str | None],
        size: tuple[int, int] = SIZE,
        before: Callable[[], object] | None = None,
    ) -> None:
        """Start; ``before`` is called in the new process. A variable that is None is unset there."""
        known = {**os.environ, **environment}
        variables = {name: value for name, value in known.items() if value is not None}
        self.written = b""
        self._code: int | None = None
        self.process, self._ours = pty.fork()
        if not self.process:
            _become(program, variables, before)
        self.resize(size)
        self.at_first = termios.tcgetattr(self._ours)

    def resize(self, size: tuple[int, int]) -> None:
        """Tell the terminal that it has so many columns and rows."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def send(self, data: bytes) -> None:
        """Send bytes as fast as they are read, and gather what is written meanwhile."""
        until = time.monotonic() + PATIENCE
        while data:
            assert time.monotonic() < until, "does not read"
            if select([], [self._ours], [], 0.02)[1]:
                data = data[os.write(self._ours, data[:256]) :]
            self.gather(0)

    def signal(self, number: int) -> None:
        """Send a signal to the process."""
        os.kill(self.process, number)

    def type_until(self, keys: str, *wanted: str) -> str:
        """Press keys, and wait for all of this to be written from then on."""
        since = len(self.written)
        self.type(keys)
        return self.until(*wanted, since=since)

    def insist(self, keys: str, *wanted: str) -> str:
        """Press keys again and again: a screen takes none that came before it could be seen."""
        since, until, seconds = len(self.written), time.monotonic() + PATIENCE, AGAIN
        while True:
            self.type(keys)
            try:
                return self.until(*wanted, since=since, seconds=seconds)
            except AssertionError:
                if time.monotonic() > until:
                    raise
                seconds *= 2

    def until(self, *wanted: str, since: int = 0, seconds: float = PATIENCE) -> str:
        """Gather what is written until all of these stand in it; returns the text without its colours."""
        until = time.monotonic() + seconds
        while True:
            text = text_of(self.written[since:])
            if all(each in text for each in wanted):
                return text
            left = until - time.monotonic()
            if left <= 0 or not self.gather(left):
                missing = [each for each in wanted if each not in text]
                raise AssertionError(f"{missing} not in: {text[-2000:]}")

    def end(self, seconds: float = PATIENCE) -> int:
        """Wait for the process to end; its exit code, or minus the signal that killed it."""
        until = time.monotonic() + seconds
        while self._code is None and time.monotonic() < until:
            self.gather(0.02)
            self._look()
        if self._code is None:
            raise AssertionError(f"does not end: {text_of(self.written)[-2000:]}")
        # the end of the output is seen at once; what is still on its way may take a moment on a busy machine
        while self.gather(1.0):
            pass
        return self._code

    def hang_up(self) -> None:
        """Close the terminal, as its window is closed."""
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1

    def wait(self, seconds: float = PATIENCE) -> int:
        """Wait for the process to end without a terminal."""
        until = time.monotonic() + seconds
        while self._code is None:
            assert time.monotonic() < until, "does not end"
            time.sleep(0.01)
            self._look()
        return self._code

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended; keys that are typed then may block, because nobody reads them."""
        self._look()
        return self._code is not None

    @property
    def modes(self) -> dict[int, bool]:
        """The private modes of the terminal as they are now."""
        found = {int(mode[1]): mode[2] == b"h" for mode in _MODE.finditer(self.written)}
        return BEFORE | found

    @property
    def settings(self) -> list[object]:
        """How the line is set: echo, signals."""
        return termios.tcgetattr(self._ours)

    @property
    def lines(self) -> list[str]:
        """What stands below the shell's line once the program has left its own screen."""
        left = self.written.rpartition(b"\x1b[?%dl" % ALTERNATE)[2]
        return [line for line in text_of(left).replace("\r", "").split("\n") if line.strip()]

    def check_usable(self, usual: list[object] | None = None) -> None:
        """The terminal is as it was: own screen left, cursor shown, lines wrap, no reports, echo.

        ``usual`` are its settings when it was handed over, at the start unless given.
        """
        modes = self.modes
        assert modes[CURSOR]
        assert modes[WRAP]
        assert not modes.get(ALTERNATE, False)
        assert not [name for mode, name in REPORTS.items() if modes.get(mode)]
        assert not modes.get(PASTE, False), "pasting is marked"
        assert len(_SPELLED.findall(self.written)) <= self.written.count(b"\x1b[<u"), "keys are spelled anew"
        assert self.settings == (usual or self.at_first)

    def close(self) -> None:
        """End the process, however it is."""
        self._look()
        if self._code is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            self._code = -signal.SIGKILL
        self.hang_up()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def gather(self, seconds: float) -> bool:
        """Read what there is; False where nothing came in time, or nothing will come any more."""
        if not select([self._ours], [], [], seconds)[0]:
            return False
        try:
            read = os.read(self._ours, 65536)
        except OSError:
            # Linux tells so that nobody has the other end open
            return False
        self.written += read
        return bool(read)

    def _look(self) -> None:
        if self._code is None:
            ended, status = os.waitpid(self.process, os.WNOHANG)
            if ended:
                self._code = os.waitstatus_to_exitcode(status)


def _become(
    program: Sequence[str], variables: Mapping[str, str], before: Callable[[], object] | None
) -> None:
    try:
        if before is not None:
            before()
        os.chdir(ROOT)
        os.execvpe(program[0], list(program), dict(variables))
    finally:
        os._exit(127)


def text_of(written: bytes) -> str:
    """What was written, without what only colours it or moves the cursor."""
    return _ESCAPE.sub(b"", written).decode(errors="replace")


def furiten(
    *arguments: str,
    home: Path,
    size: tuple[int, int] = SIZE,
    before: Callable[[], object] | None = None,
    **environment: str | None,
) -> Terminal:
    """The program in a terminal of 256 colours, with its data in that folder."""
    program = [sys.executable, "-m", "tui", *arguments]
    return Terminal(program, {**_usual(home), **environment}, size, before)


def shell(*, home: Path) -> Terminal:
    """A shell that can stop and continue what is started in it; its prompt is ``shell>``."""
    return Terminal(["sh", "-i"], {**_usual(home), "PS1": "shell>", "ENV": "", "HISTFILE": None})


def _usual(home: Path) -> dict[str, str | None]:
    unset = dict.fromkeys(("NO_COLOR", "COLORTERM", "TEXTUAL_DRIVER"))
    # with chosen glyphs nobody measures at the first start how the terminal draws
    return {"FURITEN_HOME": str(home), "TERM": "xterm-256color", "FURITEN_GLYPHS": "kanji", **unset}
