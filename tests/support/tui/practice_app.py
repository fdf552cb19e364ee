"""Practice in the real app, with a clock and questions of the test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from ai.drills.question import DrillKind, Question
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import Clock, practice_at
from tests.support.tui.practice_questions import QUESTIONS, made
from tests.support.tui.sessions import folder_at
from tui.play.options import PracticeOptions
from tui.practice import practice as practice_module
from tui.practice.practice import Practice
from tui.practice.question_pool import QuestionPool
from tui.screens.practice.drill import DrillScreen
from tui.screens.practice.kinds import KindsScreen
from tui.screens.practice.menu import PracticeEntry, PracticeScreen
from tui.screens.practice.session_end import SessionEndScreen
from tui.shell.app import FuritenApp

MENU = PracticeOptions(menu=True)


def use(
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    *,
    make: Callable[[str], Question] = made,
    pool: QuestionPool | None = None,
    kinds: Sequence[DrillKind] = tuple(QUESTIONS),
) -> None:
    """Let the app practise with these."""

    def practice(folder: Path, _: object) -> Practice:
        return practice_at(folder, clock, kinds=tuple(kinds), make=make, pool=pool)

    monkeypatch.setattr(practice_module, "practice_at", practice)


def practice_app(path: Path, options: PracticeOptions | None = MENU) -> FuritenApp:
    """The app with practice on its screen; None begins with the title."""
    return FuritenApp(folder_at(path), practice=options)


async def asked(app: FuritenApp) -> DrillScreen:
    """The drill, once a question waits for an answer."""
    await until(
        lambda: isinstance(app.screen, DrillScreen) and app.screen.answering is not None and takes_keys(app)
    )
    return screen_of(app, DrillScreen)


async def answered(app: FuritenApp) -> DrillScreen:
    """The drill, once it explains an answer."""
    await until(
        lambda: isinstance(app.screen, DrillScreen) and app.screen.outcome is not None and takes_keys(app)
    )
    return screen_of(app, DrillScreen)


async def summed_up(app: FuritenApp) -> SessionEndScreen:
    """The summary of a session."""
    await until(lambda: isinstance(app.screen, SessionEndScreen) and takes_keys(app))
    return screen_of(app, SessionEndScreen)


async def menu_of(app: FuritenApp) -> PracticeScreen:
    """The menu of practice."""
    await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
    return screen_of(app, PracticeScreen)


async def choose(pilot: Pilot[int], id: str) -> None:
    """Walk down the menu of practice to that entry, or in the list of kinds to that kind, and take it."""
    app = cast(FuritenApp, pilot.app)
    menu: PracticeScreen | KindsScreen = await menu_of(app)
    if id in list(DrillKind):
        await choose(pilot, PracticeEntry.KINDS)
        await until(lambda: isinstance(app.screen, KindsScreen) and takes_keys(app))
        menu = screen_of(app, KindsScreen)
    steps = [entry.id for entry in menu.entries].index(id) - menu.at
    await press(pilot, *["down"] * (steps % len(menu.entries)), "enter")
