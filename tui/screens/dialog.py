"""A question with two answers, or a notice with one."""

from __future__ import annotations

from tui.config.actions import NamedAction, Place
from tui.drawing.rows import Rows
from tui.i18n.texts import t
from tui.screens.choosing import ChoosingScreen
from tui.screens.layout import middle, page, words, wrap
from tui.screens.menu import Entry, Menu, keys, menu_footer

TEXT_WIDTH = 60

YES, NO = "yes", "no"


class AskScreen(ChoosingScreen[bool | None]):
    """Asks and gives True for the first answer, False for the second, None for Esc."""

    place = Place.MENU

    def __init__(self, title: str, text: str, yes: str, no: str | None = None) -> None:
        super().__init__()
        self._title = title
        self._text = text
        entries = [Entry(YES, yes)] if no is None else [Entry(YES, yes), Entry(NO, no)]
        self.menu = Menu(entries)
        self.menu.place = len(entries) - 1

    def picture(self, width: int, height: int) -> Rows:
        """Title, text, answers."""
        text = tuple(words(line) for line in wrap(self._text, min(TEXT_WIDTH, width - 8)))
        menu = self.menu.rows(self.look)
        back = [keys(t("screen.foot.back"), "cancel")] if len(self.menu.entries) > 1 else []
        block = (words(self._title, "title"), (), *text, (), *menu)
        return page([middle(block, width)], width, height, menu_footer(*back))

    def take(self, id: str) -> None:
        """Give the answer."""
        self.dismiss(id == YES)

    def perform(self, action: NamedAction) -> None:
        """Esc gives no answer."""
        if action.id == "cancel":
            self.dismiss(None)
        else:
            super().perform(action)


def notice(title: str, text: str) -> AskScreen:
    """Something that the person has to know before it goes on."""
    return AskScreen(title, text, t("screen.go-on"))
