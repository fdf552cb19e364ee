"""Moments in the viewer: the list with its filters, marks, and moments asked again without advice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ai.review.moments import MomentClass, MomentKind, ReviewedMoment
from ai.review.retry import Retried
from engine import events as ev
from engine.rules import ruleset
from tests.ai.test_review_proofs import played
from tests.support.nightly import at_night
from tests.support.shared import shared
from tests.support.tui.past_games import reviews
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.i18n.texts import t
from tui.replay.replay import Replay, ReplayedGame
from tui.replay.reviewed_game import POINTS
from tui.screens.replay.moment_list import MomentListScreen
from tui.screens.replay.retry import RetryScreen
from tui.screens.replay.retry_answer import RetryAnswerScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.shell.app import FuritenApp

WRC = ruleset("wrc")
SEAT = 1
HANDS = 8
"""Of the game; in the last one SEAT lets a ron go."""

pytestmark = pytest.mark.usefixtures("quick_disk")


def game() -> ReplayedGame:
    events = shared("game with a declined ron", _play)
    return ReplayedGame(file=Path("game.mjson"), rules=WRC, events=events)


def _play() -> tuple[ev.Event, ...]:
    events = played(WRC, 0)
    ends = [place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku)]
    return (*events[: ends[HANDS - 1] + 1], ev.EndGame())


def moments(seat: int = SEAT) -> tuple[ReviewedMoment, ...]:
    return tuple(each for hand in reviews(WRC, game().events, seat) for each in hand.moments)


def positions() -> tuple[int, ...]:
    return tuple(sorted({moment.position for moment in moments()}))


@asynccontextmanager
async def viewing(tmp_path: Path) -> AsyncIterator[tuple[FuritenApp, Pilot[Any], ReplayScreen]]:
    replay = Replay(game(), SEAT)
    app = FuritenApp(folder_at(tmp_path), opens=lambda app: app.show_replay(replay))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, ReplayScreen) and takes_keys(app))
        yield app, pilot, screen_of(app, ReplayScreen)


async def opened(app: FuritenApp, pilot: Pilot[Any], key: str, kind: type) -> Any:
    await press(pilot, key)
    await until(lambda: isinstance(app.screen, kind) and takes_keys(app))
    return app.screen


def shown(screen: MomentListScreen) -> list[ReviewedMoment]:
    return [line.moment for line in screen.lines if line.moment is not None]


async def test_the_list_has_every_hand_and_moment_and_goes_there(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, pilot, viewer):
        screen = await opened(app, pilot, "m", MomentListScreen)
        assert shown(screen) == list(moments())
        assert [line.hand.number for line in screen.lines if line.moment is None] == [
            hand.number for hand in viewer.replay.line.hands
        ]
        at = next(at for at, line in enumerate(screen.lines) if line.moment == moments()[-1])
        screen.go_to(at)
        await press(pilot, "enter")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.index == moments()[-1].position
        screen = await opened(app, pilot, "m", MomentListScreen)
        assert screen.lines[screen.at].moment == moments()[-1], "it opens where the viewer stands"
        screen.go_to(0)
        await press(pilot, "enter")
        assert viewer.replay.index == viewer.replay.line.deals[0]


async def test_filters_by_class_and_points_also_choose_the_marks(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, pilot, viewer):
        screen = await opened(app, pilot, "m", MomentListScreen)
        await press(pilot, "c")
        assert shown(screen) == [each for each in moments() if each.moment_class is MomentClass.PROOF]
        await press(pilot, "c")
        assert shown(screen) == [each for each in moments() if each.moment_class is MomentClass.OPINION]
        await press(pilot, "p", "p")
        least = POINTS[2]
        kept = [e for e in moments() if e.moment_class is MomentClass.OPINION and (e.points or 0) >= least]
        assert shown(screen) == kept
        await press(pilot, "escape")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.marks == tuple(each.position for each in kept)


async def test_comma_and_full_stop_step_through_the_moments(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (_, pilot, viewer):
        await press(pilot, "full_stop")
        await until(lambda: viewer.replay.index == positions()[0])
        await press(pilot, "full_stop")
        assert viewer.replay.index == positions()[1]
        await press(pilot, "comma")
        assert viewer.replay.index == positions()[0]


@pytest.mark.nightly
async def test_another_seat_has_moments_of_its_own(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, pilot, viewer):
        await opened(app, pilot, "m", MomentListScreen)
        await press(pilot, "escape", "v")
        assert viewer.replay.marks == ()
        screen = await opened(app, pilot, "m", MomentListScreen)
        assert shown(screen) == list(moments(SEAT + 1))


# -- asked again ---------------------------------------------------------------------------------------


def declined() -> ReviewedMoment:
    """A ron that was let go."""
    return next(
        each
        for each in moments()
        if each.kind is MomentKind.WIN_MISSED and str(each.better).startswith("ron")
    )


async def asked_about(
    app: FuritenApp, pilot: Pilot[Any], viewer: ReplayScreen, moment: ReviewedMoment
) -> RetryScreen:
    viewer.move_to(moment.position)
    screen = await opened(app, pilot, "r", RetryScreen)
    assert isinstance(screen, RetryScreen)
    assert screen.moment.position == moment.position
    return screen


async def test_the_position_is_asked_again_without_advice(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, pilot, viewer):
        screen = await asked_about(app, pilot, viewer, moments()[0])
        scene = screen._scene()
        assert (scene.marks, scene.furiten, scene.wait_line, scene.waits) == ((), (), None, ())
        assert scene.prompt, "the choice is open"
        await press(pilot, "h")
        assert app.screen is screen, "no tile is explained"


@pytest.mark.parametrize("right", [False, *at_night([True])])
async def test_a_declined_win_asked_again(right: bool, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    handed = []
    async with viewing(tmp_path) as (app, pilot, viewer):
        monkeypatch.setattr(app, "add_mistakes", lambda _, found: handed.extend(found) or len(found))
        moment = declined()
        screen = await asked_about(app, pilot, viewer, moment)
        answer = await opened(app, pilot, "o" if right else "x", RetryAnswerScreen)
        assert answer.found is (Retried.RIGHT if right else Retried.WRONG)
        assert [result.answer for result in screen.results] == [answer.found]
        assert handed == ([] if right else [screen.moment])
        assert answer.besides == ("" if right else t("reviewed.retry.practised"))


async def test_skip_view_and_the_next_moment(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, pilot, viewer):
        screen = await asked_about(app, pilot, viewer, moments()[0])
        await press(pilot, "full_stop")
        assert screen.number == 1
        answer = await opened(app, pilot, "v", RetryAnswerScreen)
        assert answer.found is None
        await press(pilot, "enter")
        await until(lambda: app.screen is screen and takes_keys(app))
        assert screen.number == 2
        assert [result.answer for result in screen.results] == [None, None]
        await press(pilot, "escape")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.index == moments()[2].position


async def test_the_last_moment_ends_it(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, pilot, viewer):
        await asked_about(app, pilot, viewer, moments()[-1])
        await opened(app, pilot, "v", RetryAnswerScreen)
        await press(pilot, "enter")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.index == moments()[-1].position
