"""The real app driven by a pilot: keys once the screen waits for them, clicks on metas, the painted text."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path, PurePath
from typing import TypeVar
from unittest.mock import patch

from rich.cells import cell_len
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from engine.actions import ActionKind
from tests.support.tui.sessions import folder_at
from tools.monkey.inputs import Input, heard
from tui.demo.scene_files import DemoScene
from tui.demo.staged_app import Staged, folder_for
from tui.drawing.rows import Meta, width_of
from tui.drawing.widgets import ClickArea
from tui.play.pace import Sleep
from tui.play.play_options import PlayOptions, Speed
from tui.play.start_game import open_for_play
from tui.replay.replay_state import Replay
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.screen import KeyScreen
from tui.shell.app import FuritenApp

Kind = TypeVar("Kind")
Shown = TypeVar("Shown", bound=App[int])
SnapCompare = Callable[..., bool | PurePath]
"""The fixture that compares a picture with the one that is kept."""

PATIENCE = 120.0
"""Seconds after which a test gives up waiting for a screen: only what hangs takes so long."""


TURNS = 20
"""Turns of the loop within which what is on its way comes; a thread or a timer takes longer."""


async def until(condition: Callable[[], bool]) -> bool:
    """Wait for a condition, not for a time: True when it holds, AssertionError when it never does.

    What follows from it at once, such as a message on the screen below one that has just gone, is there too.
    """
    await _holds(condition)
    for _ in range(TURNS):
        await asyncio.sleep(0)
    return True


async def _holds(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    turns = 0
    while not condition():
        assert time.monotonic() < end, "the screen that the test waits for does not come"
        turns += 1
        await asyncio.sleep(0 if turns <= TURNS else 0.001)


def painted(app: App[int]) -> bool:
    """Whether the screen on top has been painted: before that a click finds nothing on it."""
    screen = app.screen
    return not isinstance(screen, KeyScreen) or screen.painted


def takes_keys(app: FuritenApp) -> bool:
    """Whether the screen on top has been painted and waits for the person."""
    screen = app.screen
    if not isinstance(screen, KeyScreen) or not screen.painted:
        return False
    return not isinstance(screen, GameScreen) or screen.waiting


async def strike(app: App[int], key: str) -> None:
    """Press a key now, and come back when it has been dealt with, or the app has ended."""
    dealt_with = asyncio.Event()
    app.simulate_key(key)
    # what is called later stands behind the key, first in the app's queue, then in that of its screen
    app.call_later(lambda: app.screen.call_later(dealt_with.set))
    await until(lambda: dealt_with.is_set() or app.return_code is not None)


async def settle(app: App[int]) -> None:
    """Come back when the app and all that it shows have dealt with what was sent until now.

    A message may bring others on its way from the app to a screen and on to its parts: so it is done twice.
    """
    for _ in range(2):
        shown = [node for screen in app.screen_stack for node in screen.walk_children(with_self=True)]
        for node in (app, *shown):
            dealt_with = asyncio.Event()
            if node.call_later(dealt_with.set):
                await _holds(lambda node=node, done=dealt_with: done.is_set() or not node.is_running)  # type: ignore[misc]


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press each key once the screen waits for one."""
    for key in keys:
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]
        await strike(pilot.app, key)


async def click_at(
    pilot: Pilot[int], target: Widget | type[Widget] | str | None = None, offset: tuple[int, int] = (0, 0)
) -> bool:
    """Click as the pilot does on what has been painted, and wait for what was sent, not for a while."""
    await until(lambda: painted(pilot.app))

    async def pause(delay: float | None = None) -> None:
        await settle(pilot.app)

    with patch.object(pilot, "pause", pause):
        return await pilot.click(target, offset=offset)


@asynccontextmanager
async def running(app: Shown, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Shown, Pilot[int]]]:
    """The app on a screen of that size, and what presses its keys."""
    async with app.run_test(size=size) as pilot:
        yield app, pilot


@asynccontextmanager
async def staged(
    scene: DemoScene,
    settings: Mapping[str, str] | None = None,
    *,
    speed: Speed = "instant",
    size: tuple[int, int] = (80, 24),
    sleep: Sleep = asyncio.sleep,
) -> AsyncIterator[Staged]:
    """The app that begins with a scene."""
    with folder_for(scene, settings) as folder:
        app = Staged(scene, folder, sleep=sleep)
        app.pace.speed = speed
        try:
            async with app.run_test(size=size):
                yield app
        finally:
            app.close()


