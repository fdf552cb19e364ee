"""What goes wrong with a program outside: each costs it one decision, which is played for it."""

from __future__ import annotations

import re
from enum import StrEnum

_TILES = re.compile(r"\d[mpsz]|\b[ESWNPFC]\b(?!:)")
"""What could be tiles in any spelling: ``5mr``, ``123p``, ``E``; a letter with a colon is a drive."""


class FaultKind(StrEnum):
    """Why a decision was played for the program."""

    NOT_STARTED = "not-started"
    """It could not be started."""
    CRASHED = "crashed"
    """It ended, or closed its output."""
    GONE = "gone"
    """It has ended too often and is not started again in this game."""
    LATE = "late"
    """No answer within the time limit."""
    GARBAGE = "garbage"
    """The answer is no mjai message, or longer than any."""
    ILLEGAL = "illegal"
    """The answer is nothing that the seat may do now."""


class Fault(Exception):
    """A decision that was not answered as it should be; the message says what came instead.

    The message may name tiles that others must not see: it is for those who look at the program.
    """

    def __init__(self, kind: FaultKind, message: str, why: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.why = "" if _TILES.search(why) else why
        """Why it did not even begin to play, for everybody at the table; empty where that is not known.

        Since a program has been told its tiles by then, nothing is said that names one.
        """
