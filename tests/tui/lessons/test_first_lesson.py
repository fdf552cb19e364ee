"""The first lesson: offered once, at the very first start; by keys or by mouse; and left by one key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from ai.lessons.lesson import first_lesson
from ai.lessons.lesson_game import LessonGame, follow
from ai.play import Pending
from engine.actions import ActionKind
from tests.support.tui.pilot import click_at, lines_of, press, press_to, running, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at, options, sit_down
from tui.archive.archive import RECORDS
from tui.config.actions import BY_ID, PLACE, ActionId, choose_keys, with_keys
from tui.config.settings import SETTINGS
from tui.database.open_database import DATABASE
from tui.demo.staged_app import ready
from tui.desk.choice import Mode
from tui.i18n import t
from tui.lessons.lesson_script import words_of
from tui.play.play_options import FIRST_LESSON, PracticeOptions
from tui.play.save import GAME
from tui.play.start_game import FirstStart
from tui.screens.game.game import GameScreen
from tui.screens.game.lesson_remarks import RemarkScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.panels import HintScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.table.table_layout import Zone
from tui.table.widget import GameTable

MOST_WORDS = 220
"""Who reads 150 words a minute, and presses the keys meanwhile, needs two minutes for so many at most."""


def shown(app: FuritenApp) -> str:
    return " ".join(" ".join(lines_of(app)).split())


def first(app: FuritenApp) -> str:
    """The entry at the top of the title screen, which must be under the cursor."""
    menu = screen_of(app, TitleScreen)
    assert menu.at == 0
    return menu.entries[0].id


# -- when it is offered ------------------------------------------------------------------------------


@pytest.mark.usefixtures("first_start")
async def test_the_first_start_offers_it_before_all_else_and_once(tmp_path: Path) -> None:
    async with FuritenApp(folder_at(tmp_path / "new")).run_test(size=(80, 24)) as pilot:
        app: FuritenApp = pilot.app  # type: ignore[assignment]
        await until(lambda: takes_keys(app))
        assert first(app) == "first-lesson"
        assert t("title.first-offer") in shown(app)
        assert "Esc not now" in lines_of(app)[-1]
        await press(pilot, "escape")
        await until(lambda: first(app) == "new-game")
        assert "not now" not in shown(app)
        assert t("title.first-lesson") in shown(app), "it is to be found all the same"
    async with FuritenApp(folder_at(tmp_path / "new")).run_test(size=(80, 24)) as pilot:
        app = pilot.app  # type: ignore[assignment]
        await until(lambda: takes_keys(app))
        assert first(app) == "new-game"


@pytest.mark.usefixtures("first_start")
async def test_who_leaves_it_is_not_asked_again(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press_to(pilot, RemarkScreen, "enter")
        await press_to(pilot, TitleScreen, "escape")
        assert first(app) == "new-game"
    assert not FirstStart(tmp_path).is_first


@pytest.mark.usefixtures("first_start")
@pytest.mark.parametrize("kept", [GAME, RECORDS, SETTINGS, DATABASE])
def test_whoever_kept_anything_is_not_new(kept: str, tmp_path: Path) -> None:
    assert FirstStart(tmp_path / "nowhere").is_first
    folder = folder_at(tmp_path)
    folder.acquire()
    assert FirstStart(tmp_path).is_first, "the lock says nothing"
    folder.release()
    (tmp_path / kept).mkdir() if kept == RECORDS else (tmp_path / kept).touch()
    assert not FirstStart(tmp_path).is_first


@pytest.mark.usefixtures("first_start")
@pytest.mark.parametrize(("kept", "is_new"), [(SETTINGS, True), (GAME, False)])
def test_whoever_only_answered_a_question_of_this_start_is_new(
    kept: str, is_new: bool, tmp_path: Path
) -> None:
    (tmp_path / kept).touch()
    start = FirstStart(tmp_path)
    start.answered = True
    assert start.is_first is is_new


@pytest.mark.usefixtures("first_start")
def test_where_nothing_can_be_kept_it_is_declined_for_as_long_as_this_runs(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    first_start = FirstStart(tmp_path / "file" / "saves")
    assert first_start.is_first
    first_start.finish()
    assert not first_start.is_first


@pytest.mark.usefixtures("first_start")
async def test_a_first_game_is_not_delayed_but_told_of_it(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app = FuritenApp(folder, sit_down(folder, options(3)), speed="instant", new_here=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        reason = app.screen.query_one(GameTable).scene.reason
        assert reason == t("first.hint", name=t("title.first-lesson"))
        assert reason in shown(app), "nothing of it is cut"
        await press(pilot, "left")
        assert "New here" not in shown(app)


# -- the lesson --------------------------------------------------------------------------------------


def test_its_path_can_be_walked_and_says_everything() -> None:
    lesson = first_lesson()
    assert lesson.id == FIRST_LESSON
    scenario, turns = LessonGame(lesson), 0
    while scenario.pending is not Pending.HAND_OVER:
        if scenario.pending is Pending.BOTS:
            scenario.advance()
        elif scenario.view.my_turn:
            action = follow(lesson.path[turns], scenario.view, scenario.options)
            assert action is not None
            scenario.choose(action)
            turns += 1
        else:
            scenario.choose(scenario.options.of(ActionKind.RON)[0])
    assert turns == len(lesson.path)
    assert [said.remark.says for said in scenario.said] == list(lesson.texts("en").remarks)
    assert scenario.outcome is not None
    assert scenario.outcome.wins[0].winner == scenario.seat


def test_it_is_short() -> None:
    told = first_lesson().texts("en")
    words = " ".join((*told.remarks.values(), *told.closing)).split()
    assert len(words) <= MOST_WORDS


def test_keys_are_named_as_they_are_now() -> None:
    told = first_lesson().texts("en")
    texts = (*told.remarks.values(), *told.closing)
    named = {name for text in texts for name in re.findall(PLACE, text)}
    assert named <= set(BY_ID)
    assert {"left", "right", "confirm", "riichi", "ron", "pass", "ask", "help"} <= named
    choose_keys({"riichi": ("f",), "ron": ()})
    assert "Press f or click it" in with_keys(told.remarks["riichi"])
    assert "your hand. ron wins, x" in with_keys(told.remarks["ron"]), "its words, where it has no key"


async def walk(pilot: Pilot[int]) -> None:
    """The whole lesson by keys, each once."""
    await past_remarks(pilot)
    await press(pilot, "left", "enter")
    await past_remarks(pilot)
    await press(pilot, "r", "enter")
    await past_remarks(pilot)
    await press_to(pilot, HandEndScreen, "o")
    await press(pilot, "enter")


async def past_remarks(pilot: Pilot[int], key: str = "enter") -> list[str]:
    """Read what is said until the table waits; returns it."""
    app: FuritenApp = pilot.app  # type: ignore[assignment]
    read: list[str] = []
    while True:
        await until(lambda: takes_keys(app))
        if not isinstance(app.screen, RemarkScreen):
            return read
        read.append(app.screen.text)
        await press(pilot, key)


async def test_by_keys(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press(pilot, "t")
        await until(lambda: isinstance(app.screen, RemarkScreen))
        await walk(pilot)
        await until(lambda: isinstance(app.screen, RemarkScreen) and takes_keys(app))
        assert with_keys(words_of(first_lesson()).closing[0])[:40] in shown(app)
        await press_to(pilot, TitleScreen, "enter")
    assert not (tmp_path / DATABASE).exists(), "it is no practice, and no game"
    assert not (tmp_path / GAME).exists()


async def remark_on(pilot: Pilot[int], id: str) -> None:
    """Read on until that remark stands there and takes keys."""
    app: FuritenApp = pilot.app  # type: ignore[assignment]
    text = with_keys(words_of(first_lesson()).remarks[id])
    while True:
        await until(lambda: isinstance(app.screen, RemarkScreen) and takes_keys(app))
        if screen_of(app, RemarkScreen).text == text:
            return
        await press(pilot, "enter")


def beneath(app: FuritenApp) -> GameScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


async def test_a_key_that_a_remark_names_closes_it_and_acts(tmp_path: Path) -> None:
    """The lines that a remark is about are there while it is."""
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):

        def offered() -> set[ActionId]:
            return {item.id for item in beneath(app).query_one(GameTable).scene.prompt}

        await press(pilot, "t")
        await remark_on(pilot, "discard")
        assert ActionId.CONFIRM in offered()
        at = beneath(app).query_one(GameTable).scene.cursor
        assert at is not None
        await press_to(pilot, GameScreen, "left")
        assert screen_of(app, GameScreen).query_one(GameTable).scene.cursor == at - 1
        await press(pilot, "enter")
        await remark_on(pilot, "marks")
        await press(pilot, "h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await press(pilot, "h")
        await remark_on(pilot, "riichi")
        assert ActionId.RIICHI in offered()
        await press_to(pilot, GameScreen, "r")
        assert screen_of(app, GameScreen).desk.mode is Mode.RIICHI
        await press(pilot, "7", "s", "enter")
        await remark_on(pilot, "ron")
        assert ActionId.RON in offered()
        await press(pilot, "o")
        await until(lambda: isinstance(app.screen, HandEndScreen))


async def test_what_is_asked_for_stays_in_its_place_until_it_is_done(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):

        def told() -> list[str]:
            return [line.strip() for line in lines_of(app)[:3]]

        await press(pilot, "t")
        for id, deeds in (("discard", ("left", "enter")), ("riichi", ("r", "enter")), ("ron", ("o",))):
            await remark_on(pilot, id)
            asked = told()
            assert "".join(asked).startswith(with_keys(words_of(first_lesson()).remarks[id])[:20])
            await press_to(pilot, GameScreen, "enter")
            for deed in ("x", *deeds[:-1]):
                assert told() == asked, "any key goes on, and what it asks for is still there"
                await press(pilot, deed)
            assert told() == asked
            await press(pilot, deeds[-1])
        await until(lambda: isinstance(app.screen, HandEndScreen))


async def test_what_a_remark_names_can_be_clicked_at_once(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press(pilot, "t")
        await remark_on(pilot, "discard")
        await press(pilot, "left", "enter")
        await remark_on(pilot, "riichi")
        row = next(at for at, line in enumerate(lines_of(app)) if " r  riichi" in line)
        await click_at(pilot, offset=(lines_of(app)[row].index(" r  riichi") + 1, row))
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        assert screen_of(app, GameScreen).desk.mode is Mode.RIICHI


async def test_a_choice_is_explained_only_when_the_key_for_it_has_been_named(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant"), (120, 40)) as (app, pilot):
        await press(pilot, "t")
        await remark_on(pilot, "discard")
        assert beneath(app).query_one(GameTable).scene.about is None
        await press(pilot, "enter", "left", "enter")
        await remark_on(pilot, "furiten")
        scene = beneath(app).query_one(GameTable).scene
        assert (scene.about, bool(scene.furiten)) == (None, True)
        await remark_on(pilot, "marks")
        assert beneath(app).query_one(GameTable).scene.about is not None


async def test_the_panel_beside_a_remark_scrolls_and_the_remark_stays(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with running(app, (120, 40)) as (_, pilot):
        await press(pilot, "t")
        await remark_on(pilot, "discard")
        await press(pilot, "enter", "left", "enter")
        await remark_on(pilot, "riichi")
        remark, table = app.screen, beneath(app).query_one(GameTable)
        region = table.plan.regions[Zone.PANEL]
        await until(
            lambda: table.complete and BY_ID[ActionId.PAGE_DOWN].named in lines_of(app)[-1][region.x :]
        )

        def panel() -> list[str]:
            return [line[region.x :] for line in lines_of(app)]

        first = panel()
        await press(pilot, "pagedown")
        await until(lambda: panel() != first)
        await press(pilot, "pageup")
        await until(lambda: panel() == first)
        await click_at(pilot, offset=(region.x + region.width - 4, len(first) - 1))
        await until(lambda: panel() != first)
        await press(pilot, "pageup")
        await until(lambda: panel() == first)
        await pilot._post_mouse_events([MouseScrollDown], app.screen, offset=(region.x + 2, 5))
        await until(lambda: panel() != first)
        assert app.screen is remark


async def test_a_picture_of_a_remark_waits_for_the_panel_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with running(app, (120, 40)) as (_, pilot):
        await press(pilot, "t")
        await remark_on(pilot, "discard")
        await until(lambda: ready(app))
        monkeypatch.setattr(GameTable, "complete", False)
        assert not ready(app)


async def test_what_is_not_asked_for_is_not_done_and_said(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press(pilot, "t")
        await until(lambda: isinstance(app.screen, RemarkScreen))
        await past_remarks(pilot)
        lesson = screen_of(app, GameScreen)

        def reason() -> str:
            return app.screen.query_one(GameTable).scene.reason

        await press(pilot, "enter")
        await until(lambda: takes_keys(app) and reason() == t("first.discard", tile="North"))
        await press(pilot, "r", "enter")
        await until(lambda: takes_keys(app) and reason() == t("first.discard-alone", tile="North"))
        assert len(lesson.session.view.me.pond) == 2
        await press(pilot, "u")
        assert screen_of(app, GameScreen) is lesson, "nothing to take back"
        await press(pilot, "left", "enter")
        await past_remarks(pilot)
        await press(pilot, "r")
        # here the way out of the lesson goes back to the choice before, as everywhere
        await press(pilot, "escape", "enter")
        await until(lambda: takes_keys(app) and reason() == t("first.riichi", key="r", tile="7s"))
        await press(pilot, "r", "enter")
        await past_remarks(pilot)
        assert "x pass" in shown(app)
        await press(pilot, "x", "x")
        await until(lambda: takes_keys(app) and reason() == t("first.win", key="o"))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, TitleScreen))


async def test_without_colours_the_table_stays_in_sight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press_to(pilot, RemarkScreen, "t")
        assert all(name in shown(app) for name in ("Hayai", "Mamori", "Takame"))


async def test_practice_names_it_too(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), practice=PracticeOptions(lesson=FIRST_LESSON), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, RemarkScreen) and takes_keys(app))
        await press(pilot, "escape")
        assert await until(lambda: app.return_code == 0)
