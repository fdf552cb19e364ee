"""The end of a game: what it says of my own play, and the ways from there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ai.review.game_review import review_game
from engine import shape
from engine.actions import Action, ActionKind
from engine.options import Options
from tests.support.tui.pilot import lines_of, press, press_to, running, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at, options, play_on, sit_down
from tui.drawing.rows import plain
from tui.i18n import t
from tui.plain.plain_game import game_end
from tui.play.session import Session
from tui.screens.dialogs import AskScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.replay.moment_list import MomentListScreen
from tui.screens.replay.retry import RetryScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.words.review_sentences import ReviewSentences, lost_points

LETS_WINS_GO, QUIET = 60, 1
"""Seeds of games of one hand with ``BASELINES``: one with two dear moments, one without any mistake."""
BASELINES = ("tenpai", "shanten", "tenpai")
"""Bots that stay as they are, whatever becomes of the others."""


def modest(menu: Options) -> Action:
    """Head for tenpai and declare riichi, and let every win go."""
    for kind in (ActionKind.RIICHI, ActionKind.PASS):
        if menu.of(kind):
            return menu.of(kind)[0]
    hand = menu.view.hand

    def steps(each: Action) -> int:
        return 0 if each.tile is None else shape.shanten_of(hand.without(each.tile).keys, len(hand.melds))

    return min(menu.of(ActionKind.DISCARD) or menu.actions, key=steps)


@asynccontextmanager
async def ranking(tmp_path: Path, seed: int) -> AsyncIterator[tuple[FuritenApp, Pilot[Any], Session]]:
    folder = folder_at(tmp_path)
    session = sit_down(folder, options(seed, bots=BASELINES))
    play_on(session, modest)
    async with running(FuritenApp(folder, session, speed="instant")) as (app, pilot):
        await until(lambda: isinstance(app.screen, RankingScreen) and screen_of(app, RankingScreen).loaded)
        await until(lambda: takes_keys(app))
        yield app, pilot, session
    folder.release()


@asynccontextmanager
async def continued(tmp_path: Path) -> AsyncIterator[tuple[FuritenApp, Pilot[Any]]]:
    """The ranking of a game that was left at its end, reached from the title."""
    folder = folder_at(tmp_path)
    session = sit_down(folder, options(LETS_WINS_GO, bots=BASELINES))
    play_on(session, modest)
    session.close()
    folder.release()
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press_to(pilot, RankingScreen, "c")
        await until(lambda: screen_of(app, RankingScreen).loaded)
        yield app, pilot


def on_screen(app: FuritenApp) -> str:
    return " ".join("\n".join(lines_of(app)).split())


async def test_my_dearest_moments_stand_there_and_lead_to_being_asked_again(tmp_path: Path) -> None:
    """Three keys from the ranking to the mistake."""
    async with ranking(tmp_path, LETS_WINS_GO) as (app, pilot, session):
        review = review_game(session.match.rules, session.match.events, session.seat)
        assert [each.points for each in review.dearest] == sorted(
            (each.points for each in review.mistakes if each.points), reverse=True
        )
        assert (len(review.mistakes), len(review.dearest)) == (2, 1), "both wins passed in one hand"
        shown = on_screen(app)
        assert (
            t("screen.ranking.lost", count=len(review.mistakes), lost=lost_points(review.lost, marked=True))
            in shown
        )
        sentences = ReviewSentences(session.seating)
        for moment in review.dearest:
            assert f"{moment.points:,} {sentences.brief(moment, 60)}" in shown
        screen = await press_to(pilot, MomentListScreen, "enter")
        assert screen.lines[screen.at].moment == review.dearest[0], "the dearest is under the cursor"
        await press_to(pilot, RetryScreen, "r")
        assert screen_of(app, RetryScreen).moment == review.dearest[0]


async def test_escape_goes_one_step_back_from_a_moment_up_to_the_title(tmp_path: Path) -> None:
    async with continued(tmp_path) as (app, pilot):
        listed = await press_to(pilot, MomentListScreen, "enter")
        listed.go_to(1)
        second = listed.lines[1].moment
        viewer = await press_to(pilot, ReplayScreen, "enter")
        assert viewer.moment == second
        listed = await press_to(pilot, MomentListScreen, "escape")
        assert listed.lines[listed.at].moment == second, "with the cursor where it was"
        ranking = await press_to(pilot, RankingScreen, "escape")
        await until(lambda: ranking.loaded)
        assert ranking.review is not None
        await press_to(pilot, MomentListScreen, "enter")
        await press_to(pilot, RankingScreen, "escape")
        await press_to(pilot, TitleScreen, "escape")
        assert app.session is None
    app.folder.release()


@pytest.mark.parametrize("keys", [["q"], ["enter", "q"], ["escape", "q"]], ids=["list", "moment", "ranking"])
async def test_quit_in_the_review_leaves_for_the_title_and_unlocks_the_folder(
    tmp_path: Path, keys: list[str]
) -> None:
    async with continued(tmp_path) as (app, pilot):
        await press_to(pilot, MomentListScreen, "enter")
        for key in keys[:-1]:
            await press_to(pilot, ReplayScreen if key == "enter" else RankingScreen, key)
        await press_to(pilot, TitleScreen, keys[-1])
        assert app.session is None
        with folder_at(tmp_path):
            pass  # the lock is free


async def test_a_game_without_moments_has_no_review_to_offer(tmp_path: Path) -> None:
    async with ranking(tmp_path, QUIET) as (app, pilot, session):
        review = review_game(session.match.rules, session.match.events, session.seat)
        assert not review.mistakes
        assert t("screen.ranking.nothing-lost") in on_screen(app)
        assert (t("screen.ranking.review") in on_screen(app)) is bool(review.moments)
        screen = screen_of(app, RankingScreen)
        screen.select("others")
        screen.refresh_texts()
        assert screen.chosen.id == "others", "there as soon as it is known, review or not"
        await press_to(pilot, AskScreen, "enter")
        await press(pilot, "enter")
        await until(lambda: app.screen is screen)


@pytest.mark.parametrize(("points", "ends"), [(-100, True), (-100, False), (0, True)])
async def test_it_says_who_has_fewer_than_no_points(points: int, ends: bool, tmp_path: Path) -> None:
    async with ranking(tmp_path, QUIET) as (app, _, session):
        screen = screen_of(app, RankingScreen)
        *others, last = screen.standings
        screen.standings = (*others, replace(last, points=points))
        screen.rules = replace(screen.rules, bankruptcy=ends)
        said = plain(screen.picture(80, 24))
        title = t("screen.ranking.bankrupt", names=session.seating.in_full()[last.seat])
        assert (title in said) == (points < 0 and ends)
        in_plain_lines, *_ = game_end(screen.standings, session.seating, screen.rules)
        assert (in_plain_lines == title) == (points < 0 and ends)
