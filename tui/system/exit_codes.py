"""Exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of a command."""

    DONE = 0
    NO = 1
    """The answer is no: a record that fails verification, a hand that does not win."""
    BAD_INPUT = 2
    INTERRUPTED = 130
