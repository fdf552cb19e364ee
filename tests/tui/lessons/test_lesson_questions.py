"""The questions at the end of a lesson: which they are, and when the lesson is done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.drills.library import positions, question_of
from ai.drills.question import LEVELS, DrillKind, DrillTheme
from ai.lessons.lesson import Lesson, first_lesson, lessons
from tests.support.ai.lesson_lines import lesson_of
from tests.support.nightly import part_always
from tests.support.tui.practice_answers import Clock, practice_at
from tests.support.tui.practice_app import wrong_answer
from tui.practice.opened_by_lessons import codes, sort_of
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


# -- right and wrong -----------------------------------------------------------------------------------


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
