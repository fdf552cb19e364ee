"""A monkey at the keyboard and the mouse: the real app, opened somewhere, hears inputs until it is left.

Then it is opened again on the same folder, so that saves, practice and settings are what it left there.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path

from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.pilot import Pilot

from tests.monkey.inputs import SIZES, Chance, Input, heard
from tests.tui.table_talk import folder_at, play_on
from tui.app import FuritenApp
from tui.options import PlayOptions, PracticeOptions
from tui.save import SaveFolder
from tui.start import find, open_for_play

TOGETHER = 6
"""At most so many inputs are posted before the app is given the time to take them."""
MOST_DECISIONS = 24
"""A hand may be opened so many decisions of the person on."""
REMEMBERED = 80
"""So many inputs are told when something broke."""


class Broken(AssertionError):
    """The app raised, or left a save that cannot be continued; the message tells what was done before."""


@dataclass
class Swing:
    """What a monkey saw."""

    inputs: int = 0
    lives: int = 0
    """How often the app was opened."""
    screens: Counter[str] = field(default_factory=Counter)
    """Inputs by the screen that was on top."""
    last: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))


async def swing(seed: int, inputs: int, home: Path) -> Swing:
    """Do so many things to the app; raises Broken."""
    chance, seen = Chance(seed), Swing()
    while seen.inputs < inputs:
        seen.lives += 1
        app = _opened(chance, home)
        size = chance.dice.choice(SIZES[:3])
        seen.last.append(f"-- opened at {size[0]}x{size[1]}")
        try:
            async with app.run_test(size=size) as pilot:
                await _live(app, pilot, chance, seen, inputs)
        except Exception as error:
            raise Broken(_story(seed, seen, error)) from error
        finally:
            if app.session is not None:
                app.session.close()
            app.folder.release()
        _check_save(seed, seen, home)
    return seen


def _opened(chance: Chance, home: Path) -> FuritenApp:
    """The app at the title, at the table, in the menu of practice, or in a session."""
    folder = folder_at(home)
    match chance.dice.randrange(4):
        case 0:
            return FuritenApp(folder, speed="instant")
        case 1:
            return FuritenApp(folder, speed="instant", practice=PracticeOptions(menu=True))
        case 2:
            return FuritenApp(folder, speed="instant", practice=PracticeOptions())
        case _:
            return _at_the_table(chance, folder)


def _at_the_table(chance: Chance, folder: SaveFolder) -> FuritenApp:
    """Somewhere in a hand: the one that was left, or another, which may be almost over."""
    asked = PlayOptions(seed=chance.dice.randrange(1_000), length="hand", new=chance.dice.random() < 0.7)
    session, aside = open_for_play(folder, asked if asked.new else PlayOptions())
    play_on(session, decisions=chance.dice.randrange(MOST_DECISIONS))
    return FuritenApp(folder, session, speed="instant", asked=asked, aside=aside)


async def _live(app: FuritenApp, pilot: Pilot[int], chance: Chance, seen: Swing, most: int) -> None:
    """Inputs in small groups until the app is left."""
    while seen.inputs < most and app.return_code is None:
        for _ in range(chance.dice.randint(1, TOGETHER)):
            given = chance.next(tuple(app.size))
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


def _check_save(seed: int, seen: Swing, home: Path) -> None:
    """What is saved can be continued."""
    folder: SaveFolder = folder_at(home)
    folder.acquire()
    try:
        _, aside = find(folder)
    finally:
        folder.release()
    if aside is not None:
        raise Broken(_story(seed, seen, aside.reason))


def _story(seed: int, seen: Swing, fault: object) -> str:
    done = "\n  ".join(seen.last)
    return f"seed {seed}, input {seen.inputs}: {fault!r} after\n  {done}"
