"""What pages over many games share: reading in a thread with a bar, a choice of values, a page of HTML."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, TypeVar

import click

from engine.records.recorded_choices import RecordError
from engine.wording import visible
from tui.archive.archive import RECORDS
from tui.archive.archive_index import Index, IndexReader
from tui.drawing.charts import BarPart, bar
from tui.drawing.rows import Row, Rows
from tui.i18n import t
from tui.replay.replay_state import open_replay
from tui.screens.dialogs import notice
from tui.screens.list_page import ListPage, PickPage
from tui.screens.page import Entry, back_key, middle, page, page_footer, words, wrap
from tui.screens.screen import GameApp
from tui.system.files import current_folder, os_error_text, save_new
from tui.tiles import Ink


class ChooseValueScreen(PickPage):
    """Values, each with the number of its games. The result is the chosen one; None for Esc."""

    def __init__(
        self,
        title: Callable[[], str],
        values: Sequence[tuple[str, int]],
        shown: Callable[[str], str],
        chosen: str,
    ) -> None:
        """``shown`` puts a value into words."""
        super().__init__()
        self._title, self._values, self._shown = title, values, shown
        self.fill(self._made(), chosen)

    def _made(self) -> list[Entry]:
        return [
            Entry(value, self._shown(value), t("statistics.screen.games", count=count))
            for value, count in self._values
        ]

    def refresh_texts(self) -> None:
        self.fill(self._made(), self.chosen.id)

    def picture(self, width: int, height: int) -> Rows:
        menu = middle(self.menu(), width)
        shown = self.window_with((self.at, self.at), menu, width, min(len(menu), height - 6))
        title = words(self._title(), Ink.TITLE)
        return self.paged([middle((title,), width), (), shown], width, height)


def show_record(app: GameApp, record: Path) -> str:
    """Open the replay of a record; returns why it cannot be opened, or an empty text."""
    try:
        app.show_replay(open_replay(record))
    except click.ClickException as error:
        return error.message
    return ""


Read = TypeVar("Read")
REDRAW = 0.1
"""Seconds from one picture of the progress to the next."""
BAR = 48
TEXT_WIDTH = 64


class ArchivePage(ListPage[None], Generic[Read]):
    """A page about all games of the archive. They are read in a thread: the first time, all are indexed."""

    quits_here = True

    def __init__(self, home: Path, ask: Callable[[Index], Read]) -> None:
        """``home`` is the data folder, ``ask`` what is read of the index."""
        super().__init__()
        self._home, self._ask = home, ask
        self._reader = IndexReader(home, ask)
        self.read: Read | None = None
        """None while the games are being read."""
        self.writing = False
        """Whether a page is being written."""

    def on_mount(self) -> None:
        super().on_mount()
        self.renew()

    def renew(self) -> None:
        """Read the games again, after one was played or replayed."""
        self._reader.stop()
        self._reader = IndexReader(self._home, self._ask)
        self.run_worker(self._fill(self._reader), exclusive=True)

    async def _fill(self, reader: IndexReader[Read]) -> None:
        drawing = self.set_interval(REDRAW, self.redraw)
        try:
            found = await reader.read()
        finally:
            drawing.stop()
        if found is not None:
            self.read = found
            await self.show_read(found)

    async def show_read(self, found: Read) -> None:
        """Show the games. Each page has its own way."""

    @property
    def loaded(self) -> bool:
        return self.read is not None

    def reading(self, width: int, looking: str = "", told: str = "") -> Rows:
        """How far the reading is: ``told`` says it once it is known how much there is to read."""
        done, count = self._reader.done, self._reader.total
        if not count:
            return (words(looking or t("statistics.screen.looking"), Ink.MUTED),)
        fills = self.look.glyphs.fills
        parts = [BarPart(done, Ink.SAFE), BarPart(count - done, Ink.FAINT, len(fills) - 1)]
        return (
            bar(parts, count, min(BAR, width - 8), self.look.glyphs),
            words(told or t("statistics.screen.reading", done=done, count=count)),
            words(t("statistics.screen.kept"), Ink.MUTED),
        )

    def reading_page(self, title: str, width: int, height: int, looking: str = "", told: str = "") -> Rows:
        blocks: list[Rows] = [(words(title, Ink.TITLE),)]
        blocks += ((row,) for row in self.reading(width, looking, told))
        return page([middle(block, width) for block in blocks], width, height, page_footer(back_key()))

    async def save_page(self, title: str, stem: str, made: Callable[[], str]) -> None:
        """Write a page of HTML that takes a moment to make, and say where it is."""
        folders = (*current_folder(), self.game_app.home)
        self.writing = True
        self.redraw()
        try:
            path = await asyncio.to_thread(lambda: save_new(made(), stem, ".html", folders))
            told, more = t("games.page-saved", path=visible(str(path))), t("games.page-how")
        except (OSError, RecordError) as error:
            reason = os_error_text(error) if isinstance(error, OSError) else str(error)
            told, more = t("games.page-failed", reason=reason), ""
        finally:
            self.writing = False
            if self.is_mounted:
                self.redraw()
        if self.is_active:
            self.app.push_screen(notice(title, told, more))

    def on_unmount(self) -> None:
        self._reader.stop()

    def empty_page(self, title: str, none: str, how: str, width: int, height: int, *hints: Row) -> Rows:
        """Say that there are no games, how they come about, and where they are kept; ``hints`` are keys."""
        room = min(TEXT_WIDTH, width - 8)
        lines = [words(line) for line in wrap(how, room)]
        folder = wrap(self.game_app.shown_path(self._home / RECORDS), room)
        blocks = [
            middle((words(title, Ink.TITLE),), width),
            middle((words(none, Ink.NAME),), width),
            middle((*lines, (), *(words(line, Ink.NAME) for line in folder)), width),
        ]
        return page(blocks, width, height, page_footer(*hints, back_key()))
