"""Lessons in the real app: keys and mouse, remarks, pictures, choices taken back, errors at a real table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from ai.lessons.lesson import lessons
from ai.lessons.lesson_game import Decision, LessonGame
from ai.reading.table_errors import GradedCount
from engine.outcome import WinResult
from engine.rules import Offence
from engine.tiles import parse_tile
from tests.support.ai.lesson_lines import lesson_of, play
from tests.support.nightly import part_always
from tests.support.tui.pilot import (
    SnapCompare,
    click_at,
    press,
    press_to,
    running,
    screen_of,
    strike,
    takes_keys,
    until,
)
from tests.support.tui.practice_answers import Clock, practice_at
from tests.support.tui.practice_app import answered, asked, give, question_of
from tests.support.tui.sessions import folder_at
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import plain
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.lessons.lesson_script import LessonList, LessonScript
from tui.lessons.script import LessonReview
from tui.play.play_options import PracticeOptions
from tui.practice.practice_record import Progress
from tui.screens.game.game import GameScreen
from tui.screens.game.lesson_remarks import ChoicesScreen, RemarkScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.game.table_rules_screens import CountGradeScreen, RulingScreen, WinCountScreen
from tui.screens.lesson_list_screen import LessonDoneScreen, LessonIntroScreen, LessonsScreen
from tui.screens.practice.menu import PracticeScreen
from tui.shell.app import FuritenApp
from tui.table.table_layout import Zone
from tui.table.widget import GameTable

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
    await press_to(pilot, RemarkScreen, *TO_4P, "enter")
    await press_to(pilot, RemarkScreen, "x")
    await press_to(pilot, GameScreen, "enter")
    await press_to(pilot, RemarkScreen, "enter", "enter")
    await press_to(pilot, HandEndScreen, "enter")
    await press_to(pilot, ChoicesScreen, "enter")


async def test_a_lesson_by_keys_with_a_choice_taken_back(tmp_path: Path) -> None:
    async with running(app_at(tmp_path, FIRST)) as (app, pilot):
        await seen(app, LessonIntroScreen)
        assert "Try one, see what comes, then go back and try the other." in text_of(app)
        await press(pilot, "enter")
        await furiten_line(pilot, app)
        end = t("lesson.later", ends="tsumo, +7,800")
        led = "; ".join(("discard furiten", t("lesson.led.missed", tile="5p"), end))
        leads = t("lesson.leads", led=led, words=t("lesson.did.discard", tile="4p"))
        assert leads in text_of(app)
        screen = await press_to(pilot, GameScreen, "down", "down", "enter")
        assert not decisions(app)
        assert not screen.desk.view.furiten
        await press_to(pilot, GameScreen, *TO_3P, "enter")
        await press_to(pilot, RemarkScreen, "o")
        await press_to(pilot, HandEndScreen, "enter")
        await press_to(pilot, ChoicesScreen, "enter")
        told = text_of(app)
        assert leads in told
        assert f"- {t('lesson.did.discard', tile='3p')}:" in told
        assert t("lesson.questions", count=3) in told
        await press(pilot, "home", "enter")
        for _ in range(3):
            found = question_of(await asked(app))
            await give(pilot, found, found.answer)
            await answered(app)
            await press(pilot, "enter")
        await seen(app, LessonDoneScreen)
        await press_to(pilot, LessonIntroScreen, "enter")
        assert screen_of(app, LessonIntroScreen).row.lesson.id == "every-wait"
        await press_to(pilot, LessonsScreen, "escape")
        assert t("lesson.sum", done=1, count=len(lessons())) in text_of(app)
        assert screen_of(app, LessonsScreen).chosen.id == "every-wait"
        await press_to(pilot, PracticeScreen, "escape")
        assert "1 done" in plain(screen_of(app, PracticeScreen).picture(80, 24))


async def test_undo_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    async with running(app_at(tmp_path, FIRST)) as (app, pilot):
        screen = await press_to(pilot, GameScreen, "enter")
        await press(pilot, "u")
        assert isinstance(app.screen, GameScreen), "there is nothing to take back yet"
        await press_to(pilot, RemarkScreen, *TO_4P, "enter")
        await press_to(pilot, RemarkScreen, "x")
        await press_to(pilot, GameScreen, "x")
        await press_to(pilot, ChoicesScreen, "u")
        await press_to(pilot, GameScreen, "escape")
        assert len(decisions(app)) == 1, "nothing was taken back"
        await press(pilot, "u", "u")
        await until(lambda: not decisions(app))
        await seen(app, GameScreen)
        assert len(screen.desk.view.me.pond) == 6


async def test_undo_needs_a_table_that_can_be_seen(tmp_path: Path) -> None:
    async with running(app_at(tmp_path, FIRST)) as (app, pilot):
        await press_to(pilot, GameScreen, "enter")
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
        await press_to(pilot, ChoicesScreen, "u")


async def test_a_lesson_by_mouse(tmp_path: Path) -> None:
    async with running(app_at(tmp_path)) as (app, pilot):
        await seen(app, LessonsScreen)

        async def click(words: str) -> None:
            await until(lambda: takes_keys(app))
            lines = plain(app.screen.picture(80, 24)).splitlines()  # type: ignore[attr-defined]
            row = next(number for number, line in enumerate(lines) if words in line)
            await click_at(pilot, Page, offset=(lines[row].index(words) + 1, row))

        await click("The tile you discarded")
        await seen(app, LessonIntroScreen)
        await click("Begin")
        await seen(app, GameScreen)
        for _ in range(2):
            await click_at(pilot, GameTable, offset=(5 * 6 + 4, 19))
        await seen(app, RemarkScreen)
        await click_at(pilot, Page, offset=(5, 1))
        await seen(app, RemarkScreen)
        await click_at(pilot, Page, offset=(5, 1))
        await seen(app, GameScreen)
        scene = screen_of(app, GameScreen).query_one(GameTable).scene
        assert scene is not None
        foot = "  ".join(f"{item.key} {item.label}".lstrip() for item in scene.keys)
        await click_at(pilot, GameTable, offset=(foot.index("u undo") + 1, 23))
        await seen(app, ChoicesScreen)
        await click("Choice 1")
        await until(lambda: isinstance(app.screen, GameScreen))
        await until(lambda: not decisions(app))


async def test_a_lesson_that_was_left_goes_on_there(tmp_path: Path) -> None:
    async with running(app_at(tmp_path, FIRST)) as (app, pilot):
        await press_to(pilot, GameScreen, "enter")
        await press_to(pilot, RemarkScreen, *TO_4P, "enter")
        await press_to(pilot, RemarkScreen, "x")
        await press_to(pilot, GameScreen, "x")
        await press_to(pilot, LessonsScreen, "q")
        assert t("lesson.left", count=1) in text_of(app)
        await press_to(pilot, LessonIntroScreen, "enter")
        assert t("lesson.resume", count=1) in text_of(app)
        screen = await press_to(pilot, GameScreen, "enter")
        assert len(decisions(app)) == 1
        assert screen.desk.view.furiten
    app.folder.release()
    lesson_list = LessonList(Progress(tmp_path))
    assert [row.lesson.id for row in lesson_list.rows if row.left] == [FIRST]


async def test_an_error_can_be_made_where_the_lesson_allows_it(tmp_path: Path) -> None:
    async with running(app_at(tmp_path, "the-referee")) as (app, pilot):
        await press_to(pilot, RemarkScreen, "enter")
        await press_to(pilot, GameScreen, "enter")
        await press_to(pilot, RemarkScreen, "enter", "enter")
        await press_to(pilot, GameScreen, "enter")
        desk = screen_of(app, GameScreen).desk
        assert make_scene(desk).reason.startswith("Pass"), "nobody falls into it by hammering Enter"
        await press(pilot, "left")
        assert make_scene(desk).reason == t(
            "desk.ron-error", reason=t("why.furiten", cause=t("furiten.clause-discard", tile="8p")), tile="5p"
        )
        await press(pilot, "enter")
        assert "1 show the hand" in "  ".join(f"{item.key} {item.label}" for item in make_scene(desk).prompt)
        await press_to(pilot, RemarkScreen, "1")
        assert screen_of(app, RemarkScreen).text.startswith("Ron while furiten, and shown: chombo.")
        await press_to(pilot, HandEndScreen, "enter")
        await press_to(pilot, ChoicesScreen, "enter")
        assert f"{t('lesson.did.ron')}: chombo" in text_of(app)


SIZES = part_always([(80, 24), (100, 30), (120, 40), (160, 50)], [(80, 24), (120, 40)])
ON_THE_TABLE = (Zone.LEFT, Zone.MIDDLE, Zone.RIGHT, Zone.PLATE, Zone.FURITEN, Zone.HAND, Zone.PANEL)
MOVES = ("left", "enter"), ("r", "enter"), ("o",)


def covered(app: FuritenApp) -> set[Zone]:
    """The zones of the table of which the remark covers a part."""
    page = screen_of(app, RemarkScreen).query_one(Page).region
    regions = app.screen_stack[-2].query_one(GameTable).plan.regions
    return {zone for zone, region in regions.items() if Region(*region).overlaps(page)}


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_a_remark_covers_no_pond_no_plate_and_no_tile(width: int, height: int, tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    seen: set[frozenset[Zone]] = set()
    async with app.run_test(size=(width, height)) as pilot:
        await press(pilot, "t")
        await until(lambda: isinstance(app.screen, RemarkScreen))
        for move in (*MOVES, ()):
            await until(lambda: takes_keys(app))
            while isinstance(app.screen, RemarkScreen):
                seen.add(frozenset(covered(app)))
                assert not covered(app) & set(ON_THE_TABLE)
                await press(pilot, "enter")
                await until(lambda: takes_keys(app))
            await press(pilot, *move)
        await until(lambda: isinstance(app.screen, HandEndScreen))
    assert seen == {frozenset({Zone.HEADER})}, "all in one place"


Steps = Callable[[Pilot[int], FuritenApp], Awaitable[None]]


async def lesson_list(pilot: Pilot[int], app: FuritenApp) -> None:
    await seen(app, LessonsScreen)


async def intro(pilot: Pilot[int], app: FuritenApp) -> None:
    await seen(app, LessonIntroScreen)


async def said(pilot: Pilot[int], app: FuritenApp) -> None:
    await press_to(pilot, GameScreen, "enter")
    await press_to(pilot, RemarkScreen, *TO_4P, "enter")


async def both_ways(pilot: Pilot[int], app: FuritenApp) -> None:
    await intro(pilot, app)
    game = play(LessonGame(lesson_of(FIRST)), "discard 4p; discard 6z; tsumo").scenario
    script = LessonScript(game, questions=3)
    script.take_back(1)
    play(game, "discard 3p; ron")
    ending = script.ending()
    assert isinstance(ending, LessonReview)
    app.push_screen(ChoicesScreen(ending))
    await seen(app, ChoicesScreen)


@pytest.mark.parametrize(
    ("lesson", "steps", "size"),
    [
        pytest.param("", lesson_list, (80, 24), id="ladder-80x24"),
        pytest.param(FIRST, intro, (80, 24), id="intro-80x24"),
        pytest.param(FIRST, said, (80, 24), id="remark-80x24"),
        pytest.param(FIRST, both_ways, (80, 24), id="choices-80x24"),
        pytest.param(FIRST, said, (120, 40), id="remark-120x40"),
    ],
)
def test_lesson(
    snap_compare: SnapCompare, tmp_path: Path, lesson: str, steps: Steps, size: tuple[int, int]
) -> None:
    app = app_at(tmp_path, lesson)

    async def shown(pilot: Pilot[int]) -> None:
        await steps(pilot, app)

    assert snap_compare(app, terminal_size=size, run_before=shown)


async def begun(pilot: Pilot[int], app: FuritenApp) -> None:
    await until(lambda: isinstance(app.screen, LessonIntroScreen) and takes_keys(app))
    await press(pilot, "enter")


async def at(pilot: Pilot[int], app: FuritenApp, kind: type[object]) -> None:
    """Read remarks until that screen is on top."""
    while True:
        await until(lambda: takes_keys(app))
        if isinstance(app.screen, kind):
            return
        assert isinstance(app.screen, RemarkScreen), app.screen
        await press(pilot, "z")


def the_win(app: FuritenApp) -> WinResult:
    """The win of the hand at the table."""
    table = next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))
    assert table.session.outcome is not None
    (win,) = table.session.outcome.wins
    return win


async def test_a_foul_is_ruled_on_before_the_lesson_speaks_of_it(tmp_path: Path) -> None:
    """Each foul by its keys is shown in ``test_table_rules.py``, each foul of a lesson by its lines."""
    app = FuritenApp(folder_at(tmp_path), practice=PracticeOptions(lesson="five-fouls"), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(pilot, app)
        for key in ("c", "7", "s", "enter"):
            await at(pilot, app, GameScreen)
            await press(pilot, key)
        await at(pilot, app, RulingScreen)
        said = t("ruling.own", offence=t(f"reviewed.foul-of.{Offence.KUIKAE}"))
        assert screen_of(app, RulingScreen).ruling.offence == said
        await press_to(pilot, RemarkScreen, "enter")


async def test_the_right_tile_of_a_riichi_wins_by_a_word(tmp_path: Path) -> None:
    """Nothing is offered for a win: its key says it, and the next one shows the hand."""
    app = FuritenApp(
        folder_at(tmp_path), practice=PracticeOptions(lesson="order-of-a-riichi"), speed="instant"
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(pilot, app)
        for key in ("x", "r", "6", "p", "enter", "x", "x", "x", "enter"):
            await at(pilot, app, GameScreen)
            await press(pilot, key)
        await at(pilot, app, GameScreen)
        await press(pilot, "o", "enter")
        await at(pilot, app, HandEndScreen)
        win = the_win(app)
        assert (win.winner, win.tile) == (0, parse_tile("8p"))


THE_COUNT = (
    *("enter", *"menzen", "space", *"pinfu", "space", *"tanyao", "space", "enter"),
    *("3", "enter", "2", "0", "enter", *"700", "down", *"1300", "enter"),
)
"""The tile apart; menzen tsumo, pinfu, tanyao; 3 han, 20 fu; 700 from a child, 1,300 from the dealer."""
PAYMENT = (*"700", "down", *"700", "down", *"1300", "enter")
"""After a tsumo the dealer is the last one."""


async def counted(pilot: Pilot[int], app: FuritenApp, *keys: str) -> GradedCount:
    """Say the win of the lesson with these keys; the count as it is graded."""
    await press(pilot, "t", "enter")
    await at(pilot, app, WinCountScreen)
    await press(pilot, *keys)
    await at(pilot, app, CountGradeScreen)
    return screen_of(app, CountGradeScreen).graded


async def test_a_win_is_counted_to_its_end_and_taken_back_in_its_lesson(tmp_path: Path) -> None:
    """The count is right; the review takes the win back, and another count of it is graded anew."""
    app = FuritenApp(folder_at(tmp_path), practice=PracticeOptions(lesson="order-of-a-win"), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(pilot, app)
        await at(pilot, app, GameScreen)
        await press(pilot, "x")
        await at(pilot, app, GameScreen)
        assert (await counted(pilot, app, *THE_COUNT, *PAYMENT)).right
        await press(pilot, "enter")
        await at(pilot, app, HandEndScreen)
        win = the_win(app)
        assert win.deltas == (2700, -1300, -700, -700)
        await press(pilot, "enter")
        await at(pilot, app, ChoicesScreen)
        decisions = screen_of(app, ChoicesScreen).review.decisions
        assert [each.number for each in decisions] == [1, 2, 3]
        # u goes back to the last decision, the count
        await press(pilot, "u")
        await at(pilot, app, WinCountScreen)
        assert screen_of(app, WinCountScreen).counting.yaku == ()
        wrong = ("enter", *"menzen", "space", "enter", "1", "enter", "3", "0", "enter")
        await press(pilot, *wrong, *"300", "down", *"500", "enter", *PAYMENT)
        await at(pilot, app, CountGradeScreen)
        assert not screen_of(app, CountGradeScreen).graded.right


def test_what_was_said_of_a_win_is_kept(tmp_path: Path) -> None:
    """A lesson that ended with a count goes on with its questions, also after the program was left."""
    practice = practice_at(tmp_path, Clock())
    lesson, lesson_list = lesson_of("order-of-a-win"), LessonList(practice.progress)
    lesson_list.keep(play(LessonGame(lesson), "pass; tsumo; count mixed").scenario)
    row = lesson_list.rows[lesson.number - 1]
    assert row.questions == 3
    practice.progress.close()
    again = LessonList(practice_at(tmp_path, Clock()).progress).rows[lesson.number - 1]
    assert (again.questions, again.left) == (3, ())
