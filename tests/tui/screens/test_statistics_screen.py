"""The screen of statistics: its figures are those of the command, and they lead to the games behind them."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

from ai.play import PERSON
from ai.statistics.figures import FIGURES, PlayerCounts, as_json
from tests.support.tui.pilot import click, press, press_to, running, screen_of, takes_keys, until
from tests.support.tui.recorded_games import write_games
from tests.support.tui.sessions import folder_at
from tests.support.tui.texts import says
from tui.archive.archive_index import CountedGame, Index, behind, total
from tui.cli import execute
from tui.demo.scene_files import PastGames
from tui.drawing.rows import EntryAt, GameAt, MenuEntry, plain
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.screens.archive import statistics as statistics_module
from tui.screens.archive.archive_page import ChooseValueScreen
from tui.screens.archive.statistics import (
    PAGES,
    FilterKind,
    GamesBehindScreen,
    Period,
    ReadFigures,
    Selection,
    StatisticsPage,
    StatisticsScreen,
    choices,
    filter_words,
)
from tui.screens.archive.statistics_pages import deal_ins_title
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.system.terminal import ExitCode
from tui.words.figure_words import NOTHING, figure_name, figure_text

PAST = PastGames(count=12, seed=5, days=20, length="hand", rules=("wrc", "tenhou", "ema"))
LARGE = (160, 100)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    write_games(PAST, folder)
    return folder


@pytest.fixture(scope="module")
def games(home: Path) -> tuple[CountedGame, ...]:
    index = Index(home)
    try:
        return tuple(index.counted())
    finally:
        index.close()


@asynccontextmanager
async def opened(home: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[int]]:
    """The screen over that folder, opened from the title, once it has read the games."""
    async with running(FuritenApp(folder_at(home)), size) as (app, pilot):
        await press(pilot, "f")
        await until(lambda: isinstance(app.screen, StatisticsScreen) and app.screen.read is not None)
        await until(lambda: takes_keys(app))
        yield pilot


def shown(pilot: Pilot[int]) -> StatisticsScreen:
    screen = pilot.app.screen
    assert isinstance(screen, StatisticsScreen)
    return screen


def text(pilot: Pilot[int]) -> str:
    return "\n".join(plain(page.rows) for page in pilot.app.screen.query(Page))


async def test_its_figures_are_those_of_the_command(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    games: tuple[CountedGame, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(home))
    assert execute(["stats", "--json"]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == len(games) == PAST.count
    async with opened(home, LARGE) as pilot:
        assert as_json(shown(pilot).counts) == told["players"][PERSON]
        assert says(text(pilot), "statistics.screen.games", count=told["games"])
        await press(pilot, "right")
        lines = text(pilot).splitlines()
        for figure in FIGURES:
            value = figure_text(figure, figure.value(total(games)))
            assert any(figure_name(figure) in line and f" {value} " in f"{line} " for line in lines), (
                figure.id
            )


async def test_enter_shows_the_games_behind_a_figure_and_then_a_replay(
    home: Path, games: tuple[CountedGame, ...]
) -> None:
    async with opened(home) as pilot:
        await press(pilot, "right")
        figure = next(each for each in FIGURES[7:] if 0 < len(behind(games, each)) < len(games))
        while shown(pilot).target is not figure:
            await press(pilot, "down")
        await press(pilot, "enter")
        list_of = screen_of(pilot.app, GamesBehindScreen)  # type: ignore[arg-type]
        expected = behind(games, figure)
        assert list(list_of.games) == expected
        assert all(getattr(game.counts, figure.shown_by) for game in list_of.games)
        await press(pilot, "end", "enter")
        replay = screen_of(pilot.app, ReplayScreen)  # type: ignore[arg-type]
        assert replay.replay.game.file == expected[-1].entry.path
        await press(pilot, "escape", "escape")
        assert shown(pilot).target is figure
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TitleScreen)


async def test_clicks_do_what_keys_do(home: Path, games: tuple[CountedGame, ...]) -> None:
    async with opened(home) as pilot:
        await click(pilot.app, MenuEntry(StatisticsPage.FURITEN))
        assert shown(pilot).shown is StatisticsPage.FURITEN
        await click(pilot.app, EntryAt(3))
        assert screen_of(pilot.app, GamesBehindScreen).figure is shown_target(pilot, 3)  # type: ignore[arg-type]
        await press_to(pilot, StatisticsScreen, "escape")
        await click(pilot.app, MenuEntry(StatisticsPage.GAMES))
        await click(pilot.app, EntryAt(1))
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen))
        replay = screen_of(pilot.app, ReplayScreen)  # type: ignore[arg-type]
        assert replay.replay.game.file == games[1].entry.path
        await press_to(pilot, StatisticsScreen, "escape")
        await click(pilot.app, GameAt(0))
        await until(lambda: isinstance(pilot.app.screen, ReplayScreen))
        replay = screen_of(pilot.app, ReplayScreen)  # type: ignore[arg-type]
        assert replay.replay.game.file == games[0].entry.path


def shown_target(pilot: Pilot[int], at: int) -> object:
    """What is at that place of the statistics below the screen on top."""
    below = next(each for each in pilot.app.screen_stack if isinstance(each, StatisticsScreen))
    return below._targets[at]


async def test_filters_leave_their_games(home: Path, games: tuple[CountedGame, ...]) -> None:
    async with opened(home) as pilot:
        await press(pilot, "r")
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]
        chooser = screen_of(pilot.app, ChooseValueScreen)  # type: ignore[arg-type]
        assert chooser.count == 4
        assert says(text(pilot), "statistics.screen.games", count=4)
        await press(pilot, "down", "enter")
        screen = shown(pilot)
        rules = screen.selection.rules
        assert rules in PAST.rules
        assert screen.games == tuple(game for game in games if game.entry.rules == rules)
        assert screen.counts == total(screen.games)
        assert filter_words(FilterKind.RULES, rules, brief=True) in text(pilot)
        await press(pilot, "t", "end", "enter")
        assert screen.selection == Selection(rules=rules, time=Period.FEW)
        await press(pilot, "o", "escape", "r", "home", "enter")
        assert screen.selection == Selection(time=Period.FEW), "Esc changes nothing"


def test_times_are_counted_back_from_today(games: tuple[CountedGame, ...]) -> None:
    days = [game.entry.began.astimezone().date() for game in games]
    today = days[0]
    assert len(Selection(time=Period.YEAR).of(games, today)) == len(games)
    assert Selection(time=Period.YEAR).of(games, date(today.year + 1, 1, 1)) == ()
    assert Selection(time=Period.MONTH).of(games, today) == games[:2], "every 20 days"
    many = games * 9
    assert Selection(time=Period.MANY).of(many, today) == many[:50]
    assert Selection(time=Period.FEW).of(many, today) == many[:20]
    few = [game for game in many if game.entry.rules == "ema"][:20]
    assert list(Selection(time=Period.FEW, rules="ema").of(many, today)) == few
    assert choices(FilterKind.OPPONENT, games)[0] is None
    name = choices(FilterKind.OPPONENT, games)[-1]
    assert name is not None
    against = Selection(opponent=name).of(games, today)
    assert against == tuple(game for game in games if name in game.entry.opponents)


async def test_a_filter_without_games_says_so(home: Path) -> None:
    async with opened(home) as pilot:
        screen = shown(pilot)
        screen._select(Selection(rules="mleague"))
        for _ in PAGES:
            assert t("statistics.screen.no-match") in text(pilot)
            await press(pilot, "enter", "right")
            assert shown(pilot) is screen


async def test_without_games_it_says_what_to_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        assert t("statistics.screen.none") in text(pilot)
        await press(pilot, "right", "down", "enter", "r")
        assert isinstance(pilot.app.screen, StatisticsScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TitleScreen)


async def test_one_game_has_no_figure_of_what_never_happened(tmp_path: Path) -> None:
    write_games(msgspec.structs.replace(PAST, count=1), tmp_path)
    async with opened(tmp_path, LARGE) as pilot:
        counts = shown(pilot).counts
        unknown = [figure for figure in FIGURES if figure.value(counts) is None]
        assert unknown
        for _ in PAGES:
            assert "nan" not in text(pilot).lower().split()
            assert "None" not in text(pilot)
            await press(pilot, "right")
        await press(pilot, "right")
        lines = text(pilot).splitlines()
        for figure in unknown:
            assert any(figure_name(figure) in line and f" {NOTHING}" in line for line in lines)


async def test_the_first_reading_shows_how_far_it_is_and_can_be_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on, stopped = threading.Event(), threading.Event(), threading.Event()

    def read(index: Index) -> ReadFigures:
        index.progress(3, 10)
        reached.set()
        go_on.wait()
        try:
            index.progress(4, 10)
        finally:
            stopped.set()
        return ReadFigures()

    monkeypatch.setattr(statistics_module, "_read_figures", read)
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "f")
        await until(reached.is_set)
        await until(lambda: says(text(pilot), "statistics.screen.reading", done=3, count=10))
        bar = next(line for line in text(pilot).splitlines() if "█" in line).strip()
        assert bar.count("█") == round(len(bar) * 0.3)
        await press(pilot, "enter", "right", "r")
        assert isinstance(app.screen, StatisticsScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)
        go_on.set()
        await until(stopped.is_set)


async def test_many_new_games_are_indexed_in_processes_while_the_screen_is_open(tmp_path: Path) -> None:
    """The stream that the screen puts in place of standard error has no descriptor."""
    write_games(PAST, tmp_path, indexed=False)
    records = tmp_path / "records"
    for path in list(records.iterdir()):
        for copy in range(4):
            (records / f"{path.stem}-{copy}.jsonl").write_bytes(path.read_bytes())
    async with opened(tmp_path) as pilot:
        assert len(shown(pilot).games) == 5 * PAST.count


def test_a_double_ron_is_one_hand_and_two_wins() -> None:
    single, double = (deal_ins_title(PlayerCounts(deal_ins=26, dealt_wins=wins)) for wins in (26, 27))
    assert single == t("statistics.screen.deal-ins", count=26)
    assert "26" in double
    assert "27" in double
