"""A base widget that turns clicks on its rows into messages with a time.

The time of a click is when the button went down. A screen compares it with the time of its last paint, to
ignore clicks that were meant for an earlier picture.
"""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widget import Widget

from tui.drawing.click_meta import Meta
from tui.drawing.rows import Rows, meta_at


class Clicked(Message):
    """A click on a span with meta. ``time`` is when the button went down, not when the message was posted."""

    def __init__(self, time: float) -> None:
        super().__init__()
        self.time = time


class ClickArea(Widget):
    """A widget of rows that finds the meta and the time of a click."""

    rows: Rows = ()
    """The rows shown."""
    _down: float | None = None

    @property
    def column(self) -> int:
        """The column of the rows at the left edge of the widget."""
        return 0

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Store when the button went down."""
        self._down = event.time

    def press_time(self, event: events.Click) -> float:
        """When the button went down for this click, in the clock of Textual's messages."""
        down, self._down = self._down, None
        return event.time if down is None else min(down, event.time)

    def meta_under(self, event: events.MouseEvent) -> Meta | None:
        """The meta under the pointer, or None."""
        place = event.screen_offset - self.region.offset
        if place.x < 0 or not 0 <= place.y < len(self.rows):
            return None
        return meta_at(self.rows[place.y], place.x + self.column)
