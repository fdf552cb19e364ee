"""A decision played twice in the real app: opened from the viewer and the list, stepped, saved, left."""

from __future__ import annotations

import re
import threading
import xml.etree.ElementTree as ET
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ai.review.hand_review import FuritenEntered
from ai.review.two_courses import DealsCompared
from ai.rollouts import NoDeal
from ai.worker_pool import WorkersDied
from engine import events as ev
from engine.records.recorded_choices import RecordError
from tests.support.nightly import with_each
from tests.support.tui.pilot import (
    SnapCompare,
    lines_of,
    press,
    press_to,
    running,
    screen_of,
    strike,
    takes_keys,
    until,
    viewing,
)
from tests.support.tui.sessions import folder_at
from tests.support.tui.texts import says
from tests.support.tui.twice import SEAT, Prepared, game, late_courses, late_moment, prepared
from tests.tui.screens.test_game_guided import guided_app, play_on, to_the_choice
from tui.config.settings import OnOff
from tui.drawing.palette import load_palette
from tui.i18n import t
from tui.replay import played_twice
from tui.replay.played_twice import PlayedTwice
from tui.replay.replay_state import Replay
from tui.screens import twice_screen
from tui.screens.game.result_screens import MomentsScreen
from tui.screens.replay.moment_list import MomentListScreen
from tui.screens.twice_screen import (
    BEGINNING,
    END,
    EVENT,
    OtherChoiceScreen,
    TwiceScreen,
    twice_svg,
)
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable
from tui.tiles import default_look
from tui.words.review_sentences import course_names, deals_sentence

DEALS = 3
PLACE = "East 1  1.42"
LATE = 100
"""The event of a decision near the end of the prepared hand."""


@pytest.fixture(autouse=True)
def _few_deals_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_twice, "DealsCompared", partial(DealsCompared, DEALS))
    monkeypatch.setattr(twice_screen, "processors", lambda: 1)


def replay_at(index: int) -> Replay:
    """The short game at that position."""
    replay = Replay(game(), SEAT)
    replay.go_to(index)
    return replay


@asynccontextmanager
async def showing(
    tmp_path: Path, twice: PlayedTwice, *, motion: OnOff = OnOff.ON, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[FuritenApp, Pilot[Any], TwiceScreen]]:
    """The screen with both courses played, and stopped at the decision where it would move."""
    screen = TwiceScreen(twice, PLACE, "game-1.42-twice")
    app = FuritenApp(folder_at(tmp_path), opens=lambda app: app.push_screen(screen))
    app.change_settings(replace(app.settings, motion=motion))
    async with app.run_test(size=size) as pilot:
        await until(lambda: app.screen is screen and screen.done and takes_keys(app))
        if motion is OnOff.ON:
            await press(pilot, "home")
        yield app, pilot, screen


def late() -> int:
    """A decision of the seat to discard that is no moment, with few draws left."""
    index, _ = late_moment()
    events = game().events
    return next(
        place
        for place in range(index + 1, len(events))
        if isinstance(events[place], ev.Tsumo) and events[place].actor == SEAT  # type: ignore[union-attr]
    )


# -- opened ------------------------------------------------------------------------------------------


async def test_one_key_from_a_moment_plays_it_twice(tmp_path: Path) -> None:
    index, better = late_moment()
    async with viewing(tmp_path, replay_at(index - 1)) as (app, pilot, viewer):
        await press(pilot, "full_stop")
        await until(lambda: viewer.replay.index == index and takes_keys(app))
        scene = viewer.query_one(GameTable).scene
        assert scene is not None
        assert scene.keys[0].id == "play-twice", "its key is not cut off"
        screen = await press_to(pilot, TwiceScreen, "i")
        assert screen.twice.courses == late_courses()
        assert screen.twice.courses.other == better
        await until(lambda: screen.done)
        assert screen.twice.same is not None
        assert len(screen.twice.compared.deals) == DEALS
        assert not screen.twice.failed
        await press(pilot, "escape")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.index == index


async def test_one_key_in_the_list_of_moments_does_the_same(tmp_path: Path) -> None:
    index, _ = late_moment()
    async with viewing(tmp_path, replay_at(index)) as (_, pilot, viewer):
        screen = await press_to(pilot, MomentListScreen, "m")
        listed = [line.moment for line in screen.lines]
        screen.go_to(listed.index(None))
        assert not any(action.id == "play-twice" for action in screen.offers())
        await press(pilot, "i")
        assert viewer.app.screen is screen, "a hand alone has nothing to play twice"
        screen.go_to(next(at for at, each in enumerate(listed) if each and each.position == index))
        opened = await press_to(pilot, TwiceScreen, "i")
        assert opened.twice.courses == late_courses()
        assert viewer.replay.index == index


