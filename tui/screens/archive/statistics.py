"""The statistics over one's own games: pages of figures, filters, and the games behind a figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, NamedTuple

import msgspec

from ai.statistics.figures import Figure, FigureUnit, PlayerCounts
from tui.archive.archive_index import CountedGame, Index, behind, by_month, message_of, total
from tui.archive.game_entries import GameFilter, rules_brief, rules_title
from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import (
    ActionKey,
    EntryAt,
    GameAt,
    MenuEntry,
    Meta,
    Role,
    Row,
    Rows,
    RowsOnDemand,
    Span,
    cells,
    fit_rows,
    shortened,
    spread,
    width_of,
)
from tui.i18n import join_list, t
from tui.play.save import SaveFolder
from tui.screens.archive.archive_page import ArchivePage, ChooseValueScreen, show_record
from tui.screens.archive.statistics_pages import (
    LINES,
    Target,
    Targets,
    figure_list,
    furiten_page,
    game_details,
    game_heads,
    game_line,
    games_page,
    help_rows,
    overview,
)
from tui.screens.list_page import ListPage
from tui.screens.page import MARGIN, WHOLE_SCREEN, back_key, cursor_keys, keys, tabs, words
from tui.tiles import Ground, Ink
from tui.words.figure_words import figure_name, figure_text, group_name
from tui.words.names import bot_title

MONTH_DAYS, LAST_FEW, LAST_MANY = 30, 20, 50


class FilterKind(StrEnum):
    """The properties by which games can be chosen."""

    RULES = "rules"
    TIME = "time"
    OPPONENT = "opponent"


class Period(StrEnum):
    """Times to choose from, the longest first."""

    YEAR = "year"
    """The current calendar year."""
    MONTH = "month"
    """The last 30 days, with today."""
    MANY = "last-50"
    """The last 50 games that the other filters leave."""
    FEW = "last-20"


class Selection(msgspec.Struct, frozen=True):
    """The filters; None means any game."""

    rules: str | None = None
    time: Period | None = None
    opponent: str | None = None
    """The name of a bot as the record has it."""

    def value(self, kind: FilterKind) -> str | None:
        chosen: str | None = getattr(self, kind)
        return chosen

    def changed(self, kind: FilterKind, value: str | None) -> Selection:
        chosen = Period(value) if kind is FilterKind.TIME and value is not None else value
        return msgspec.structs.replace(self, **{kind.value: chosen})

    def of(self, games: Sequence[CountedGame], today: date) -> tuple[CountedGame, ...]:
        """The games that meet all filters, in their order, which is the latest first."""
        first = {
            Period.YEAR: today.replace(month=1, day=1),
            Period.MONTH: today - timedelta(days=MONTH_DAYS - 1),
        }
        since = None if self.time is None else first.get(self.time)
        wanted = GameFilter(rules=self.rules, opponent=self.opponent, since=since)
        found = [game for game in games if wanted.fits(game.entry)]
        return tuple(found[: {Period.MANY: LAST_MANY, Period.FEW: LAST_FEW}.get(self.time or Period.YEAR)])


def choices(kind: FilterKind, games: Iterable[CountedGame]) -> list[str | None]:
    """The values that a filter can have: any, then those of the games, the most frequent first."""
    match kind:
        case FilterKind.RULES:
            found = Counter(game.entry.rules for game in games)
        case FilterKind.OPPONENT:
            found = Counter(name for game in games for name in set(game.entry.opponents))
        case FilterKind.TIME:
            return [None, *Period]
    return [None, *sorted(found, key=lambda name: (-found[name], name))]


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


AROUND = 9 - 3 + LINES
"""Rows that are not games."""


class GamesBehindScreen(ListPage[None]):
    """The games in which a figure was counted, the latest first. Enter opens the replay of one."""

    click_takes = True
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, figure: Figure, games: Sequence[CountedGame], counts: PlayerCounts) -> None:
        """``games`` are all that the filters leave, ``counts`` their sum."""
        super().__init__()
        self.figure = figure
        self.counts = counts
        self.games = tuple(behind(games, figure))
        self.message = ""
        """Why a record cannot be opened."""

    @property
    def count(self) -> int:
        return len(self.games)

    def on_row(self, at: int) -> None:
        self.message = show_record(self.game_app, self.games[at].entry.path)
        self.redraw()

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        figure = self.figure
        title = t("statistics.screen.help", group=group_name(figure.group), name=figure_name(figure))
        value = figure_text(figure, figure.value(self.counts))
        count = t("statistics.screen.behind", count=self.count)
        head = spread(
            [Span(title, Role(Ink.TITLE)), Span(f" {value}", Role(Ink.NAME))],
            [Span(count, Role(Ink.MUTED))],
            inner,
        )
        lines = RowsOnDemand(self.count, lambda at: self._line(at, inner))
        room = height - AROUND
        body = self.window_with((self.at, self.at), lines, inner, room)
        if not self.games:
            body = fit_rows([words(t("statistics.screen.none-behind"), Ink.MUTED)], inner, room)
        heads = game_heads(t("statistics.screen.here"), inner)
        told = fit_rows(help_rows(figure, self.counts, inner), inner, LINES)
        rows = [(), head, words(self.message, Ink.ALARM), heads, *body, (), *told]
        return self.framed(rows, width, height)

    def _line(self, at: int, width: int) -> Row:
        game = self.games[at]
        return game_line(self, game, value_in_game(self.figure, game.counts), at, width)

    def hints(self) -> Sequence[Row]:
        return (cursor_keys(), keys(t("statistics.screen.replay"), ActionId.CONFIRM), back_key())


def value_in_game(figure: Figure, counts: PlayerCounts) -> str:
    """The part of one game in a figure: ``3 / 11`` of a share, nothing where a game is all or nothing."""
    if figure.unit is not FigureUnit.SHARE:
        return figure_text(figure, figure.value(counts))
    part: int = getattr(counts, figure.part)
    return "" if figure.whole == "placed" else f"{part} / {figure.counted(counts)}"


HEAD, HELP = 3, 3
"""Rows above and below the page: title, filters and a blank; the definition and the reference."""


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
    """The games read from the archive."""

    games: tuple[CountedGame, ...] = ()
    """The games with an own seat, the latest first."""
    message: str = ""
    """Why the index is not kept, or notices about its file."""


def _read_figures(index: Index) -> ReadFigures:
    return ReadFigures(tuple(index.counted()), message_of(index))


class StatisticsScreen(ArchivePage[ReadFigures]):
    """Pages of figures. The cursor goes through the figures of a page; Enter shows the games behind one."""

    place: ClassVar[Place] = Place.STATISTICS
    click_takes = True
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, folder: SaveFolder) -> None:
        super().__init__(folder.path, _read_figures)
        self._today = datetime.fromisoformat(folder.time()).astimezone().date()
        """The day from which times are counted back."""
        self.games: tuple[CountedGame, ...] = ()
        """The games that the filters leave, the latest first."""
        self.message = ""
        """A fault of the index, or of the record that was to be opened."""
        self.counts = PlayerCounts()
        """The sum of their counts."""
        self.months: Mapping[date, PlayerCounts] = {}
        self.selection = Selection()
        self.shown = StatisticsPage.OVERVIEW
        self._targets: Sequence[Target] = ()
        """The places of the cursor on the page as it was last drawn."""
        self._places = dict.fromkeys(PAGES, 0)
        """Where the cursor was on each page."""

    async def show_read(self, found: ReadFigures) -> None:
        self.message = found.message
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

    @property
    def count(self) -> int:
        return len(self._targets)

    @property
    def target(self) -> Target | None:
        """The figure or the game under the cursor."""
        return self._targets[self.at] if self.at < len(self._targets) else None

    def applies(self, action: NamedAction) -> bool:
        return bool(self.all_games) or action.id in (ActionId.CANCEL, *ALWAYS)

    def on_action(self, action: NamedAction) -> None:
        if not self.applies(action):
            return
        if action.id in FILTERS:
            self._choose_filter(FILTERS[action.id])
        else:
            super().on_action(action)

    def go_sideways(self, by: int) -> None:
        self.show_page(PAGES[(PAGES.index(self.shown) + by) % len(PAGES)])

    def show_page(self, shown: StatisticsPage) -> None:
        self._places[self.shown] = self.at
        self.shown, self.at = shown, self._places[shown]
        self.scroll.to(end=False)
        self.redraw()

    def on_row(self, at: int) -> None:
        match self.target:
            case Figure() as figure:
                self.app.push_screen(GamesBehindScreen(figure, self.games, self.counts))
            case Path() as record:
                self._show_record(record)

    def _show_record(self, record: Path) -> None:
        self.message = show_record(self.game_app, record)
        self.redraw()

    def click(self, meta: Meta) -> None:
        match meta:
            case MenuEntry(id):
                self.show_page(StatisticsPage(id))
            case GameAt(at):
                self._show_record(self.games[at].entry.path)
            case _:
                super().click(meta)

    def _choose_filter(self, kind: FilterKind) -> None:
        games, today = self.all_games, self._today
        values = [
            (value or ANY, len(self.selection.changed(kind, value).of(games, today)))
            for value in choices(kind, games)
        ]

        def shown(value: str) -> str:
            return filter_words(kind, None if value == ANY else value)

        def chosen(value: str | None) -> None:
            if value is not None:
                self._places = dict.fromkeys(PAGES, 0)
                self.at = 0
                self._select(self.selection.changed(kind, None if value == ANY else value))

        screen = ChooseValueScreen(
            lambda: t(f"statistics.filter.{kind}"), values, shown, self.selection.value(kind) or ANY
        )
        self.app.push_screen(screen, chosen)

    def picture(self, width: int, height: int) -> Rows:
        if self.read is None:
            return self.reading_page(t("statistics.screen.title"), width, height)
        if not self.all_games:
            name = t("statistics.screen.title")
            none, how = t("statistics.screen.none"), t("statistics.screen.none-how")
            return self.empty_page(name, none, how, width, height)
        inner, told = width - 2 * MARGIN, 1 if self.shown is StatisticsPage.GAMES else HELP
        room = height - HEAD - told - 2
        targets = Targets(self)
        body = self._body(inner, room, targets)
        self._targets = targets.found
        rows = [
            *self._head(inner),
            *fit_rows(body, inner, room),
            (),
            *fit_rows(self._help(inner), inner, told),
        ]
        return self.framed(rows, width, height)

    def _body(self, width: int, height: int, targets: Targets) -> Rows:
        if not self.games:
            return (words(t("statistics.screen.no-match"), Ink.MUTED),)
        match self.shown:
            case StatisticsPage.GAMES:
                return games_page(self.games, width, height, targets)
            case StatisticsPage.OVERVIEW:
                rows = overview(self.games, self.counts, width, height, targets)
            case StatisticsPage.FIGURES:
                rows = figure_list(self.counts, width, targets)
            case StatisticsPage.FURITEN:
                rows = furiten_page(self.months, self.counts, width, height, targets)
        at = next((at for at, row in enumerate(rows) if any(s.meta == EntryAt(self.at) for s in row)), 0)
        return self.window_with((at, at), rows, width, height)

    def _head(self, width: int) -> Rows:
        pages = [(each, t(f"statistics.pages.{each}")) for each in PAGES]
        named = tabs(t("statistics.screen.title"), pages, self.shown)
        games = t("statistics.screen.games", count=len(self.games))
        hands = t("statistics.screen.hands", count=self.counts.hands)
        both = join_list([games, hands])
        counted = both if width_of(named) + cells(both) < width else games
        return (
            spread(named, [Span(counted, Role(Ink.MUTED))], width),
            self._filters(width),
            words(shortened(self.message, width), Ink.ALARM),
        )

    def _filters(self, width: int) -> Row:
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
                return (game_details(self.games[self.at], self.game_app.zone, width),)
            case None:
                return ()

    def hints(self) -> Sequence[Row]:
        here = self.shown is StatisticsPage.GAMES
        act = t("statistics.screen.replay") if here else t("statistics.screen.show")
        return (
            keys(t("statistics.screen.page"), ActionId.LEFT, ActionId.RIGHT),
            cursor_keys(),
            keys(act, ActionId.CONFIRM),
            back_key(),
        )
