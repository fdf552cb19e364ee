"""What a terminal is and can show: its streams, its encoding, its colours, its glyphs, its size."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from enum import StrEnum
from io import TextIOWrapper
from typing import TextIO

NO_COLOUR = "NO_COLOR"
"""See no-color.org: set to anything but nothing, programs use no colour."""
DUMB = ("dumb", "unknown")
"""The TERM of what can only write one line after another."""
_TRUE = ("truecolor", "24bit")
_MANY = ("-256color", "-kitty")
_NONE = ("", *DUMB)
_TUBE = "vt"
"""So begin the names of terminals with a single colour, and of what takes their place."""


class Colours(StrEnum):
    """How many colours there are."""

    NONE = "none"
    SIXTEEN = "16"
    MANY = "256"
    TRUE = "true"

    @property
    def enough(self) -> bool:
        """Whether a theme can have the colours that it wants."""
        return self in (Colours.MANY, Colours.TRUE)


def colours(environment: Mapping[str, str], *, windows: bool = False) -> Colours:
    """As the app's own library reads the variables too."""
    name = environment.get("TERM", "").lower()
    if environment.get(NO_COLOUR) or (name in DUMB and not windows):
        return Colours.NONE
    if windows or environment.get("COLORTERM", "").lower() in _TRUE:
        return Colours.TRUE
    if name in _NONE or name.startswith(_TUBE):
        return Colours.NONE
    return Colours.MANY if name.endswith(_MANY) else Colours.SIXTEEN


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


GLYPHS_VARIABLE = "FURITEN_GLYPHS"
"""The environment variable that overrides the setting."""


class Glyphs(StrEnum):
    """The sets of glyphs; the set that needs the most of a terminal comes first."""

    KANJI = "kanji"
    LATIN = "latin"
    ASCII = "ascii"


NEEDED = (80, 24)
"""The smallest screen of the table, in cells and rows."""
