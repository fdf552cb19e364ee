"""The card at the end of a game by table rules: what was missed, late and wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.reading.table_errors import ErrorAtTable
from tui.config.actions import Place
from tui.drawing.rows import Row, Rows
from tui.i18n.texts import t
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, menu_footer
from tui.screens.page_layout import middle, page, words, wrap
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ink
from tui.words.seating import Seating
from tui.words.table_errors import advice_line, error_groups

DONE, KEEP = "done", "keep"
TEXT_WIDTH = 70


class TableErrorsScreen(PanelScreen[None], MenuPage[None]):
    """The errors by sort, and a line that puts them into practice."""

    place = Place.MENU

    def __init__(self, errors: Sequence[ErrorAtTable], seating: Seating, keep: Callable[[], int]) -> None:
        """``keep`` puts the errors into practice, and returns how many it can ask about."""
        entries = [Entry(DONE, t("screen.go-on"))]
        super().__init__([*entries, Entry(KEEP, t("errors.keep"))] if errors else entries)
        self.errors = tuple(errors)
        self._seating = seating
        self._keep = keep
        self._told = ""

    def picture(self, width: int, height: int) -> Rows:
        """Title, groups, advice, menu."""
        room = min(TEXT_WIDTH, width - 8)
        head = [words(t("errors.title"), Ink.TITLE)]
        told = self._told or advice_line(self.errors)
        foot = [words(line, Ink.MUTED) for line in wrap(told, room)] if told else []
        blocks = [tuple(head), middle(self.menu(), width)]
        taken = sum(map(len, blocks)) + len(foot) + 6
        body = self._groups(room, max(height - taken, 3))
        return page(
            [middle(tuple(head), width), middle(tuple(body), width), middle(tuple(foot), width), blocks[1]],
            width,
            height,
            menu_footer(),
        )

    def _groups(self, width: int, room: int) -> list[Row]:
        """The groups. Without room for all lines the headings stay, with the number of lines left out."""
        if not self.errors:
            return [words(line) for line in wrap(t("errors.none"), width)]
        groups = error_groups(self.errors, self._seating)
        spare = room - 2 * len(groups)
        rows: list[Row] = []
        for number, group in enumerate(groups):
            share = max(spare // (len(groups) - number), 1)
            shown = group.lines if len(group.lines) <= share else group.lines[: max(share - 1, 1)]
            rows += [words(group.heading, Ink.NAME), *(words(f"  {line}") for line in shown)]
            if len(shown) < len(group.lines):
                rows.append(words(f"  {t('errors.more', count=len(group.lines) - len(shown))}", Ink.MUTED))
            spare -= len(shown)
        return rows

    def take(self, id: str) -> None:
        """Go on, or put the errors into practice."""
        if id == KEEP:
            count = self._keep()
            self._told = t("errors.kept", count=count) if count else t("errors.kept-none")
            self.redraw()
        else:
            self.dismiss(None)

    def leave(self) -> None:
        """Esc goes on."""
        self.dismiss(None)
