"""What a lesson has to say at a moment: a few lines below the table, until any key goes on."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.actions import Place
from tui.screens.layout import words
from tui.screens.page import PANEL, KeyScreen, Page
from tui.texts import t
from tui.tiles import Role, Rows, Span
from tui.tiles.rows import fit, fit_rows, wrapped

ROWS = 4
"""The marks and the three lines below them: the position stays in view, and nothing is to be chosen now."""
MARGIN = 2


class RemarkScreen(KeyScreen[None], ModalScreen[None]):
    """One remark."""

    place = Place.LESSON
    DEFAULT_CSS = """
    RemarkScreen { align: left bottom; background: transparent; }
    RemarkScreen Page { width: 1fr; height: 4; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The lines."""
        yield Page(self.drawn, self.palette, ground=PANEL)

    def lay_ground(self) -> None:
        """The table shows through."""
        self.styles.background = "transparent"

    def drawn(self, width: int, height: int) -> Rows:
        """The remark, and how to go on."""
        lines = wrapped(self.text, width - 2 * MARGIN)
        margin = Span(" " * MARGIN)
        body = fit_rows([(margin, *words(line)) for line in lines], width, height - 1)
        return (*body, fit([margin, Span(t("lesson.go-on"), Role("muted"))], width))

    def press(self, event: events.Key) -> None:
        """Any key goes on."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """So does a click."""
        if self.seen_before(event):
            self.dismiss(None)
