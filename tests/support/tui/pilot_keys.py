"""Press keys in the real app, each once the screen waits for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from textual.app import App
from textual.pilot import Pilot

from engine.actions import ActionKind
from tests.support.tui.sessions import folder_at
from tui.play.options import PlayOptions
from tui.play.start import open_for_play
from tui.screens.base import KeyScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking import RankingScreen
from tui.shell.app import FuritenApp

Kind = TypeVar("Kind")

PATIENCE = 120.0
"""Seconds after which a test gives up waiting for a screen: only what hangs takes so long."""


async def until(condition: Callable[[], bool]) -> bool:
    """Wait for a condition, not for a time: True when it holds, AssertionError when it never does."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the screen that the test waits for does not come"
        await asyncio.sleep(0.001)
    return True


def takes_keys(app: FuritenApp) -> bool:
    """Whether the screen on top has been painted and waits for the person."""
    screen = app.screen
    if not isinstance(screen, KeyScreen) or not screen.painted:
        return False
    return not isinstance(screen, GameScreen) or screen.waiting


async def strike(app: App[int], key: str) -> None:
    """Press a key now, and come back when it has been dealt with."""
    dealt_with = asyncio.Event()
    app.simulate_key(key)
    # what is called later stands behind the key, first in the app's queue, then in that of its screen
    app.call_later(lambda: app.screen.call_later(dealt_with.set))
    await asyncio.wait_for(dealt_with.wait(), PATIENCE)


async def settle(app: App[int]) -> None:
    """Come back when the app and all that it shows have dealt with what was sent until now.

    A message may bring others on its way from the app to a screen and on to its parts: so it is done twice.
    """
    for _ in range(2):
        shown = [node for screen in app.screen_stack for node in screen.walk_children(with_self=True)]
        for node in (app, *shown):
            dealt_with = asyncio.Event()
            if node.call_later(dealt_with.set):
                await until(lambda node=node, done=dealt_with: done.is_set() or not node.is_running)  # type: ignore[misc]


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press each key once the screen waits for one."""
    for key in keys:
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]
        await strike(pilot.app, key)


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


async def play_on_to_the_ranking(app: FuritenApp) -> list[str]:
    """Play with keys alone until the final ranking stands there; returns the kinds of screens seen."""
    seen: list[str] = []
    while True:
        await until(lambda: takes_keys(app))
        screen = app.screen
        assert isinstance(screen, KeyScreen)
        seen.append(type(screen).__name__)
        if isinstance(screen, RankingScreen):
            return seen
        await strike(app, key_for(screen))


async def play_to_the_ranking(app: FuritenApp, size: tuple[int, int] = (80, 24)) -> list[str]:
    """The same in an app of its own, which is left at the end."""
    async with app.run_test(size=size):
        seen = await play_on_to_the_ranking(app)
        await strike(app, "enter")
        await until(lambda: app.return_code is not None)
    app.folder.release()
    return seen


def screen_of(app: FuritenApp, kind: type[Kind]) -> Kind:
    """The screen on top, which must be of that kind."""
    screen = app.screen
    assert isinstance(screen, kind)
    return screen
