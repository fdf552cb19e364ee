"""A question with two answers, or a notice with one."""

from __future__ import annotations

from tui.actions import NamedAction, Place
from tui.screens.layout import middle, page, words, wrap
from tui.screens.menu import Entry, Menu, footer, hint
from tui.screens.page import PageScreen
from tui.texts import t
from tui.tiles import Rows

TEXT_WIDTH = 60

YES, NO = "yes", "no"


class AskScreen(PageScreen[bool]):
    """Asks and gives True for the first answer, False for the second or Esc."""

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
        foot = footer(hint(t("screen.foot.choose"), "up", "down"), hint(t("screen.foot.take"), "confirm"))
        block = (words(self._title, "title"), (), *text, (), *menu)
        return page([middle(block, width)], width, height, foot)

    def perform(self, action: NamedAction) -> None:
        """Move, or answer."""
        match action.id:
            case "up" | "down":
                self.menu.step(1 if action.id == "down" else -1)
                self.redraw()
            case "confirm":
                self.dismiss(self.menu.chosen.id == YES)
            case "cancel":
                self.dismiss(False)
            case _:
                super().perform(action)

    def click(self, what: str, value: object) -> None:
        """A click on an answer gives it."""
        if what == "entry":
            self.dismiss(value == YES)


def notice(title: str, text: str) -> AskScreen:
    """Something that the person has to know before it goes on."""
    return AskScreen(title, text, t("screen.go-on"))
