"""Questions to a terminal, and its answers: control sequences out, and what it types back in.

Terminals answer as if somebody typed, so the line must not wait for Enter nor echo, and a terminal that does
not know a question says nothing: each has its time.
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
"""Seconds that an answer may take; one over ssh needs a few tenths."""
_CHUNK = 1024


class Dialogue(Protocol):
    """Something that answers questions as a terminal does."""

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        """Write the question and wait for the answer; None when there is none in time."""

    def write(self, text: str) -> None:
        """Write without waiting for anything."""


class TtyDialogue:
    """The terminal on standard input and output, while it is in the mode that ``opened`` puts it in."""

    def __init__(self, keyboard: int, screen: int, patience: float = PATIENCE) -> None:
        self._keyboard, self._screen, self._patience = keyboard, screen, patience

    def write(self, text: str) -> None:
        """Write without waiting for anything."""
        os.write(self._screen, text.encode())

    def ask(self, question: str, answer: re.Pattern[str]) -> re.Match[str] | None:
        """Write the question and wait for the answer; what is typed meanwhile is dropped."""
        from select import select

        self.write(question)
        heard, until = "", time.monotonic() + self._patience
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
    """The terminal ready for questions, and as it was afterwards; None where it cannot be asked."""
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
        # an answer that came too late must not end up on the command line
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
