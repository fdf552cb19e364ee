"""The last look at a line before a terminal gets it: nothing in its text may act on the terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


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


def _shown(segment: Segment) -> Segment:
    text, style, control = segment
    if control:
        return segment
    return Segment("".join(char for char in text if char.isprintable() or cell_len(char)), style)
