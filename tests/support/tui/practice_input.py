"""Answer practice questions by keys alone or by clicks alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import cast

from textual.pilot import Pilot

from ai.drills.question import Option, Part, Question, next_part
from tests.support.tui.pilot_keys import press, takes_keys, until
from tui.drawing.click_meta import Meta, OptionAt, TileAt
from tui.drawing.page_widget import Page
from tui.drawing.rows import Rows, cells, plain
from tui.screens.practice.drill import DrillScreen
from tui.shell.app import FuritenApp
from tui.table.widget import ZoneWidget

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


def keys_for(question: Question, answer: Answer) -> Iterator[str]:
    """The keys that give that answer: numbers of words, tiles as they are written, Enter after each part.

    Where one option is to be chosen, it is the first of the answer.
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
    """Answer the question that is asked by keys."""
    await press(pilot, *keys_for(question, answer))


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
    await pilot.click(app.screen.query_one(Page), offset=(cells(lines[row].partition(text)[0]), row))


async def _click_meta(pilot: Pilot[int], area: Page | ZoneWidget, meta: Meta) -> None:
    await until(lambda: takes_keys(cast(FuritenApp, pilot.app)))
    for y, row in enumerate(_rows(area)):
        x = 0
        for span in row:
            if span.meta == meta:
                await pilot.click(area, offset=(x + 1, y))
                return
            x += cells(span.text)
    raise AssertionError(f"nothing to click means {meta}")
