"""A widget that shows the rows of a render function, and posts the clicks on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.strip import Strip

from tui.drawing.click_meta import Meta
from tui.drawing.clicks import ClickArea, Clicked
from tui.drawing.palette import Palette, strip_of
from tui.drawing.rows import Role, Rows, on_ground
from tui.tiles.roles import Ground, Ink

Picture = Callable[[int, int], Rows]
"""Renders the rows of a page of that width and height."""


class PageClicked(Clicked):
    """A span with meta was clicked."""

    def __init__(self, meta: Meta, time: float) -> None:
        super().__init__(time)
        self.meta = meta


class Page(ClickArea):
    """A line API widget whose rows come from a function of its size."""

    ALLOW_SELECT: ClassVar[bool] = False
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
        self._strips = [strip_of(row, self._palette) for row in self.rows]
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
        """Render the rows for the new size."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One line of the page."""
        blank = self._palette.style(Role(Ink.TEXT, self.ground))
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(self.size.width, blank)
        return Strip.blank(self.size.width, blank)

    def on_click(self, event: events.Click) -> None:
        """Post ``PageClicked`` if the click has a meaning."""
        time, meta = self.press_time(event), self.meta_under(event)
        if meta is not None:
            self.post_message(PageClicked(meta, time))
