"""A remark of a lesson: a few lines below the table, until any key goes on."""

from __future__ import annotations

from textual import events

from tui.config.actions import BY_ID, ActionId, Place, action_for
from tui.drawing.rows import Role, Rows, Span, spread, wrapped
from tui.i18n.texts import t
from tui.screens.menu import keys
from tui.screens.page_layout import framed, words
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ink

ROWS = 4
"""Rows that a remark covers: the marks of the hand and three lines. The position stays visible."""
MARGIN = 2
STAYS = (ActionId.HELP, ActionId.GLOSSARY, ActionId.PALETTE, ActionId.CANCEL)
"""Actions that do not just close the remark: they open another screen, or may leave the lesson."""


class RemarkScreen(PanelScreen[bool]):
    """One remark, which any key or click closes. Its result is whether the player leaves the lesson."""

    place = Place.LESSON
    DEFAULT_CSS = """
    RemarkScreen { align: left bottom; }
    RemarkScreen.-above { align: left top; }
    RemarkScreen Page { width: 1fr; height: 4; }
    """

    def __init__(self, text: str, *, above: bool = False, skips: bool = False) -> None:
        """Create a remark ``above`` or below the table. With ``skips`` a key leaves the lesson."""
        super().__init__()
        self.text = text
        self._skips = skips
        self.set_class(above, "-above")

    @property
    def see_through(self) -> bool:
        """The remark is about the table, which stays visible."""
        return True

    def fit(self) -> None:
        """The style sheet sets the size of the page."""

    def drawn(self, width: int, height: int) -> Rows:
        """The remark, and how to go on."""
        lines = wrapped(self.text, width - 2 * MARGIN)
        margin = Span(" " * MARGIN)
        go_on = [margin, Span(t("lesson.go-on"), Role(Ink.MUTED))]
        if self._skips:
            go_on += [Span("   "), *keys(t("first.skip"), ActionId.CANCEL)]
        foot = spread(go_on, [*keys(BY_ID[ActionId.HELP].words, ActionId.HELP), margin], width)
        return framed(map(words, lines), foot, width, height, MARGIN)

    def press(self, event: events.Key) -> None:
        """Close the remark, unless the key opens something over it."""
        action = action_for(event.key, self.place)
        if action is not None and action.id in STAYS:
            self.perform(action)
        else:
            self.dismiss(False)

    def leave(self) -> None:
        """Leave the lesson if that is possible here, else close the remark."""
        self.dismiss(self._skips)

    def on_click(self, event: events.Click) -> None:
        """Close the remark after a click on nothing."""
        if self.was_visible_at(event) and self.hits_nothing(event):
            self.dismiss(False)
