"""Keys and clicks at the table answer what the person has seen: hammering answers nothing, one key wins."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import TypeVar
from weakref import ref

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

import tui.play.pace
import tui.screens.game.game
import tui.screens.screen
from engine.events import Dahai
from engine.match import Match
from engine.records import read_events
from engine.records.resumed_game import resume
from engine.rules import WRC
from engine.tiles import NAMES, TILE_OF
from tests.support.engine.deals import build_wall
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tests.support.tui.pilot import (
    click,
    click_at,
    lines_of,
    place_of,
    press,
    press_to,
    running,
    screen_of,
    settle,
    strike,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.sessions import Memory, folder_at, options
from tui.config.actions import ActionId
from tui.desk.choice import Mode
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import ActionKey, MenuEntry, TileAt
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.play.play_options import Speed
from tui.play.session import PERSON, Session
from tui.play.start_game import open_for_play
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.pages.help_page import HelpScreen
from tui.screens.pages.settings_pages import SettingsScreen
from tui.screens.panels import HintScreen
from tui.screens.screen import KeyRepeat
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable, ZoneWidget

NOT_FEW = 10_000
"""Objects that are worth a collection of garbage."""


class Clock:
    """A clock that stands still until somebody turns it."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._turned = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        await self._turned.wait()

    def turn(self) -> None:
        self._turned.set()


def slow_table(path: Path, clock: Clock, speed: Speed = "normal") -> FuritenApp:
    """A table whose bots wait for a clock; the person sits North and moves last."""
    folder = folder_at(path)
    session, _ = open_for_play(folder, options(7))
    assert session.seat == SEAT
    return FuritenApp(folder, session, speed=speed, sleep=clock.sleep)


SEAT = 1
GRACE = 600.0
"""Seconds, longer than any test."""


def moves(app: FuritenApp) -> int:
    """Events of the game so far."""
    assert app.session is not None
    return len(app.session.match.events)


async def test_a_click_that_was_still_on_its_way_when_the_prompt_came_is_ignored(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, _):
        await until(lambda: takes_keys(app))
        screen = screen_of(app, GameScreen)
        cursor = make_scene(screen.desk).cursor
        hand = app.screen.query_one("#zone-hand-behind", ZoneWidget)
        tile = place_of(app, TileAt(cursor))
        early = mouse(events.MouseDown, hand, tile)
        screen.ignore_keys_until_painted()
        await until(lambda: screen.painted)
        before = moves(app)
        hand.on_mouse_down(early)
        hand.on_click(mouse(events.Click, hand, tile))
        await settle(app)
        assert screen.waiting
        assert moves(app) == before, "the button went down before the prompt was there"
        hand.on_mouse_down(mouse(events.MouseDown, hand, tile))
        hand.on_click(mouse(events.Click, hand, tile))
        await until(lambda: moves(app) > before)


async def test_a_click_on_a_page_counts_from_when_it_was_made(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, _):
        await until(lambda: takes_keys(app))
        title = screen_of(app, TitleScreen)
        page = title.query_one(Page)
        entry = place_of(app, MenuEntry(ActionId.NEW_GAME))
        early = mouse(events.Click, page, entry)
        title.ignore_keys_until_painted()
        await until(lambda: title.painted)
        page.on_click(early)
        await settle(app)
        assert app.screen is title, "the click was made before the menu was there"
        page.on_click(mouse(events.Click, page, entry))
        await until(lambda: app.screen is not title)


async def click_footer(pilot: Pilot[int], words: str) -> None:
    """Click with the mouse on a key of the footer."""
    below = pilot.app.screen.query_one("#zone-marks", ZoneWidget)
    last = below.size.height - 1
    await click_at(pilot, below, offset=(below.render_line(last).text.index(words) + 2, last))


@pytest.mark.parametrize(
    ("words", "opens"),
    [
        ("? help", HelpScreen),
        *at_night([("h why", HintScreen), ("s settings", SettingsScreen)]),
        ("q quit", TitleScreen),
    ],
)
@pytest.mark.parametrize("bots", ["moving", *at_night(["waiting"])])
async def test_the_keys_of_the_footer_answer_to_the_mouse(
    tmp_path: Path, bots: str, words: str, opens: type[Screen[object]]
) -> None:
    app = slow_table(tmp_path, clock := Clock()) if bots == "moving" else table_app(tmp_path, options(7))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: bool(clock.asked) if bots == "moving" else takes_keys(app))
        await click_footer(pilot, words)
        await until(lambda: app.return_value is not None or isinstance(app.screen, opens))
        assert (app.return_value is None) or opens is TitleScreen, "it went away"


MouseEvent = TypeVar("MouseEvent", bound=events.MouseEvent)


