"""The question before a saved game from elsewhere starts programs: their commands whole, and two answers."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import chop_cells
from textual import events

from tui.config.actions import ActionId, Place
from tui.drawing.rows import Row, Rows
from tui.i18n.texts import t
from tui.screens.list_page import MenuPage
from tui.screens.menu import Entry, keys, menu_footer
from tui.screens.page_layout import middle, page, words, wrap
from tui.screens.scroll_page import STEP
from tui.tiles.roles import Ink

AGREE, REFUSE = "agree", "refuse"
TEXT_WIDTH = 72
INDENT = "  "
AROUND = 6
"""Rows of gaps and of the footer."""
LEAST = 3
"""Rows of the commands that are always seen."""


class ProgramsScreen(MenuPage[bool | None]):
    """A dialog whose result is True if the player lets the programs run, otherwise False or None.

    Nobody can agree to what they have not seen: the answer counts once the end of the commands was shown.
    """

    place = Place.MENU

    def __init__(self, programs: Sequence[str]) -> None:
        """``programs`` are the commands, with control characters already visible."""
        super().__init__(_answers())
        self.programs = tuple(programs)
        self._seen = False
        """Whether the end of the commands was shown."""

    def picture(self, width: int, height: int) -> Rows:
        """Title, text, commands, warning, answers."""
        room = min(TEXT_WIDTH, width - 8)
        ask = t("save.programs.ask", count=len(self.programs))
        title, menu = (words(t("save.title"), Ink.TITLE),), self.menu()
        text = tuple(words(line) for line in wrap(ask, room))
        trust = tuple(words(line) for line in wrap(t("save.programs.trust"), room))
        rows = self._commands(room)
        taken = sum(map(len, (title, text, trust, menu))) + AROUND
        body = self.window(rows, room, min(max(height - taken, LEAST), len(rows)))
        self._seen = self._seen or self.scroll.top >= self.scroll.last
        told = (*text, (), *body, (), *trust)
        blocks = [middle(block, width) for block in (title, told, menu)]
        return page(blocks, width, height, menu_footer(keys(t("screen.foot.back"), ActionId.CANCEL)))

    def _commands(self, width: int) -> Rows:
        """The commands with all their spaces, broken only at the ends of the lines."""
        rows: list[Row] = []
        for number, program in enumerate(self.programs):
            rows += [()] * bool(number)
            rows += (words(f"{INDENT}{line}", Ink.NAME) for line in chop_cells(program, width - len(INDENT)))
        return tuple(rows)

    def refresh_texts(self) -> None:
        """Name the answers in another language."""
        self.entries = _answers()
        self.redraw()

    def move(self, by: int) -> None:
        """Scroll the commands to their end, then choose an answer; from the first one, scroll back."""
        if by > 0 and self.scroll.top < self.scroll.last:
            self.turn_rows(STEP)
        elif by < 0 and not self.at and self.scroll.top:
            self.turn_rows(-STEP)
        else:
            super().move(by)

    def turn_rows(self, rows: int) -> None:
        """Scroll the commands by so many rows."""
        self.scroll.by(rows)
        self.redraw()

    def turn(self, pages: int) -> None:
        """Scroll the commands."""
        self.scroll.page(pages)
        self.redraw()

    def jump(self, *, end: bool) -> None:
        """Scroll to the end of the commands, or to their beginning."""
        self.scroll.to(end=end)
        self.redraw()

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        """Scroll the commands by a few rows."""
        self.turn_rows(way * STEP)

    def take(self, id: str) -> None:
        """Give the answer; to agree before the end was shown turns the page instead."""
        if id == AGREE and not self._seen:
            self.turn(1)
        else:
            self.dismiss(id == AGREE)


def _answers() -> tuple[Entry, ...]:
    """The answer that starts nothing comes first, and is marked."""
    return Entry(REFUSE, t("save.programs.refuse")), Entry(AGREE, t("save.programs.agree"))
