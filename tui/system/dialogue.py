"""Questions to the terminal.

Queries are control sequences. Answers arrive like typed input, so the terminal is put into cbreak mode (no
line buffering, no echo). A terminal does not answer an unknown query, so each query has a timeout. What is
read besides the answer is kept for the app: keys typed ahead, and late answers, which it drops.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

PATIENCE = 0.5
"""Timeout of an answer in seconds; over ssh an answer takes a few tenths of a second."""
_CHUNK = 1024
_besides = bytearray()


def typed_ahead() -> bytes:
    """What was read besides answers since the last call."""
    told = bytes(_besides)
    _besides.clear()
    return told


class Dialogue(Protocol):
    """A terminal that can be queried."""

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        """Write the query and wait for the answer; None on timeout."""

    def write(self, text: str) -> None:
        """Write without waiting for an answer."""


class TtyDialogue:
    """The terminal on standard input and output, in the mode that ``opened`` sets."""

    def __init__(self, keyboard: int, screen: int, patience: float = PATIENCE) -> None:
        self._keyboard, self._screen, self._patience = keyboard, screen, patience

    def write(self, text: str) -> None:
        """Write without waiting for an answer."""
        os.write(self._screen, text.encode())

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        self.write(question)
        heard, until = b"", time.monotonic() + self._patience
        while said := self._read(until - time.monotonic()):
            heard += said
            if (found := answer.search(heard.decode(errors="replace"))) is not None:
                _besides.extend(f"{found.string[: found.start()]}{found.string[found.end() :]}".encode())
                return found
        _besides.extend(heard)
        return None

    def keep_typed(self) -> None:
        """Take what has been typed by now out of the way of whatever reads next."""
        while said := self._read(0):
            _besides.extend(said)

    def _read(self, seconds: float) -> bytes:
        from select import select

        is_typed = select([self._keyboard], [], [], max(seconds, 0))[0]
        return os.read(self._keyboard, _CHUNK) if is_typed else b""


@contextmanager
def opened(patience: float = PATIENCE) -> Iterator[Dialogue | None]:
    """Put the terminal into query mode and restore it afterwards; yields None if it cannot be queried."""
    if sys.platform == "win32":
        yield None
        return
    import termios
    import tty

    keyboard, screen = sys.stdin.fileno(), sys.stdout.fileno()
    try:
        before = termios.tcgetattr(keyboard)
    except termios.error:
        yield None
        return
    terminal = TtyDialogue(keyboard, screen, patience)
    try:
        # without a flush, which tty does of itself
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        yield terminal
    finally:
        # a late answer does not end up on the shell's command line, nor as the answer of a player
        terminal.keep_typed()
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