def mouse(kind: type[MouseEvent], widget: Widget, at: tuple[int, int]) -> MouseEvent:
    """A mouse event made now, there on the screen."""
    return kind(widget, 0, 0, 0, 0, 1, False, False, False, *at)


class Lingering(Widget):
    """Something on the table's screen that takes its time to go, while the bots go on."""

    def __init__(self, clock: Clock, table: GameTable) -> None:
        super().__init__()
        self.clock = clock
        self.table = table

    async def on_unmount(self) -> None:
        await until(lambda: not self.table.is_attached)
        self.clock.turn()
        for _ in range(100):  # turns of the loop, in which the bots could go on
            await asyncio.sleep(0)


async def test_the_game_ends_with_its_table_when_the_app_is_torn_down(tmp_path: Path) -> None:
    clock = Clock()
    async with running(slow_table(tmp_path, clock)) as (app, _):
        await until(lambda: bool(clock.asked))
        screen = screen_of(app, GameScreen)
        await screen.mount(Lingering(clock, screen.query_one(GameTable)))
        asked = len(clock.asked)
    assert len(clock.asked) == asked, "the bots went on without a table"


@pytest.mark.parametrize("key", ["enter", "f5", *at_night(["x", "space"])])
async def test_any_key_hurries_the_bots(tmp_path: Path, key: str) -> None:
    clock = Clock()
    async with running(slow_table(tmp_path, clock)) as (app, _):
        await until(lambda: bool(clock.asked))
        await strike(app, key)
        await until(lambda: takes_keys(app))
        assert len(clock.asked) == 1, "once hurried, the bots wait no more"
        await press_enter_and_wait_for_bots(app, clock)


async def hurried_to_the_prompt(app: FuritenApp, clock: Clock) -> GameScreen:
    await until(lambda: bool(clock.asked))
    screen = screen_of(app, GameScreen)
    await strike(app, "enter")
    await until(lambda: screen.waiting and screen._painted is not None)
    return screen


async def test_fingers_that_hurry_the_bots_do_not_answer_the_prompt_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.play.pace, "GRACE", GRACE)
    clock = Clock()
    async with running(slow_table(tmp_path, clock)) as (app, _):
        screen = await hurried_to_the_prompt(app, clock)
        before = moves(app)
        await strike(app, "enter")
        assert screen.waiting
        assert moves(app) == before, "the same stroke once more, and the tile is gone"
        there = make_scene(screen.desk).cursor
        await strike(app, "left")
        assert make_scene(screen.desk).cursor != there, "the cursor discards nothing"
        await strike(app, "enter")
        assert moves(app) == before
        assert screen._painted is not None
        screen._painted -= GRACE
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: moves(app) > before)


@pytest.mark.usefixtures("waiting_fingers")
async def test_who_moves_the_cursor_at_once_discards_without_a_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.play.pace, "GRACE", GRACE)
    clock = Clock()
    async with running(slow_table(tmp_path, clock)) as (app, _):
        screen = await hurried_to_the_prompt(app, clock)
        await strike(app, "left")
        assert screen._painted is not None
        screen._painted -= GRACE
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: len(own_discards(app)) == 1)


async def press_enter_and_wait_for_bots(app: FuritenApp, clock: Clock) -> None:
    """After the person's move the bots take their time again."""
    before = len(clock.asked)
    await strike(app, "enter")
    await until(lambda: len(clock.asked) > before)


