"""How the table can look, and the defaults for a terminal."""

from __future__ import annotations

from enum import StrEnum

from tui.i18n.language import CONSOLE
from tui.system.terminal import Colours, Glyphs


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


def default_style(theme: str, glyphs: str) -> Tiles:
    """How tiles are drawn: solid ones need colours, and half a block for their shadow."""
    few = theme in (Theme.SIXTEEN, Theme.MONO) or glyphs == Glyphs.ASCII
    return Tiles.LINE if few else Tiles.SOLID


def default_glyphs(terminal: str, *, unicode: bool) -> Glyphs:
    """The fullest glyphs of a terminal of that name (``TERM``), which is written to in Unicode or is not."""
    if not unicode:
        return Glyphs.ASCII
    return Glyphs.LATIN if terminal == CONSOLE else Glyphs.KANJI


def default_theme(colours: Colours) -> Theme:
    """The theme of a terminal with so many colours."""
    if colours is Colours.NONE:
        return Theme.MONO
    return Theme.FELT if colours.enough else Theme.SIXTEEN
