"""Errors at a table with table rules: the ruling on one, and the card of all at the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.reading.table_errors import ErrorAtTable
from tui.config.actions import BY_ID, ActionId, Place
from tui.drawing.rows import Row, Rows
from tui.i18n.texts import t
from tui.screens.list_page import TextMenuPage
from tui.screens.page import Entry, PanelScreen, footer, keys, menu_footer, middle, page, words, wrap
from tui.tiles.look import Ink
from tui.words.names import Seating
from tui.words.table_rules import Ruling, advice_line, error_groups, lesson_line

RULING_WIDTH = 64


class RulingScreen(PanelScreen[None]):
    """One ruling. Enter goes on."""

    place = Place.RESULT

    def __init__(self, ruling: Ruling) -> None:
        super().__init__()
        self.ruling = ruling

    def picture(self, width: int, height: int) -> Rows:
        room = min(RULING_WIDTH, width - 8)
        ruling = self.ruling
        parts = ((ruling.offence, Ink.ALARM), (ruling.why, Ink.TEXT), (ruling.rule, Ink.MUTED))
        after = ((ruling.penalty, Ink.TITLE), (ruling.now, Ink.TEXT))
        block = [words(t("ruling.title"), Ink.TITLE), ()]
        for text, ink in (*parts, *after):
            if text:
                block += [*(words(line, ink) for line in wrap(text, room)), ()]
        named = BY_ID[ActionId.HELP].words
        foot = footer(keys(t("screen.go-on"), ActionId.CONFIRM), keys(named, ActionId.HELP))
        return page([middle(tuple(block), width)], width, height, foot)


DONE, KEEP = "done", "keep"
TEXT_WIDTH = 76
AROUND = 6
"""Rows of gaps and of the footer."""


class TableErrorsScreen(PanelScreen[None], TextMenuPage[None]):
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
        room = min(TEXT_WIDTH, width - 8)
        title, menu = (words(t("errors.title"), Ink.TITLE),), self.menu()
        told = self._told or advice_line(self.errors)
        advice = tuple(words(line, Ink.MUTED) for line in wrap(told, room)) if told else ()
        taken = sum(map(len, (title, menu, advice))) + AROUND
        rows = self._rows(room)
        body = self.text_window(rows, room, height - taken)
        blocks = [middle(block, width) for block in (title, body, advice, menu)]
        return page(blocks, width, height, menu_footer())

    def _rows(self, width: int) -> Rows:
        """The groups and the lessons that explain them, each error in as many lines as it needs."""
        if not self.errors:
            return tuple(words(line) for line in wrap(t("errors.none"), width))
        rows: list[Row] = []
        for group in error_groups(self.errors, self._seating):
            rows += [*[()] * bool(rows), words(group.heading, Ink.NAME)]
            for line in group.lines:
                first, *rest = wrap(line, width - 4)
                rows += [words(f"  {first}"), *(words(f"    {each}") for each in rest)]
        lines = wrap(lesson_line(self.errors), width)
        return (*rows, (), *(words(line, Ink.MUTED) for line in lines))

    def on_row(self, at: int) -> None:
        if self.entries[at].id == KEEP:
            count = self._keep()
            self._told = t("errors.kept", count=count) if count else t("errors.kept-none")
            self.redraw()
        else:
            self.dismiss(None)
