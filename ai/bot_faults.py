"""Faults of external programs. Each costs the program one decision; the default action is played instead."""

from __future__ import annotations

import re
from enum import StrEnum

from engine.wording import visible

_TILES = re.compile(r"\d[mpsz]|\b[ESWNPFC]\b(?!:)")
"""Text that could name tiles: ``5mr``, ``123p``, ``E``; a letter with a colon is a Windows drive."""


class FaultKind(StrEnum):
    """Why the default action was played."""

    NOT_STARTED = "not-started"
    """It could not be started."""
    CRASHED = "crashed"
    """It ended, or closed its output."""
    GONE = "gone"
    """It has ended too often; it is not started again in this game."""
    LATE = "late"
    """No answer within the time limit."""
    GARBAGE = "garbage"
    """The answer is no mjai message, or too long."""
    ILLEGAL = "illegal"
    """The answer is no legal action."""


class BotFault(Exception):
    """A decision without a valid answer; the message quotes what came instead.

    The message may name hidden tiles: it is for the authors of the program only.
    """

    def __init__(self, kind: FaultKind, message: str, why: str = "") -> None:
        # what a program writes may hold control characters, and so may its name
        super().__init__(visible(message))
        self.kind = kind
        self.why = "" if _TILES.search(why) else visible(why)
        """Why the program did not begin to play, for everybody at the table; empty if unknown.

        The program may have received its tiles by then, so a text that could name one is left out.
        """
