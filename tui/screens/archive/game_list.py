"""The list of one's own games: searched while one types, and the way to their replays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple

from click import ClickException

from engine.records.read_file import file_bytes, games_of
from engine.wording import visible
from tui.archive.archive_index import Index, message_of
from tui.archive.game_entries import (
    BrokenRecord,
    GameEntry,
    SearchableGames,
    entry_words,
    read_search,
    rules_title,
)
from tui.archive.game_notes import NotesSummary, summed_notes, with_own_notes
from tui.archive.kept_reviews import KeptReviews
from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.rows import EntryAt, Role, Row, Rows, RowsOnDemand, Span, cells, fit_rows, shortened, spread
from tui.i18n import join_list, ljust, rjust, t
from tui.replay.replay_state import open_replay
from tui.screens.archive.archive_page import ArchivePage
from tui.screens.archive.statistics import StatisticsScreen
from tui.screens.archive.statistics_pages import GAME_GAP, PLACE, RULES, TIME_FROM, date_width
from tui.screens.archive.totals import AskedRecords, TotalsScreen
from tui.screens.dialogs import notice
from tui.screens.list_page import POINTER, TypedList
from tui.screens.page import MARGIN, back_key, cursor_keys, fixed_key, keys, named_key, typed_field, words
from tui.tiles import Ink

LENGTH, POINTS = 6, 6
"""Widths of columns; the others are those of the statistics."""
NOTED = "*"
"""Before a game with comments or bookmarks."""
AROUND = 8
"""Rows that are not games: title, search, heads, details, footer, gaps."""
OF_A_GAME = (ActionId.CONFIRM, ActionId.MOMENTS, ActionId.GAME_PAGE)
"""Actions about the game under the cursor."""


class ReadGames(NamedTuple):
    """The games read from the archive."""

    games: tuple[GameEntry, ...] = ()
    """The latest first."""
    broken: tuple[BrokenRecord, ...] = ()
    message: str = ""
    """Why the index is not kept, or notices about its file."""
    notes: Mapping[Path, NotesSummary] = {}
    """How much is noted in the games that have comments or bookmarks."""


def _read_games(home: Path, index: Index) -> ReadGames:
    games = tuple(index.games())
    return ReadGames(games, index.broken, message_of(index), summed_notes(home, games))


class GamesScreen(TypedList[None], ArchivePage[ReadGames]):
    """One line a game, the latest first, then the files that cannot be read."""

    place: ClassVar[Place] = Place.GAMES
    LARGEST: ClassVar[tuple[int, int]] = (112, 10_000)
    LONGEST, SIGNS = 60, " -:,."
    types = False

    def __init__(self, home: Path) -> None:
        """``home`` is the data folder."""
        super().__init__(home, partial(_read_games, home))
        self._searchable = SearchableGames(())
        self.found: tuple[GameEntry, ...] = ()
        self.broken: tuple[BrokenRecord, ...] = ()
        """The unreadable files, if the list shows them."""
        self._asked_records = AskedRecords()

    async def show_read(self, found: ReadGames) -> None:
        self._make_searchable()
        self.narrow()
        await asyncio.to_thread(self._searchable.prepare)

    def on_screen_resume(self) -> None:
        """Something may have been noted in the game that was replayed."""
        super().on_screen_resume()
        if self.read is not None and self.chosen is not None:
            path = self.chosen.path
            others = {each: count for each, count in self.read.notes.items() if each != path}
            notes = {**others, **summed_notes(self._home, [self.chosen])}
            if notes != self.read.notes:
                self.read = self.read._replace(notes=notes)
                self._make_searchable()
            self.redraw()

    def refresh_texts(self) -> None:
        self._make_searchable()

    def _make_searchable(self) -> None:
        if self.read is not None:
            texts = {path: noted.text for path, noted in self.read.notes.items()}
            self._searchable = SearchableGames(self.read.games, self.game_app.zone, texts)

    def narrow(self) -> None:
        """Apply the search. The cursor stays on its game if the game still matches."""
        chosen = self.chosen
        search = read_search(self.typed)
        self.found = self._searchable.found(search)
        self.broken = () if self.typed.strip() or self.read is None else self.read.broken
        self.go_to(self.found.index(chosen) if chosen in self.found else 0)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to list or to search."""
        return self.read is not None and not self.read.games and not self.read.broken

    @property
    def count(self) -> int:
        return len(self.found) + len(self.broken)

    @property
    def chosen(self) -> GameEntry | None:
        return self.found[self.at] if self.at < len(self.found) else None

    def applies(self, action: NamedAction) -> bool:
        return self.chosen is not None or action.id not in OF_A_GAME

    def on_action(self, action: NamedAction) -> None:
        match action.id:
            case ActionId.SEARCH if not self.is_empty:
                self.types = True
                self.redraw()
            case ActionId.MOMENTS:
                self._open(moments=True)
            case ActionId.STATISTICS:
                self.app.push_screen(StatisticsScreen(self.game_app.folder))
            case ActionId.TOTALS:
                self.app.push_screen(TotalsScreen(self._home, self._asked_records))
            case ActionId.GAME_PAGE if self.chosen is not None and not self.writing:
                stem, made = self.chosen.path.name.partition(".")[0], partial(_page, self._home, self.chosen)
                self.run_worker(self.save_page(t("games.page"), stem, made))
            case ActionId.CONFIRM if self.types:
                self.types = False
                self.redraw()
            case ActionId.CANCEL if self.types or self.typed:
                self.types = False
                self.type("")
            case _:
                super().on_action(action)

    def on_row(self, at: int) -> None:
        self._open(moments=False)

    def _open(self, *, moments: bool) -> None:
        if self.chosen is None:
            return
        try:
            replay = open_replay(self.chosen.path)
        except ClickException as error:
            self.app.push_screen(notice(t("games.title"), error.message))
        else:
            self.game_app.show_replay(replay, moments=moments)

    def picture(self, width: int, height: int) -> Rows:
        if self.is_empty:
            hint = named_key(ActionId.TOTALS)
            return self.empty_page(
                t("games.title"), t("games.none"), t("games.none-how"), width, height, hint
            )
        inner = width - 2 * MARGIN
        lines = RowsOnDemand(self.count, lambda number: self._line(number, inner))
        body: Rows
        room = height - AROUND
        if self.count:
            body = self.window_with((self.at, self.at), lines, inner, room)
        elif self.read is None:
            body = fit_rows(self.reading(inner), inner, room)
        else:
            body = fit_rows([words(t("games.none-found"), Ink.MUTED)], inner, room)
        rows = [
            (),
            self._title(inner),
            self._searched(inner),
            (),
            _heads(inner),
            *body,
            (),
            self._details(inner),
        ]
        return self.framed(rows, width, height)

    def _title(self, width: int) -> Row:
        count = len(self.read.games) if self.read is not None else 0
        told = t("games.count", count=count)
        if self.typed.strip():
            told = t("games.found", found=len(self.found), count=count)
        right = [Span(told, Role(Ink.MUTED))] if self.read is not None else []
        return spread([Span(t("games.title"), Role(Ink.TITLE))], right, width)

    def _searched(self, width: int) -> Row:
        """The search, or how to begin one; why a filter of it cannot be read."""
        if not self.types and not self.typed:
            message = "" if self.read is None else self.read.message
            message = t("games.page-busy") if self.writing else message
            hint = named_key(ActionId.SEARCH)
            return spread(hint, [Span(shortened(message, width // 2), Role(Ink.ALARM))], width)
        left = [Span(f"{t('games.search')} ", Role(Ink.MUTED)), typed_field(self.typed, ends=self.types)]
        fault = read_search(self.typed).fault
        room = width - sum(cells(span.text) for span in left) - 3
        if fault:
            return (*left, Span("   "), Span(shortened(fault, room), Role(Ink.ALARM)))
        hints = (t("games.hint"), t("games.hint-short"), "")
        return (
            *left,
            Span("   "),
            Span(next(each for each in hints if cells(each) <= room), Role(Ink.MUTED)),
        )

    def _line(self, number: int, width: int) -> Row:
        meta = EntryAt(number)
        pointer = self.pointer(number, meta)
        if number >= len(self.found):
            told = visible(self.broken[number - len(self.found)].line)
            return pointer, self.entry_text(number, shortened(told, width - POINTER), Ink.ALARM, meta)
        row = self._game(self.found[number], width)
        return pointer, *(self.entry_text(number, text, ink, meta) for text, ink in row)

    def _game(self, game: GameEntry, width: int) -> Iterator[tuple[str, Ink]]:
        told = entry_words(game, self.game_app.zone)
        counts = game.over and not game.branch
        yield NOTED if self.read and game.path in self.read.notes else " ", Ink.ACTING
        yield f"{told.day}{f' {told.time}' if width >= TIME_FROM else ''}  ", Ink.NAME
        yield ljust(shortened(told.rules, RULES), RULES + GAME_GAP), Ink.TEXT
        yield ljust(told.length, LENGTH + GAME_GAP), Ink.TEXT
        yield ljust(told.place, PLACE + GAME_GAP), Ink.POINTS if counts and game.place == 1 else _ink(counts)
        yield rjust(told.points, POINTS) + " " * GAME_GAP, _ink(counts)
        room = width - _others(width)
        others = told.opponents if cells(told.opponents) <= room else told.brief
        yield ljust(shortened(others, room), room), Ink.MUTED

    def _details(self, width: int) -> Row:
        game, at = self.chosen, self.at - len(self.found)
        if game is None:
            fault = visible(self.broken[at].line) if 0 <= at < len(self.broken) else ""
            return words(shortened(fault, width), Ink.ALARM)
        told = entry_words(game, self.game_app.zone)
        noted = None if self.read is None else self.read.notes.get(game.path)
        parts = [
            "" if width >= TIME_FROM else told.time,
            t("games.comments", count=noted.comments) if noted and noted.comments else "",
            t("games.bookmarks", count=noted.bookmarks) if noted and noted.bookmarks else "",
            told.notes,
            game.path.name,
            rules_title(game.rules),
            t("games.seed", seed=told.seed) if told.seed and told.seed not in game.path.name else "",
        ]
        parts = [part for part in parts if part]
        while len(parts) > 1 and cells(join_list(parts)) > width:
            parts.pop()
        return words(shortened(join_list(parts), width), Ink.MUTED)

    def hints(self) -> Sequence[Row]:
        if self.types:
            done = fixed_key("enter", t("games.done"), ActionId.CONFIRM)
            return (done, fixed_key("escape", t("games.clear"), ActionId.CANCEL))
        return (
            cursor_keys(),
            keys(t("games.replay"), ActionId.CONFIRM),
            keys(t("games.review"), ActionId.MOMENTS),
            keys(t("games.page-key"), ActionId.GAME_PAGE),
            named_key(ActionId.STATISTICS),
            named_key(ActionId.TOTALS),
            back_key(),
        )


def _page(home: Path, game: GameEntry) -> str:
    """The page of the game. Raises OSError, RecordError."""
    from tui.export.html_page import game_page  # few write a page

    (first, *_) = games_of(file_bytes(game.path))
    return game_page(with_own_notes(home, first), kept=KeptReviews(home))


def _ink(counts: bool) -> Ink:
    return Ink.TEXT if counts else Ink.MUTED


def _others(width: int) -> int:
    return POINTER + 1 + date_width(width) + sum(size + GAME_GAP for size in (RULES, LENGTH, PLACE, POINTS))


def _heads(width: int) -> Row:
    columns = {
        "date": date_width(width),
        "rules": RULES + GAME_GAP,
        "length": LENGTH + GAME_GAP,
        "place": PLACE + GAME_GAP,
    }
    row = "".join(ljust(t(f"games.heads.{name}"), size) for name, size in columns.items())
    row += rjust(t("games.heads.points"), POINTS) + " " * GAME_GAP + t("games.heads.opponents")
    return words(" " * (POINTER + 1) + shortened(row, width - POINTER - 1), Ink.MUTED)
