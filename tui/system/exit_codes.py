"""How the command line ends."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a script learns from the end of a command."""

    DONE = 0
    NO = 1
    """The answer is no: a record that does not agree, a hand that does not win."""
    BAD_INPUT = 2
    INTERRUPTED = 130
