"""Lessons in the real app: by keys and by mouse, with choices taken back, and kept for the next time."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.lessons.lesson import lessons
from ai.lessons.lesson_game import Decision, LessonGame
from tests.support.tui.pilot_keys import press, screen_of, strike, takes_keys, until
from tests.support.tui.practice_app import answered, asked
from tests.support.tui.practice_input import give, question_of
from tests.support.tui.sessions import folder_at
from tui.cli import execute
from tui.desk.scene_maker import make_scene
from tui.drawing.page_widget import Page
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.lessons.lesson_list import Ladder
from tui.play.options import PracticeOptions
from tui.practice.progress import Progress
from tui.screens.game.game import GameScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.lesson_remark import RemarkScreen
from tui.screens.game.lesson_review import ChoicesScreen
from tui.screens.lessons.lesson_done import LessonDoneScreen
from tui.screens.lessons.lesson_list import LessonIntroScreen, LessonsScreen
from tui.screens.practice.menu import PracticeScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable

pytestmark = pytest.mark.usefixtures("quick_disk")

FIRST = "what-is-furiten"
TO_4P = ("home", *["right"] * 6)
TO_3P = ("home", *["right"] * 5)


def app_at(path: Path, lesson: str = "") -> FuritenApp:
    return FuritenApp(folder_at(path), practice=PracticeOptions(lesson=lesson), speed="instant")


def text_of(app: FuritenApp) -> str:
    """The page on top, in one line."""
    screen = app.screen
    assert isinstance(screen, ChoicesScreen | LessonsScreen | LessonIntroScreen)
    return " ".join(plain(screen.picture(80, 24)).split())


def decisions(app: FuritenApp) -> tuple[Decision, ...]:
    """The decisions of the lesson at the table."""
    play = next(screen for screen in app.screen_stack if isinstance(screen, GameScreen)).session.play
    assert isinstance(play, LessonGame)
    return play.decisions


async def seen(app: FuritenApp, kind: type[object]) -> None:
    await until(lambda: isinstance(app.screen, kind) and takes_keys(app))


async def furiten_line(pilot: Pilot[int], app: FuritenApp) -> None:
    """Throw 4p, read both remarks, and take the tsumo: furiten, a tile missed, and won all the same."""
    await seen(app, GameScreen)
    await press(pilot, *TO_4P, "enter")
    await seen(app, RemarkScreen)
    await press(pilot, "x")
    await seen(app, RemarkScreen)
    await press(pilot, "enter")
    await seen(app, GameScreen)
    await press(pilot, "enter", "enter")
    await seen(app, RemarkScreen)
    await press(pilot, "enter")
    await seen(app, HandEndScreen)
    await press(pilot, "enter")
    await seen(app, ChoicesScreen)


async def test_a_lesson_by_keys_with_a_choice_taken_back(tmp_path: Path) -> None:
    app = app_at(tmp_path, FIRST)
    async with app.run_test(size=(80, 24)) as pilot:
        await seen(app, LessonIntroScreen)
        assert "Try one, see what comes, then go back and try the other." in text_of(app)
        await press(pilot, "enter")
        await furiten_line(pilot, app)
        end = t("lesson.later", ends="tsumo, +7,800")
        told = text_of(app)
        assert (
            t(
                "lesson.leads",
                led="; ".join(("discard furiten", t("lesson.led.missed", tile="5p"), end)),
                words=t("lesson.did.discard", tile="4p"),
            )
            in told
        )
        await press(pilot, "down", "down", "enter")
        await seen(app, GameScreen)
        screen = screen_of(app, GameScreen)
        assert not decisions(app)
        assert not screen.desk.view.furiten
        await press(pilot, *TO_3P, "enter")
        await seen(app, GameScreen)
        await press(pilot, "o")
        await seen(app, RemarkScreen)
        await press(pilot, "enter")
        await seen(app, HandEndScreen)
        await press(pilot, "enter")
        await seen(app, ChoicesScreen)
        told = text_of(app)
        assert (
            t(
                "lesson.leads",
                led="; ".join(("discard furiten", t("lesson.led.missed", tile="5p"), end)),
                words=t("lesson.did.discard", tile="4p"),
            )
            in told
        )
        assert f"- {t('lesson.did.discard', tile='3p')}:" in told
        assert t("lesson.questions", count=3) in told
        await press(pilot, "home", "enter")
        for _ in range(3):
            found = question_of(await asked(app))
            await give(pilot, found, found.answer)
            await answered(app)
            await press(pilot, "enter")
        await seen(app, LessonDoneScreen)
        await press(pilot, "enter")
        await seen(app, LessonIntroScreen)
        assert screen_of(app, LessonIntroScreen).rung.lesson.id == "every-wait"
        await press(pilot, "escape")
        await seen(app, LessonsScreen)
        assert t("lesson.sum", done=1, count=len(lessons())) in text_of(app)
        assert screen_of(app, LessonsScreen).chosen.id == "every-wait"
        await press(pilot, "escape")
        await seen(app, PracticeScreen)
        assert "1 done" in plain(screen_of(app, PracticeScreen).picture(80, 24))
    app.folder.release()


async def test_undo_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    app = app_at(tmp_path, FIRST)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        await seen(app, GameScreen)
        screen = screen_of(app, GameScreen)
        await press(pilot, "u")
        assert isinstance(app.screen, GameScreen), "there is nothing to take back yet"
        await press(pilot, *TO_4P, "enter")
        await seen(app, RemarkScreen)
        await press(pilot, "x")
        await seen(app, RemarkScreen)
        await press(pilot, "x")
        await seen(app, GameScreen)
        await press(pilot, "u")
        await seen(app, ChoicesScreen)
        await press(pilot, "escape")
        await seen(app, GameScreen)
        assert len(decisions(app)) == 1, "nothing was taken back"
        await press(pilot, "u", "u")
        await until(lambda: not decisions(app))
        await seen(app, GameScreen)
        assert len(screen.desk.view.me.pond) == 6
    app.folder.release()


async def test_undo_needs_a_table_that_can_be_seen(tmp_path: Path) -> None:
    app = app_at(tmp_path, FIRST)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        await seen(app, GameScreen)
        await press(pilot, *TO_4P, "enter")
        for _ in range(2):
            await seen(app, RemarkScreen)
            await press(pilot, "x")
        await seen(app, GameScreen)
        table = screen_of(app, GameScreen)
        table.ignore_keys_until_painted(grace=3600)
        await strike(app, "u")
        assert app.screen is table, "the key came before the prompt was painted"
        table.ignore_keys_until_painted()
        await pilot.resize_terminal(60, 20)
        await until(lambda: table.painted)
        await strike(app, "u")
        assert app.screen is table, "the table was not in view"
        await pilot.resize_terminal(80, 24)
        await press(pilot, "u")
        await seen(app, ChoicesScreen)
    app.folder.release()


async def test_a_lesson_by_mouse(tmp_path: Path) -> None:
    app = app_at(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await seen(app, LessonsScreen)

        async def click(words: str) -> None:
            await until(lambda: takes_keys(app))
            lines = plain(app.screen.picture(80, 24)).splitlines()  # type: ignore[attr-defined]
            row = next(number for number, line in enumerate(lines) if words in line)
            await pilot.click(Page, offset=(lines[row].index(words) + 1, row))

        await click("The tile you discarded")
        await seen(app, LessonIntroScreen)
        await click("Begin")
        await seen(app, GameScreen)
        for _ in range(2):
            await pilot.click(GameTable, offset=(5 * 6 + 4, 19))
        await seen(app, RemarkScreen)
        await pilot.click(Page, offset=(5, 1))
        await seen(app, RemarkScreen)
        await pilot.click(Page, offset=(5, 1))
        await seen(app, GameScreen)
        scene = screen_of(app, GameScreen).query_one(GameTable).scene
        assert scene is not None
        foot = "  ".join(f"{item.key} {item.label}".lstrip() for item in scene.keys)
        await pilot.click(GameTable, offset=(foot.index("u undo") + 1, 23))
        await seen(app, ChoicesScreen)
        await click("Choice 1")
        await until(lambda: isinstance(app.screen, GameScreen))
        await until(lambda: not decisions(app))
    app.folder.release()


async def test_a_lesson_that_was_left_goes_on_there(tmp_path: Path) -> None:
    app = app_at(tmp_path, FIRST)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        await seen(app, GameScreen)
        await press(pilot, *TO_4P, "enter")
        await seen(app, RemarkScreen)
        await press(pilot, "x")
        await seen(app, RemarkScreen)
        await press(pilot, "x")
        await seen(app, GameScreen)
        await press(pilot, "q")
        await seen(app, LessonsScreen)
        assert t("lesson.left", count=1) in text_of(app)
        await press(pilot, "enter")
        await seen(app, LessonIntroScreen)
        assert t("lesson.resume", count=1) in text_of(app)
        await press(pilot, "enter")
        await seen(app, GameScreen)
        screen = screen_of(app, GameScreen)
        assert len(decisions(app)) == 1
        assert screen.desk.view.furiten
    app.folder.release()
    ladder = Ladder(Progress(tmp_path))
    assert [rung.lesson.id for rung in ladder.rungs if rung.left] == [FIRST]


async def test_an_error_can_be_made_where_the_lesson_allows_it(tmp_path: Path) -> None:
    app = app_at(tmp_path, "the-referee")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        await seen(app, RemarkScreen)
        await press(pilot, "enter")
        await seen(app, GameScreen)
        await press(pilot, "enter", "enter")
        await seen(app, RemarkScreen)
        await press(pilot, "enter")
        await seen(app, GameScreen)
        desk = screen_of(app, GameScreen).desk
        assert make_scene(desk).reason.startswith("Pass"), "nobody falls into it by hammering Enter"
        await press(pilot, "left")
        assert make_scene(desk).reason == t(
            "desk.ron-error", reason=t("why.furiten", cause=t("furiten.clause-discard", tile="8p")), tile="5p"
        )
        await press(pilot, "enter")
        assert "1 show the hand" in "  ".join(f"{item.key} {item.label}" for item in make_scene(desk).prompt)
        await press(pilot, "1")
        await seen(app, RemarkScreen)
        assert screen_of(app, RemarkScreen).text.startswith("Ron while furiten, and shown: chombo.")
        await press(pilot, "enter")
        await seen(app, HandEndScreen)
        await press(pilot, "enter")
        await seen(app, ChoicesScreen)
        assert f"{t('lesson.did.ron')}: chombo" in text_of(app)
    app.folder.release()


@pytest.mark.parametrize(("given", "lesson"), [("lessons", ""), ("Rob-The-Kan", "rob-the-kan")])
def test_from_the_command_line(monkeypatch: pytest.MonkeyPatch, given: str, lesson: str) -> None:
    asked: list[object] = []
    monkeypatch.setattr("tui.shell.launch.run", lambda options: asked.append(options) or 0)
    assert execute(["practice", given]) == 0
    assert asked == [PracticeOptions(lesson=lesson)]


def test_a_lesson_takes_no_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["practice", "lessons", "--seed", "3"]) == 2
    assert t("practice-command.lesson-alone") in capsys.readouterr().err


def test_every_lesson_is_a_rung(tmp_path: Path) -> None:
    rungs = Ladder(Progress(tmp_path)).rungs
    assert [rung.lesson for rung in rungs] == list(lessons())
    assert not any(rung.done or rung.left for rung in rungs)