async def test_at_any_other_decision_the_player_chooses_what_else(tmp_path: Path) -> None:
    async with viewing(tmp_path, replay_at(late())) as (app, pilot, viewer):
        choosing = await press_to(pilot, OtherChoiceScreen, "i")
        assert choosing.desk.choice is not None
        assert not any(
            "table" in map(str, action.places) and action.id == "no-calls" for action in choosing.offers()
        )
        await press(pilot, "enter")
        await until(lambda: app.screen is viewer)
        assert viewer.notice == t("twice.not.same"), "the cursor stands on what was played"
        await press_to(pilot, OtherChoiceScreen, "i")
        screen = await press_to(pilot, TwiceScreen, "left", "enter")
        assert screen.twice.courses.point.index == late()
        await press(pilot, "escape")
        await until(lambda: app.screen is viewer)
        await press_to(pilot, OtherChoiceScreen, "i")
        await press(pilot, "escape")
        await until(lambda: app.screen is viewer)


async def test_after_a_hand_one_key_at_a_moment_does_the_same(tmp_path: Path) -> None:
    async with running(guided_app(tmp_path)) as (app, pilot):
        await to_the_choice(pilot)
        await play_on(pilot)
        await until(lambda: isinstance(app.screen, MomentsScreen) and takes_keys(app))
        moments = screen_of(app, MomentsScreen)
        screen = await press_to(pilot, TwiceScreen, "i")
        facts = moments.lookback.moments[0].moment.facts
        assert isinstance(facts, FuritenEntered)
        assert facts.better is not None
        assert screen.twice.courses.other.tile == facts.better.tile
        assert screen.twice.courses.taken.tile == moments.lookback.moments[0].moment.tile
        await until(lambda: screen.done)
        assert screen.twice.same is not None
        assert screen.twice.same.real is not None
        assert screen.twice.same.real.won, "as the result on the table says"
        await press(pilot, "escape")
        await until(lambda: app.screen is moments)
        await press(pilot, "down")
        assert "play-twice" not in [action.id for action in moments.offers()], "no choice lost that tile"
        await press(pilot, "i")
        assert app.screen is moments


async def test_where_nothing_is_chosen_it_says_so(tmp_path: Path) -> None:
    start = next(place for place, event in enumerate(game().events) if isinstance(event, ev.StartKyoku))
    async with viewing(tmp_path, replay_at(start)) as (app, pilot, viewer):
        await press(pilot, "i")
        assert app.screen is viewer
        assert viewer.notice == t("twice.not.no-decision")


# -- both tables in step -----------------------------------------------------------------------------


async def test_both_tables_play_by_themselves_to_their_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.screens.position_screens.SPEEDS", (0.001,) * 5)
    async with showing(tmp_path, prepared()) as (_, pilot, screen):
        assert (screen.at, screen.plays) == (0, False)
        await press(pilot, "space")
        await until(lambda: screen.at == screen.twice.last)
        assert not screen.plays
        await press(pilot, "space")
        assert screen.at < screen.twice.last or not screen.plays, "at the end it begins again"


async def test_keys_step_stop_and_change_the_speed(tmp_path: Path) -> None:
    async with showing(tmp_path, prepared()) as (_, pilot, screen):
        await press(pilot, "right", "right", "left")
        assert screen.at == 1
        await press(pilot, "end")
        assert screen.at == screen.twice.last
        await press(pilot, "home")
        assert screen.at == 0
        before = screen.speed
        await press(pilot, "plus", "plus")
        assert screen.speed == before + 2
        assert screen.notice == t("replay.stopped", speed=screen.speed + 1)
        await press(pilot, "minus", "space")
        assert (screen.speed, screen.plays) == (before + 1, True)
        await press(pilot, "left")
        assert not screen.plays


async def test_without_motion_the_ends_are_shown_at_once(tmp_path: Path) -> None:
    async with showing(tmp_path, prepared(), motion=OnOff.OFF) as (_, pilot, screen):
        assert (screen.at, screen.plays) == (screen.twice.last, False)
        await press(pilot, "left")
        assert screen.at == screen.twice.last - 1


async def test_the_page_says_what_the_deals_say(tmp_path: Path) -> None:
    async with showing(tmp_path, prepared()) as (app, pilot, screen):
        shown = "\n".join(lines_of(app))
        assert deals_sentence(screen.twice.courses, screen.twice.compared, 78) in shown
        assert PLACE in shown
        await press(pilot, "plus")
        assert PLACE not in lines_of(app)[0], "the effect of a key stands in its place"
        await press(pilot, "right")
        assert PLACE in lines_of(app)[0]


# -- deals while one looks on ------------------------------------------------------------------------


