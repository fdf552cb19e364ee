"""The last look at a line before a terminal gets it: nothing in its text may act on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from engine.wording import visible_lines


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
        """The same with control characters made visible."""
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
