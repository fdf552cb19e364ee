"""Looks of the table (tile style, theme, motion), and the defaults for a terminal."""

from __future__ import annotations

from enum import StrEnum

from tui.i18n.language import LINUX_CONSOLE
from tui.system.terminal import ColourDepth, Glyphs


class Tiles(StrEnum):
    """The tile style setting."""

    AUTO = "auto"
    """Solid if the terminal has more than 16 colours, boxes otherwise."""
    SOLID = "solid"
    LINE = "line"


class Theme(StrEnum):
    """The colour theme."""

    AUTO = "auto"
    """Felt if there are enough colours, otherwise sixteen, or mono."""
    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"
    SIXTEEN = "sixteen"
    """The 16 colours that every colour terminal has."""
    MONO = "mono"
    """The terminal's default colours only."""


class Motion(StrEnum):
    """Whether a new discard lights up and a call is announced in the centre."""

    OFF = "off"
    ON = "on"


def default_style(theme: str, glyphs: str) -> Tiles:
    """The default tile style: solid tiles need colours, and half blocks for their shadow."""
    few = theme in (Theme.SIXTEEN, Theme.MONO) or glyphs == Glyphs.ASCII
    return Tiles.LINE if few else Tiles.SOLID


def default_glyphs(terminal: str, *, unicode: bool) -> Glyphs:
    """The best glyph set for a terminal name (``TERM``) and for output in Unicode or not."""
    if not unicode:
        return Glyphs.ASCII
    return Glyphs.LATIN if terminal == LINUX_CONSOLE else Glyphs.KANJI


def default_theme(colours: ColourDepth) -> Theme:
    """The default theme for a number of colours."""
    if colours is ColourDepth.NONE:
        return Theme.MONO
    return Theme.FELT if colours.enough else Theme.SIXTEEN
