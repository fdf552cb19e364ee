"""Widgets of rows: they turn clicks into messages with a time, and show what a function draws.

The time of a click is when the button went down. A screen compares it with the time of its last paint, to
ignore clicks that were meant for an earlier picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Self

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.drawing.palette import Palette, segments_of
from tui.drawing.rows import FELT, Meta, Role, Rows, meta_at, on_ground
from tui.tiles import Ground, Ink


class Clicked(Message):
    """A click on a span with meta. ``time`` is when the button went down, not when the message was posted."""

    def __init__(self, meta: Meta, time: float) -> None:
        super().__init__()
        self.meta = meta
        self.time = time


class ClickArea(Widget):
    """A line API widget of rows that posts a message with the meta and the time of each click."""

    ALLOW_SELECT: ClassVar[bool] = False
    says: ClassVar[type[Clicked]] = Clicked
    """The message of a click."""
    _down: float | None = None

    def __init__(self, palette: Palette, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._palette = palette
        self.rows: Rows = ()
        """The rows shown."""
        self._strips: list[Strip] = []
        self._rendered: list[Strip] = []
        self._rendered_crop: Region | None = None
        """What the rendered lines are of; None if all of them are stale."""
        self._stale: set[int] = set()
        """The lines that have changed since."""

    @property
    def blank(self) -> Role:
        """The role of what no row covers."""
        return FELT

    def show_rows(self, rows: Rows) -> None:
        self.rows = rows
        self._strips = [Strip(segments_of(row, self._palette)) for row in rows]
        self.refresh()

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        if regions:
            self._stale.update(line for region in regions for line in region.line_range)
        else:
            self._rendered_crop = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        self._rendered_crop = None
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines, of which only those that changed are rendered.

        Textual asks every widget near a change for all its lines, and looks up a border, padding and tint for
        each, which no area has.
        """
        stale = [line for line in self._stale if line in crop.line_range]
        if crop != self._rendered_crop:
            stale, self._rendered_crop = list(crop.line_range), crop
            self._rendered = [Strip([])] * crop.height
        if stale:
            filters, (_, background) = self.get_line_filters(), self.background_colors
            for line in stale:
                strip = self.render_line(line)
                for each in filters:
                    strip = strip.apply_filter(each, background)
                self._rendered[line - crop.y] = strip.crop(crop.x, crop.right)
        self._stale.clear()
        return self._rendered

    def render_line(self, y: int) -> Strip:
        width, blank = self.size.width, self._palette.style(self.blank)
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(width, blank)
        return Strip.blank(width, blank)

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
        return meta_at(self.rows[place.y], place.x)

    def on_click(self, event: events.Click) -> None:
        time, meta = self.press_time(event), self.meta_under(event)
        if meta is not None:
            self.post_message(self.says(meta, time))


Picture = Callable[[int, int], Rows]
"""Renders the rows of a page of that width and height."""


class PageClicked(Clicked):
    """A span of a page was clicked."""


class Page(ClickArea):
    """A widget whose rows come from a function of its size."""

    says = PageClicked
    DEFAULT_CSS = """
    Page { width: 1fr; height: 1fr; }
    """

    def __init__(self, picture: Picture, palette: Palette, *, ground: Ground) -> None:
        super().__init__(palette)
        self._picture = picture
        self.ground = ground
        """The ground of the rows, instead of felt."""

    @property
    def blank(self) -> Role:
        return Role(Ink.TEXT, self.ground)

    def redraw(self) -> None:
        """Render the rows again and show them."""
        width, height = self.size
        self.show_rows(tuple(on_ground(row, self.ground) for row in self._picture(width, height)))

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
