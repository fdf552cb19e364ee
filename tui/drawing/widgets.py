"""Widgets of rows: they turn clicks into messages with a time, and show what a function draws.

The time of a click is when the button went down. A screen compares it with the time of its last paint, to
ignore clicks that were meant for an earlier picture.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import ClassVar, Self

from rich.segment import Segment
from textual import events
from textual.cache import FIFOCache
from textual.color import TRANSPARENT
from textual.filter import LineFilter
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.drawing.palette import Palette, segments_of
from tui.drawing.rows import FELT, Meta, Role, Row, Rows, meta_at, on_ground
from tui.tiles import Ground, Ink


class Clicked(Message):
    """A click on a span with meta. ``time`` is when the button went down, not when the message was posted."""

    def __init__(self, meta: Meta, time: float) -> None:
        super().__init__()
        self.meta = meta
        self.time = time


MOST_STRIPS = 128
"""Lines that each widget remembers, shown or not; the oldest go first."""


class KeptLines(Widget):
    """A widget without border, padding or tint, of whose lines only those that changed are rendered.

    Textual asks every widget near a change for all its lines, and looks up its styles for each. What a line
    looked like is remembered by what it shows: a cursor comes back, and empty lines are alike. Textual keeps
    with each strip how it was cut and written.
    """

    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Strip] = []
        self._strips: FIFOCache[Hashable, Strip] = FIFOCache(MOST_STRIPS)
        self._crop: Region | None = None
        """The region that the lines show; None if all of them are stale."""
        self._filters: Sequence[LineFilter] = ()
        self._background = TRANSPARENT
        self._stale: set[int] = set()
        """The lines that have changed since."""

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        if regions:
            self._stale.update(line for region in regions for line in region.line_range)
        else:
            self._crop = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        self._crop = None
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        if crop != self._crop:
            self._filters, self._background = self.get_line_filters(), self.background_colors[1]
            self._lines, self._crop = [Strip([])] * crop.height, crop
            self._strips.clear()
            self._stale.update(crop.line_range)
        if lines := self._stale.intersection(crop.line_range):
            width = self.size.width
            for line in lines:
                shown = self.shown_at(line)
                strip = self._strips.get(shown)
                if strip is None:
                    segments = self.segments_at(line, width)
                    for each in self._filters:
                        segments = each.apply(segments, self._background)
                    self._strips[shown] = strip = Strip(segments, width).crop(crop.x, crop.right)
                self._lines[line - crop.y] = strip
        self._stale.clear()
        return self._lines

    def shown_at(self, line: int) -> Hashable:
        """What a line shows. Lines with equal values look alike; here each is taken for itself."""
        return line

    def segments_at(self, line: int, width: int) -> list[Segment]:
        """A line of that many cells, before Textual's filters."""
        return list(self.render_line(line).adjust_cell_length(width))


class ClickArea(KeptLines):
    """A line API widget of rows that posts a message with the meta and the time of each click."""

    says: ClassVar[type[Clicked]] = Clicked
    _down: float | None = None

    def __init__(self, palette: Palette, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._palette = palette
        self.rows: Rows = ()
        """The rows shown."""

    @property
    def blank(self) -> Role:
        return FELT

    def show_rows(self, rows: Rows) -> None:
        self.rows = rows
        self.refresh()

    def render_line(self, y: int) -> Strip:
        return Strip(self.segments_at(y, self.size.width))

    def shown_at(self, line: int) -> Row:
        return self.rows[line] if line < len(self.rows) else ()

    def segments_at(self, line: int, width: int) -> list[Segment]:
        blank = self._palette.style(self.blank)
        return Segment.adjust_line_length(segments_of(self.shown_at(line), self._palette), width, blank)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._down = event.time

    def meta_under(self, event: events.MouseEvent) -> Meta | None:
        """The meta under the pointer, or None."""
        place = event.screen_offset - self.region.offset
        if place.x < 0 or not 0 <= place.y < len(self.rows):
            return None
        return meta_at(self.rows[place.y], place.x)

    def on_click(self, event: events.Click) -> None:
        down, self._down = self._down, None
        time, meta = (event.time if down is None else min(down, event.time)), self.meta_under(event)
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
        if ground != self.ground:
            self.ground = ground
            self.redraw()

    def on_resize(self) -> None:
        self.redraw()
