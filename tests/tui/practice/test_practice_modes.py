"""Today's ten, the storm, the streak, and practice by idea."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from dataclasses import replace as changed
from datetime import UTC, date, timedelta
from pathlib import Path

import pytest

from ai.drills.question import NONE, DrillKind, DrillTheme, Question
from tests.support.tui import practice_questions
from tests.support.tui.pilot import press, running, screen_of, takes_keys, until
from tests.support.tui.practice_answers import (
    NO,
    NOON,
    YES,
    Clock,
    answer_all,
    attempt,
    level_of,
    pool_of,
    practice_at,
)
from tests.support.tui.practice_app import (
    MENU,
    answered,
    asked,
    choose,
    give,
    menu_of,
    practice_app,
    question_of,
    right_answer,
    shown,
    summed_up,
    use,
    wrong_answer,
)
from tui.cli import execute
from tui.config.actions import BY_ID, ActionId
from tui.database.practice_rows import StoredSession
from tui.i18n import t
from tui.play.play_options import DAILY, FOLD_DAILY, STORM, STREAK, PracticeOptions
from tui.practice import daily
from tui.practice.explain import answer_words, ask_words
from tui.practice.opened_by_lessons import open_kinds, opening_lessons
from tui.practice.practice import Practice
from tui.practice.practice_record import Progress
from tui.practice.practice_session import PracticeSession, Preferences, Tools
from tui.practice.question_pool import QuestionPool, ideas_in
from tui.practice.question_selection import ThemeSession
from tui.practice.quick_run import MODES, RISE, QuickRun, record_of
from tui.screens.practice.drill_screens import RunEndScreen, RunScreen
from tui.screens.practice.menu import PracticeEntry, ThemesScreen
from tui.shell.app import FuritenApp


def session_of(day: date) -> StoredSession:
    return StoredSession(
        id="a",
        began=NOON,
        kind=DAILY,
        questions=daily.QUESTIONS[DAILY],
        seed=daily.seed_of(day),
        chosen=True,
        code="",
    )


def codes_of(practice: Practice, clock: Clock) -> list[str]:
    return [question.code for question in answer_all(practice.begin(DAILY), clock)]


def test_it_is_the_same_for_everybody_whatever_they_know(tmp_path: Path) -> None:
    newcomer, expert = practice_at(tmp_path / "a", Clock()), practice_at(tmp_path / "b", Clock())
    for number in range(30):
        expert.progress.add(attempt(number, level=5, day=-1))
    codes = codes_of(newcomer, Clock())
    assert len(codes) == 10
    assert codes == codes_of(expert, Clock())
    levels = [level_of(code) for code in codes]
    assert levels == sorted(levels)
    assert levels[0] < levels[-1]


@pytest.mark.parametrize("month", range(1, 13))
def test_a_year_of_tens_goes_from_easy_to_hard(month: int) -> None:
    """Levels and lessons rise; no kind comes twice; fives come on Sundays only."""
    for number in range(1, monthrange(2026, month)[1] + 1):
        day = date(2026, month, number)
        planned = daily.plan(session_of(day), tuple(DrillKind))
        last = 5 if day.isoweekday() == 7 else 4
        assert [level for _, level in planned] == [1, 1, 2, 2, 2, 3, 3, 3, 4, last], day
        introduced = [opening_lessons()[kind].number for kind, _ in planned]
        assert introduced == sorted(introduced), day
        assert len({kind for kind, _ in planned}) == len(planned), day


def test_every_kind_is_among_the_tens_of_a_month() -> None:
    days = (date(2026, 1, 1) + timedelta(days=by) for by in range(31))
    drawn = {kind for day in days for kind, _ in daily.plan(session_of(day), tuple(DrillKind))}
    assert drawn == set(DrillKind)


def test_the_library_has_nothing_harder_for_them(tmp_path: Path) -> None:
    """What is asked has at most the level that is planned, where the library has none of that level."""
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=QuestionPool())
    for _ in range(7):
        session = practice.begin(DAILY)
        planned = daily.plan(session.stored, tuple(DrillKind))
        asked: list[Question] = []
        while (question := session.next()) is not None:
            asked.append(question)
            session.answer(question.answer)
        assert [each.kind for each in asked] == [kind for kind, _ in planned]
        assert all(each.level <= level for each, (_, level) in zip(asked, planned, strict=True))
        clock.pass_by(days=1)


@pytest.mark.parametrize("kinds", [1, 2, 3, 9])
def test_few_kinds_take_turns(kinds: int) -> None:
    planned = daily.plan(session_of(date(2026, 1, 1)), tuple(DrillKind)[:kinds])
    shares = Counter(kind for kind, _ in planned)
    assert len(planned) == sum(shares.values()) == 10
    assert max(shares.values()) - min(shares.values()) <= 1


def test_after_midnight_it_is_still_that_of_its_day(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    session = practice.begin(DAILY)
    answer_all(session, clock, most=9)
    clock.pass_by(days=0.6)
    answer_all(session, clock)
    assert practice.daily_result() is None
    result = practice.result_of(session.stored)
    assert result is not None
    assert (result.day, result.done) == (date(2026, 3, 1), True)


def test_the_line_tells_the_result_and_nothing_of_the_questions(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock)
    session = practice.begin(DAILY)
    answer_all(session, clock, most=9)
    answer_all(session, clock, given=NO)
    result = practice.daily_result()
    assert result is not None
    assert result.share_line(1) == "furiten 2026-03-01  9/10  +++++++++-  2:00"
    assert result.share_line(5).endswith("5 days in a row")


async def test_in_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    use(monkeypatch, clock)
    practice = practice_at(tmp_path, clock)
    session = practice.begin(DAILY)
    answer_all(session, clock, given=NO, seconds=6, most=1)
    answer_all(session, clock, seconds=6, most=8)
    practice.progress.close()
    copied: list[str] = []
    app = practice_app(tmp_path)
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, PracticeEntry.DAILY)
        question = question_of(await asked(app))
        clock.pass_by(6)
        await give(pilot, question, right_answer(question))
        await answered(app)
        await press(pilot, "enter")
        await summed_up(app)
        line = "furiten 2026-03-01  9/10  -+++++++++  1:00"
        assert line in shown(app)
        await press(pilot, "down", "enter")
        assert copied == [line]
        assert t("practice.end.copied").split(",")[0] in shown(app)
        await press(pilot, "escape")
        menu = await menu_of(app)
        details = {entry.id: entry.detail for entry in menu.entries}
        assert details[PracticeEntry.DAILY] == t("practice.daily-done", score=9, count=10)
        await choose(pilot, PracticeEntry.DAILY)
        await summed_up(app)
        assert line in shown(app)


async def test_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock())
    async with running(practice_app(tmp_path, PracticeOptions(daily=DAILY))) as (app, _):
        drill = await asked(app)
        assert drill.session.stored.kind == "daily"


def folding(folder: Path, clock: Clock, *, nobody_wins: bool = False) -> Practice:
    """Practice with the positions of the library."""
    tools = Tools(
        clock=lambda: clock.now,
        timer=lambda: clock.seconds,
        zone=UTC,
        preferences=lambda: Preferences(nobody_wins=nobody_wins),
    )
    return Practice(Progress(folder), tools)


class TestFoldOfTheDay:
    def test_the_line_to_share_has_a_mark_for_each_discard(self, tmp_path: Path) -> None:
        clock = Clock()
        practice = folding(tmp_path, clock)
        session = practice.begin(FOLD_DAILY)
        question = session.next()
        assert question is not None
        clock.pass_by(seconds=72)
        session.answer([frozenset(sorted(ids)[:1]) for ids in question.answer[:1]])
        result = practice.daily_result(FOLD_DAILY)
        assert result is not None
        total = len(question.parts)
        marks = "+" + "-" * (total - 1)
        day = practice.today.isoformat()
        assert result.share_line() == f"furiten fold {day}  1/{total}  {marks}  1:12"
        assert practice.begin(FOLD_DAILY).left == 0
        assert practice.daily_result() is None


SECONDS, PENALTY = MODES[STORM].seconds, MODES[STORM].penalty


def answer(storm: QuickRun, clock: Clock, given: list[set[str]] = YES, seconds: float = 6) -> None:
    storm.prepare()
    assert storm.next() is not None
    clock.pass_by(seconds)
    storm.answer(given)


def test_it_ends_when_its_time_is_up(practice: Practice, clock: Clock) -> None:
    storm = practice.begin_run(STORM)
    for number in range(30):
        assert storm.left == SECONDS - 6 * number
        answer(storm, clock)
    assert storm.over
    assert storm.next() is None
    assert storm.score == 30


def test_it_becomes_harder(practice: Practice, clock: Clock) -> None:
    storm = practice.begin_run(STORM)
    codes = []
    for _ in range(6 * RISE):
        answer(storm, clock, seconds=1)
        codes.append(storm.answers[-1].question)
    levels = [code.level for code in codes]
    assert levels == sorted(levels)
    assert (levels[0], levels[-1]) == (1, 5)
    assert {code.kind for code in codes} == set(MODES[STORM].kinds)


def test_answers_are_kept_and_change_neither_rating_nor_schedule(
    practice: Practice, clock: Clock, tmp_path: Path
) -> None:
    storm = practice.begin_run(STORM)
    for given in (YES, NO, YES) * 2:
        answer(storm, clock, given)
    practice.progress.close()
    later = practice_at(tmp_path, clock)
    assert [each.right for each in later.progress.attempts] == [True, False, True] * 2
    overview = later.overview()
    assert (overview.rating, overview.due) == (None, 0)
    assert later.progress.unfinished == ()
    assert record_of(later.progress, STORM) == (1, 4)


def test_a_streak_opens_no_kind(practice: Practice, clock: Clock) -> None:
    streak = practice.begin_run(STREAK)
    answer(streak, clock)
    assert open_kinds(tuple(DrillKind), practice.progress).kinds == ()


async def storming(app: FuritenApp) -> RunScreen:
    await until(
        lambda: isinstance(app.screen, RunScreen) and app.screen.answering is not None and takes_keys(app)
    )
    return screen_of(app, RunScreen)


async def test_the_storm_in_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    use(monkeypatch, clock)
    async with running(practice_app(tmp_path, PracticeOptions(run=STORM))) as (app, pilot):
        await storming(app)
        assert t("run.begin.storm") in " ".join(shown(app).split())
        for number in range(3):
            screen = await storming(app)
            question = question_of(screen)
            given = wrong_answer(question) if number == 1 else right_answer(question)
            clock.pass_by(5)
            await give(pilot, question, given)
            await until(lambda screen=screen, number=number: len(screen.quick_run.answers) == number + 1)  # type: ignore[misc]
        screen = await storming(app)
        assert t("run.storm-place", left="2:35", score=2) in shown(app)
        missed = screen.quick_run.wrong[0].question.code
        clock.pass_by(SECONDS)
        await until(lambda: isinstance(app.screen, RunEndScreen) and takes_keys(app))
        said = shown(app)
        assert t("run.score.storm", count=2, answered=3) in said
        assert t("run.new-best") in said
        assert missed in said
        await press(pilot, "escape")
        await menu_of(app)


async def test_a_streak_in_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    use(monkeypatch, clock)
    async with running(practice_app(tmp_path, PracticeOptions(run=STREAK))) as (app, pilot):
        screen = await storming(app)
        assert t("run.begin.streak") in shown(app)
        await give(pilot, question_of(screen), right_answer(question_of(screen)))
        await until(lambda: len(screen.quick_run.answers) == 1)
        await storming(app)
        assert t("run.streak-place", count=1) in shown(app)
        question = question_of(screen)
        await give(pilot, question, wrong_answer(question))
        await until(lambda: isinstance(app.screen, RunEndScreen) and takes_keys(app))
        said = shown(app)
        assert t("run.score.streak", count=1, answered=2) in said
        assert question.code in said
        missed = screen.quick_run.wrong[0].part
        answer = answer_words(question, question.parts[missed], question.answer[missed])
        told = t("run.streak-wrong", asked=ask_words(question, missed), answer=answer)
        assert told in " ".join(said.split())


async def test_the_key_of_the_word_among_tiles_answers_in_a_storm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    def safe_tile(code: str) -> Question:
        return changed(practice_questions.safe_tile(), level=level_of(code), code=code)

    use(monkeypatch, clock, make=safe_tile)
    async with running(practice_app(tmp_path, PracticeOptions(run=STORM))) as (app, pilot):
        screen = await storming(app)
        nothing_is_right = NONE in question_of(screen).answer[0]
        await press(pilot, BY_ID[ActionId.NONE].keys[0])
        await until(lambda: len(screen.quick_run.answers) > 0)
        assert [each.right for each in screen.quick_run.answers] == [nothing_is_right]


CALLED, SUJI = DrillTheme.CALLED_AWAY, DrillTheme.SUJI
RON, SAFE = DrillKind.RON, DrillKind.SAFE


def test_every_idea_that_is_offered_has_a_session(tmp_path: Path) -> None:
    """With the real library."""
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=QuestionPool())
    assert practice.themes
    for theme, kinds in practice.themes.items():
        question = practice.begin(ThemeSession(theme).session_kind).next()
        assert question is not None
        assert theme in question.themes
        assert question.kind in kinds
    practice.progress.close()


def test_a_theme_goes_on_where_it_was_left(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=pool_of(CALLED, SUJI))
    answer_all(practice.begin(ThemeSession(SUJI).session_kind), clock, most=4, given=NO)
    again = practice.asked_for(PracticeOptions(theme=SUJI))
    assert again.number == 5
    assert practice.asked_for(PracticeOptions(theme=SUJI, kind=SAFE)).number == 1
    # what was wrong comes back in it
    assert sum(repeats_of(again, clock)) == 2


def repeats_of(session: PracticeSession, clock: Clock) -> list[bool]:
    """Whether each question of the rest of a session is a repeat."""
    found: list[bool] = []
    while session.next() is not None:
        found.append(session.repeat)
        clock.pass_by(12)
        session.answer(YES)
    return found


def test_the_command_names_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    themes = ", ".join(ideas_in(QuestionPool(), (DrillKind.WAITS,)))
    assert execute(["practice", "waits", "--theme", "suji"]) == 2
    said = capsys.readouterr().err
    assert t("practice-command.no-theme", given="suji") in said
    assert t("practice-command.themes", themes=themes) in said
    assert execute(["practice", "--theme", "genbutzu"]) == 2
    assert t("cli.errors.near", names="genbutsu") in capsys.readouterr().err
    assert execute(["practice", "--theme", "xyz"]) == 2
    assert t("practice-command.themes-of", kinds=", ".join(DrillKind)) in capsys.readouterr().err
    for arguments in (["daily"], ["lessons"], ["--seed", "3"], ["--json"], ["waits-0001"]):
        assert execute(["practice", *arguments, "--theme", "suji"]) == 2
        assert t("practice-command.theme-alone") in capsys.readouterr().err


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_list_of_ideas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    use(monkeypatch, Clock(), kinds=tuple(DrillKind), pool=QuestionPool())
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=size) as pilot:
        await choose(pilot, PracticeEntry.THEMES)
        await until(lambda: isinstance(app.screen, ThemesScreen) and takes_keys(app))
        screen = screen_of(app, ThemesScreen)
        assert len(screen.entries) == len(screen.themes)
        screen.select(DrillTheme.TERMINAL)
        screen.redraw()
        said = shown(app)
        assert t("drill.themes.terminal") in said
        assert t("drill.kinds.safest") in said
        await press(pilot, "enter")
        question = question_of(await asked(app))
        assert question.themes[0] == DrillTheme.TERMINAL
