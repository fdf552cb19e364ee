"""The screen of statistics: pages of figures and charts over one's own games, with filters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, NamedTuple

from ai.statistics.figures import Figure
from ai.statistics.player_counts import PlayerCounts
from tui.archive.archive import RECORDS
from tui.archive.archive_index import Index
from tui.archive.counted_games import CountedGame, by_month, total
from tui.archive.index_reader import IndexReader, message_of
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.click_meta import ActionKey, EntryAt, GameAt, MenuEntry, Meta
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit_rows, shortened, spread, width_of
from tui.i18n.layout import join_list
from tui.i18n.texts import t
from tui.screens.list_page import ListPage
from tui.screens.menu import footer, keys
from tui.screens.page_layout import framed, words
from tui.screens.page_screen import WHOLE_SCREEN
from tui.screens.statistics.choose_filter import ANY, ChooseFilterScreen, filter_words
from tui.screens.statistics.figure_help import help_rows
from tui.screens.statistics.figure_list import figure_list
from tui.screens.statistics.furiten_page import furiten_page
from tui.screens.statistics.game_lines import LineLook, game_details
from tui.screens.statistics.games_behind import GamesBehindScreen
from tui.screens.statistics.games_page import games_page
from tui.screens.statistics.overview import overview
from tui.screens.statistics.selection import FilterKind, Selection, choices
from tui.screens.statistics.show_record import show_record
from tui.screens.statistics.targets import Target, Targets
from tui.screens.statistics.waiting_pages import empty_page, reading_page
from tui.tiles.roles import Ground, Ink

MARGIN = 2
HEAD, HELP = 3, 3
"""Rows above and below the page: title, filters and a blank; the definition and the reference."""
REDRAW = 0.1
"""Seconds between two pictures of the progress."""


class StatisticsPage(StrEnum):
    """The pages of the screen."""

    OVERVIEW = "overview"
    FIGURES = "figures"
    FURITEN = "furiten"
    GAMES = "games"


PAGES = tuple(StatisticsPage)
FILTERS = {
    ActionId.FILTER_RULES: FilterKind.RULES,
    ActionId.FILTER_TIME: FilterKind.TIME,
    ActionId.FILTER_OPPONENT: FilterKind.OPPONENT,
}

ALWAYS = (ActionId.HELP, ActionId.GLOSSARY, ActionId.PALETTE, ActionId.QUIT)


class ReadFigures(NamedTuple):
    """What was read of the archive."""

    games: tuple[CountedGame, ...] = ()
    """The games with an own seat, the latest first."""
    message: str = ""
    """Why the index is not kept, or notices about its file."""


def _read_figures(index: Index) -> ReadFigures:
    return ReadFigures(tuple(index.counted()), message_of(index))


class StatisticsScreen(ListPage[None]):
    """Pages of figures. The cursor goes through the figures of a page; Enter shows the games behind one."""

    place: ClassVar[Place] = Place.STATISTICS
    quits_here = True
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, home: Path, today: date) -> None:
        """``home`` is the data folder, ``today`` the day from which times are counted back."""
        super().__init__()
        self._home = home
        self._today = today
        self._reader = IndexReader(home, _read_figures)
        self.read: ReadFigures | None = None
        """None while the records are being read."""
        self.games: tuple[CountedGame, ...] = ()
        """Those that the filters leave, the latest first."""
        self.message = ""
        """What is wrong with the index, or with the record that was to be opened."""
        self.counts = PlayerCounts()
        """The sum of their counts."""
        self.months: Mapping[date, PlayerCounts] = {}
        """The sums by month."""
        self.selection = Selection()
        self.shown = StatisticsPage.OVERVIEW
        self._targets: Sequence[Target] = ()
        """What the cursor can stand on, as the page was last drawn."""
        self._places = dict.fromkeys(PAGES, 0)
        """Where the cursor was on each page."""

    # -- reading -------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Read the games in a thread: the first time, all of them are indexed."""
        super().on_mount()
        self.run_worker(self._fill(), exclusive=True)

    @property
    def loaded(self) -> bool:
        """Whether the figures have been read."""
        return self.read is not None

    def on_unmount(self) -> None:
        """Stop reading. What is indexed is kept."""
        self._reader.stop()

    async def _fill(self) -> None:
        drawing = self.set_interval(REDRAW, self.redraw)
        try:
            self.read = await self._reader.read()
        finally:
            drawing.stop()
        if self.read is not None:
            self.message = self.read.message
            self._select(self.selection)

    def _select(self, selection: Selection) -> None:
        """Show the figures of the games that other filters leave."""
        self.selection = selection
        self.games = selection.of(self.all_games, self._today)
        self.counts = total(self.games)
        self.months = by_month(self.games)
        self.redraw()

    @property
    def all_games(self) -> tuple[CountedGame, ...]:
        """All games, whatever the filters are."""
        return () if self.read is None else self.read.games

    # -- what can be done ----------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many figures or games the page has."""
        return len(self._targets)

    @property
    def target(self) -> Target | None:
        """The figure or the game under the cursor."""
        return self._targets[self.at] if self.at < len(self._targets) else None

    def applies(self, action: NamedAction) -> bool:
        """Whether there are figures to choose from."""
        return bool(self.all_games) or action.id in (ActionId.CANCEL, *ALWAYS)

    def perform(self, action: NamedAction) -> None:
        """Turn to another page, choose a filter, or move the cursor."""
        if not self.applies(action):
            return
        if action.id in FILTERS:
            self._choose_filter(FILTERS[action.id])
        elif action.id in (ActionId.LEFT, ActionId.RIGHT):
            by = 1 if action.id == ActionId.RIGHT else -1
            self.show_page(PAGES[(PAGES.index(self.shown) + by) % len(PAGES)])
        else:
            super().perform(action)

    def show_page(self, shown: StatisticsPage) -> None:
        """Show another page, with the cursor where it was there."""
        self._places[self.shown] = self.at
        self.shown, self.at = shown, self._places[shown]
        self.scroll.to(end=False)
        self.redraw()

    def choose(self) -> None:
        """Show the games behind the figure under the cursor, or the replay of the game."""
        match self.target:
            case Figure() as figure:
                self.app.push_screen(GamesBehindScreen(figure, self.games, self.counts))
            case Path() as record:
                self._show_record(record)

    def _show_record(self, record: Path) -> None:
        self.message = show_record(self.game_app, record)
        self.redraw()

    def click(self, meta: Meta) -> None:
        """Turn to the page, or open what was clicked."""
        match meta:
            case MenuEntry(id):
                self.show_page(StatisticsPage(id))
            case GameAt(at):
                self._show_record(self.games[at].entry.path)
            case EntryAt(at):
                self.go_to(at)
                self.choose()
            case _:
                super().click(meta)

    def _choose_filter(self, kind: FilterKind) -> None:
        games, today = self.all_games, self._today
        values = [
            (value, len(self.selection.changed(kind, value).of(games, today)))
            for value in choices(kind, games)
        ]

        def chosen(value: str | None) -> None:
            if value is not None:
                self._places = dict.fromkeys(PAGES, 0)
                self.at = 0
                self._select(self.selection.changed(kind, None if value == ANY else value))

        self.app.push_screen(ChooseFilterScreen(kind, values, self.selection.value(kind)), chosen)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The page, under its title and filters and over the help lines; or what has to come first."""
        if self.read is None:
            return reading_page(self._reader, width, height, self.look.glyphs)
        if not self.all_games:
            return empty_page(self._home / RECORDS, width, height)
        inner, told = width - 2 * MARGIN, 1 if self.shown is StatisticsPage.GAMES else HELP
        room = height - HEAD - told - 2
        targets = Targets(self.at, self.look.glyphs)
        body = self._body(inner, room, targets)
        self._targets = targets.found
        rows = [
            *self._head(inner),
            *fit_rows(body, inner, room),
            (),
            *fit_rows(self._help(inner), inner, told),
        ]
        return framed(rows, (Span("  "), *self._foot()), width, height, MARGIN)

    def _body(self, width: int, height: int, targets: Targets) -> Rows:
        if not self.games:
            return (words(t("statistics.screen.no-match"), Ink.MUTED),)
        match self.shown:
            case StatisticsPage.GAMES:
                return games_page(self.games, self._lines(width), height, targets, self.window_with)
            case StatisticsPage.OVERVIEW:
                rows = overview(self.games, self.counts, width, height, targets)
            case StatisticsPage.FIGURES:
                rows = figure_list(self.counts, width, targets)
            case StatisticsPage.FURITEN:
                rows = furiten_page(self.months, self.counts, width, height, targets)
        at = next((at for at, row in enumerate(rows) if any(s.meta == EntryAt(self.at) for s in row)), 0)
        return self.window_with((at, at), rows, width, height)

    def _head(self, width: int) -> Rows:
        """The title with the pages, and the filters."""
        tabs = [Span(f"{t('statistics.screen.title')} ", Role(Ink.TITLE))]
        for each in PAGES:
            role = Role(Ink.TEXT, Ground.ROUND) if each is self.shown else Role(Ink.NAME)
            tabs += [Span(" "), Span(f" {t(f'statistics.pages.{each}')} ", role, MenuEntry(each))]
        games = t("statistics.screen.games", count=len(self.games))
        hands = t("statistics.screen.hands", count=self.counts.hands)
        both = join_list([games, hands])
        counted = both if width_of(tabs) + cells(both) < width else games
        return (
            spread(tabs, [Span(counted, Role(Ink.MUTED))], width),
            self._filters(width),
            words(shortened(self.message, width), Ink.ALARM),
        )

    def _filters(self, width: int) -> Row:
        """The filters with their keys."""
        row: list[Span] = []
        for id, kind in FILTERS.items():
            value, key = self.selection.value(kind), ActionKey(id)
            told = shortened(filter_words(kind, value, brief=True), width // len(FILTERS) - 8)
            row += [
                Span(f" {BY_ID[id].key} ", Role(Ink.KEY, Ground.KEY), key),
                Span(f" {told}   ", Role(Ink.MUTED if value is None else Ink.NAME), key),
            ]
        return tuple(row)

    def _help(self, width: int) -> Rows:
        match self.target:
            case Figure() as figure:
                return help_rows(figure, self.counts, width)
            case Path():
                return (game_details(self.games[self.at], self._lines(width)),)
            case None:
                return ()

    def _lines(self, width: int) -> LineLook:
        return LineLook(width, self.look.glyphs, self.game_app.zone)

    def _foot(self) -> Row:
        here = self.shown is StatisticsPage.GAMES
        act = t("statistics.screen.replay") if here else t("statistics.screen.show")
        return footer(
            keys(t("statistics.screen.page"), ActionId.LEFT, ActionId.RIGHT),
            keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
            keys(act, ActionId.CONFIRM),
            keys(t("screen.foot.back"), ActionId.CANCEL),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
        )
