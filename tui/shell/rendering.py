"""The parts of drawing that Textual does: its theme from our palette, and a filter of control characters."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from engine.wording import visible_lines
from tui.drawing.palette import Palette
from tui.drawing.rows import Role
from tui.tiles import Ground, Ink

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


class ControlFilter(LineFilter):
    """Drops control characters from the lines of all widgets.

    Names and messages have them as escapes long before (``engine.wording.visible``). This holds for what
    somebody forgot. Control characters have no width, so the rest of a line stays where it is.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without control characters in their text; those that move the cursor are kept."""
        for text, _, control in segments:
            if not (control or text.isprintable()):
                return [_shown(segment) for segment in segments]
        return segments


class HarmlessErrors(RenderHook):
    """Writes control characters of an error message as escapes, when the app ends with a traceback."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Harmless(each) for each in renderables]


class _Harmless:
    def __init__(self, renderable: ConsoleRenderable) -> None:
        self._renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for text, style, control in console.render(self._renderable, options):
            yield Segment(text if control else visible_lines(text), style, control)


def _shown(segment: Segment) -> Segment:
    text, style, control = segment
    if control:
        return segment
    return Segment("".join(char for char in text if char.isprintable() or cell_len(char)), style)
