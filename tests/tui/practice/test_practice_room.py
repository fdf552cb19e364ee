"""There is room at 80x24 for the fullest menu of practice and for the longest summary of a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.drills.question import DrillKind
from ai.drills.themes import DrillTheme
from tests.support.tui.pilot_keys import press
from tests.support.tui.practice_answers import Clock, attempt
from tests.support.tui.practice_app import MENU, answered, asked, menu_of, practice_app, summed_up, use
from tests.support.tui.practice_input import give, question_of, shown, wrong_answer
from tests.support.tui.practice_questions import QUESTIONS
from tests.support.tui.practice_records import SITTING, record
from tui.i18n.texts import catalogue, t
from tui.play.options import PracticeOptions
from tui.screens.menu import Entry
from tui.screens.practice.wording import kind_title

pytestmark = pytest.mark.usefixtures("quick_disk")

LANGUAGES = ("en", "ja")
ENTRIES = 9
"""A session to continue, today's ten, a mixed one, one kind, a storm, own mistakes, lessons, the guided
game, the progress."""


async def test_the_fullest_menu_with_the_longest_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Clock(), kinds=tuple(DrillKind))
    record(tmp_path, SITTING, attempt(1))
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)):
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", DrillKind)
def test_every_kind_says_what_it_is(kind: DrillKind, language: str) -> None:
    assert f"drill.about.{kind}" in catalogue(language)
    assert f"drill.kinds.{kind}" in catalogue(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", DrillTheme)
def test_every_theme_has_a_name(theme: DrillTheme, language: str) -> None:
    assert f"drill.themes.{theme}" in catalogue(language)


async def test_the_longest_summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock())
    app = practice_app(tmp_path, PracticeOptions(seed=7))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(10):
            question = question_of(await asked(app))
            await give(pilot, question, wrong_answer(question))
            await answered(app)
            await press(pilot, "enter")
        await summed_up(app)
        said = shown(app)
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
