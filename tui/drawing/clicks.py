"""Clicks with a meaning, and when they were made.

A click reaches its screen as a message that an area of the screen makes of it. What counts is when the button
went down: only then can it be told whether the person had seen what the click would answer.
"""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widget import Widget

from tui.drawing.meta import Meta
from tui.drawing.rows import Rows, meta_at


class Clicked(Message):
    """A click on something with a meaning; its ``time`` is when it was made, not when it was told."""

    def __init__(self, made: float) -> None:
        super().__init__()
        self.time = made


class ClickArea(Widget):
    """An area of rows that knows what a click means, and when it was made."""

    rows: Rows = ()
    """What stands there."""
    _down: float | None = None

    @property
    def column(self) -> int:
        """Of its rows, where it begins."""
        return 0

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Note when the button went down."""
        self._down = event.time

    def made(self, event: events.Click) -> float:
        """When the person made this click."""
        down, self._down = self._down, None
        return event.time if down is None else min(down, event.time)

    def meant(self, event: events.MouseEvent) -> Meta | None:
        """What stands under the mouse means that; None where nothing does, or outside."""
        place = event.screen_offset - self.region.offset
        if place.x < 0 or not 0 <= place.y < len(self.rows):
            return None
        return meta_at(self.rows[place.y], place.x + self.column)
