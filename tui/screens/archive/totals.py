"""What mistakes cost a player in many games: by kind, month and place, and the mistakes behind each figure.

The games are one's own, or those of a player in a folder of records of any site.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import ClassVar, NamedTuple

import click

from ai.play import PERSON
from ai.review.game_totals import GameTotals
from ai.review.moments import ReviewedMoment, by_cost
from engine.records.read_file import shown_name
from tui.archive.archive import Archive, Unreadable
from tui.archive.archive_index import Index
from tui.archive.player_reviews import GameSeat, ListedGame, PlayedGame, list_games, review_seats, seats_of
from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.rows import EntryAt, Role, Row, Rows, RowsOnDemand, Span, cells, fit_rows, shortened
from tui.i18n import join_sentences, ljust, rjust, t, wrapped
from tui.replay.replay_state import PositionCode, open_replay
from tui.screens.archive.archive_page import ArchivePage, ChooseValueScreen
from tui.screens.dialogs import LineScreen, notice
from tui.screens.list_page import ListPage
from tui.screens.page import (
    MARGIN,
    WHOLE_SCREEN,
    WIDEST_TEXT,
    back_key,
    cursor_keys,
    framed,
    heading,
    keys,
    named_key,
    page_footer,
    words,
)
from tui.system.files import files_below
from tui.tiles import Ink
from tui.words.names import Seating, recorded_name
from tui.words.review_sentences import (
    ReviewSentences,
    TotalsRow,
    checked_words,
    class_word,
    cost_words,
    marked_points,
    next_practice,
    points_legend,
    reviewed_place,
    totals_rows,
    totals_title,
)

NAME, COLUMN = 22, 13
"""Cells of the name of a row, and of each of its figures."""
AROUND = 9
"""Rows that are not figures: title, cost, what to practise, opinions, faults, gaps, footer."""
LONGEST_PATH = 1_000


class Records:
    """The games in a folder, listed once whoever is looked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        """None is the archive."""
        self.listed: list[ListedGame] | None = None
        """All games that could be read; None while they are being listed."""
        self.faults: list[str] = []
        """Why files cannot be read, one line each."""

    def list_all(self, home: Path, index: Index) -> list[ListedGame]:
        """The games; ``index`` says how far it is, and stops it."""
        if self.listed is not None:
            return self.listed
        files = (
            [*map(str, Archive(home).files())] if self.folder is None else [*files_below(str(self.folder))]
        )
        listed: list[ListedGame] = []
        for done, file in enumerate(files):
            index.progress(done, len(files))
            try:
                listed += list_games(file)
            except Unreadable as error:
                self.faults.append(f"{shown_name(Path(file).name)}: {error}")
        self.listed = listed
        return listed


class AskedRecords:
    """The folder and the player that were looked for last."""

    folder: Path | None = None
    player = ""


class FoundTotals(NamedTuple):
    """The games of a player, reviewed."""

    games: tuple[PlayedGame, ...]
    totals: GameTotals
    listed: int
    """All games that were read, whoever played."""
    names: Mapping[str, int]
    """The players of these games, with the number of their games."""
    faults: tuple[str, ...]
    """Why files cannot be read, one line each."""


def _read_totals(records: Records, player: str, home: Path, index: Index) -> FoundTotals:
    """The totals; ``index`` says how far it is, and stops it."""
    listed = records.list_all(home, index)
    faults = [*records.faults]
    names = Counter(name for game in listed for name in set(game.names) if name)
    seats, reviewed = list(seats_of(listed, player)), dict[GameSeat, PlayedGame]()
    if seats:
        index.progress(0, len(seats))
    with closing(review_seats(seats, home=home)) as reviews:
        for done, (seat, found) in enumerate(reviews, 1):
            if isinstance(found, Unreadable):
                faults.append(f"{shown_name(Path(seat.game.file).name)}: {found}")
            else:
                reviewed[seat] = found
            index.progress(done, len(seats))
    # in the order of the records, so that what cost the same stays where it is
    games = tuple(reviewed[seat] for seat in seats if seat in reviewed)
    totals = GameTotals.of(game.record for game in games)
    return FoundTotals(games, totals, len(listed), names, tuple(faults))


