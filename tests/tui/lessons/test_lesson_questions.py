"""The questions at the end of a lesson: which they are, and when the lesson is done."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from ai.drills.library import positions, question_of, read_library_code
from ai.drills.question import LEVELS, DrillKind, DrillTheme
from ai.lessons.lesson import Lesson, first_lesson, lessons
from ai.lessons.lesson_game import LessonGame
from tests.support.ai.lesson_lines import lesson_of, play
from tests.support.nightly import part_always
from tests.support.tui.practice_answers import NOON, Clock, practice_at
from tests.support.tui.practice_app import wrong_answer
from tui.database.practice_rows import Played
from tui.lessons.lesson_script import LessonList, LessonRow
from tui.practice.opened_by_lessons import codes, fitting, sort_of
from tui.practice.practice import Practice
from tui.practice.practice_session import PracticeSession
from tui.practice.question_pool import QuestionPool

LESSONS = lessons()
FIRST = lesson_of("what-is-furiten")
EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


CLOCK = Clock()


@pytest.fixture
def practice(tmp_path: Path) -> Iterator[Practice]:
    """Practice of a new player, with real questions."""
    practice = practice_at(tmp_path, CLOCK, pool=QuestionPool())
    yield practice
    practice.progress.close()


def answer(session: PracticeSession, *, right: bool = True) -> str:
    """Answer the next question; returns its code."""
    question = session.next()
    CLOCK.pass_by(5)
    assert question is not None
    given = question.answer if right else wrong_answer(question)
    assert session.answer(given).right is right
    return question.code


def _row(lesson_list: LessonList) -> LessonRow:
    return lesson_list.rows[FIRST.number - 1]


# -- the table in the files ----------------------------------------------------------------------------


@EVERY_LESSON
def test_three_questions_about_what_was_shown(lesson: Lesson) -> None:
    assert len(lesson.asks) == 3
    before = LESSONS[: lesson.number]
    opened = {kind for each in before for kind in each.opens}
    shown = {theme for each in before for theme in each.shows}
    introduced = {theme for each in LESSONS for theme in each.shows}
    for sort in lesson.asks:
        assert DrillKind(sort.kind) in DrillKind
        assert sort.level in LEVELS
        assert sort.kind in opened
        if sort.theme:
            assert DrillTheme(sort.theme)
            assert sort.theme in shown or sort.theme not in introduced


def test_every_kind_is_opened_once() -> None:
    opened = [kind for lesson in LESSONS for kind in lesson.opens]
    assert sorted(opened) == sorted(set(opened))
    assert {kind.opened_with for kind in DrillKind} == set(opened)
    assert set(map(DrillKind, opened))


def test_every_theme_is_shown_once() -> None:
    shown = [theme for lesson in LESSONS for theme in lesson.shows]
    assert sorted(shown) == sorted(set(shown))
    assert set(map(DrillTheme, shown))


def test_the_first_look_at_the_table_asks_nothing() -> None:
    assert not first_lesson().asks


SOON = {DrillKind.WAITS, DrillKind.KAN, DrillKind.RIICHI, DrillKind.READ, DrillKind.COUNT}
"""Kinds of which many questions are soon looked through."""
EVERY = [(lesson, number) for lesson in LESSONS for number in range(1, len(lesson.asks) + 1)]
"""The questions of all lessons."""
FIRST_OF_KIND = {sort_of(*each).kind: each for each in reversed(EVERY)}
ALWAYS = [each for each in EVERY if sort_of(*each).kind in SOON or each in FIRST_OF_KIND.values()]


@pytest.mark.parametrize(("lesson", "number"), part_always(EVERY, ALWAYS))
def test_a_question_fits_the_lesson(lesson: Lesson, number: int) -> None:
    """One is found of its sort that has nothing which a later lesson introduces."""
    sort = sort_of(lesson, number)
    if not positions(DrillKind(sort.kind)):
        pytest.skip(f"the library has no positions of the kind {sort.kind} yet")
    question = question_of(next(codes(QuestionPool(), lesson, number, 0)))
    assert (question.kind, question.level) == (sort.kind, sort.level)
    assert not sort.theme or sort.theme in question.themes
    later = {theme for each in LESSONS[lesson.number :] for theme in each.shows}
    assert later.isdisjoint(question.themes)


def test_a_session_asks_what_fits(practice: Practice) -> None:
    """Many of these are passed over: they have a theme of a later lesson."""
    lesson = lesson_of("furiten-riichi")
    session = practice.begin_lesson(lesson)
    for number, sort in enumerate(lesson.asks, 1):
        question = session.next()
        assert question is not None
        assert (question.kind, question.level) == (sort.kind, sort.level)
        fit = [each.number for each in fitting(QuestionPool(), lesson, number)]
        assert read_library_code(question.code).number in fit
        answer(session)


# -- right and wrong -----------------------------------------------------------------------------------


def test_they_are_the_same_for_everybody(tmp_path: Path) -> None:
    asked = []
    for name in ("one", "two"):
        session = practice_at(tmp_path / name, CLOCK, pool=QuestionPool()).begin_lesson(FIRST)
        asked.append([answer(session, right=right) for right in (True, False, True, True)])
    assert asked[0] == asked[1]
    assert len(set(asked[0])) == 4


def test_a_wrong_answer_brings_another_question_of_the_same_sort(practice: Practice) -> None:
    session = practice.begin_lesson(FIRST)
    first = answer(session, right=False)
    assert (session.number, session.left) == (1, 3)
    again = answer(session, right=False)
    third = answer(session)
    assert len({first, again, third}) == 3
    sorts = {(question.kind, question.level) for question in map(question_of, (first, again, third))}
    assert sorts == {(DrillKind(sort_of(FIRST, 1).kind), sort_of(FIRST, 1).level)}
    assert (session.number, session.left) == (2, 2)


def test_the_lesson_is_done_with_the_last_right_answer(practice: Practice) -> None:
    lesson_list, session = LessonList(practice.progress), practice.begin_lesson(FIRST)
    assert lesson_list.questions(FIRST) == 3
    for right in (True, False, True, False, True):
        assert FIRST.id not in practice.progress.lessons_done
        answer(session, right=right)
    assert practice.progress.lessons_done == {FIRST.id}
    assert lesson_list.questions(FIRST) == 0
    assert session.next() is None


def test_the_hand_alone_does_not_do(practice: Practice) -> None:
    lesson_list = LessonList(practice.progress)
    lesson_list.keep(play(LessonGame(FIRST), "discard 3p; ron").scenario)
    row = _row(lesson_list)
    assert (row.done, row.left, row.questions) == (False, (), 3)
    answer(practice.begin_lesson(FIRST))
    assert _row(lesson_list).questions == 2


def test_questions_that_were_left_go_on(practice: Practice, tmp_path: Path) -> None:
    session = practice.begin_lesson(FIRST)
    answer(session)
    answer(session, right=False)
    following = session.next()
    practice.progress.close()
    later = practice_at(tmp_path, CLOCK, pool=QuestionPool()).begin_lesson(FIRST)
    assert (later.number, later.left) == (2, 2)
    asked = later.next()
    assert following is not None
    assert asked is not None
    assert asked.code == following.code


def test_what_an_earlier_version_calls_done_stays_done(practice: Practice) -> None:
    """It kept the end of the hand as the end of the lesson."""
    practice.progress.add(Played(lesson=FIRST.id, left=NOON, ended=True, choices=()))
    lesson_list = LessonList(practice.progress)
    assert (_row(lesson_list).done, _row(lesson_list).questions) == (True, 0)
    lesson_list.keep(play(LessonGame(FIRST), "discard 3p; ron").scenario)
    assert (
        _row(lesson_list).done,
        _row(lesson_list).left,
        lesson_list.questions(FIRST),
    ) == (True, (), 0)


def test_a_done_lesson_that_is_left_in_its_middle_can_be_continued(practice: Practice) -> None:
    lesson_list = LessonList(practice.progress)
    practice.progress.add(Played(lesson=FIRST.id, left=NOON - timedelta(days=1), ended=True, choices=()))
    lesson_list.keep(play(LessonGame(FIRST), "discard 3p").scenario)
    assert (_row(lesson_list).done, len(_row(lesson_list).left)) == (True, 1)


def test_the_questions_keep_to_the_fixed_ruleset(tmp_path: Path) -> None:
    for rules, asked_under in (("ema", "ema"), ("tenhou", "tenhou"), ("", FIRST.rules)):
        practice = practice_at(tmp_path / (rules or "any"), CLOCK, pool=QuestionPool(), rules=rules)
        question = practice.begin_lesson(FIRST).next()
        assert question is not None
        assert question.rules.name == asked_under
        practice.progress.close()
