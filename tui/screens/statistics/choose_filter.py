"""Choosing a filter of the statistics: a menu of its values, each with the number of its games."""

from __future__ import annotations

from collections.abc import Sequence

from tui.archive.entry_words import rules_brief, rules_title
from tui.config.actions import ActionId, Place
from tui.drawing.rows import Rows
from tui.i18n.texts import t
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, keys, menu_footer
from tui.screens.page_layout import middle, page, words
from tui.screens.statistics.selection import FilterKind
from tui.tiles.roles import Ink
from tui.words.bot_names import bot_title

ANY = "any"


def filter_words(kind: FilterKind, value: str | None, *, brief: bool = False) -> str:
    """A value of a filter as a player reads it, in ``brief`` with the short name of the rules."""
    if value is None:
        return t(f"statistics.any.{kind}")
    match kind:
        case FilterKind.RULES:
            return rules_brief(value) if brief else rules_title(value)
        case FilterKind.TIME:
            return t(f"statistics.period.{value}")
        case FilterKind.OPPONENT:
            return bot_title(value)


class ChooseFilterScreen(MenuPage[str]):
    """The values of one filter. Its result is the value, or ``ANY``; None for Esc."""

    place = Place.MENU

    def __init__(
        self, kind: FilterKind, values: Sequence[tuple[str | None, int]], chosen: str | None
    ) -> None:
        """``values`` are the values with the number of games that each leaves."""
        super().__init__()
        self._kind, self._values = kind, values
        self.fill(self._made(), chosen or ANY)

    def _made(self) -> list[Entry]:
        return [
            Entry(value or ANY, filter_words(self._kind, value), t("statistics.screen.games", count=count))
            for value, count in self._values
        ]

    def refresh_texts(self) -> None:
        """Word the values in another language."""
        self.fill(self._made(), self.chosen.id)

    def picture(self, width: int, height: int) -> Rows:
        """Title and values."""
        menu = middle(self.menu(), width)
        shown = self.window_with((self.at, self.at), menu, width, min(len(menu), height - 6))
        title = words(t(f"statistics.filter.{self._kind}"), Ink.TITLE)
        foot = menu_footer(keys(t("screen.foot.back"), ActionId.CANCEL))
        return page([middle((title,), width), (), shown], width, height, foot)

    def take(self, id: str) -> None:
        """Choose that value."""
        self.dismiss(id)
