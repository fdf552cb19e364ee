"""Build a Textual theme from a palette, for what Textual draws itself: backgrounds, scroll bars."""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

from tui.drawing.palette import Palette
from tui.drawing.rows import Role
from tui.tiles.roles import Ground, Ink

TERMINAL = "ansi-dark"
"""Textual's theme that leaves all colours to the terminal, light or dark."""


def textual_theme(palette: Palette) -> Theme | None:
    """The Textual theme of a palette, or None if the palette uses the terminal's own colours."""
    felt, panel = palette.colour(Ground.FELT), palette.colour(Ground.PANEL)
    if not felt:
        return None
    text, edge, accent = (_ink(palette, name) for name in (Ink.TEXT, Ink.EDGE, Ink.ACTING))
    return Theme(
        name=f"furiten-{palette.name}",
        primary=accent,
        secondary=_ink(palette, Ink.POINTS),
        accent=accent,
        success=_ink(palette, Ink.SAFE),
        warning=_ink(palette, Ink.RISK_HIGH),
        error=_ink(palette, Ink.DANGER),
        foreground=text,
        background=felt,
        surface=panel,
        panel=panel,
        dark=Color.parse(felt).brightness < Color.parse(text).brightness,
        variables={
            "scrollbar": edge,
            "scrollbar-hover": accent,
            "scrollbar-active": accent,
            "scrollbar-background": panel,
            "scrollbar-background-hover": panel,
            "scrollbar-background-active": panel,
            "scrollbar-corner-color": panel,
        },
    )


def _ink(palette: Palette, name: Ink) -> str:
    colour = palette.style(Role(name)).color
    return colour.name if colour is not None else ""
