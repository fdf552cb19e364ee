"""A position that is typed or pasted: asked like one of the library, or refused in one line."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from textual import events

from ai.drills.library import positions
from ai.drills.question import OWN, DrillKind
from engine.hand import Hand
from engine.tiles import EAST, NAMES, format_tiles
from engine.wall import LIVE_AT_START, PLAYERS
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import Clock
from tests.support.tui.practice_app import MENU, asked, choose, practice_app, use
from tests.support.tui.practice_input import question_of, shown
from tui.cli import execute
from tui.i18n.texts import catalogue, t
from tui.play.options import PracticeOptions
from tui.practice.question_pool import QuestionPool
from tui.practice.typed_position import LONGEST, PositionError, typed_position
from tui.screens.line_field import LineScreen
from tui.screens.practice.menu import PracticeEntry

pytestmark = pytest.mark.usefixtures("quick_disk")

KINDS = (DrillKind.WAY_OUT, DrillKind.AHEAD, DrillKind.RON, DrillKind.FURITEN, DrillKind.READ)
SAMPLE = slice(0, 40, 8)


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_of_the_library_asks_what_the_library_asks(kind: DrillKind) -> None:
    """With tabs, with spaces as a shell pastes it, and without what stands around the events."""
    for position in [each for each in positions(kind).values() if not each.asked][SAMPLE]:
        wanted = position.question()
        seat_and_events = f"{position.seat} {position.events}"
        for text in (position.line, position.line.replace("\t", " ")):
            typed = typed_position(text, kind if DrillKind(kind) is not DrillKind.READ else None).question()
            if typed.kind is kind:
                assert (typed.answer, typed.rules) == (wanted.answer, wanted.rules)
        assert typed_position(seat_and_events).events == position.events


def test_a_hand_of_thirteen_tiles_asks_for_its_waits() -> None:
    """The hands of the library, typed as tiles and melds, with a discard for each meld."""
    checked = 0
    for position in positions(DrillKind.WAITS).values():
        question = position.question()
        hand: Hand = question.view().hand
        if any(meld.is_kan for meld in hand.melds) or "none" in question.answer[0] or checked == 30:
            continue
        melds = " ".join(f"meld:{meld}" for meld in hand.melds)
        free = [f"{number}z" for number in range(1, 8) if not hand.holds(EAST + number - 1)]
        pond = f"pond:{''.join(free[: len(hand.melds)])}" if hand.melds else ""
        typed = typed_position(f"{format_tiles(hand.tiles)} {melds} {pond} rules:{question.rules.name}")
        assert typed.question().answer == question.answer
        checked += 1
    assert checked == 30


ENOUGH = 4
"""Hands that are typed."""


def test_fourteen_tiles_ask_for_a_discard() -> None:
    """Hands of the library, typed with their pond: the same hand, pond, drawn tile and wall."""
    found = 0
    for position in positions(DrillKind.WAY_OUT).values():
        view = position.question().view()
        if view.hand.melds or any(each.called_by is not None for each in view.me.pond):
            continue
        drawn = view.own.drawn
        assert drawn is not None
        tiles = [*view.hand.tiles]
        tiles.remove(drawn)
        pond = [each.tile for each in view.me.pond]
        told = "".join(NAMES[tile] for tile in pond)
        with suppress(PositionError):
            typed = typed_position(f"{format_tiles(tiles)}{NAMES[drawn]} pond:{told} rules:{view.rules.name}")
            again = typed.question().view()
            assert sorted(again.hand.tiles) == sorted(view.hand.tiles)
            assert (again.own.drawn, [each.tile for each in again.me.pond]) == (drawn, pond)
            assert again.table.live == LIVE_AT_START - PLAYERS * len(pond) - 1
            found += 1
        if found == ENOUGH:
            break
    assert found == ENOUGH


@pytest.mark.parametrize(
    "text",
    [
        "",
        " " * 9,
        "hello",
        "123m",
        "1m" * LONGEST,
        "5555m5555p55555s",
        "123456789m1237p dora:12m",
        "123456789m1237p seat:X",
        "123456789m1237p rules:none",
        "123456789m1237p x:1",
        "123456789m1p meld:pon:777z",
        "123456789m1p meld:ankan:7777z pond:1z",
        "123456789m12377z",
        "123456789m11122z",
        "147m258p369s1234z",
        "147m258p369s12345z",
        "E1 0.0 1,1,1,1 1m 1m,2m",
        "7 E1 0.0 1,1,1,1 1m 1m,2m",
        "0 E1 0.0",
        "0 E1 0.0 a,b,c,d 1m 1m,2m",
        "0 E1 0.0 1,1,1,1 1m 1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m,1m 0+1m",
        "0 E1 0.0 25000,25000,25000,25000 1m 1m,2m,3m,4m,5m,6m,7m,8m,9m,1p,1p,1p,2p 0+2p 3-?",
        "0 E1 0.0 25000,25000,25000,25000 1m 1m,2m,3m,4m,5m,6m,7m,8m,9m,1p,1p,1p,2p 0c3:1p,2p,9p",
        "\x1b[31m",
    ],
)
def test_what_is_no_position_is_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PositionError) as caught:
        typed_position(text)
    assert "\n" not in str(caught.value)
    assert execute(["practice", "--position", text]) == 2
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert not said.out


@pytest.mark.parametrize("key", ["drill.typed-position.ask", "practice-command.position"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_examples_in_the_texts_are_questions(key: str, language: str) -> None:
    told = re.search(r"(\d\w+ pond:\w+)", str(catalogue(language)[key]))
    assert told is not None
    assert typed_position(told[0]).kind is DrillKind.WAY_OUT


def test_words_cut_anywhere_are_a_position_or_one_line() -> None:
    line = positions(DrillKind.WAY_OUT)[1].line
    for end in range(0, len(line), 7):
        for text in (line[:end], line[end:]):
            with suppress(PositionError):
                typed_position(text).question()


async def test_a_position_is_pasted_into_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock(), pool=QuestionPool())
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, PracticeEntry.POSITION)
        await until(lambda: isinstance(app.screen, LineScreen) and takes_keys(app))
        field = screen_of(app, LineScreen)
        field.post_message(events.Paste("123m456p\n"))
        await until(lambda: field.typed == "123m456p")
        await press(pilot, "enter")
        assert t("drill.typed-position.size", count=6) in " ".join(shown(app).split())
        field.post_message(events.Paste("789s1122z"))
        await until(lambda: field.typed.endswith("1122z"))
        await press(pilot, "enter")
        question = question_of(await asked(app))
        assert (question.kind, question.answer[0]) == (DrillKind.WAITS, {"1z", "2z"})
        assert question.code.startswith(OWN)


async def test_a_position_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock(), pool=QuestionPool())
    app = practice_app(tmp_path, PracticeOptions(position="123m456p789s1122z"))
    async with app.run_test(size=(80, 24)):
        assert question_of(await asked(app)).kind is DrillKind.WAITS
