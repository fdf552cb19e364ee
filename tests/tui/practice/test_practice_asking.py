"""A question of practice in the real app: answered, explained, with help beside it and an honest clock."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ai.drills.question import DrillKind, Question
from tests.support.tui.pilot_keys import PATIENCE, press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import Clock
from tests.support.tui.practice_app import answered, asked, practice_app, use
from tests.support.tui.practice_input import click_hand, give, keys_for, question_of, right_answer, shown
from tests.support.tui.practice_questions import QUESTIONS, made
from tests.support.tui.practice_records import kept
from tui.drawing.rows import cells, plain
from tui.i18n.texts import t
from tui.play.options import PracticeOptions
from tui.practice.explain import option_word
from tui.screens.pages.glossary import GlossaryScreen
from tui.screens.pages.help import HelpScreen
from tui.screens.practice.drill import DrillScreen
from tui.screens.tile_explainer import HintScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")
WAITS = PracticeOptions(DrillKind.WAITS)
WAY_OUT = PracticeOptions(DrillKind.WAY_OUT)
FURITEN = PracticeOptions(DrillKind.FURITEN)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and questions in notation."""
    clock = Clock()
    use(monkeypatch, clock)
    return clock


# -- answering ---------------------------------------------------------------------------------------


async def test_enter_answers_nothing_before_something_is_chosen(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        await press(pilot, "enter")
        assert "Nothing is marked yet" in shown(app)
        await press(pilot, "3")
        assert t("drill.typed", digits="3") in shown(app)
        await press(pilot, "s")
        assert "[3s]" in shown(app)
        await press(pilot, "enter")
        screen = await answered(app)
        assert "WRONG" in shown(app)
        assert t("drill.part.wrong", answer="2s 3s 5s 8s", given="3s") in shown(app)
        assert t("drill.again") in shown(app)
        scene = screen._table.scene
        assert scene is not None
        assert len(scene.lit) == 4
    (attempt,) = kept(tmp_path)
    assert (attempt.right, attempt.given) == (False, (("3s",),))


async def test_capital_letters_mean_the_same(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        await press(pilot, "5", "S")
        assert "[5s]" in shown(app)


async def test_a_tile_of_the_hand_is_chosen_on_the_table(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAY_OUT)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        assert t("drill.in-hand") in shown(app)
        await press(pilot, "right", "right", "right")
        scene = screen._table.scene
        assert scene is not None
        assert scene.cursor == 2
        answering = screen.answering
        assert answering is not None
        assert answering.cursor is not None
        chosen = option_word(answering.question, answering.part, answering.cursor)
        assert t("drill.chosen", tile=chosen) in shown(app)
        assert scene.causes == (), "the position shows no hint before the answer"
        await give(pilot, answering.question, right_answer(answering.question))
        await answered(app)
        assert t("drill.right") in shown(app)
        scene = screen._table.scene
        assert scene is not None
        assert [cause.turn for cause in scene.causes] == [1]
        assert any(mark.furiten for mark in scene.marks)


async def test_parts_come_one_after_the_other_and_can_be_taken_back(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, FURITEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        await press(pilot, "2", "enter")
        assert t("drill.furiten.ask-tiles") in shown(app)
        await press(pilot, "backspace", "3", "enter", "5", "s", "enter", "2", "enter")
        await answered(app)
        assert t(
            "drill.part.right", answer=f"{t('drill.furiten.is-temporary')}, 5s, {t('panel.ends.own-discard')}"
        ) in shown(app)


# -- beside the question -----------------------------------------------------------------------------


async def test_before_the_answer_h_explains_words_and_after_it_tiles(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, FURITEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        await press(pilot, "h")
        await until(lambda: isinstance(app.screen, GlossaryScreen) and takes_keys(app))
        assert screen_of(app, GlossaryScreen).term.id == "furiten"
        await press(pilot, "escape")
        await asked(app)
        await press(pilot, "1", "enter")
        await answered(app)
        await press(pilot, "h")
        await until(lambda: isinstance(app.screen, HintScreen) and takes_keys(app))
        await press(pilot, "escape")
        await answered(app)
        await click_hand(pilot, 3)
        await until(lambda: isinstance(app.screen, HintScreen) and takes_keys(app))
        assert screen_of(app, HintScreen).stop == 3


async def test_help_opens_over_a_question(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        await press(pilot, "question_mark")
        await until(lambda: isinstance(app.screen, HelpScreen) and takes_keys(app))
        assert "In practice" in plain(screen_of(app, HelpScreen).picture(80, 24))


async def test_the_clock_runs_only_while_the_question_can_be_seen(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        clock.pass_by(4)
        await press(pilot, "g")
        await until(lambda: isinstance(app.screen, GlossaryScreen) and takes_keys(app))
        clock.pass_by(100)
        await press(pilot, "escape")
        await asked(app)
        clock.pass_by(3)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        clock.pass_by(50)
        await pilot.resize_terminal(100, 30)
        await asked(app)
        clock.pass_by(2)
        await press(pilot, "x", "enter")
        await answered(app)
        clock.pass_by(500)
        await press(pilot, "enter")
        await asked(app)
    (attempt,) = kept(tmp_path)
    assert attempt.seconds == 9


async def test_a_question_that_takes_its_time_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says so, for the first question and for the next one; keys do nothing but leave."""
    ready = threading.Event()

    def slowly(code: str) -> Question:
        ready.wait(PATIENCE)
        ready.clear()
        return made(code)

    use(monkeypatch, Clock(), make=slowly)
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, DrillScreen) and takes_keys(app))
        for _ in range(2):
            await until(lambda: t("drill.making") in shown(app))
            assert shown(app).splitlines()[-1].strip() == "Esc leave   ? help"
            await press(pilot, "enter", "3", "s", "space")
            assert t("drill.making") in shown(app)
            ready.set()
            await asked(app)
            assert "[3s]" not in shown(app)
            await press(pilot, "3", "s", "enter")
            await answered(app)
            await press(pilot, "enter")
        ready.set()


# -- the footer --------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", [0, 1])
async def test_the_footer_names_help_at_80_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: int
) -> None:
    kinds = tuple(QUESTIONS)[half::2]
    use(monkeypatch, Clock(), kinds=kinds)
    app = practice_app(tmp_path, PracticeOptions(seed=1))
    seen = set()
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in kinds:
            question = question_of(await asked(app))
            for key in ("enter", "z", "9", "s", *keys_for(question, question.answer)):
                assert_help_is_named(app)
                await press(pilot, key)
            await answered(app)
            assert_help_is_named(app)
            assert "Enter next question" in shown(app)
            await press(pilot, "enter")
            seen.add(question.kind)
    assert seen == set(kinds)


def assert_help_is_named(app: FuritenApp) -> None:
    foot = shown(app).splitlines()[-1]
    assert "? help" in foot
    assert cells(foot) == 80
