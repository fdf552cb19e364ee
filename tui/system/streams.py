"""The standard streams, which may be closed, or unable to spell every letter."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from io import TextIOWrapper
from typing import TextIO

SERVED = "TEXTUAL_DRIVER"
"""textual-serve sets it for the programs that draw on its pages."""


def is_served(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this program draws on a page of ``furiten serve`` and needs no terminal."""
    return bool(environment.get(SERVED))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at the stream, or types into it; one that is closed (None) is no terminal."""
    return stream is not None and stream.isatty()


def is_unicode(stream: TextIO | None) -> bool:
    """Whether every letter can be written there."""
    encoding = getattr(stream, "encoding", None) or ""
    return encoding.lower().replace("-", "").startswith("utf")


def draw_in_cells() -> None:
    """Draw a letter that the terminal lacks as one sign, not as the six of its number."""
    if isinstance(sys.__stderr__, TextIOWrapper):
        sys.__stderr__.reconfigure(errors="replace")


def forgive_letters() -> None:
    """Print a question mark for a letter that standard output cannot spell, rather than fail.

    A pipe on Windows has the code page of the system, which lacks ``×`` or the letters of a file's name.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