class TotalsScreen(ArchivePage[FoundTotals]):
    """The figures. Enter shows the mistakes behind one."""

    place: ClassVar[Place] = Place.TOTALS
    click_takes = True
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, home: Path, asked: AskedRecords) -> None:
        """The games of the archive of that data folder come first; ``asked`` outlives the page."""
        self.records, self.player, self.asked = Records(), PERSON, asked
        super().__init__(home, partial(_read_totals, self.records, PERSON, home))
        self.rows: list[TotalsRow] = []

    async def show_read(self, found: FoundTotals) -> None:
        self.rows = totals_rows(found.totals)
        self.go_to(0)
        if self.is_active and self._nobody_chosen:
            self._choose_player()

    def _show(self, records: Records, player: str) -> None:
        self.records, self.player, self.read = records, player, None
        self.asked.folder, self.asked.player = records.folder, player or self.asked.player
        self._ask = partial(_read_totals, records, player, self._home)
        self.renew()

    @property
    def _nobody_chosen(self) -> bool:
        return self.read is not None and not self.read.games and bool(self.read.names)

    @property
    def count(self) -> int:
        return len(self.rows) if self.read is not None else 0

    def applies(self, action: NamedAction) -> bool:
        some = self.read is not None and bool(self.read.games)
        return some or action.id not in (ActionId.GAME_PAGE, ActionId.TO_PRACTICE)

    def on_action(self, action: NamedAction) -> None:
        found = self.read
        match action.id:
            case ActionId.CHOOSE_RECORDS:
                self._choose_folder()
            case ActionId.CONFIRM if self._nobody_chosen:
                self._choose_player()
            case ActionId.GAME_PAGE if found is not None and found.games and not self.writing:
                made = partial(_page, self.player, found.games)
                self.run_worker(self.save_page(t("totals.page"), "furiten-mistakes", made))
            case ActionId.TO_PRACTICE if found is not None and found.games:
                self.run_worker(self._to_practice(found.games), exclusive=True, group="practice")
            case _:
                super().on_action(action)

    def _choose_folder(self) -> None:
        def chosen(typed: str | None) -> None:
            if typed is not None:
                folder = _folder(typed) if typed else None
                # whose records they are is asked when it is known who played
                self._show(Records(folder), PERSON if folder is None else "")

        typed = "" if self.asked.folder is None else str(self.asked.folder)
        screen = LineScreen(
            t("totals.folder"), t("totals.folder-how"), LONGEST_PATH, _refused, typed=typed, may_be_empty=True
        )
        self.app.push_screen(screen, chosen)

    def _choose_player(self) -> None:
        assert self.read is not None
        names = sorted(self.read.names.items(), key=lambda each: (-each[1], each[0]))

        def chosen(name: str | None) -> None:
            if name is not None:
                self._show(self.records, name)

        before = self.player or self.asked.player
        self.app.push_screen(ChooseValueScreen(lambda: t("totals.player"), names, _player, before), chosen)

    async def _to_practice(self, games: Sequence[PlayedGame]) -> None:
        """Let practice ask about the mistakes, and say about how many it does."""
        told = await asyncio.to_thread(_added, self._home, games)
        if self.is_active:
            self.app.push_screen(notice(t("totals.practice"), told))

    def on_row(self, at: int) -> None:
        if self.read is None:
            return
        row = self.rows[at]
        if row.cost.moments:
            self.app.push_screen(MistakesScreen(row, self.read.games))

    def picture(self, width: int, height: int) -> Rows:
        found = self.read
        if found is None:
            step = "listing" if self.records.listed is None else "reading"
            told = t(f"totals.step-{step}", done=self._reader.done, count=self._reader.total)
            return self.reading_page(t("totals.title"), width, height, t("totals.looking"), told)
        if not found.games:
            none = t("totals.nameless", count=found.listed) if found.listed else t("totals.none")
            hints = [named_key(ActionId.CHOOSE_RECORDS)]
            if found.names:
                none = t("totals.player")
                hints.insert(0, keys(t("totals.choose-player"), ActionId.CONFIRM))
            return self.empty_page(t("totals.title"), none, t("totals.none-how"), width, height, *hints)
        inner = width - 2 * MARGIN
        lines, seen = self._lines(inner)
        faults = t("totals.faults", count=len(found.faults), first=(*found.faults, "")[0])
        head: list[Row] = [
            heading(t("totals.title"), totals_title(found.totals, self.player), inner),
            words(cost_words(found.totals.mistakes)),
            words(shortened(next_practice(found.totals), inner), Ink.NAME),
            words(shortened(checked_words(found.totals), inner), Ink.MUTED),
            words(shortened(faults if found.faults else "", inner), Ink.ALARM),
        ]
        if self.writing:
            head[-1] = words(t("games.page-busy"), Ink.ALARM)
        body = self.window_with((seen, seen), lines, inner, height - AROUND)
        return self.framed([(), *head, (), *body], width, height)

    def _lines(self, width: int) -> tuple[Rows, int]:
        rows: list[Row] = []
        seen = 0
        placed = any(row.cost.final for row in self.rows)
        for group, own in groupby(enumerate(self.rows), key=lambda pair: pair[1].group):
            heads = ["", ""] if not group.heads else [t(f"exported.heads.{each}") for each in group.heads]
            heads += [t("exported.heads.mistakes"), t("exported.heads.points")]
            heads += [t("exported.heads.final")] * placed
            name = ljust(t(f"exported.totals.by-{group}"), NAME)
            rows += [()] * bool(rows)
            rows.append(words(f"  {name}{''.join(rjust(each, COLUMN) for each in heads)}", Ink.MUTED))
            for at, row in own:
                seen = len(rows) if at == self.at else seen
                rows.append(self._line(at, row, placed=placed))
        return tuple(rows), seen

    def _line(self, at: int, row: TotalsRow, *, placed: bool) -> Row:
        meta = EntryAt(at)
        figures = [*(f"{each:,}" for each in row.counted), *row.costs(placed=placed)]
        width = COLUMN * (len(figures) + 2 - len(row.counted))
        told = rjust("".join(rjust(each, COLUMN) for each in figures), width)
        ink = Ink.NAME if row.cost.moments else Ink.MUTED
        return (
            self.pointer(at, meta),
            self.entry_text(at, f"{ljust(shortened(row.name, NAME), NAME)}{told} ", ink, meta),
        )

    def hints(self) -> Sequence[Row]:
        return (
            cursor_keys(),
            keys(t("totals.show"), ActionId.CONFIRM),
            keys(t("games.page-key"), ActionId.GAME_PAGE),
            named_key(ActionId.TO_PRACTICE),
            named_key(ActionId.CHOOSE_RECORDS),
            back_key(),
        )