async def test_leaving_ends_the_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, goes_on, closed = [], threading.Event(), threading.Event()

    def endless(*_: object, **__: object):  # type: ignore[no-untyped-def]
        try:
            while True:
                goes_on.wait()
                played.append(1)
                yield _Piece(), []
        finally:
            closed.set()

    monkeypatch.setattr(played_twice, "play_deals", endless)
    twice = PlayedTwice(game(), late_courses())
    screen = TwiceScreen(twice, PLACE, "stem")
    app = FuritenApp(folder_at(tmp_path), opens=lambda app: app.push_screen(screen))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: twice.same is not None and takes_keys(app))
        assert not screen.done
        await press(pilot, "escape")
        await until(lambda: twice.stopped)
        goes_on.set()
        await until(closed.is_set)
    assert len(played) == 1


class _Piece:
    first = 1_000


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (NoDeal("none fits"), "branch.no-deal"),
        (RecordError("a tile too many"), "branch.bad-record"),
        (WorkersDied("dead"), "twice.died"),
    ],
)
def test_what_fails_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, key: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(played_twice, "play_deals", fail)
    twice = PlayedTwice(game(), late_courses())
    twice.play()
    assert says(twice.failed, key)
    assert twice.same is not None, "the same wall is shown all the same"


async def test_a_wall_that_cannot_be_dealt_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise NoDeal("none fits")

    monkeypatch.setattr(played_twice, "play_same_wall", fail)
    async with showing(tmp_path, PlayedTwice(game(), late_courses())) as (app, pilot, screen):
        assert says("\n".join(lines_of(app)), "branch.no-deal")
        await press(pilot, "x", "space", "right")
        assert (screen.at, screen.twice.last) == (0, 0)


# -- the picture -------------------------------------------------------------------------------------


SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def short() -> Prepared:
    """Two courses of a decision late in its hand."""
    return prepared(decision=LATE)


@pytest.fixture(scope="module")
def svg(short: Prepared) -> str:
    return twice_svg(short, PLACE, default_look(), load_palette("felt"))


def test_the_picture_is_one_file_without_a_script(svg: str) -> None:
    root = ET.fromstring(svg)
    assert {each.tag for each in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "desc", "style", "rect", "g", "path", "text")
    }
    assert not re.search(r"(href|url\(|@import|on\w+=)", svg)
    assert PLACE in (root.findtext(f"{SVG}title") or "")


def test_it_lasts_as_long_as_the_longer_course(svg: str, short: Prepared) -> None:
    seconds = BEGINNING + EVENT * (short.last - 1) + END
    assert f"g{{animation:{seconds:.2f}s step-end infinite}}" in svg
    steps = {float(each) for each in re.findall(r"([\d.]+)%\{visibility", svg)}
    starts = {0.0, *(BEGINNING + EVENT * at for at in range(short.last))}
    assert steps <= {float(f"{100 * start / seconds:.3f}") for start in starts}
    assert len(steps) > short.last / 2 > 5


def test_where_nothing_moves_both_ends_are_shown(svg: str, short: Prepared) -> None:
    described = ET.fromstring(svg).findtext(f"{SVG}desc", "")
    for key, name in zip(("taken", "other"), course_names(short.courses), strict=True):
        assert t(f"twice.head.{key}", what=name) in described
    assert "-7,700" in described.splitlines()[2]
    assert deals_sentence(short.courses, short.compared, 160) in described
    assert short.desks(short.last)[0].log[-1] in described


async def test_another_key_saves_both_as_an_animated_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(twice_screen, "twice_svg", lambda twice, place, *_: f"{place}: {len(twice.sides)}")
    async with showing(tmp_path, prepared(decision=LATE), motion=OnOff.OFF) as (_, pilot, screen):
        await press(pilot, "x")
        saved = tmp_path / "game-1.42-twice.svg"
        await until(lambda: saved.exists() and screen.notice != t("twice.saving"))
        assert says(screen.notice, "picture.saved")
        assert saved.read_text(encoding="utf-8") == f"{PLACE}: 2"


@pytest.mark.parametrize(("at", "size"), with_each(["middle", "end"], ((80, 24), (120, 40), (170, 50))))
def test_how_it_looks(snap_compare: SnapCompare, tmp_path: Path, at: str, size: tuple[int, int]) -> None:
    twice: Prepared = prepared()
    screen = TwiceScreen(twice, PLACE, "stem")
    app = FuritenApp(folder_at(tmp_path), opens=lambda app: app.push_screen(screen))
    app.change_settings(replace(app.settings, motion=OnOff.OFF))

    async def shown(pilot: Pilot[int]) -> None:
        await until(lambda: app.screen is screen and screen.done and takes_keys(app))
        await strike(app, "home" if at == "middle" else "end")
        for _ in range(6 if at == "middle" else 0):
            await strike(app, "right")

    assert snap_compare(app, terminal_size=size, run_before=shown)
