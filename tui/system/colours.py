"""How many colours a terminal has, as the variables say that it sets."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

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
