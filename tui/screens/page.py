"""A screen that is one page of rows, on the whole screen or as a panel above another."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.config.actions import BY_ID
from tui.drawing.page import Page, PageClicked
from tui.drawing.rows import FELT, Rows
from tui.drawing.too_small import too_small
from tui.screens.base import KeyScreen, Result
from tui.table.layout import NEEDED

SLIVERS = 16
"""A page that would leave fewer cells at its sides takes the whole screen."""
PANEL = "panel"
"""The ground of a page that has something around it."""
DIM = "black 45%"
"""Lies over a table that is behind a page; where the terminal has its own colours, they cannot be dimmed, and
the table is not shown there."""


class PageScreen(KeyScreen[Result]):
    """A screen that is one page, in the middle where the screen is much larger."""

    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    """
    LARGEST: ClassVar[tuple[int, int]] = (120, 40)
    """The page never becomes wider or higher."""

    def compose(self) -> ComposeResult:
        """The page."""
        yield Page(self.drawn, self.palette, ground=self.ground(whole=True))

    def drawn(self, width: int, height: int) -> Rows:
        """The picture, or, on a screen that is too small, what size it needs."""
        if width < NEEDED[0] or height < NEEDED[1]:
            return too_small(width, height, NEEDED)
        return self.picture(width, height)

    def picture(self, width: int, height: int) -> Rows:
        """The rows of this screen, at least 80 by 24; each screen has its own."""
        return ()

    def redraw(self) -> None:
        """Show what has changed."""
        self.query_one(Page).redraw()

    def on_resize(self) -> None:
        """Keep the page within the screen."""
        self.fit()

    def fit(self) -> None:
        """Give the page its size and its ground."""
        width, height = self.app.size
        page = self.query_one(Page)
        across, down = self.LARGEST
        across = across if width - across >= SLIVERS else width
        down = down if height - down >= SLIVERS // 2 else height
        page.styles.width, page.styles.height = across, down
        page.stand_on(self.ground(whole=(across, down) == (width, height)))

    def ground(self, *, whole: bool) -> str:
        """What the page stands on, which is the whole screen or has felt around it."""
        return FELT.ground if whole else PANEL

    def on_page_clicked(self, message: PageClicked) -> None:
        """A click on a key that the page names is that key; the screen knows what else there is."""
        if not self.seen_before(message):
            return
        if message.what == "key":
            self.perform(BY_ID[str(message.value)])
        else:
            self.click(message.what, message.value)

    def click(self, what: str, value: object) -> None:
        """Take a click; pages where nothing can be clicked leave this."""


class PanelScreen(PageScreen[Result], ModalScreen[Result]):
    """A page that lies on the table, which shows around it where the screen is larger."""

    DEFAULT_CSS = f"""
    PanelScreen {{ background: {DIM}; }}
    PanelScreen:ansi {{ background: ansi_default; }}
    """
    LARGEST: ClassVar[tuple[int, int]] = (92, 30)

    def ground(self, *, whole: bool) -> str:
        """That of panels at any size."""
        return PANEL
