"""The looks of a terminal where nobody chose any; without rich, which the doctor does not load."""

from __future__ import annotations

from tui.colours import Colours
from tui.language import CONSOLE
from tui.looks import Glyphs, Theme, Tiles


def usual_style(theme: str, glyphs: str) -> Tiles:
    """How tiles are drawn: solid ones need colours, and half a block for their shadow."""
    few = theme in (Theme.SIXTEEN, Theme.MONO) or glyphs == Glyphs.ASCII
    return Tiles.LINE if few else Tiles.SOLID


def usual_glyphs(terminal: str, *, unicode: bool) -> Glyphs:
    """The fullest glyphs of a terminal of that name (``TERM``), which is written to in Unicode or is not."""
    if not unicode:
        return Glyphs.ASCII
    return Glyphs.LATIN if terminal == CONSOLE else Glyphs.KANJI


def usual_theme(colours: Colours) -> Theme:
    """The theme of a terminal with so many colours."""
    if colours is Colours.NONE:
        return Theme.MONO
    return Theme.FELT if colours.enough else Theme.SIXTEEN
