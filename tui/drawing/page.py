"""An area of rows that a function of its size makes, and the clicks on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.strip import Strip

from tui.drawing.clicks import ClickArea, Clicked
from tui.drawing.meta import Meta
from tui.drawing.palette import Palette, strip_of
from tui.drawing.rows import Role, Rows, on_ground
from tui.tiles.roles import Ground, Ink

Picture = Callable[[int, int], Rows]
"""Makes the rows of a page of that width and height."""


class PageClicked(Clicked):
    """A piece of a page that answers to clicks was clicked."""

    def __init__(self, meta: Meta, made: float) -> None:
        super().__init__(made)
        self.meta = meta


class Page(ClickArea):
    """An area on the line API that shows what a function of its size makes."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Page { width: 1fr; height: 1fr; }
    """

    def __init__(self, picture: Picture, palette: Palette, *, ground: Ground) -> None:
        super().__init__()
        self._picture = picture
        self._palette = palette
        self.ground = ground
        """What the rows stand on in place of the felt."""
        self._strips: list[Strip] = []

    def redraw(self) -> None:
        """Ask for the rows again and show them."""
        width, height = self.size
        self.rows = tuple(on_ground(row, self.ground) for row in self._picture(width, height))
        self._strips = [strip_of(row, self._palette) for row in self.rows]
        self.refresh()

    def apply_theme(self, palette: Palette) -> None:
        """Show the rows, made anew, in the colours of another palette."""
        self._palette = palette
        self.redraw()

    def stand_on(self, ground: Ground) -> None:
        """Show the rows on another ground."""
        if ground != self.ground:
            self.ground = ground
            self.redraw()

    def on_resize(self) -> None:
        """Make the rows for the new size."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """One line of the page."""
        blank = self._palette.style(Role(Ink.TEXT, self.ground))
        if y < len(self._strips):
            return self._strips[y].adjust_cell_length(self.size.width, blank)
        return Strip.blank(self.size.width, blank)

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        made, meant = self.made(event), self.meant(event)
        if meant is not None:
            self.post_message(PageClicked(meant, made))
