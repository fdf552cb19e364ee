"""The storm: quick questions against the clock, which change neither ratings nor schedules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import NO, YES, Clock, practice_at
from tests.support.tui.practice_app import menu_of, practice_app, use
from tests.support.tui.practice_input import give, question_of, right_answer, shown, wrong_answer
from tui.i18n.texts import t
from tui.play.options import PracticeOptions
from tui.practice.practice import Practice
from tui.practice.storm import KINDS, PENALTY, RISE, SECONDS, Storm, record_of
from tui.screens.practice.storm import StormEndScreen, StormScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def practice(tmp_path: Path, clock: Clock) -> Practice:
    return practice_at(tmp_path, clock)


def answer(storm: Storm, clock: Clock, given: list[set[str]] = YES, seconds: float = 6) -> None:
    storm.prepare()
    assert storm.next() is not None
    clock.pass_by(seconds)
    storm.answer(given)


def test_it_ends_when_its_time_is_up(practice: Practice, clock: Clock) -> None:
    storm = practice.begin_storm()
    for number in range(30):
        assert storm.left == SECONDS - 6 * number
        answer(storm, clock)
    assert storm.over
    assert storm.next() is None
    assert storm.score == 30


def test_a_wrong_answer_costs_time(practice: Practice, clock: Clock) -> None:
    storm = practice.begin_storm()
    answer(storm, clock, NO)
    assert storm.left == SECONDS - 6 - PENALTY
    assert (storm.score, len(storm.wrong)) == (0, 1)


def test_an_answer_after_the_end_does_not_count(practice: Practice, clock: Clock) -> None:
    storm = practice.begin_storm()
    answer(storm, clock, seconds=SECONDS + 1)
    assert (storm.score, storm.over) == (0, True)


def test_the_clock_runs_only_while_a_question_is_open(practice: Practice, clock: Clock) -> None:
    storm = practice.begin_storm()
    storm.prepare()
    clock.pass_by(50)
    storm.next()
    clock.pass_by(4)
    storm.pause()
    clock.pass_by(50)
    assert storm.left == SECONDS - 4


def test_it_becomes_harder(practice: Practice, clock: Clock) -> None:
    storm = practice.begin_storm()
    codes = []
    for _ in range(6 * RISE):
        answer(storm, clock, seconds=1)
        codes.append(storm.answers[-1].question)
    levels = [code.level for code in codes]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (1, 5)
    assert {code.kind for code in codes} == set(KINDS)


def test_answers_are_kept_and_change_neither_rating_nor_schedule(
    practice: Practice, clock: Clock, tmp_path: Path
) -> None:
    storm = practice.begin_storm()
    for given in (YES, NO, YES) * 2:
        answer(storm, clock, given)
    practice.progress.close()
    later = practice_at(tmp_path, clock)
    assert [each.right for each in later.progress.attempts] == [True, False, True] * 2
    overview = later.overview()
    assert (overview.rating, overview.due) == (None, 0)
    assert later.progress.unfinished == ()
    assert record_of(later.progress) == (1, 4)


def test_the_best_of_several(practice: Practice, clock: Clock) -> None:
    for rights in (1, 3, 2):
        storm = practice.begin_storm()
        for _ in range(rights):
            answer(storm, clock)
    assert record_of(practice.progress) == (3, 3)


async def storming(app: FuritenApp) -> StormScreen:
    await until(
        lambda: isinstance(app.screen, StormScreen) and app.screen.answering is not None and takes_keys(app)
    )
    return screen_of(app, StormScreen)


async def test_in_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    use(monkeypatch, clock)
    app = practice_app(tmp_path, PracticeOptions(storm=True))
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(3):
            screen = await storming(app)
            question = question_of(screen)
            given = wrong_answer(question) if number == 1 else right_answer(question)
            clock.pass_by(5)
            await give(pilot, question, given)
            await until(lambda screen=screen, number=number: len(screen.storm.answers) == number + 1)  # type: ignore[misc]
        screen = await storming(app)
        assert t("storm.place", left="2:35", score=2) in shown(app)
        missed = screen.storm.wrong[0].code
        clock.pass_by(SECONDS)
        await until(lambda: isinstance(app.screen, StormEndScreen) and takes_keys(app))
        said = shown(app)
        assert t("storm.score", count=2, answered=3) in said
        assert t("storm.new-best") in said
        assert missed in said
        await press(pilot, "escape")
        await menu_of(app)
