"""A position on the table, and below it a page that says something about it."""

from __future__ import annotations

from textual.app import ComposeResult

from tui.drawing.page import Page
from tui.drawing.rows import Rows
from tui.screens.base import KeyScreen, Result
from tui.screens.page import PANEL
from tui.table.layout import NEEDED
from tui.table.widget import GameTable

ROWS = {40: 9, 30: 10, 24: 8}
"""Rows of the page, on screens of at least so many: what the table of that size can spare."""


class TablePageScreen(KeyScreen[Result]):
    """The table without the lines around the position, over a page of a few rows."""

    DEFAULT_CSS = """
    TablePageScreen { layout: vertical; }
    """
    _table: GameTable
    _page: Page
    """Kept, because a worker may still draw on it when the screen has just been left."""

    def compose(self) -> ComposeResult:
        """The table, and below it the page."""
        self._table = GameTable(look=self.look, palette=self.palette, bare=True)
        yield self._table
        self._page = Page(self.drawn, self.palette, ground=PANEL)
        yield self._page

    def on_mount(self) -> None:
        """Share out the rows."""
        super().on_mount()
        self.fit()

    def drawn(self, width: int, height: int) -> Rows:
        """The rows of the page; each screen has its own."""
        return ()

    def on_resize(self) -> None:
        """Keep the page within the screen."""
        self.fit()

    def fit(self) -> None:
        """Give the page its rows; a screen that is too small has none."""
        width, height = self.app.size
        self._page.display = width >= NEEDED[0] and height >= NEEDED[1]
        self._page.styles.height = next((rows for least, rows in ROWS.items() if height >= least), 0)
