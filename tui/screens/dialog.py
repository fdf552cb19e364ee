"""Dialogs: a question with two answers, or a notice with one."""

from __future__ import annotations

from tui.config.actions import ActionId, Place
from tui.drawing.rows import Rows
from tui.i18n.texts import t
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, keys, menu_footer
from tui.screens.page_layout import middle, page, words, wrap
from tui.tiles.roles import Ink

TEXT_WIDTH = 60

YES, NO = "yes", "no"


class AskScreen(MenuPage[bool | None]):
    """A question. Its result is True for the first answer, False for the second, None for Esc."""

    place = Place.MENU

    def __init__(self, title: str, text: str, yes: str, no: str | None = None, more: str = "") -> None:
        """``more`` is a second paragraph."""
        super().__init__([Entry(YES, yes)] if no is None else [Entry(YES, yes), Entry(NO, no)])
        self._title = title
        self._paragraphs = (text, more) if more else (text,)
        self.at = self.count - 1

    def picture(self, width: int, height: int) -> Rows:
        """Title, text, answers."""
        room = min(TEXT_WIDTH, width - 8)
        texts = [[words(line) for line in wrap(text, room)] for text in self._paragraphs]
        back = [keys(t("screen.foot.back"), ActionId.CANCEL)] if self.count > 1 else []
        block = (
            words(self._title, Ink.TITLE),
            *(row for rows in texts for row in ((), *rows)),
            (),
            *self.menu(),
        )
        return page([middle(block, width)], width, height, menu_footer(*back))

    def take(self, id: str) -> None:
        """Give the answer."""
        self.dismiss(id == YES)


def notice(title: str, text: str, more: str = "") -> AskScreen:
    """A dialog with a text, in one or two paragraphs, and one button."""
    return AskScreen(title, text, t("screen.go-on"), more=more)