@asynccontextmanager
async def viewing(
    path: Path, replay: Replay, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[FuritenApp, Pilot[int], ReplayScreen]]:
    """The viewer of a replay."""
    app = FuritenApp(folder_at(path), opens=lambda app: app.show_replay(replay))
    async with running(app, size) as (_, pilot):
        await until(lambda: isinstance(app.screen, ReplayScreen) and takes_keys(app))
        yield app, pilot, screen_of(app, ReplayScreen)


def table_app(path: Path, asked: PlayOptions) -> FuritenApp:
    """The app at the table of a new game, everybody at instant speed."""
    folder = folder_at(path)
    session, _ = open_for_play(folder, asked)
    return FuritenApp(folder, session, speed="instant")


def key_for(screen: KeyScreen[object]) -> str:
    """Wins, riichi, otherwise Enter: discard the drawn tile, pass, go on."""
    if isinstance(screen, GameScreen):
        menu = screen.session.options
        if menu.of(ActionKind.TSUMO):
            return "t"
        if menu.of(ActionKind.RON):
            return "o"
        if menu.of(ActionKind.RIICHI) and not screen.desk.view.me.riichi and screen.desk.mode == "turn":
            return "r"
    return "enter"


async def play_on_to(app: FuritenApp, end: type[KeyScreen[object]]) -> list[str]:
    """Play with keys alone until a screen of that kind stands there; returns the kinds of screens seen."""
    seen: list[str] = []
    while True:
        await until(lambda: takes_keys(app))
        screen = app.screen
        assert isinstance(screen, KeyScreen)
        seen.append(type(screen).__name__)
        if isinstance(screen, end):
            return seen
        await strike(app, key_for(screen))


async def play_on_to_the_ranking(app: FuritenApp) -> list[str]:
    """The same until the final ranking."""
    return await play_on_to(app, RankingScreen)


def screen_of(app: FuritenApp, kind: type[Kind]) -> Kind:
    """The screen on top, which must be of that kind."""
    screen = app.screen
    assert isinstance(screen, kind)
    return screen


async def press_to(pilot: Pilot[int], kind: type[Kind], *keys: str) -> Kind:
    """Press each key, and come back with the screen of that kind once it waits for the next one."""
    await press(pilot, *keys)
    await settle(pilot.app)
    await until(lambda: isinstance(pilot.app.screen, kind) and takes_keys(pilot.app))  # type: ignore[arg-type]
    return screen_of(pilot.app, kind)  # type: ignore[arg-type]


class NothingThere(AssertionError):
    """Nothing on the screen answers so."""


def place_of(app: App[int], meta: Meta | type[Meta]) -> tuple[int, int]:
    """Where on the screen a click means that, or the first of its class."""
    for area in app.screen.query(ClickArea):
        region = area.region
        for y in range(region.height):
            x = 0
            for span in area.rows[y] if y < len(area.rows) else ():
                if meta in (span.meta, type(span.meta)):
                    return region.x + x, region.y + y
                x += width_of([span])
    raise NothingThere(f"nothing on {type(app.screen).__name__} means {meta}")


async def click(app: App[int], meta: Meta | type[Meta]) -> None:
    """Click there, and come back when that has been dealt with: it may have closed the screen, or the app."""
    for event in heard(Input("click", at=place_of(app, meta))):
        app.post_message(event)
    await settle(app)


def lines_of(app: App[int]) -> list[str]:
    """What can be seen line by line, the screens below one that is see-through among it."""
    return ["".join(row) for row in painted_rows(app)]


def painted_rows(app: App[int]) -> list[list[str]]:
    """The text of each cell; the second cell of a wide character is empty."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    texts = [
        "".join(seg.text for strip in strips for seg in strip if not seg.control) for strips in update.strips
    ]
    return [_cells(text) for text in texts]


def _cells(text: str) -> list[str]:
    return [cell for character in text for cell in (character, *[""] * (cell_len(character) - 1))]
