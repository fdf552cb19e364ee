"""What a lesson has to say at a moment: a few lines below the table, until any key goes on."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.config.actions import BY_ID, NamedAction, Place, action_for
from tui.drawing.page import Page, PageClicked
from tui.drawing.rows import Role, Rows, Span, fit_rows, spread, wrapped
from tui.i18n.texts import t
from tui.screens.base import KeyScreen
from tui.screens.layout import words
from tui.screens.menu import keys
from tui.screens.page import PANEL

ROWS = 4
"""The marks and the three lines below them: the position stays in view, and nothing is to be chosen now."""
MARGIN = 2
STAYS = ("help", "glossary", "palette")
"""Actions that open something over the remark."""


class RemarkScreen(KeyScreen[bool], ModalScreen[bool]):
    """One remark; gives True where the lesson is to be left."""

    place = Place.LESSON
    DEFAULT_CSS = """
    RemarkScreen { align: left bottom; background: transparent; }
    RemarkScreen:ansi { background: transparent; }
    RemarkScreen.-above { align: left top; }
    RemarkScreen Page { width: 1fr; height: 4; }
    """

    def __init__(self, text: str, *, above: bool = False, skips: bool = False) -> None:
        """``above`` the table: it speaks of the lines below. With ``skips`` a key leaves the lesson."""
        super().__init__()
        self.text = text
        self._skips = skips
        self.set_class(above, "-above")

    def compose(self) -> ComposeResult:
        """The lines."""
        yield Page(self.drawn, self.palette, ground=PANEL)

    def drawn(self, width: int, height: int) -> Rows:
        """The remark, and how to go on."""
        lines = wrapped(self.text, width - 2 * MARGIN)
        margin = Span(" " * MARGIN)
        body = fit_rows([(margin, *words(line)) for line in lines], width, height - 1)
        go_on = [margin, Span(t("lesson.go-on"), Role("muted"))]
        if self._skips:
            go_on += [Span("   "), *keys(t("first.skip"), "cancel")]
        return (*body, spread(go_on, [*keys(BY_ID["help"].words, "help"), margin], width))

    def press(self, event: events.Key) -> None:
        """Any key goes on, but those that open something over it."""
        action = action_for(event.key, self.place)
        if action is not None and action.id in STAYS:
            self.perform(action)
        else:
            self.dismiss(self._leaves(action))

    def _leaves(self, action: NamedAction | None) -> bool:
        return self._skips and action is not None and action.id == "cancel"

    def on_page_clicked(self, message: PageClicked) -> None:
        """A click on a key that is named."""
        if self.seen_before(message):
            action = BY_ID[str(message.value)]
            if self._leaves(action):
                self.dismiss(True)
            else:
                self.perform(action)

    def on_click(self, event: events.Click) -> None:
        """So does a click, where no key is named."""
        if self.seen_before(event) and self.means_nothing(event):
            self.dismiss(False)
