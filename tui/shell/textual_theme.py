"""What Textual draws by itself (grounds of screens, scroll bars) in the colours of the table."""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

from tui.drawing.palette import Palette
from tui.drawing.rows import Role
from tui.tiles.roles import Ground, Ink

TERMINAL = "ansi-dark"
"""Textual's own theme that leaves every colour to the terminal, light or dark."""


def textual_theme(palette: Palette) -> Theme | None:
    """The theme for Textual that goes with a palette; None where the terminal has its own colours."""
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
