"""Questions to the terminal.

Queries are control sequences. Answers arrive like typed input, so the terminal is put into cbreak mode (no
line buffering, no echo). A terminal does not answer an unknown query, so each query has a timeout.
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


class Dialogue(Protocol):
    """A terminal that can be queried."""

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        """Write the query and wait for the answer; None on timeout."""

    def write(self, text: str) -> None:
        """Write without waiting for an answer."""


class TtyDialogue:
    """The terminal on standard input and output, in the mode that ``opened`` sets."""

    def __init__(self, keyboard: int, screen: int) -> None:
        self._keyboard, self._screen = keyboard, screen

    def write(self, text: str) -> None:
        """Write without waiting for an answer."""
        os.write(self._screen, text.encode())

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        """Write the query and wait for the answer; other input meanwhile is dropped."""
        from select import select

        self.write(question)
        heard, until = "", time.monotonic() + PATIENCE
        while (left := until - time.monotonic()) > 0:
            if not select([self._keyboard], [], [], left)[0]:
                return None
            said = os.read(self._keyboard, _CHUNK)
            if not said:
                return None
            heard += said.decode(errors="replace")
            if (found := answer.search(heard)) is not None:
                return found
        return None


@contextmanager
def opened() -> Iterator[Dialogue | None]:
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
    try:
        tty.setcbreak(keyboard)
        yield TtyDialogue(keyboard, screen)
    finally:
        # flush input, so that a late answer does not end up on the shell's command line
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
