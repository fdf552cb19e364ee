"""A session asks what is due and then new questions, keeps each answer at once, and can be left anywhere."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.drills.question import DrillKind, DrillTheme, NoQuestion, Question
from tests.support.tui.practice_answers import (
    NO,
    POOL,
    YES,
    Clock,
    answer_all,
    attempt,
    code_of,
    pool_of,
    practice_at,
    question,
)
from tui.database.practice_rows import Attempt
from tui.practice.practice import QUESTIONS, Practice
from tui.practice.question_selection import GAP
from tui.practice.standings import START

WAITS, RON = DrillKind.WAITS, DrillKind.RON


def keep(practice: Practice, *attempts: Attempt) -> None:
    practice.progress.add(*attempts)


def test_ten_questions_and_a_summary(practice: Practice, clock: Clock) -> None:
    session = practice.begin(WAITS)
    assert session.left == QUESTIONS
    asked = answer_all(session, clock, seconds=12, most=8)
    answer_all(session, clock, given=NO, seconds=4)
    assert (session.left, session.number, session.next()) == (0, None, None)
    assert len({question.code for question in asked}) == 8
    summary = session.summary()
    assert (summary.questions, summary.right) == (QUESTIONS, 8)
    assert summary.seconds == 8 * 12 + 2 * 4
    (waits,) = summary.kinds
    assert (waits.kind, waits.answered, waits.right, waits.seconds) == (WAITS, 10, 8, 12)
    assert waits.before.value == START < waits.rating.value
    assert summary.due_tomorrow == 2


def test_an_answer_without_a_question_is_a_mistake_of_the_screen(practice: Practice) -> None:
    session = practice.begin(WAITS)
    with pytest.raises(RuntimeError, match="no question"):
        session.answer(YES)


def test_a_question_is_made_and_an_answer_kept_in_any_thread(practice: Practice, clock: Clock) -> None:
    session = practice.begin(WAITS)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(session.prepare).result()
        clock.pass_by(50)
        asked = session.next()
        clock.pass_by(6)
        graded = thread.submit(session.answer, YES).result()
    assert asked is not None
    assert (graded.judged.attempt.code, graded.judged.attempt.seconds) == (asked.code, 6)
    assert (practice.progress.fault, len(practice.progress.attempts)) == ("", 1)


# -- what is asked ---------------------------------------------------------------------------------------


def test_what_is_due_comes_first_up_to_half_the_session(practice: Practice, clock: Clock) -> None:
    missed = [attempt(number, right=False, day=number / 100 - 20) for number in range(8)]
    keep(practice, *missed, attempt(50, right=False, kind=RON, day=-40), attempt(60, day=-20))
    asked = answer_all(practice.begin(WAITS), clock)
    assert [POOL.plain(each.code) for each in asked[:5]] == [each.code for each in missed[:5]]
    assert {each.code for each in asked[:5]}.isdisjoint(each.code for each in missed), "in other forms"
    assert {POOL.plain(each.code) for each in asked[5:]}.isdisjoint(each.code for each in missed)
    repeats = [each.repeat for each in practice.progress.attempts[-10:]]
    assert repeats == [True] * 5 + [False] * 5


def test_a_mistake_comes_back_in_the_same_session(practice: Practice, clock: Clock) -> None:
    session = practice.begin(WAITS)
    (wrong,) = answer_all(session, clock, given=NO, most=1)
    rest = answer_all(session, clock)
    codes = [POOL.plain(each.code) for each in rest]
    assert codes.index(wrong.code) == GAP
    assert codes.count(wrong.code) == 1
    tomorrow = practice.begin(WAITS)
    clock.pass_by(days=2)
    question = tomorrow.next()
    assert question is not None
    assert POOL.plain(question.code) == wrong.code
    assert question.code not in {wrong.code, *(each.code for each in rest)}, "in another form each time"
    assert tomorrow.repeat


def test_every_third_question_may_be_about_an_idea_that_is_due(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = iter(range(99))
    monkeypatch.setattr("secrets.randbelow", lambda _: next(seeds))
    missed = replace(attempt(0, right=False, day=-9), themes=("one-suit",))
    thirds = []
    for number in range(12):
        practice = practice_at(
            tmp_path / str(number), clock, pool=pool_of(DrillTheme.MANY_WAITS, DrillTheme.ONE_SUIT)
        )
        keep(practice, missed, replace(attempt(2, code=missed.code, day=-8, repeat=True)))
        one, two, three = (each.themes[0] for each in answer_all(practice.begin(WAITS, questions=3), clock))
        if DrillTheme.ONE_SUIT not in (one, two):
            thirds.append(three)
    assert len(thirds) > 0
    assert set(thirds) == {DrillTheme.ONE_SUIT}


def test_a_mixed_session_asks_no_kind_twice_in_a_row(practice: Practice, clock: Clock) -> None:
    kinds = [each.kind for each in answer_all(practice.begin(questions=60), clock)]
    assert set(kinds) == set(DrillKind)
    assert all(one != other for one, other in pairwise(kinds))


def test_a_mixed_session_asks_weak_kinds_more_often(tmp_path: Path, clock: Clock) -> None:
    practice = practice_at(tmp_path, clock, kinds=(WAITS, RON, DrillKind.KAN))
    for kind in (RON, DrillKind.KAN):
        ladder = (attempt(number, kind=kind, level=1 + number // 4, session=kind) for number in range(24))
        keep(practice, *ladder)
    # no credit, so that the rating falls, but right, so that nothing is due
    weak_ones = (attempt(number, kind=WAITS, session="weak") for number in range(8))
    keep(practice, *(replace(each, credit=0.0) for each in weak_ones))
    session = practice.begin().stored
    first = [practice.resume(replace(session, seed=seed)).next() for seed in range(100)]
    weak = sum(question is not None and question.kind is WAITS for question in first)
    # 3 : 1 : 1, so about 60
    assert 45 < weak < 75


def test_a_known_question_is_not_asked_as_a_new_one(tmp_path: Path, clock: Clock) -> None:
    practice = practice_at(tmp_path, clock)
    asked = answer_all(practice.begin(WAITS, questions=23), clock)
    asked += answer_all(practice.begin(WAITS, questions=27), clock)
    assert len({each.code for each in asked}) == 50


def test_a_repeat_that_this_version_cannot_make_is_left_out(tmp_path: Path, clock: Clock) -> None:
    missing, other = code_of(WAITS, 1, 0), code_of(WAITS, 1, 1)

    def make(code: str) -> Question:
        if POOL.plain(code) == missing:
            raise NoQuestion(code)
        return question(code)

    practice = practice_at(tmp_path, clock, make=make)
    keep(practice, *(attempt(number, right=False, day=-2) for number in (0, 1)))
    keep(practice, attempt(2, right=False, day=-2, code="waits-9999"))
    asked = answer_all(practice.begin(WAITS), clock)
    assert [code for each in asked if (code := POOL.plain(each.code)) in (missing, other)] == [other]


def test_a_drill_without_questions_is_told(tmp_path: Path, clock: Clock) -> None:
    def make(code: str) -> Question:
        raise NoQuestion(code)

    with pytest.raises(NoQuestion, match="question 1"):
        practice_at(tmp_path, clock, make=make).begin(WAITS).next()


# -- leaving and coming back -------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(rights=st.lists(st.booleans(), min_size=QUESTIONS, max_size=QUESTIONS), seed=st.integers(0, 999))
@pytest.mark.parametrize("chosen", [False, True])
def test_interruptions_change_nothing(
    tmp_path_factory: pytest.TempPathFactory, rights: list[bool], seed: int, chosen: bool
) -> None:
    clock, other_clock = Clock(), Clock()
    whole = practice_at(tmp_path_factory.mktemp("whole"), clock)
    parts = practice_at(tmp_path_factory.mktemp("parts"), other_clock)
    old = [attempt(number, right=number % 3 > 0, day=-9) for number in range(8)]
    keep(whole, *old)
    keep(parts, *old)
    stored = replace(whole.begin(seed=seed).stored, chosen=chosen)
    session = whole.resume(stored)
    expected = [answer_all(session, clock, given=YES if right else NO, most=1)[0] for right in rights]
    for one, right in zip(expected, rights, strict=True):
        resumed = parts.resume(stored)
        assert answer_all(resumed, other_clock, given=YES if right else NO, most=1) == [one]
    assert parts.progress.attempts == whole.progress.attempts
    assert parts.resume(stored).summary() == session.summary()


def test_a_new_session_takes_the_place_of_one_of_its_kind(practice: Practice, clock: Clock) -> None:
    old, mixed = practice.begin(WAITS), practice.begin()
    for session in (old, mixed):
        answer_all(session, clock, most=2)
    new = practice.begin(WAITS)
    new.next()
    answer_all(practice.ask(code_of(WAITS, 1, 0)), clock)
    found = practice.unfinished(WAITS)
    assert found is not None
    assert found.session == old.stored
    answer_all(new, clock, most=1)
    found, other = practice.unfinished(WAITS), practice.unfinished()
    assert found is not None
    assert (found.session, found.answered) == (new.stored, 1)
    assert other is not None
    assert other.session == mixed.stored
    answer_all(new, clock)
    assert practice.unfinished(WAITS) is None


def test_an_unfinished_session_of_a_seed(practice: Practice, clock: Clock) -> None:
    answer_all(practice.begin(WAITS, seed=7), clock, most=2)
    assert practice.unfinished(WAITS, seed=8) is None
    found = practice.unfinished(WAITS, seed=7)
    assert found is not None
    assert found.answered == 2


def test_two_copies_that_go_on_with_one_session_share_it(practice: Practice, tmp_path: Path) -> None:
    clock = Clock()
    session = practice.begin(WAITS)
    answer_all(session, clock, most=2)
    other = practice_at(tmp_path, clock)
    second = other.resume(session.stored)
    answer_all(session, clock, most=2)
    answer_all(second, clock, most=1)
    third = practice.resume(session.stored)
    assert third.number == 5
    assert len(practice.progress.attempts) == 5
    answer_all(third, clock)
    assert third.summary().right == QUESTIONS
    other.progress.close()