def _folder(typed: str) -> Path | None:
    """The folder of that path; None if there is none, or if it is no path."""
    # an unknown user, a name that is too long, or a character that no path has
    with suppress(RuntimeError, OSError, ValueError):
        path = Path(typed).expanduser()
        return path if path.is_dir() else None
    return None


def _refused(typed: str) -> str:
    """Why there are no records at that path; empty if there may be some."""
    folder = _folder(typed)
    if folder is None:
        return t("totals.no-folder", path=typed)
    return "" if next(files_below(str(folder)), None) else t("records.empty-folder")


def _player(name: str) -> str:
    return t("exported.person") if name == PERSON else recorded_name(name)


def _page(player: str, games: Sequence[PlayedGame]) -> str:
    from tui.export.totals_page import totals_page  # few write a page

    return totals_page(player, games)


def _added(home: Path, games: Sequence[PlayedGame]) -> str:
    """Let practice ask about the mistakes; returns what came of it."""
    from tui.practice.own_mistakes import add_all
    from tui.practice.practice_record import Progress

    with closing(Progress(home)) as progress:
        told, faults = add_all(progress, games)
        lost = [t("totals.faults", count=len(faults), first=faults[0])] if faults else []
        return progress.fault or join_sentences([told, *lost])


class MistakesScreen(ListPage[None]):
    """The mistakes behind a figure, the dearest first. Enter shows one on the table."""

    click_takes = True
    LARGEST: ClassVar[tuple[int, int]] = WHOLE_SCREEN

    def __init__(self, row: TotalsRow, games: Sequence[PlayedGame]) -> None:
        super().__init__()
        self.row = row
        self.mistakes = sorted(
            (
                (game, each)
                for game in games
                for each in game.record.review.mistakes
                if row.holds(game.record, each)
            ),
            key=lambda pair: by_cost(pair[1]),
        )
        self.message = ""
        """Why a record cannot be opened."""

    @property
    def count(self) -> int:
        return len(self.mistakes)

    def on_row(self, at: int) -> None:
        game, moment = self.mistakes[at]
        review = game.record.review
        code = PositionCode(moment.hand, review.step_of(moment))
        try:
            replay = open_replay(Path(game.file), review.seat, str(code), game.number)
        except click.ClickException as error:
            self.message = error.message
            self.redraw()
        else:
            self.game_app.show_replay(replay, marked=True)

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        lines = RowsOnDemand(self.count, lambda at: self._line(at, inner))
        told = list(self._told(inner))
        head = [
            heading(self.row.name, cost_words(self.row.cost), inner),
            words(shortened(points_legend(each for _, each in self.mistakes), inner), Ink.MUTED),
            words(shortened(self.message, inner), Ink.ALARM),
        ]
        room = height - len(head) - len(told) - 3
        body = self.window_with((self.at, self.at), lines, inner, room)
        rows = [(), *head, *fit_rows(body, inner, room), (), *told]
        foot = page_footer(cursor_keys(), keys(t("reviewed.list.go"), ActionId.CONFIRM), back_key())
        return framed(rows, foot, width, height)

    def _line(self, at: int, width: int) -> Row:
        game, moment = self.mistakes[at]
        meta = EntryAt(at)
        points = marked_points(moment)
        place = f"{class_word(moment.moment_class)}, {reviewed_place(game.record.review, moment)}"
        head = f"{rjust(points, 8)}  "
        room = width - 2 - cells(head)
        said = shortened(f"{place}. {Path(game.file).name} ", room)
        return (
            self.pointer(at, meta),
            Span(head, Role(Ink.POINTS), meta),
            self.entry_text(at, said, Ink.NAME, meta),
        )

    def _told(self, width: int) -> Iterator[Row]:
        game, moment = self.mistakes[self.at]
        said = join_sentences(_sentences(game, moment))
        yield from (words(line) for line in wrapped(said, min(width, WIDEST_TEXT)))


def _sentences(game: PlayedGame, moment: ReviewedMoment) -> tuple[str, ...]:
    review = game.record.review
    sentences = ReviewSentences(Seating.at_table(list(review.names), review.seat, recorded_name).in_full())
    return sentences.line(moment), *sentences.more(moment)
