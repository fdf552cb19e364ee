"""Screens with a page of rows: the whole screen, or a panel over another screen."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.config.actions import BY_ID, ActionId, NamedAction
from tui.drawing.click_meta import ActionKey, Meta
from tui.drawing.page_widget import Page, PageClicked
from tui.drawing.rows import Rows
from tui.drawing.too_small import too_small
from tui.screens.base import KeyScreen, Result
from tui.system.terminal import MIN_SIZE
from tui.tiles.roles import Ground

MIN_SIDE_CELLS = 16
"""If there are fewer cells beside a page, it fills the whole screen."""
WHOLE_SCREEN = (10_000, 10_000)
"""The largest size of a page that fills every screen."""
PANEL = Ground.PANEL
"""The ground of a page that does not fill the screen."""


class PageScreen(KeyScreen[Result]):
    """A screen with one page of rows, centred where the screen is much larger."""

    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    """
    LARGEST: ClassVar[tuple[int, int]] = (92, 30)
    """The largest size of the page, in cells."""
    _page: Page
    """Stored, because a worker may still draw on it just after the screen was closed."""

    def compose(self) -> ComposeResult:
        """Create the page."""
        self._page = Page(self.drawn, self.palette, ground=self.ground(whole=True))
        yield self._page

    def drawn(self, width: int, height: int) -> Rows:
        """The picture, or on a screen that is too small the size that it needs.

        A page with felt around it has space around its last row, the footer.
        """
        if width < MIN_SIZE[0] or height < MIN_SIZE[1]:
            return too_small(width, height, MIN_SIZE)
        if height == self.app.size.height:
            return self.picture(width, height)
        *rows, foot = self.picture(width, height - 2)
        return (*rows, (), foot, ())

    def picture(self, width: int, height: int) -> Rows:
        """The rows of this screen, at least 80 by 24. Each screen has its own."""
        return ()

    def redraw(self) -> None:
        """Draw the page again."""
        self._page.redraw()

    def on_resize(self) -> None:
        """Keep the page within the screen."""
        self.fit()
        self.paint_around()

    def apply_theme(self) -> None:
        """Draw everything in the present look and colours."""
        super().apply_theme()
        self.paint_around()

    @property
    def see_through(self) -> bool:
        """Whether the screen below shows beside the page, which then covers whole areas of it."""
        return False

    def paint_around(self) -> None:
        """Paint felt around the page, unless the screen below shows there."""
        colour = "transparent" if self.see_through else self.palette.colour(Ground.FELT)
        if colour:
            self.styles.background = colour
        else:
            self.styles.clear_rule("background")

    def fit(self) -> None:
        """Set the size and the ground of the page."""
        width, height = self.app.size
        across, down = self.LARGEST
        across = across if width - across >= MIN_SIDE_CELLS else width
        down = down if height - down >= MIN_SIDE_CELLS // 2 else height
        self._page.styles.width, self._page.styles.height = across, down
        self._page.set_ground(self.ground(whole=(across, down) == (width, height)))

    def ground(self, *, whole: bool) -> Ground:
        """The ground of the page, which is the ``whole`` screen or has felt around it."""
        return Ground.FELT if whole else PANEL

    def on_page_clicked(self, message: PageClicked) -> None:
        """Perform the action of a key that was clicked; pass any other click to ``click``."""
        if not self.was_visible_at(message):
            return
        match message.meta:
            case ActionKey(id):
                self.perform(BY_ID[id])
            case meta:
                self.click(meta)

    def click(self, meta: Meta) -> None:
        """Handle a click on something that is not a key."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Pass a turn of the wheel to ``wheel``."""
        self.wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Pass a turn of the wheel to ``wheel``."""
        self.wheel(event, -1)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        """Handle a turn of the wheel: ``way`` is 1 for down, -1 for up."""

    def perform(self, action: NamedAction) -> None:
        """Leave, or carry out an action of every screen."""
        if action.id == ActionId.CANCEL:
            self.leave()
        else:
            super().perform(action)

    def leave(self) -> None:
        """Leave the screen without a result."""
        self.dismiss(None)


class PanelScreen(PageScreen[Result], ModalScreen[Result]):
    """A page over another screen, which it hides: where the screen is larger, there is felt around the page.

    Around a page that showed the screen below, tiles and words would be cut in half.
    """

    DEFAULT_CSS = """
    PanelScreen { background: black; }
    PanelScreen:ansi { background: ansi_default; }
    """

    def ground(self, *, whole: bool) -> Ground:
        """The ground of panels, at any size."""
        return PANEL
