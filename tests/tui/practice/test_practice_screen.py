"""Practice in the real app: questions with help and clock, whole sessions by keys or mouse, room at 80x24."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from textual.pilot import Pilot

from ai.drills.library import read_library_code
from ai.drills.question import DrillKind, DrillTheme, Question
from engine.tiles import KIND_OF
from tests.support.nightly import at_night
from tests.support.tui.pilot import PATIENCE, click_at, press, press_to, running, screen_of, takes_keys, until
from tests.support.tui.practice_answers import (
    NO,
    SESSION,
    Clock,
    answer_all,
    attempt,
    kept,
    practice_at,
    record,
)
from tests.support.tui.practice_app import (
    MENU,
    answered,
    asked,
    click_answer,
    click_hand,
    click_text,
    give,
    keys_for,
    menu_of,
    practice_app,
    question_of,
    right_answer,
    shown,
    summed_up,
    use,
    wrong_answer,
)
from tests.support.tui.practice_questions import QUESTIONS, made
from tui.config.actions import BY_ID, ActionId
from tui.config.settings import OnOff
from tui.drawing.rows import cells, plain
from tui.i18n import catalogue, t
from tui.play.play_options import FOLD_DAILY, PracticeOptions
from tui.practice.explain import option_word
from tui.practice.practice_record import Progress
from tui.practice.schedule import Quality
from tui.screens.page import Entry
from tui.screens.pages.glossary_page import GlossaryScreen
from tui.screens.pages.help_page import HelpScreen
from tui.screens.panels import HintScreen
from tui.screens.practice.drill_page import kind_title
from tui.screens.practice.drill_screens import DrillScreen
from tui.screens.practice.progress_screen import ProgressScreen, SessionEndScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.tiles import default_look

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
    async with running(practice_app(tmp_path, WAITS)) as (app, pilot):
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


async def test_a_tile_of_the_hand_is_chosen_on_the_table(tmp_path: Path, clock: Clock) -> None:
    async with running(practice_app(tmp_path, WAY_OUT)) as (app, pilot):
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
    async with running(practice_app(tmp_path, FURITEN)) as (app, pilot):
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
    async with running(practice_app(tmp_path, FURITEN)) as (app, pilot):
        await asked(app)
        await press_to(pilot, GlossaryScreen, "h")
        assert screen_of(app, GlossaryScreen).term.id == "furiten"
        await press(pilot, "escape")
        await asked(app)
        await press(pilot, "1", "enter")
        await answered(app)
        await press_to(pilot, HintScreen, "h")
        await press(pilot, "escape")
        await answered(app)
        await click_hand(pilot, 3)
        await until(lambda: isinstance(app.screen, HintScreen) and takes_keys(app))
        assert screen_of(app, HintScreen).stop == 3


async def test_the_explanation_of_tiles_begins_with_one_that_the_answer_is_about(
    tmp_path: Path, clock: Clock
) -> None:
    async with running(practice_app(tmp_path, WAY_OUT)) as (app, pilot):
        screen = await asked(app)
        await give(pilot, question_of(screen), right_answer(question_of(screen)))
        await answered(app)
        assert screen.outcome is not None
        await press_to(pilot, HintScreen, "h")
        stop, explainer = screen_of(app, HintScreen).stop, screen.explainer()
        assert stop is not None
        assert explainer is not None
        assert KIND_OF[explainer.tiles[stop]] in screen.outcome.explanation.lit


async def test_the_clock_runs_only_while_the_question_can_be_seen(tmp_path: Path, clock: Clock) -> None:
    async with running(practice_app(tmp_path, WAITS)) as (app, pilot):
        await asked(app)
        clock.pass_by(4)
        await press_to(pilot, GlossaryScreen, "g")
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
    async with running(practice_app(tmp_path, WAITS)) as (app, pilot):
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


def assert_help_is_named(app: FuritenApp) -> None:
    foot = shown(app).splitlines()[-1]
    assert "? help" in foot
    assert cells(foot) == 80


# -- folding -----------------------------------------------------------------------------------------


async def test_a_key_says_whether_anybody_wins(tmp_path: Path) -> None:
    app = practice_app(tmp_path, PracticeOptions(DrillKind.FOLD))
    ends, nobody = t("drill.fold.ends"), t("drill.fold.nobody-wins")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        code = question_of(screen).code
        for told, offered in ((ends, "nobody-wins"), (nobody, "may-win"), (ends, "nobody-wins")):
            assert told in " ".join(shown(app).split())
            assert f"n {t(f'drill.foot.{offered}')}" in shown(app)
            assert_help_is_named(app)
            await press(pilot, "n")
        assert app.settings.practice_nobody_wins is OnOff.ON
        assert question_of(screen).code == code
        first = question_of(screen)
        await press(pilot, *list(keys_for(first, first.answer[:1])))
        assert not screen.applies(BY_ID[ActionId.NOBODY_WINS])
        assert f"n {t('drill.foot.may-win')}" not in shown(app)
        await press(pilot, "n")
        assert app.settings.practice_nobody_wins is OnOff.ON


async def test_the_fold_of_the_day_has_no_such_key(tmp_path: Path) -> None:
    async with running(practice_app(tmp_path, PracticeOptions(daily=FOLD_DAILY))) as (app, _):
        screen = await asked(app)
        assert question_of(screen).kind is DrillKind.FOLD
        assert not screen.applies(BY_ID[ActionId.NOBODY_WINS])


WRONG = {2, 3, 7}
"""Questions of a session that are answered wrongly."""


async def on_top(app: FuritenApp, kind: type[object]) -> None:
    await until(lambda: isinstance(app.screen, kind) and takes_keys(app))


async def look_up_by_mouse(app: FuritenApp, pilot: Pilot[int]) -> None:
    """From a question to the help and the glossary and back."""
    await click_text(pilot, "? help")
    await on_top(app, HelpScreen)
    assert "In practice" in shown(app)
    await click_text(pilot, "Right shows")
    await until(lambda: "In practice" not in shown(app))
    await click_text(pilot, "g opens")
    await on_top(app, GlossaryScreen)
    await click_text(pilot, "Esc back")
    await on_top(app, HelpScreen)
    await click_at(pilot, offset=(2, 1))
    await asked(app)


async def look_up_by_keys(app: FuritenApp, pilot: Pilot[int]) -> None:
    for key, page in (("question_mark", HelpScreen), ("g", GlossaryScreen)):
        await press(pilot, key)
        await on_top(app, page)
        await press(pilot, "escape")
        await asked(app)


async def read_on(app: FuritenApp, pilot: Pilot[int], *, by_mouse: bool) -> bool:
    """Read an explanation to its end; returns whether there was more than was shown."""
    scrolled = False
    while "more below" in shown(app):
        scrolled = True
        before = shown(app)
        await (click_text(pilot, "Down: more below") if by_mouse else press(pilot, "down"))
        await until(lambda before=before: shown(app) != before)  # type: ignore[misc]
    return scrolled


@pytest.mark.parametrize(("width", "height"), [(80, 24), *at_night([(120, 40)])])
async def test_by_mouse_and_by_keys(tmp_path: Path, clock: Clock, width: int, height: int) -> None:
    """Ten questions, each by one of the two alone, and every explanation read to its end."""
    app = practice_app(tmp_path, None)
    said: list[tuple[str, tuple[tuple[str, ...], ...], bool]] = []
    scrolled: set[bool] = set()
    async with app.run_test(size=(width, height)) as pilot:
        await click_text(pilot, "Practice")
        await menu_of(app)
        await click_text(pilot, "Mixed session")
        for number in range(1, 11):
            by_mouse, right = number % 2 == 1, number not in WRONG
            screen = await asked(app)
            question = question_of(screen)
            assert f"question {number} of 10" in shown(app)
            if number <= 2:
                await (look_up_by_mouse if by_mouse else look_up_by_keys)(app, pilot)
            given = right_answer(question) if right else wrong_answer(question)
            clock.pass_by(5)
            await (click_answer(pilot, screen, given) if by_mouse else give(pilot, question, given))
            await answered(app)
            assert (" RIGHT " in shown(app) and "PARTLY" not in shown(app)) is right
            if t("drill.foot.details") in shown(app):
                # shown whole from now on
                await click_text(pilot, t("drill.foot.details"))
                await until(lambda: t("drill.foot.less") in shown(app))
            if number == 2:
                await press(pilot, "d")
                await until(lambda: t("drill.foot.details") in shown(app))
                await press(pilot, "d")
                await until(lambda: t("drill.foot.less") in shown(app))
            if await read_on(app, pilot, by_mouse=by_mouse):
                scrolled.add(by_mouse)
            said.append((question.code, tuple(tuple(sorted(ids)) for ids in given), right))
            await (click_text(pilot, "next question") if by_mouse else press(pilot, "enter"))
        end = await summed_up(app)
        assert (end.summary.right, end.summary.questions, end.summary.seconds) == (7, 10, 50)
        await click_text(pilot, "Done")
        await menu_of(app)
        await click_text(pilot, "Progress")
        await on_top(app, ProgressScreen)
        assert t("practice.figures.sum", answers="10 answers", days="1 day") in shown(app)
        title = kind_title(read_library_code(said[0][0]).kind)
        await click_text(pilot, title)
        await click_text(pilot, t("practice.pages.days"))
        await until(lambda: f"{title}: right answers" in shown(app))
        await click_text(pilot, "Esc back")
        await menu_of(app)
        await click_text(pilot, "Esc back")
        await on_top(app, TitleScreen)
    assert scrolled == {True, False} or width > 80
    attempts = kept(tmp_path)
    assert [(each.code, each.given, each.right) for each in attempts] == said
    assert [each.number for each in attempts] == list(range(1, 11))
    assert {each.seconds for each in attempts} == {5}
    assert len({each.sitting for each in attempts}) == 1
    progress = Progress(tmp_path)
    assert len(progress.sessions) == 1
    assert progress.unfinished == ()
    progress.close()


ENTRIES = 9
"""A session to continue, today's ten, a mixed one, one kind, a storm, own mistakes, lessons, the guided
game, the progress."""


async def test_the_fullest_menu_with_the_longest_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Clock(), kinds=tuple(DrillKind))
    record(tmp_path, SESSION, attempt(1))
    async with running(practice_app(tmp_path, MENU)) as (app, _):
        menu = await menu_of(app)
        more = [Entry(f"further-{number}", "Further") for number in range(ENTRIES - len(menu.entries))]
        menu.entries = (*menu.entries, *more)
        aside = t("progress.aside", reason=t("progress.not-a-record"), name="furiten.sqlite.damaged-1")
        menu.message = f"{aside} {t('progress.not-kept', reason=t('progress.read-only'))}"
        menu.redraw()
        said = shown(app)
        assert t("practice.title") in said
        assert all(entry.label in said for entry in menu.entries)
        assert t("practice.about.resume") in said
        assert menu.message in " ".join(said.split())
        assert "? help" in said.splitlines()[-1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kind_says_what_it_is_and_every_theme_has_a_name(language: str) -> None:
    names = {f"drill.{section}.{kind}" for kind in DrillKind for section in ("about", "kinds")}
    names |= {f"drill.themes.{theme}" for theme in DrillTheme}
    assert names <= catalogue(language).keys()


@pytest.mark.parametrize(
    ("right", "quality", "key"),
    [
        (True, Quality.SLOW, "practice.end.slow"),
        (False, Quality.SLOW, "practice.end.nearly"),
        (False, Quality.WRONG, "practice.end.wrong"),
    ],
)
def test_the_summary_says_what_was_not_well(
    right: bool, quality: Quality, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SessionEndScreen, "look", default_look())
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    session = practice.begin(seed=7)
    answer_all(session, clock)
    summary = session.summary()
    first = summary.answered[0]
    judged = first._replace(attempt=structs.replace(first.attempt, parts=(right,)), quality=quality)
    ended = SessionEndScreen(replace(summary, answered=(judged,)), practice.overview())
    (row,) = (row for row in plain(ended.picture(80, 24)).splitlines() if first.attempt.code in row)
    practice.progress.close()
    assert row.split()[0] == t(key)


def test_the_longest_summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SessionEndScreen, "look", default_look())
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    session = practice.begin(seed=7)
    answer_all(session, clock, given=NO)
    said = plain(SessionEndScreen(session.summary(), practice.overview()).picture(80, 24))
    practice.progress.close()
    assert t("practice.end.right", count=10, right=0) in said
    assert sum(kind_title(kind) in said for kind in QUESTIONS) >= min(10, len(QUESTIONS))
    named = said.count("wrong  ")
    assert f"and {10 - named} more" in said
    assert named >= 1
    for text in (
        t("practice.end.tomorrow", count=10),
        t("practice.end.praise.none"),
        "Next: ",
        t("practice.end.done"),
        t("practice.end.again"),
    ):
        assert text in said
