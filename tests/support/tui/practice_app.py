"""Practice in the real app: a clock and questions of the test, answered by keys alone or by clicks alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from ai.drills.question import DrillKind, Option, Part, Question, next_part
from tests.support.tui.pilot import click_at, press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import Clock, practice_at
from tests.support.tui.practice_questions import QUESTIONS, made
from tests.support.tui.sessions import folder_at
from tui.drawing.rows import Meta, OptionAt, Rows, TileAt, cells, plain
from tui.drawing.widgets import Page
from tui.play.play_options import PracticeOptions
from tui.practice import practice as practice_module
from tui.practice.practice import Practice
from tui.practice.question_pool import QuestionPool
from tui.screens.practice.drill_screens import DrillScreen, RunScreen
from tui.screens.practice.menu import KindsScreen, PracticeEntry, PracticeScreen
from tui.screens.practice.progress_screen import SessionEndScreen
from tui.shell.app import FuritenApp
from tui.table.widget import ZoneWidget

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
    await until(lambda: isinstance(app.screen, SessionEndScreen) and takes_keys(app))
    return screen_of(app, SessionEndScreen)


async def menu_of(app: FuritenApp) -> PracticeScreen:
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


Answer = Sequence[frozenset[str]]
"""Ids of options for each part, nothing for a part that is not asked."""


def question_of(screen: DrillScreen) -> Question:
    """The question that waits for an answer."""
    assert screen.answering is not None
    return screen.answering.question


def right_answer(question: Question) -> Answer:
    """A right answer; of several right options of one part the first."""
    return tuple(
        ids if part.several else frozenset([option.id for option in part.options if option.id in ids][:1])
        for part, ids in zip(question.parts, question.answer, strict=True)
    )


def wrong_answer(question: Question) -> Answer:
    """An answer that is wrong in its first part, with something in every part that is asked then."""
    given: list[frozenset[str]] = []
    while (number := next_part(question, given)) is not None:
        given += [frozenset()] * (number - len(given))
        asked = question.asked(given)
        assert asked is not None
        options = [option.id for option in asked.part.options]
        given.append(frozenset([next(each for each in options if each not in asked.right)]))
    return (*given, *[frozenset()] * (len(question.parts) - len(given)))


# -- keys --------------------------------------------------------------------------------------------


def keys_for(question: Question, answer: Answer, *, at_once: bool = False) -> Iterator[str]:
    """The keys that give that answer: numbers of words, tiles as they are written, Enter after each part.

    Where one option is to be chosen, it is the first of the answer; ``at_once`` it needs no Enter.
    """
    for place, ids in enumerate(answer):
        asked = question.asked(answer[:place])
        if not ids or asked is None:
            continue
        chosen = _chosen(asked.part, ids)
        options = [asked.part.options[number] for number in chosen]
        if all(option.tile is None for option in asked.part.options):
            yield from (str(number + 1) for number in chosen)
        else:
            yield from _tile_keys(options)
        if asked.part.several or not at_once:
            yield "enter"


def _chosen(part: Part, ids: frozenset[str]) -> list[int]:
    """The numbers of the options to choose."""
    found = [number for number, option in enumerate(part.options) if option.id in ids]
    return found if part.several else found[:1]


def _tile_keys(chosen: Sequence[Option]) -> Iterator[str]:
    """Tiles of a suit together, ``36s``; a word among tiles has a key of its own."""
    for suit, options in groupby(chosen, lambda option: "" if option.tile is None else option.id[-1]):
        yield from (option.id[0] for option in options) if suit else "x"
        yield from suit


async def give(pilot: Pilot[int], question: Question, answer: Answer) -> None:
    """Answer the question that is asked by keys; in a run Enter would be for what comes next."""
    at_once = isinstance(pilot.app.screen, RunScreen)
    await press(pilot, *keys_for(question, answer, at_once=at_once))


# -- the mouse ---------------------------------------------------------------------------------------


def shown(app: FuritenApp) -> str:
    """What the page of the screen on top says."""
    return plain(_rows(app.screen.query_one(Page)))


def _rows(area: Page | ZoneWidget) -> Rows:
    return area._picture(*area.size) if isinstance(area, Page) else area.rows


async def click_answer(pilot: Pilot[int], screen: DrillScreen, answer: Answer) -> None:
    """Give that answer with clicks alone: once more on what is chosen, or on the button."""
    question = question_of(screen)
    for place, ids in enumerate(answer):
        asked = question.asked(answer[:place])
        if not ids or asked is None:
            continue
        for number in _chosen(asked.part, ids):
            for _ in range(1 if asked.part.several else 2):
                await _click_option(pilot, screen, number)
        if asked.part.several:
            await click_text(pilot, "Enter  answer")


async def _click_option(pilot: Pilot[int], screen: DrillScreen, number: int) -> None:
    """Click an option where it stands: in the lower part, or in the hand."""
    answering = screen.answering
    assert answering is not None
    if answering.in_hand and answering.options[number].tile is not None:
        await click_hand(pilot, answering.places(number)[0])
    else:
        await _click_meta(pilot, screen.query_one(Page), OptionAt(number))


async def click_hand(pilot: Pilot[int], place: int) -> None:
    """Click a tile of the hand."""
    tile = TileAt(place)
    areas = pilot.app.screen.query(ZoneWidget)
    area = next(area for area in areas if any(span.meta == tile for row in area.rows for span in row))
    await _click_meta(pilot, area, tile)


async def click_text(pilot: Pilot[int], text: str) -> None:
    """Click on the first place of the page that says so."""
    app = cast(FuritenApp, pilot.app)
    await until(lambda: takes_keys(app))
    lines = shown(app).splitlines()
    row = next((number for number, line in enumerate(lines) if text in line), None)
    assert row is not None, f"nothing says {text!r}"
    await click_at(pilot, app.screen.query_one(Page), (cells(lines[row].partition(text)[0]), row))


async def _click_meta(pilot: Pilot[int], area: Page | ZoneWidget, meta: Meta) -> None:
    await until(lambda: takes_keys(cast(FuritenApp, pilot.app)))
    for y, row in enumerate(_rows(area)):
        x = 0
        for span in row:
            if span.meta == meta:
                await click_at(pilot, area, (x + 1, y))
                return
            x += cells(span.text)
    raise AssertionError(f"nothing to click means {meta}")
