"""A table with a position, and below it a page about that position."""

from __future__ import annotations

from textual.app import ComposeResult

from tui.desk.desk import Desk
from tui.screens.page import PANEL, PageScreen
from tui.screens.panels import HintScreen
from tui.screens.screen import Result
from tui.system.terminal import MIN_SIZE
from tui.table.widget import GameTable, MarkClicked, TileClicked
from tui.tiles.look import Ground

ROWS = {40: 9, 30: 10, 24: 8}
"""The height of the page by the least height of the screen: the rows that the table can spare."""


class TablePageScreen(PageScreen[Result]):
    """A page of a few rows below a table that shows nothing but the position."""

    DEFAULT_CSS = """
    TablePageScreen { layout: vertical; }
    """
    _table: GameTable
    _desk: Desk | None = None
    """What the table shows."""

    def compose(self) -> ComposeResult:
        """Create the table, and the page below it."""
        self._table = GameTable(look=self.look, palette=self.palette, bare=True)
        yield self._table
        yield from super().compose()

    def on_mount(self) -> None:
        """Divide the rows of the screen."""
        self.fit()

    def ground(self, *, whole: bool) -> Ground:
        """The ground of panels."""
        return PANEL

    def fit(self) -> None:
        """Set the height of the page, which is hidden on a screen that is too small."""
        width, height = self.app.size
        self._page.display = width >= MIN_SIZE[0] and height >= MIN_SIZE[1]
        self._page.styles.height = next((rows for least, rows in ROWS.items() if height >= least), 0)

    def explain_tile(self, place: int | None = None) -> None:
        """Explain the tile at that place of the hand, or the one under the cursor."""
        explainer = None if self._desk is None else self._desk.tile_explainer()
        if explainer is not None:
            self.app.push_screen(HintScreen(explainer, place))

    def on_tile_clicked(self, message: TileClicked) -> None:
        """Handle a click on a tile of the hand."""
        if self.was_visible_at(message):
            self.click_tile(message.place)

    def on_mark_clicked(self, message: MarkClicked) -> None:
        """Handle a click on a mark like one on its tile."""
        if self.was_visible_at(message):
            self.click_tile(message.place)

    def click_tile(self, place: int) -> None:
        """Explain the tile that was clicked."""
        self.explain_tile(place)
