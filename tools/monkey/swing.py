"""A monkey at the keyboard and the mouse: the real app, opened somewhere, hears inputs until it is left.

Then it is opened again on the same folder, so that saves, practice and settings are what it left there.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterable
from contextlib import ExitStack, chdir
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.pilot import Pilot

from tests.support.tui.sessions import folder_at, play_on
from tools.monkey.inputs import SIZES, Chance, Input, heard
from tui.demo.scene_files import DemoScene, scenes
from tui.demo.staged_app import Staged, folder_for
from tui.play.play_options import PlayOptions, PracticeOptions
from tui.play.save import SaveFolder
from tui.play.start_game import load, open_for_play
from tui.screens.screen import KeyScreen
from tui.shell.app import FuritenApp

TOGETHER = 6
"""At most so many inputs are posted before the app is given the time to take them."""
MOST_DECISIONS = 24
"""A hand may be opened so many decisions of the person on."""
OF_SCENES = 0.4
"""The share of lives that begin where a scene ends: screens that are far from the title have scenes too."""
REMEMBERED = 80
"""So many inputs are told when something broke."""


class Broken(AssertionError):
    """The app raised, or left a save that cannot be continued; the message tells what was done before."""


@dataclass
class Swing:
    """What a monkey saw."""

    seed: int
    inputs: int = 0
    lives: int = 0
    """How often the app was opened."""
    screens: Counter[str] = field(default_factory=Counter)
    """Inputs by the screen that was on top."""
    last: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))


async def swing(seed: int, inputs: int, home: Path) -> Swing:
    """Do so many things to the app; raises Broken."""
    chance, seen = Chance(seed), Swing(seed)
    while seen.inputs < inputs:
        with ExitStack() as stack:
            _go_elsewhere(stack)
            await _live(_opened(chance, home, stack), chance, seen, inputs)
        _check_save(seen, home)
    return seen


async def swing_through(these: Iterable[DemoScene], seed: int, each: int) -> Swing:
    """Do so many things to the app where each scene ends, one scene after the other; raises Broken."""
    chance, seen = Chance(seed), Swing(seed)
    for scene in these:
        with ExitStack() as stack:
            _go_elsewhere(stack)
            await _live(_staged(scene, stack), chance, seen, seen.inputs + each)
    return seen


def _go_elsewhere(stack: ExitStack) -> None:
    """Work in an empty folder: pictures of positions are saved in the current one."""
    stack.enter_context(chdir(stack.enter_context(TemporaryDirectory())))


def _opened(chance: Chance, home: Path, stack: ExitStack) -> FuritenApp:
    """The app at the title, at the table, in the menu of practice, in a session, or anywhere in a scene.

    It is closed with the stack.
    """
    if chance.dice.random() < OF_SCENES:
        return _staged(chance.dice.choice(scenes()), stack)
    folder = folder_at(home)
    stack.callback(folder.release)
    app = _opened_by_a_person(chance, folder)
    stack.callback(_close_session, app)
    return app


def _staged(scene: DemoScene, stack: ExitStack) -> Staged:
    """The app in a scene, which has a folder of its own."""
    staged = Staged(scene, stack.enter_context(folder_for(scene)), sleep=_at_once)
    staged.pace.speed = "instant"
    stack.callback(staged.close)
    return staged


def _close_session(app: FuritenApp) -> None:
    if app.session is not None:
        app.session.close()


def _opened_by_a_person(chance: Chance, folder: SaveFolder) -> FuritenApp:
    match chance.dice.randrange(4):
        case 0:
            return FuritenApp(folder, speed="instant")
        case 1:
            return FuritenApp(folder, speed="instant", practice=PracticeOptions(menu=True))
        case 2:
            return FuritenApp(folder, speed="instant", practice=PracticeOptions())
        case _:
            return _at_the_table(chance, folder)


def _beginning(app: FuritenApp) -> str:
    return f"scene {app.scene.id}" if isinstance(app, Staged) else "as a person does"


async def _at_once(seconds: float) -> None:
    """Sleep for no time."""
    await asyncio.sleep(0)


def _at_the_table(chance: Chance, folder: SaveFolder) -> FuritenApp:
    """Somewhere in a hand: the one that was left, or another, which may be almost over."""
    asked = PlayOptions(seed=chance.dice.randrange(1_000), length="hand", new=chance.dice.random() < 0.7)
    session, aside = open_for_play(folder, asked if asked.new else PlayOptions())
    assert session is not None
    play_on(session, decisions=chance.dice.randrange(MOST_DECISIONS))
    return FuritenApp(folder, session, speed="instant", asked=asked, aside=aside)


async def _live(app: FuritenApp, chance: Chance, seen: Swing, most: int) -> None:
    """One life of the app: until it is left, or so many inputs were made in all; raises Broken."""
    size = chance.dice.choice(SIZES[:3])
    seen.lives += 1
    seen.last.append(f"-- opened at {size[0]}x{size[1]}: {_beginning(app)}")
    try:
        async with app.run_test(size=size) as pilot:
            if isinstance(app, Staged):
                await app.play(app.scene.steps)
            await _press_on(app, pilot, chance, seen, most)
    except Exception as error:
        raise Broken(_story(seen, error)) from error


async def _press_on(app: FuritenApp, pilot: Pilot[int], chance: Chance, seen: Swing, most: int) -> None:
    """Inputs in small groups until the app is left."""
    while seen.inputs < most and app.return_code is None:
        for _ in range(chance.dice.randint(1, TOGETHER)):
            given = chance.next((app.size.width, app.size.height))
            name = type(app.screen).__name__
            seen.inputs += 1
            seen.screens[name] += 1
            seen.last.append(f"{name}: {given}")
            _post(app, given)
        await pilot.pause(0)


def _post(app: FuritenApp, given: Input) -> None:
    if given.kind == "size" and isinstance(app._driver, HeadlessDriver):
        app._driver._size = Size(*given.at)
    for event in heard(given):
        app.post_message(event)


def _check_save(seen: Swing, home: Path) -> None:
    """What is saved can be continued."""
    folder: SaveFolder = folder_at(home)
    folder.acquire()
    try:
        _, aside = load(folder)
    finally:
        folder.release()
    if aside is not None:
        raise Broken(_story(seen, aside.reason))


def _story(seen: Swing, fault: object) -> str:
    done = "\n  ".join(seen.last)
    return f"seed {seen.seed}, input {seen.inputs}: {fault!r} after\n  {done}"


def all_screens() -> set[str]:
    """The names of all screens that there are, as far as they have been imported."""
    found, left = set[str](), list[type](KeyScreen.__subclasses__())
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if not kind.__subclasses__() and kind.__module__.startswith("tui.screens."):
            found.add(kind.__name__)
    return found
