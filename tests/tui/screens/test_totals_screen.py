"""The screen of what mistakes cost: whose games, the mistakes behind a figure, and the table."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.review.game_totals import GameTotals
from ai.review.moments import HandReview
from engine.records import write_events
from engine.records.read_file import ReadableGame
from engine.records.recorded_game import RecordedHand
from engine.rules import Ruleset
from tests.support.ai.reviewed_game import NAMES, review_of, short_game
from tests.support.tui.pilot import lines_of, press, press_to, running, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.archive.archive import Unreadable
from tui.i18n import join_sentences, t
from tui.practice.own_mistakes import add_all
from tui.practice.practice_record import Progress
from tui.screens.archive.archive_page import ChooseValueScreen
from tui.screens.archive.game_list import GamesScreen
from tui.screens.archive.totals import MistakesScreen, TotalsScreen
from tui.screens.dialogs import AskScreen, LineScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.shell.app import FuritenApp
from tui.words.review_sentences import (
    ReviewSentences,
    checked_words,
    cost_words,
    next_practice,
    totals_rows,
    totals_title,
)


@pytest.fixture(autouse=True)
def made_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reviews of the hands are those that were made already."""

    def made(rules: Ruleset, seat: int, hand: RecordedHand) -> HandReview:
        return review_of(seat).hands[hand.number - 1]

    monkeypatch.setattr("tui.archive.player_reviews.review_hand", made)
    monkeypatch.setattr("tui.replay.reviewed_game.review_hand", made)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder with a record in a folder, and a file that is none."""
    folder = tmp_path / "of my site" / "2026"
    folder.mkdir(parents=True)
    (folder / "game.mjson").write_bytes(write_events(short_game()))
    (folder.parent / "notes.txt").write_text("no record", encoding="utf-8")
    return folder.parent


@asynccontextmanager
async def totals(home: Path, records: Path) -> AsyncIterator[Pilot[int]]:
    """The screen with the games of that player in the folder."""
    async with running(FuritenApp(folder_at(home)), (100, 30)) as (app, pilot):
        await press_to(pilot, GamesScreen, "m")
        await press_to(pilot, TotalsScreen, "c")
        await until(lambda: screen_of(app, TotalsScreen).loaded)
        assert t("totals.none") in "\n".join(lines_of(app))
        line = await press_to(pilot, LineScreen, "f")
        for nothing in (str(records / "nothing"), "~no-such-user/x", "x" * 300, "x\0"):
            line.typed = nothing
            await press(pilot, "enter")
            assert app.screen is line, "there is no such folder"
        line.typed = str(records)
        choice = await press_to(pilot, ChooseValueScreen, "enter")
        (game,) = records.glob("*/*.mjson")
        named = json.loads(game.read_bytes().splitlines()[0])["names"]
        assert {entry.id for entry in choice.entries} == set(named)
        choice.select(NAMES[0])
        await press_to(pilot, TotalsScreen, "enter")
        await until(lambda: screen_of(app, TotalsScreen).loaded and takes_keys(app))
        yield pilot
        await until(lambda: takes_keys(app))
    app.folder.release()


async def test_the_figures_are_those_of_the_reviews_and_lead_to_the_table(
    tmp_path: Path, records: Path
) -> None:
    async with totals(tmp_path / "home", records) as pilot:
        screen = screen_of(pilot.app, TotalsScreen)
        assert screen.read is not None
        found = screen.read.totals
        assert found == GameTotals.of(game.record for game in screen.read.games)
        assert [game.record.review for game in screen.read.games] == [review_of(0)]
        shown = [" ".join(line.split()) for line in lines_of(pilot.app)]
        assert totals_title(found, NAMES[0]) in shown[1]
        assert {cost_words(found.mistakes), checked_words(found), next_practice(found)} - {""} <= set(shown)
        assert any("notes.txt" in line for line in shown)
        for row in totals_rows(found):
            figures = [*row.counted, *row.costs(placed=False)]
            assert any(line.lstrip("▸ ") == " ".join([row.name, *map(str, figures)]) for line in shown), row
        mistakes = review_of(0).mistakes
        (first, *_) = (at for at, row in enumerate(screen.rows) if row.cost.moments)
        screen.go_to(first)
        listed = await press_to(pilot, MistakesScreen, "enter")
        own = [each for each in mistakes if screen.rows[first].holds(screen.read.games[0].record, each)]
        assert sorted(each.position for _, each in listed.mistakes) == [each.position for each in own]
        moment = listed.mistakes[0][1]
        viewer = await press_to(pilot, ReplayScreen, "enter")
        await until(lambda: viewer.moment is not None)
        assert (viewer.replay.seat, viewer.moment) == (0, moment)
        sentence = ReviewSentences(viewer.replay.seating).brief(moment, 72)
        assert sentence in " ".join("\n".join(lines_of(pilot.app)).split())
        await press_to(pilot, MistakesScreen, "escape")
        await press_to(pilot, TotalsScreen, "escape")
        await press_to(pilot, GamesScreen, "escape")
        again = await press_to(pilot, TotalsScreen, "c")
        await until(lambda: again.loaded)
        line = await press_to(pilot, LineScreen, "f")
        assert line.typed == str(records), "the folder is kept, and so is the player"
        assert (await press_to(pilot, ChooseValueScreen, "enter")).chosen.id == NAMES[0]
        await press_to(pilot, TotalsScreen, "escape")


def _gone() -> ReadableGame:
    raise Unreadable(t("review.changed"))


async def test_they_become_questions_and_a_page(
    tmp_path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    async with totals(home, records) as pilot:
        await press_to(pilot, AskScreen, "p")
        with closing(Progress(home)) as progress:
            assert progress.own_questions
        await press_to(pilot, TotalsScreen, "enter")
        screen = screen_of(pilot.app, TotalsScreen)
        assert screen.read is not None
        (game,) = screen.read.games
        with closing(Progress(home)) as progress:
            told, faults = add_all(progress, [game._replace(file="gone.mjson", read=_gone), game])
            asked, mistakes = len(progress.own_questions), len(review_of(0).mistakes)
            left = t("practice-command.not-asked", count=mistakes - asked)
            added = t("practice-command.added", count=asked, mistakes=mistakes)
            assert told == (join_sentences([added, left]) if asked < mistakes else added)
            monkeypatch.setattr("tui.practice.own_mistakes.question_about", lambda *_: None)
            nothing, _ = add_all(progress, [game])
            assert nothing == t("practice-command.not-asked", count=mistakes)
        assert faults == [f"gone.mjson: {t('review.changed')}"], "the other game was added"
        await press_to(pilot, AskScreen, "x")
        (page,) = tmp_path.glob("*.html")
        assert page.read_text(encoding="utf-8").count("<article") == len(review_of(0).mistakes)
        await press_to(pilot, TotalsScreen, "enter")


async def test_the_player_is_asked_for_on_the_page_itself_and_again(tmp_path: Path, records: Path) -> None:
    async with totals(tmp_path / "home", records) as pilot:
        screen = screen_of(pilot.app, TotalsScreen)
        assert screen.read is not None
        nobody = screen.read._replace(games=())
        line = await press_to(pilot, LineScreen, "f")
        screen.read = nobody
        await screen.show_read(nobody)
        assert pilot.app.screen is line, "what one types in stays on top"
        await press_to(pilot, TotalsScreen, "escape")
        shown = "\n".join(lines_of(pilot.app))
        assert t("totals.none") not in shown
        assert t("totals.choose-player") in shown
        await press_to(pilot, ChooseValueScreen, "enter")
        await press_to(pilot, TotalsScreen, "escape")
