"""What comes back: told alike everywhere, with other tiles, and the same for whoever counts it anew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ai.drills.library import ISOMORPHS, read_library_code
from ai.drills.question import LEVELS, DrillKind, Question
from ai.drills.themes import DrillTheme
from tests.support.ai.sample_questions import holds, in_form, of_each_level, sample
from tests.support.fresh_interpreter import loaded_after
from tests.support.tui.claims.registry import faults
from tests.support.tui.practice_answers import (
    NO,
    YES,
    Clock,
    answer_all,
    attempt,
    code_of,
    history,
    practice_at,
)
from tests.support.tui.practice_past import past
from tui.database.rows import Attempt
from tui.practice.history import MOST_A_DAY, History
from tui.practice.practice import Practice
from tui.practice.question_pool import QuestionPool

WAITS = DrillKind.WAITS
PAST = tuple(row for row in past() if isinstance(row, Attempt))


# -- told alike ----------------------------------------------------------------------------------------


def told(practice: Practice) -> int:
    """What the overview says is due today or becomes due tomorrow, as far as it comes back on one day."""
    found = practice.overview()
    return min(found.due + found.coming[0][1], MOST_A_DAY)


def test_a_bad_day_comes_back_in_tens(tmp_path: Path) -> None:
    """Thirty wrong answers are thirty questions, ten a day; those of today are not asked for again."""
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    practice.progress.add(*(attempt(number, right=False, day=-1) for number in range(30)))
    for _ in range(3):
        assert practice.overview().due == MOST_A_DAY
        again: list[str] = []
        while practice.overview().due:
            session = practice.begin(WAITS)
            while (question := session.next()) is not None:
                again += [question.code] * session.repeat
                session.answer(YES)
        assert len(again) == len(set(again)) == MOST_A_DAY
        clock.pass_by(days=1)
    practice.progress.close()


@pytest.mark.parametrize("wrong", [0, 1, 4, 10])
def test_the_end_of_a_session_and_the_overview_tell_the_same(tmp_path: Path, wrong: int) -> None:
    """Ideas count in both: they come back as new questions."""
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    ideas = [
        structs.replace(attempt(number, right=False, day=-1, kind=kind), themes=(theme,))
        for number, kind, theme in (
            (1, DrillKind.RON, DrillTheme.NO_YAKU),
            (2, DrillKind.SAFE, DrillTheme.SUJI),
            (3, WAITS, DrillTheme.ONE_SUIT),
        )
    ]
    practice.progress.add(*ideas)
    session = practice.begin(WAITS)
    answer_all(session, clock, given=NO, most=wrong)
    answer_all(session, clock)
    summary = session.summary()
    assert summary.due_tomorrow == told(practice)
    clock.pass_by(days=1)
    assert practice.overview().due == summary.due_tomorrow
    practice.progress.close()


# -- with other tiles ----------------------------------------------------------------------------------


def test_a_mistake_comes_back_with_other_tiles_until_it_is_answered(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=QuestionPool())
    session = practice.begin(WAITS)
    first = session.next()
    assert first is not None
    assert not session.answer([set()]).right
    session.pause()
    seen = [first]
    for _ in range(2):
        clock.pass_by(days=30)
        again = practice.begin(WAITS)
        asked = again.next()
        assert asked is not None
        assert read_library_code(asked.code).base == read_library_code(first.code).base
        assert asked.code not in [each.code for each in seen]
        assert asked.events not in [each.events for each in seen]
        clock.pass_by(5)
        graded = again.answer(asked.answer)
        assert (graded.right, graded.judged.attempt.repeat) == (True, True)
        assert graded.card is not None
        assert graded.card.code == str(read_library_code(first.code).base)
        seen.append(asked)
    practice.progress.close()


def test_a_form_that_is_asked_for_is_a_repeat_of_its_question(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    repeats = []
    one, other = code_of(WAITS, 3, 4), code_of(WAITS, 3, 5)
    for code in (f"{one}-b3", one, f"{one}-f6-ema", other):
        answer_all(practice.ask(code), clock)
        repeats.append(practice.progress.attempts[-1].repeat)
    assert repeats == [False, True, True, False]
    practice.progress.close()


CLAIMED = tuple(kind for kind in DrillKind if kind not in (DrillKind.RIICHI, DrillKind.PUSH_FOLD))


@pytest.mark.parametrize("kind", CLAIMED)
def test_every_claim_holds_with_other_tiles(kind: DrillKind) -> None:
    """An easy question and a hard one."""
    pairs = zip(of_each_level(kind)[::4], (1, ISOMORPHS), strict=True)
    held = (each for each in pairs if holds(*each))
    assert lies(in_form(question, number) for question, number in held) == []


@pytest.mark.nightly
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", CLAIMED)
def test_so_does_every_claim_of_many(kind: DrillKind, level: int) -> None:
    question = sample(kind, level)
    forms = (number for number in range(1, ISOMORPHS + 1, 3) if holds(question, number))
    assert lies(in_form(question, number) for number in forms) == []


def lies(questions: Iterable[Question]) -> list[str]:
    """That there is a checker for each claim is tested with the questions themselves."""
    found = [fault for question in questions for fault in faults(question)]
    return [fault for fault in found if not fault.endswith("has no checker")]


# -- counted anew --------------------------------------------------------------------------------------


def state(told: History) -> tuple[object, ...]:
    """Everything that is derived from answers."""
    ratings = [told.standings[kind].rating for kind in DrillKind]
    questions = [told.questions[kind, level] for kind in DrillKind for level in LEVELS]
    derived = told.cards, told.ideas, told.curve, told.themes, told.codes, told.judged
    return told.overall, ratings, questions, derived


@settings(max_examples=12, deadline=None)
@given(st.integers(0, len(PAST)))
def test_a_past_is_the_same_counted_at_once_or_bit_by_bit(number: int) -> None:
    """Another copy of the program, or a later version, finds what this one has found."""
    earlier = history(*PAST[:number])
    copied = earlier.copy()
    for each in PAST[number:]:
        copied.add(each)
    assert state(copied) == state(history(*PAST))
    assert state(earlier) == state(history(*PAST[:number]))


def test_answers_of_earlier_versions_count_as_right_or_wrong() -> None:
    """They have neither credit nor themes."""
    assert all(each.credit is None and each.themes == () for each in PAST)
    known = history(*PAST)
    missed = {judged.attempt.code for judged in known.judged if not judged.quality.well}
    assert set(known.cards) == missed
    assert known.ideas == {}
    assert known.overall.rating.deviation < 150
    credited = history(*(structs.replace(each, credit=float(each.right)) for each in PAST))
    assert credited.overall == known.overall


# -- loaded late ---------------------------------------------------------------------------------------


def test_only_a_card_loads_the_scheduler() -> None:
    start = "import tui.shell.app, tui.practice.practice, tui.screens.practice.menu"
    used = "from tests.support.tui.practice_answers import attempt, history; history(attempt({}))"
    assert "fsrs" not in loaded_after(f"{start}; {used.format('1')}")
    assert "fsrs" in loaded_after(used.format("1, right=False"))
