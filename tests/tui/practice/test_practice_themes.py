"""Practice by idea: each session asks about the one that was chosen, new questions before known ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.drills.question import DrillKind
from ai.drills.themes import DrillTheme
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import NO, YES, Clock, answer_all, pool_of, practice_at
from tests.support.tui.practice_app import MENU, asked, choose, practice_app, use
from tests.support.tui.practice_input import question_of, shown
from tui.cli import execute
from tui.i18n.texts import t
from tui.play.options import PracticeOptions
from tui.practice.opened_by_lessons import open_kinds
from tui.practice.question_pool import QuestionPool, ideas_in
from tui.practice.session import PracticeSession
from tui.screens.practice.kinds import ThemesScreen
from tui.screens.practice.menu import PracticeEntry

pytestmark = pytest.mark.usefixtures("quick_disk")

CALLED, SUJI = DrillTheme.CALLED_AWAY, DrillTheme.SUJI
RON, SAFE = DrillKind.RON, DrillKind.SAFE


def test_every_idea_that_is_offered_has_a_session(tmp_path: Path) -> None:
    """With the real library: about that idea, and none twice while others are left."""
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=QuestionPool())
    assert practice.themes
    for theme, kinds in practice.themes.items():
        session = practice.begin_theme(theme)
        codes: list[str] = []
        while (question := session.next()) is not None and len(codes) < 3:
            assert theme in question.themes
            assert question.kind in kinds
            codes.append(QuestionPool().plain(question.code))
            session.answer(question.answer)
        assert len(set(codes)) == min(3, sum(kinds.values()))
    practice.progress.close()


def test_a_theme_of_one_kind(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=pool_of(CALLED, SUJI))
    asked_ = answer_all(practice.begin_theme(CALLED, RON), clock)
    assert len(asked_) == 10
    assert {(question.kind, question.themes) for question in asked_} == {(RON, (CALLED,))}
    assert answer_all(practice.begin_theme(CALLED), clock)[0].kind is not RON
    # an idea is asked for, not the kinds that ask about it: mixed sessions do not get them
    assert open_kinds(tuple(DrillKind), practice.progress).kinds == ()


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_at(tmp_path, clock, pool=pool_of(CALLED, SUJI))
    answer_all(practice.begin_theme(SUJI), clock, most=4, given=NO)
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
    assert t("practice-command.no-theme", given="suji", themes=themes) in capsys.readouterr().err
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
