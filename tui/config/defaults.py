"""The looks of a terminal where nobody chose any; without rich, which the doctor does not load."""

from __future__ import annotations

from tui.config.looks import Theme, Tiles
from tui.i18n.glyphs import Glyphs
from tui.i18n.language import CONSOLE
from tui.system.colours import Colours


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
