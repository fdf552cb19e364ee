"""Widgets of rows: they turn clicks into messages with a time, and show what a function draws.

The time of a click is when the button went down. A screen compares it with the time of its last paint, to
ignore clicks that were meant for an earlier picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.drawing.palette import Palette, segments_of
from tui.drawing.rows import Meta, Role, Rows, meta_at, on_ground
from tui.tiles import Ground, Ink


class Clicked(Message):
    """A click on a span with meta. ``time`` is when the button went down, not when the message was posted."""

    def __init__(self, meta: Meta, time: float) -> None:
        super().__init__()
        self.meta = meta
        self.time = time


class ClickArea(Widget):
    """A widget of rows that posts a message with the meta and the time of each click."""

    ALLOW_SELECT: ClassVar[bool] = False
    says: ClassVar[type[Clicked]] = Clicked
    """The message of a click."""
    rows: Rows = ()
    """The rows shown."""
    _down: float | None = None

    @property
    def column(self) -> int:
        """The column of the rows at the left edge of the widget."""
        return 0

    def on_mouse_down(self, event: events.MouseDown) -> None:
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

    def on_click(self, event: events.Click) -> None:
        time, meta = self.press_time(event), self.meta_under(event)
        if meta is not None:
            self.post_message(self.says(meta, time))


Picture = Callable[[int, int], Rows]
"""Renders the rows of a page of that width and height."""


class PageClicked(Clicked):
    """A span of a page was clicked."""


class Page(ClickArea):
    """A line API widget whose rows come from a function of its size."""

    says = PageClicked
    DEFAULT_CSS = """
    Page { width: 1fr; height: 1fr; }
    """

    def __init__(self, picture: Picture, palette: Palette, *, ground: Ground) -> None:
        super().__init__()
        self._picture = picture
        self._palette = palette
        self.ground = ground
        """The ground of the rows, instead of felt."""
        self._strips: list[Strip] = []

    def redraw(self) -> None:
        """Render the rows again and show them."""
        width, height = self.size
        self.rows = tuple(on_ground(row, self.ground) for row in self._picture(width, height))
        self._strips = [Strip(segments_of(row, self._palette)) for row in self.rows]
        self.refresh()

    def apply_theme(self, palette: Palette) -> None:
        """Render the rows again in the colours of another palette."""
        self._palette = palette
        self.redraw()

    def set_ground(self, ground: Ground) -> None:
        """Show the rows on another ground."""
        if ground != self.ground:
            self.ground = ground
            self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    def render_line(self, y: int) -> Strip:
        blank = self._palette.style(Role(Ink.TEXT, self.ground))
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(self.size.width, blank)
        return Strip.blank(self.size.width, blank)
