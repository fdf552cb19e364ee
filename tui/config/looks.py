"""What the person can choose about the looks of the table, by name."""

from __future__ import annotations

from enum import StrEnum


class Tiles(StrEnum):
    """How tiles are drawn."""

    AUTO = "auto"
    """Solid where there are colours, boxes where there are only those of the terminal, or none."""
    SOLID = "solid"
    LINE = "line"


class Theme(StrEnum):
    """The colours."""

    AUTO = "auto"
    """Felt where there are enough colours, otherwise the sixteen, or none."""
    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"
    SIXTEEN = "sixteen"
    """Those that every terminal with colours has."""
    MONO = "mono"
    """The terminal's own."""


class Motion(StrEnum):
    """Whether a discard lights up where it lands, and a call is announced in the centre."""

    OFF = "off"
    ON = "on"
