"""Practice in the real app for tests: with a clock of their own, and questions in notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.drills.question import DrillKind, Question
from tests.tui.fingers import press, screen_of, takes_keys, until
from tests.tui.practice_answers import Clock
from tests.tui.practice_questions import made
from tests.tui.table_talk import folder_at
from tui.app import FuritenApp
from tui.options import PracticeOptions
from tui.practice import room
from tui.practice.explain import KINDS
from tui.practice.progress import Progress
from tui.practice.room import Practice
from tui.practice.session import Tools
from tui.screens.drill import DrillScreen

MENU = PracticeOptions(menu=True)


def use(
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    *,
    make: Callable[[str], Question] = made,
    kinds: Sequence[DrillKind] = KINDS,
) -> None:
    """Let the app practise with these."""
    tools = Tools(make=make, kinds=kinds, clock=lambda: clock.now, timer=lambda: clock.seconds, zone=UTC)
    monkeypatch.setattr(room, "practice_at", lambda folder: Practice(Progress(folder), tools))


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


def keys_for(question: Question, answer: Sequence[frozenset[str]]) -> Iterator[str]:
    """The keys that give that answer: numbers of words, tiles as they are written, Enter after each part."""
    for part, ids in zip(question.parts, answer, strict=True):
        words = all(option.tile is None for option in part.options)
        for number, option in enumerate(part.options, 1):
            if option.id in ids:
                yield from ([str(number)] if words else [*option.id] if option.tile is not None else ["x"])
        if ids:
            yield "enter"


async def give(pilot: Pilot[int], question: Question, answer: Sequence[frozenset[str]]) -> None:
    """Answer the question that is asked by keys."""
    await press(pilot, *keys_for(question, answer))
