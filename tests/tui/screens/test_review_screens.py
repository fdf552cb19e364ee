"""Moments in the viewer, and play on from a decision of a record, in the real app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ai.review.moments import Cost, GameReview, HandReview, MomentClass, MomentKind, ReviewedMoment
from ai.review.opinions import Retried
from engine import events as ev
from engine.own_rules import ruleset
from engine.records.read_file import read_record
from engine.records.verify import verify_record
from tests.ai.test_review_proofs import played
from tests.support.nightly import at_night
from tests.support.shared import shared
from tests.support.tui.pilot import (
    key_for,
    lines_of,
    play_on_to,
    press,
    press_to,
    running,
    screen_of,
    strike,
    takes_keys,
    until,
    viewing,
)
from tests.support.tui.recorded_games import Game, early, play, record, recorded_match, reviewed
from tests.support.tui.sessions import folder_at, options
from tests.support.tui.texts import says
from tui.archive.kept_reviews import hands_to_review
from tui.i18n import join_sentences, t
from tui.play.start_game import begin
from tui.practice import own_mistakes
from tui.replay.replay_state import PositionCode, Replay, ReplayedGame
from tui.replay.reviewed_game import POINTS, ReviewedGame
from tui.screens.game.branch_screens import BranchEndScreen, BranchFormScreen, BranchScreen, play_on
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.replay.moment_list import MomentListScreen
from tui.screens.replay.retry import RetryAnswerScreen, RetryScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.words.review_sentences import (
    ReviewSentences,
    lost_points,
    marked_points,
)

WRC = ruleset("wrc")
SEAT = 1
HANDS = 5
"""Of the game; in the last one SEAT lets a ron go."""


def game() -> ReplayedGame:
    events = shared("game with a declined ron", _play)
    return ReplayedGame(file=Path("game.mjson"), rules=WRC, events=events)


def _play() -> tuple[ev.Event, ...]:
    events = played(WRC, 8)
    ends = [place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku)]
    return (*events[: ends[HANDS - 1] + 1], ev.EndGame())


def moments(seat: int = SEAT) -> tuple[ReviewedMoment, ...]:
    return tuple(each for hand in _hands(seat) for each in hand.moments)


def _hands(seat: int) -> Iterator[HandReview]:
    for each in hands_to_review(WRC, game().events, seat):
        yield reviewed(WRC, seat, each.hand)


def shown(screen: MomentListScreen) -> list[ReviewedMoment]:
    return [line.moment for line in screen.lines if line.moment is not None]


async def test_the_list_has_every_hand_and_moment_and_goes_there(tmp_path: Path) -> None:
    async with viewing(tmp_path, Replay(game(), SEAT)) as (app, pilot, viewer):
        screen = await press_to(pilot, MomentListScreen, "m")
        assert shown(screen) == list(moments())
        assert [line.hand.number for line in screen.lines if line.moment is None] == [
            hand.number for hand in viewer.replay.line.hands
        ]
        words = ReviewSentences(viewer.replay.seating)
        for at, line in enumerate(screen.lines):
            screen.go_to(at)
            rows = ["".join(span.text for span in row).strip() for row in screen.picture(80, 24)]
            assert len(rows) == 24
            if line.moment is not None:
                told = join_sentences((words.line(line.moment), *words.more(line.moment)))
                assert told in " ".join(rows), "nothing is cut, however much there is to tell"
        at = next(at for at, line in enumerate(screen.lines) if line.moment == moments()[-1])
        screen.go_to(at)
        await press(pilot, "enter")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.index == moments()[-1].position
        screen = await press_to(pilot, MomentListScreen, "m")
        assert screen.lines[screen.at].moment == moments()[-1], "it opens where the viewer stands"
        screen.go_to(0)
        await press(pilot, "enter")
        assert viewer.replay.index == viewer.replay.line.deals[0]


async def test_filters_by_class_and_points_also_choose_the_marks(tmp_path: Path) -> None:
    async with viewing(tmp_path, Replay(game(), SEAT)) as (app, pilot, viewer):
        screen = await press_to(pilot, MomentListScreen, "m")
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


def test_the_ranking_keeps_both_units_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(tmp_path, Game(seed=7, day=1))
    hand = next(hand for hand in _hands(SEAT) if any(each.points for each in hand.moments))
    usual = next(each for each in hand.moments if each.points)
    late = replace(usual, points=1_200, by_placement=True)
    review = GameReview(session.seat, ("", "", "", ""), (replace(hand, moments=(usual, late)),))
    monkeypatch.setattr(RankingScreen, "review", review)
    screen = RankingScreen(session)
    screen._reviewed = ReviewedGame(game())
    rows = ["".join(span.text for span in row).rstrip() for row in screen._mine(120)]
    lost = lost_points(Cost(points=usual.points or 0, final=1_200), marked=True)
    said = (t("screen.ranking.lost", count=2, lost=lost), t("reviewed.marked-placement"))
    assert join_sentences(said) == " ".join(rows[1:-2])
    assert [row.split()[1] for row in rows[-2:]] == [marked_points(each).strip() for each in (usual, late)]


async def test_one_key_puts_the_dearest_first_and_back(tmp_path: Path) -> None:
    async with viewing(tmp_path, Replay(game(), SEAT)) as (_, pilot, _):
        screen = await press_to(pilot, MomentListScreen, "m")
        dear = sorted(moments(), key=lambda each: -(each.points or 0))
        assert dear[0].points, "the ron that was let go"
        await press(pilot, "o")
        assert [line.moment is None for line in screen.lines] == [False] * len(moments())
        assert [each.points or 0 for each in shown(screen)] == [each.points or 0 for each in dear]
        assert [each.moment_class for each in shown(screen)][-1] is MomentClass.OPINION
        assert screen.at == 0
        await press(pilot, "o")
        assert shown(screen) == list(moments())


async def test_the_list_takes_in_what_was_played_out_meanwhile(tmp_path: Path) -> None:
    async with viewing(tmp_path, Replay(game(), SEAT)) as (app, pilot, viewer):
        screen = await press_to(pilot, MomentListScreen, "m")
        asked = hands_to_review(WRC, game().events, SEAT)[-1]
        hand = reviewed(WRC, SEAT, asked.hand)
        assert hand.moments
        viewer.reviewed._open[SEAT] = {asked.hand.number}
        viewer.reviewed._played_out(asked, replace(hand, moments=(), cleared=len(hand.moments)))
        left = [each for each in moments() if each.hand != asked.hand.number]
        await until(lambda: shown(screen) == left)
        cleared = t("reviewed.list.cleared", count=len(hand.moments))
        await until(lambda: any(cleared in line for line in lines_of(app)))
        assert viewer.reviewed.still_played_out(SEAT) == 0


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
    screen = await press_to(pilot, RetryScreen, "r")
    assert isinstance(screen, RetryScreen)
    assert screen.moment.position == moment.position
    return screen


@pytest.mark.parametrize("right", [False, *at_night([True])])
async def test_a_declined_win_asked_again(right: bool, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    handed = []
    async with viewing(tmp_path, Replay(game(), SEAT)) as (app, pilot, viewer):
        monkeypatch.setattr(
            own_mistakes, "add_mistakes", lambda _, game, found, now: handed.extend(found) or len(found)
        )
        moment = declined()
        screen = await asked_about(app, pilot, viewer, moment)
        answer = await press_to(pilot, RetryAnswerScreen, "o" if right else "x")
        assert answer.found is (Retried.RIGHT if right else Retried.WRONG)
        assert [result.answer for result in screen.results] == [answer.found]
        assert handed == ([] if right else [screen.moment])
        assert answer.besides == ("" if right else t("reviewed.retry.practised"))


async def test_skip_view_and_the_next_moment(tmp_path: Path) -> None:
    async with viewing(tmp_path, Replay(game(), SEAT)) as (app, pilot, viewer):
        screen = await asked_about(app, pilot, viewer, moments()[0])
        await press(pilot, "full_stop")
        assert screen.number == 1
        answer = await press_to(pilot, RetryAnswerScreen, "v")
        assert answer.found is None
        await press(pilot, "enter")
        await until(lambda: app.screen is screen and takes_keys(app))
        assert screen.number == 2
        assert [result.answer for result in screen.results] == [None, None]
        await press(pilot, "escape")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.index == moments()[2].position


async def test_the_last_moment_ends_it(tmp_path: Path) -> None:
    async with viewing(tmp_path, Replay(game(), SEAT)) as (app, pilot, viewer):
        await asked_about(app, pilot, viewer, moments()[-1])
        await press_to(pilot, RetryAnswerScreen, "v")
        await press(pilot, "enter")
        await until(lambda: app.screen is viewer)
        assert viewer.replay.index == moments()[-1].position


@pytest.mark.parametrize(
    "keys", [(), pytest.param((*["up"] * 5, "right", "down", "right"), marks=pytest.mark.nightly)]
)
async def test_from_the_form_to_the_comparison_and_back(tmp_path: Path, keys: tuple[str, ...]) -> None:
    folder = folder_at(tmp_path)
    with folder:
        begin(folder, options(3))
    saved = folder.game.read_bytes()
    before = {path.name for path in folder.records.files()}
    app, told = FuritenApp(folder, speed="instant"), list[str]()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        play_on(screen_of(app, TitleScreen), early(), told.append)
        await until(lambda: isinstance(app.screen, BranchFormScreen))
        await press_to(pilot, BranchScreen, *keys, "enter")
        seen = await play_on_to(app, BranchEndScreen)
        assert "HandEndScreen" in seen
        assert seen.count("HandEndScreen") > 1 or not keys
        assert isinstance(app.screen, BranchEndScreen)
        assert app.screen.comparison.compared >= 1
        await press_to(pilot, TitleScreen, "enter")
        await until(lambda: app.session is None)
    (kept,) = [path for path in folder.records.files() if path.name not in before]
    assert says(told[-1], "branch.kept", name=kept.name)
    assert verify_record(read_record(kept.read_bytes())).ok
    assert recorded_match(kept).entry.branch
    assert folder.game.read_bytes() == saved


async def test_leaving_in_the_middle_keeps_an_unfinished_record(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app, told = FuritenApp(folder, speed="instant"), list[str]()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        play_on(screen_of(app, TitleScreen), early(), told.append)
        await press_to(pilot, BranchScreen, "enter")
        await strike(app, key_for(app.screen))  # type: ignore[arg-type]
        await until(lambda: takes_keys(app))
        await press(pilot, "q")
        await until(lambda: bool(told))
    (kept,) = folder.records.files()
    assert says(told[-1], "branch.left", name=kept.name)
    assert "unfinished" in kept.name


async def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    async with running(FuritenApp(folder, speed="instant")) as (app, pilot):
        await until(lambda: takes_keys(app))
        play_on(screen_of(app, TitleScreen), early(), lambda _: None)
        await press_to(pilot, BranchScreen, "enter")
        await strike(app, key_for(app.screen))  # type: ignore[arg-type]
        await until(lambda: takes_keys(app))
        app.action_interrupt()
        await until(lambda: app.return_code is not None)
    assert app.return_value == 130
    (kept,) = folder.records.files()
    assert not recorded_match(kept).entry.over


@pytest.mark.nightly
async def test_from_the_viewer_and_back_to_its_position(tmp_path: Path) -> None:
    folder, source = folder_at(tmp_path), early()
    replayed = ReplayedGame(file=Path("a.jsonl"), rules=source.rules, events=record())
    at = PositionCode(source.point.hand.number, source.point.step)
    async with running(FuritenApp(folder, speed="instant")) as (app, pilot):
        await until(lambda: takes_keys(app))
        app.show_replay(Replay(replayed, source.seat, at))
        await until(lambda: isinstance(app.screen, ReplayScreen) and takes_keys(app))
        viewer = app.screen
        assert isinstance(viewer, ReplayScreen)
        await press_to(pilot, BranchScreen, "e", "enter")
        assert isinstance(app.screen, BranchScreen)
        assert app.screen.session.seat == source.seat
        await play_on_to(app, BranchEndScreen)
        await press(pilot, "enter")
        await until(lambda: app.screen is viewer and takes_keys(app))
        await until(lambda: bool(viewer.notice))
        assert viewer.replay.code == at
        (kept,) = folder.records.files()
        assert says(viewer.notice, "branch.kept", name=kept.name)
        await press(pilot, "right")
        assert viewer.replay.index == source.point.index + 1


async def test_a_seat_that_decides_nothing_is_told(tmp_path: Path) -> None:
    app, told = FuritenApp(folder_at(tmp_path)), list[str]()
    async with app.run_test():
        play_on(screen_of(app, TitleScreen), None, told.append)
    assert says(told[0], "branch.no-decision")
