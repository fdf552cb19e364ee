"""Kinds of questions open with the lessons, and lessons in the practice record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace as changed
from textual.pilot import Pilot

from ai.drills.library import read_library_code
from ai.drills.question import DrillKind, DrillTheme, Question
from ai.lessons.lesson import Lesson, lessons
from ai.lessons.lesson_game import LessonGame
from ai.play import Pending
from engine.actions import PASS, Action, ActionKind
from engine.rules import PRESETS
from engine.tiles import parse_tile
from tests.support.ai.lesson_lines import lesson_of, play
from tests.support.nightly import one_in
from tests.support.tui.pilot import press, running, screen_of, takes_keys, until
from tests.support.tui.practice_answers import (
    NOON,
    Clock,
    answer_all,
    attempt,
    change,
    overview_of,
    pool_of,
    positions,
    practice_at,
    question,
    record,
)
from tests.support.tui.practice_app import (
    answered,
    asked,
    choose,
    give,
    menu_of,
    practice_app,
    question_of,
    shown,
    summed_up,
    wrong_answer,
)
from tests.support.tui.practice_questions import QUESTIONS as QUESTIONS_IN_NOTATION
from tests.support.tui.sessions import folder_at
from tests.support.tui.texts import says
from tui.config.actions import ActionId
from tui.config.settings import PracticeRules, Settings
from tui.database.open_database import DATABASE
from tui.database.practice_rows import Played, StoredChoice, read_row, to_values
from tui.desk.desk import Desk
from tui.drawing.rows import plain
from tui.i18n import t
from tui.lessons.lesson_script import LessonList, LessonScript
from tui.play.play_options import PracticeOptions
from tui.play.session import Session
from tui.practice.answering import Answering, Reply
from tui.practice.opened_by_lessons import showing_lessons
from tui.practice.practice import QUESTIONS, Practice
from tui.practice.practice_record import Progress
from tui.practice.question_pool import QuestionPool
from tui.screens.game.game import GameScreen
from tui.screens.game.lesson_remarks import ChoicesScreen, RemarkScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.lesson_list_screen import LessonDoneScreen, LessonIntroScreen, LessonsScreen
from tui.screens.practice.drill_page import kind_title
from tui.screens.practice.drill_screens import DrillScreen
from tui.screens.practice.menu import PracticeEntry, PracticeScreen
from tui.screens.practice.progress_screen import ProgressScreen
from tui.shell.app import FuritenApp
from tui.tiles import default_look

FIRST = lessons()[0]
OPENED_FIRST = {kind for kind in DrillKind if kind.opened_with in FIRST.opens}
MOST_KEYS = 40
"""More decisions than a lesson has until its end matters."""


@pytest.fixture
def practice(tmp_path: Path) -> Iterator[Practice]:
    practice = practice_at(tmp_path, Clock(), everything=False)
    yield practice
    practice.progress.close()


def finish(practice: Practice, *ids: str) -> None:
    for id in ids:
        practice.progress.add(Played(lesson=id, left=NOON, ended=True, choices=()))


def test_only_present_lessons_are_counted(practice: Practice) -> None:
    finish(practice, FIRST.id, "a-lesson-of-another-version")
    assert practice.lessons_done == 1


def test_what_was_answered_before_stays_open(practice: Practice) -> None:
    practice.progress.add(attempt(1, kind=DrillKind.SAFE))
    assert practice.open.kinds == (DrillKind.SAFE,)
    assert practice.open.known == {DrillKind.SAFE}


def test_a_mixed_session_passes_over_what_was_not_shown(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=pool_of(None, DrillTheme.SEVEN_PAIRS), everything=False)
    answer_all(practice.begin_lesson(FIRST), clock)
    assert practice.progress.lessons_done == {FIRST.id}
    found = answer_all(practice.begin(), clock)
    assert {each.kind for each in found} == OPENED_FIRST
    assert not any(each.themes for each in found)
    mine = answer_all(practice.begin(DrillKind.WAITS), clock)
    assert any(each.themes for each in mine), "a kind that is asked for is asked whole"
    practice.progress.close()


@pytest.mark.parametrize("rules", ["wrc", "tenhou"])
def test_a_session_keeps_to_the_fixed_ruleset(tmp_path: Path, rules: str) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, rules=rules)
    for kind in (None, DrillKind.WAITS):
        for each in answer_all(practice.begin(kind), clock):
            assert read_library_code(each.code).rules == ("" if rules == next(iter(PRESETS)) else rules)
    practice.progress.close()


def test_the_settings_name_every_preset() -> None:
    assert [each.preset for each in PracticeRules] == ["", *PRESETS]


# -- the first ten minutes -----------------------------------------------------------------------------


async def seen(app: FuritenApp, kind: type[object]) -> None:
    await until(lambda: isinstance(app.screen, kind) and takes_keys(app))


async def answer(pilot: Pilot[int], app: FuritenApp, *, right: bool = True) -> Question:
    """Answer the question on the screen by keys."""
    screen = await asked(app)
    found = question_of(screen)
    pairs = zip(found.parts, found.answer, strict=True)
    best = [frozenset([min(ids)]) if ids and not part.several else ids for part, ids in pairs]
    await give(pilot, found, best if right else wrong_answer(found))
    screen = await answered(app)
    assert screen.outcome is not None
    assert screen.outcome.right is right
    return found


async def test_a_mixed_session_says_which_lesson_comes_first(tmp_path: Path) -> None:
    async with running(practice_app(tmp_path)) as (app, pilot):
        menu = await menu_of(app)
        assert isinstance(menu, PracticeScreen)
        steps = [entry.id for entry in menu.entries].index(PracticeEntry.MIXED) - menu.at
        await press(pilot, *["down"] * (steps % len(menu.entries)))
        assert says(shown(app), "practice.mixed-later", number=FIRST.number)


async def test_the_first_ten_minutes_hold_nothing_that_was_not_shown(tmp_path: Path) -> None:
    """From the title through the first lesson, its questions, and the first mixed session."""
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await until(lambda: takes_keys(app))
        app.show_practice()
        await choose(pilot, PracticeEntry.MIXED)
        await seen(app, LessonIntroScreen)
        assert screen_of(app, LessonIntroScreen).row.lesson == FIRST
        await press(pilot, "enter")
        await seen(app, GameScreen)
        await press(pilot, "home", *["right"] * 7, "enter")
        for _ in range(2):
            await seen(app, RemarkScreen)
            await press(pilot, "enter")
        await seen(app, GameScreen)
        await press(pilot, "o")
        for screen in (RemarkScreen, HandEndScreen, ChoicesScreen):
            await seen(app, screen)
            await press(pilot, "enter")
        found = []
        for right in (True, False, True, True):
            found.append(await answer(pilot, app, right=right))
            assert (t("lesson.another") in shown(app)) is not right
            await press(pilot, "enter")
        await seen(app, LessonDoneScreen)
        await press(pilot, "escape")
        await seen(app, LessonsScreen)
        assert screen_of(app, LessonsScreen).rows[0].done
        await press(pilot, "escape")
        await choose(pilot, PracticeEntry.MIXED)
        for _ in range(QUESTIONS):
            found.append(await answer(pilot, app))
            await press(pilot, "enter")
        await summed_up(app)
    app.folder.release()
    hidden = {theme for theme, lesson in showing_lessons().items() if lesson != FIRST}
    assert {each.kind for each in found} == OPENED_FIRST
    assert not [each.code for each in found if hidden.intersection(each.themes)]


async def test_enter_alone_answers_no_question_of_a_lesson(tmp_path: Path) -> None:
    """With the hand won, Enter goes on to the questions, and stays there."""
    lesson_list = LessonList(Progress(tmp_path))
    lesson_list.keep(play(LessonGame(FIRST), "discard 9p; ron").scenario)
    async with running(practice_app(tmp_path, PracticeOptions(lesson=FIRST.id))) as (app, pilot):
        await seen(app, LessonIntroScreen)
        await press(pilot, "enter")
        await asked(app)
        await press(pilot, *["enter"] * 12)
        assert screen_of(app, DrillScreen).session.left == len(FIRST.asks)
    app.folder.release()
    assert not Progress(tmp_path).lessons_done


@pytest.mark.parametrize("lesson", one_in(3, lessons(), name=lambda lesson: lesson.id))
def test_enter_alone_does_no_lesson(lesson: Lesson, tmp_path: Path) -> None:
    """The hand, played by Enter alone: the lesson is not done, and neither are its questions."""
    progress = Progress(tmp_path)
    lesson_list, game = LessonList(progress), LessonGame(lesson)
    session, script = Session(game), LessonScript(game)
    for _ in range(MOST_KEYS):
        while game.pending is Pending.BOTS:
            game.advance()
        if game.pending is not Pending.PERSON:
            break
        settings = script.desk_settings(Settings(), None).by(session.steps)
        desk = Desk.after(session.history(), session.seating, game.match.rules, settings)
        desk.offer()
        chosen = next((each for _ in range(3) if isinstance(each := desk.do(ActionId.CONFIRM), Action)), None)
        assert chosen is not None
        game.choose(chosen)
    lesson_list.keep(game)
    row = lesson_list.rows[lesson.number - 1]
    assert not row.done
    assert lesson_list.questions(lesson) == len(lesson.asks)
    asks = {DrillKind(sort.kind) for sort in lesson.asks}
    assert {Answering(QUESTIONS_IN_NOTATION[kind]()).answer() for kind in asks} <= {Reply.MISSING}
    progress.close()


def test_a_repeat_keeps_to_the_fixed_ruleset(tmp_path: Path) -> None:
    """What was wrong comes back under the fixed ruleset, or waits where it is no question under that."""
    wide = QuestionPool(positions, question)
    narrow = QuestionPool(
        lambda kind: {at: changed(each, rules=("wrc",)) for at, each in positions(kind).items()}, question
    )
    for number, (pool, rules, repeats) in enumerate(
        (
            (narrow, "tenhou", False),
            (narrow, "wrc", True),
            (narrow, "", True),
            (wide, "tenhou", True),
            (wide, "wrc", True),
        )
    ):
        clock = Clock()
        practice = practice_at(tmp_path / str(number), clock, pool=pool, rules=rules)
        practice.progress.add(attempt(1, right=False))  # under wrc
        clock.pass_by(days=3)
        session = practice.begin(DrillKind.WAITS)
        answer_all(session, clock)
        again = [each.attempt for each in session.summary().answered if each.attempt.repeat]
        assert bool(again) is repeats, number
        assert {read_library_code(each.code).rules for each in again} <= {rules, ""}
        practice.progress.close()


Opener = Callable[[Path], Progress]

RED = parse_tile("0p")
ACTIONS = (
    Action(ActionKind.RIICHI, parse_tile("3s"), tsumogiri=True),
    Action(ActionKind.CHI, RED, (parse_tile("4p"), parse_tile("6p"))),
    PASS,
)


def played(lesson: str, minutes: int = 0, *, ended: bool = False) -> Played:
    left = NOON + timedelta(minutes=minutes)
    return Played(lesson=lesson, left=left, ended=ended, choices=tuple(map(StoredChoice.of, ACTIONS)))


def test_a_choice_is_kept_as_it_was_made() -> None:
    assert tuple(StoredChoice.of(action).action for action in ACTIONS) == ACTIONS
    row = played("x", ended=True)
    assert read_row(Played, list(to_values(row).values())) == row


def test_lessons_are_carried_over_from_a_damaged_record(opened: Opener, tmp_path: Path) -> None:
    path = record(tmp_path, attempt(1), played("one", ended=True), played("two", 1))
    change(path, "UPDATE lessons SET choices = 'what?' WHERE lesson = 'two'")
    progress = opened(tmp_path)
    assert len(progress.notices) == 1
    assert [row.lesson for row in progress.lessons] == ["one"]
    assert progress.attempts == (attempt(1),)
    progress.close()
    assert [row.lesson for row in opened(tmp_path).lessons] == ["one"]
    assert (tmp_path / f"{DATABASE}.damaged-1").exists()


def test_the_progress_tells_how_many_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProgressScreen, "look", default_look())
    figures = overview_of(kinds=())
    assert "2 lessons done." in plain(ProgressScreen(figures, lessons=2).picture(80, 24))
    assert "lesson" not in plain(ProgressScreen(figures).picture(80, 24))


def test_the_list_of_kinds_scrolls_where_much_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProgressScreen, "look", default_look())
    days = tuple((date(2026, 1, day), 10 * day) for day in range(1, 15))
    progress = ProgressScreen(replace(overview_of(kinds=tuple(DrillKind)), coming=days))
    first, last = kind_title(DrillKind.WAITS), kind_title(DrillKind.NEEDED)
    top = plain(progress.picture(80, 24))
    assert first in top
    assert last not in top
    progress.at = progress.count - 1
    end = plain(progress.picture(80, 24))
    assert last in end
    assert t("practice.figures.all") not in end


@pytest.mark.parametrize(
    ("lesson", "line"),
    [("what-is-furiten", "discard 4p"), ("the-referee", "pass; discard 9p; withdrawn-win")],
    ids=["a choice", "an error that kills the hand"],
)
def test_a_lesson_goes_on_after_the_last_choice(
    opened: Opener, tmp_path: Path, lesson: str, line: str
) -> None:
    lesson_list = LessonList(opened(tmp_path))
    left = play(LessonGame(lesson_of(lesson)), line).scenario
    lesson_list.keep(left)
    (row,) = (row for row in lesson_list.rows if row.left)
    again = lesson_list.begin(row, resumed=True)
    assert again.decisions == left.decisions
    assert again.match.events == left.match.events


@pytest.mark.parametrize(
    "unknown", [Action(ActionKind.TSUMO, RED), Action(ActionKind.DISCARD, parse_tile("1z"))]
)
def test_a_lesson_that_is_another_one_since_goes_on_as_far_as_it_can(
    opened: Opener, tmp_path: Path, unknown: Action
) -> None:
    lesson_list = LessonList(opened(tmp_path))
    left = play(LessonGame(lesson_of("what-is-furiten")), "discard 4p").scenario
    lesson_list.keep(left)
    (row,) = (row for row in lesson_list.rows if row.left)
    longer = replace(row, left=(*row.left, StoredChoice.of(unknown), *row.left))
    assert lesson_list.begin(longer, resumed=True).decisions == left.decisions
    over = play(left, "discard 6z; tsumo").scenario
    everything = tuple(StoredChoice.of(decision.action) for decision in over.decisions)
    longer = replace(row, left=(*everything, StoredChoice.of(unknown)))
    assert lesson_list.begin(longer, resumed=True).decisions == over.decisions