async def test_the_speed_changes_in_play(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await press(pilot, "minus")
        assert app.pace.speed == "fast"
        await press(pilot, "minus", "minus", "minus", "plus")
        assert app.pace.speed == "normal"
        scene = app.screen.query_one(GameTable).scene
        assert scene is not None
        assert "bots normal" in scene.header
        assert scene.reason == t("screen.speed-kept", speed=t("newgame.speeds.normal"))
        assert takes_keys(app)


async def test_no_line_is_kept_of_a_screen_that_was_left(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        kept = []
        for _ in range(3):
            await press_to(pilot, HelpScreen, "question_mark")
            height = app.size.height
            await press(pilot, "escape")
            await until(lambda: takes_keys(app) and isinstance(app.screen, GameScreen))
            gc.collect()
            kept.append(sum(isinstance(each, Strip) for each in gc.get_objects()))
    assert kept[2] - kept[1] < height, "a screen has a line for each row"


class Loop:
    """Refers to itself, so that only a collection of garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


async def test_garbage_is_collected_once_nothing_has_been_pressed_for_a_while(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        gc.disable()
        try:
            loops = [ref(Loop()) for _ in range(NOT_FEW)]
            await press(pilot, "left")
            await until(lambda: not any(each() for each in loops))
            assert not gc.isenabled(), "Python collects nothing by itself here"
        finally:
            gc.enable()


async def test_below_the_needed_size_the_game_waits(tmp_path: Path) -> None:
    clock = Clock()
    async with running(slow_table(tmp_path, clock)) as (app, pilot):
        await until(lambda: bool(clock.asked))
        await pilot.resize_terminal(79, 24)
        clock.turn()
        await settle(app)
        screen = screen_of(app, GameScreen)
        assert not screen.waiting
        await pilot.resize_terminal(120, 40)
        await until(lambda: takes_keys(app))
        await pilot.resize_terminal(60, 20)
        await until(lambda: "80x24" in lines_of(app)[9])
        before = moves(app)
        await strike(app, "enter")
        assert (moves(app), screen.waiting) == (before, True)
        await pilot.resize_terminal(80, 24)
        await until(lambda: "80x24" not in lines_of(app)[9])
        await strike(app, "enter")
        await until(lambda: moves(app) > before)


async def test_the_mouse_takes_what_the_prompt_line_offers(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        before = moves(app)
        below = screen_of(app, GameScreen).query_one("#zone-marks")
        assert "discard South" in lines_of(app)[below.region.y + 1]
        await click_at(pilot, below, offset=(4, 1))
        await until(lambda: moves(app) > before)
        assert app.session is not None
        assert app.session.match.events[before] == Dahai(SEAT, "S", True)


@pytest.fixture
def slow_fingers(monkeypatch: pytest.MonkeyPatch, _as_usual: None) -> None:
    """Whatever the speed of the machine, these strokes are one hammering."""
    monkeypatch.setattr(tui.screens.screen, "PAUSE", 3_600.0)


def app_with(path: Path, record: str) -> FuritenApp:
    """The program over the save of a recorded hand that ends its game."""
    match = resume(read_events((ROOT / "tests" / "data" / "hands" / f"{record}.jsonl").read_bytes())).match
    folder = folder_at(path)
    with folder:
        folder.file.create(match.events)
    return FuritenApp(folder, speed="instant")


def shown(app: FuritenApp) -> tuple[object, int]:
    """The screen on top, and which of several wins it shows."""
    return app.screen, getattr(app.screen, "number", 0)


@pytest.mark.usefixtures("slow_fingers")
async def test_hammering_a_key_ends_no_result_nor_ranking_and_begins_no_game(tmp_path: Path) -> None:
    app = app_with(tmp_path, "double-ron")
    keys = ("enter", "space")
    screens = (TitleScreen, HandEndScreen, HandEndScreen, RankingScreen)
    async with app.run_test():
        for place, screen in enumerate(screens):
            await until(lambda screen=screen: isinstance(app.screen, screen) and takes_keys(app))
            there = shown(app)
            if place:
                for _ in range(5):
                    await strike(app, keys[(place - 1) % 2])
                assert shown(app) == there, "the key that led here has been hammered on"
            if place < len(screens) - 1:
                await strike(app, keys[place % 2])
                await until(lambda there=there: shown(app) != there)
        await strike(app, "escape")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert len(app.screen_stack) == 2


@pytest.mark.usefixtures("slow_fingers")
def test_strokes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tui.screens.screen, "PAUSE", 0.3)
    strokes = KeyRepeat()
    for time in (1.0, 1.2, 1.4):
        strokes.record("enter", time)
    assert strokes.is_repeat("enter", since=1.3), "it began before that"
    assert not strokes.is_repeat("enter", since=1.0)
    assert not strokes.is_repeat("space", since=1.3), "another key"
    strokes.record("enter", 1.7)
    assert not strokes.is_repeat("enter", since=1.6), "the finger has rested"
    strokes.record("x", 1.8)
    strokes.record("enter", 1.9)
    assert not strokes.is_repeat("enter", since=1.85), "another key in between"


@pytest.fixture
def waiting_fingers(monkeypatch: pytest.MonkeyPatch, _as_usual: None) -> None:
    """The confirm key waits longer than any test."""
    monkeypatch.setattr(tui.play.pace, "NOTICED", GRACE)
    monkeypatch.setattr(tui.play.pace, "MOMENT", GRACE)


def rest(app: FuritenApp) -> None:
    """The fingers rest until the confirm key decides."""
    screen = screen_of(app, GameScreen)
    assert screen._painted is not None
    screen._painted -= GRACE
    app.confirm_delay._last -= GRACE


def own_discards(app: FuritenApp) -> list[str]:
    assert app.session is not None
    seat = app.session.seat
    events = app.session.match.events
    return [NAMES[TILE_OF[event.pai]] for event in events if isinstance(event, Dahai) and event.actor == seat]


@pytest.mark.usefixtures("waiting_fingers")
@pytest.mark.parametrize("speed", ["instant", *at_night(["normal"])])
async def test_a_key_that_went_on_discards_nothing_until_it_has_rested(tmp_path: Path, speed: Speed) -> None:
    """Typed ahead, before the draw is shown and after it, by key and by mouse, then after a rest once."""
    clock = Clock()
    clock.turn()
    async with running(slow_table(tmp_path, clock, speed)) as (app, _):
        discards = 0
        while discards < 3:
            for _ in range(4):
                app.simulate_key("enter")
            await until(lambda: takes_keys(app))
            screen, before = screen_of(app, GameScreen), moves(app)
            for _ in range(4):
                await strike(app, "enter")
            assert moves(app) == before, "neither a discard nor a pass"
            if screen.desk.mode is Mode.TURN:
                await click(app, TileAt(make_scene(screen.desk).cursor))
                await click(app, ActionKey(ActionId.CONFIRM))
                assert moves(app) == before
                discards += 1
            rest(app)
            await strike(app, "enter")
            await until(lambda before=before: moves(app) > before)
            assert len(own_discards(app)) == discards


@pytest.mark.usefixtures("waiting_fingers")
async def test_a_tile_that_was_typed_is_discarded_at_once(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        tile = NAMES[screen_of(app, GameScreen).desk.laid.tiles[0]]
        await press(pilot, *tile, "enter")
        await until(lambda: own_discards(app) != [])
        assert own_discards(app) == [tile]


async def test_the_key_that_closes_a_page_decides_nothing_until_it_has_rested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was chosen before the page is forgotten, too."""
    monkeypatch.setattr(tui.play.pace, "MOMENT", GRACE)
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await press(pilot, "left", "question_mark")
        await until(lambda: isinstance(app.screen, HelpScreen))
        await press_to(pilot, GameScreen, "enter")
        await strike(app, "enter")
        assert own_discards(app) == []
        scene = app.screen.query_one(GameTable).scene
        assert scene is not None
        assert scene.reason == t("screen.too-early")
        rest(app)
        await strike(app, "enter")
        await until(lambda: len(own_discards(app)) == 1)


def app_at_a_tsumo(path: Path) -> FuritenApp:
    """The app at the table of a person who has just drawn the winning tile, and might discard any."""
    wall = build_wall(["123m456p789s1113z", "", "", ""], "3z")
    match = Match(WRC, 0, (PERSON, "hayai", "mamori", "takame"), walls=lambda header: wall)
    return FuritenApp(folder_at(path), Session(match, Memory()), speed="instant")


@pytest.mark.usefixtures("waiting_fingers")
async def test_the_key_that_a_warning_asks_for_needs_no_further_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a key that came with the warning is ignored, and neither it nor a page takes the warning away."""
    monkeypatch.setattr(tui.screens.game.game, "GRACE", GRACE)
    async with running(app_at_a_tsumo(tmp_path)) as (app, pilot):
        await press(pilot, "left", "enter")
        screen = screen_of(app, GameScreen)
        await until(lambda: screen.desk.warned and screen._painted is not None)
        warning = make_scene(screen.desk).reason
        await strike(app, "enter")
        assert screen._painted is not None
        screen._painted -= GRACE
        await until(lambda: takes_keys(app))
        await press(pilot, "question_mark")
        await until(lambda: isinstance(app.screen, HelpScreen))
        await press(pilot, "escape")
        await until(lambda: app.screen is screen and takes_keys(app))
        await strike(app, "enter")
        scene = app.screen.query_one(GameTable).scene
        assert scene is not None
        assert (own_discards(app), scene.reason) == ([], warning)
        screen.desk.do(ActionId.LEFT)
        screen._answer(screen.desk.do(ActionId.CONFIRM))
        await until(lambda: screen._painted is not None)
        await strike(app, "enter")
        screen._painted -= GRACE
        await strike(app, "enter")
        await until(lambda: len(own_discards(app)) == 1)


async def test_hammering_enter_never_throws_a_win_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.screens.game.game, "GRACE", GRACE)
    async with running(app_at_a_tsumo(tmp_path)) as (app, pilot):
        await press(pilot, "left")
        session, screen = app.session, screen_of(app, GameScreen)
        assert session is not None
        before = len(session.match.events)
        for _ in range(3):
            app.simulate_key("enter")
        await until(lambda: screen.desk.warned)
        await until(lambda: screen._painted is not None)
        await strike(app, "enter")
        await strike(app, "enter")
        assert len(session.match.events) == before
        assert make_scene(screen.desk).warned
        assert screen._painted is not None
        screen._painted -= GRACE
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: len(session.match.events) > before)
