"""Whole sessions of practice in the real app, from the title and back, by keys alone and by mouse alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.drills.library import read_library_code
from ai.drills.question import DrillKind, Question
from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import press, takes_keys, until
from tests.support.tui.practice_answers import Clock
from tests.support.tui.practice_app import answered, asked, choose, menu_of, practice_app, summed_up, use
from tests.support.tui.practice_input import (
    Answer,
    click_answer,
    click_text,
    give,
    question_of,
    right_answer,
    shown,
    wrong_answer,
)
from tests.support.tui.practice_records import kept
from tui.i18n.texts import t
from tui.practice.progress import Progress
from tui.screens.pages.glossary import GlossaryScreen
from tui.screens.pages.help import HelpScreen
from tui.screens.practice.drill import DrillScreen
from tui.screens.practice.progress import ProgressScreen
from tui.screens.practice.wording import kind_title
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")

WRONG = {2, 3, 7}
"""Questions of a session that are answered wrongly."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and questions in notation."""
    clock = Clock()
    use(monkeypatch, clock)
    return clock


@dataclass
class Player:
    """Somebody who goes through practice, and remembers what was answered."""

    app: FuritenApp
    pilot: Pilot[int]
    clock: Clock
    said: list[tuple[str, tuple[tuple[str, ...], ...], bool]] = field(default_factory=list)
    """Code, answer, and whether it was right."""
    scrolled: bool = False

    async def answer_ten(
        self,
        answer: Callable[[DrillScreen, Question, Answer], Awaitable[None]],
        details: Callable[[], Awaitable[None]],
        scroll: Callable[[], Awaitable[None]],
        on: Callable[[bool], Awaitable[None]],
    ) -> None:
        """Answer ten questions, some of them wrongly, and read every explanation to its end."""
        for number in range(1, 11):
            screen = await asked(self.app)
            question = question_of(screen)
            assert f"question {number} of 10" in shown(self.app)
            given = wrong_answer(question) if number in WRONG else right_answer(question)
            self.clock.pass_by(5)
            await answer(screen, question, given)
            screen = await answered(self.app)
            assert ((" RIGHT " in shown(self.app)) and "PARTLY" not in shown(self.app)) is (
                number not in WRONG
            )
            if number == 1:
                # shown whole from now on
                await details()
                await until(lambda: t("drill.foot.less") in shown(self.app))
            while "more below" in shown(self.app):
                self.scrolled = True
                before = shown(self.app)
                await scroll()
                await until(lambda before=before: shown(self.app) != before)  # type: ignore[misc]
            self.said.append((question.code, tuple(tuple(sorted(ids)) for ids in given), number not in WRONG))
            await on(number == 10)

    def check(self, folder: Path) -> None:
        """Just what was answered is in the record."""
        attempts = kept(folder)
        assert [(each.code, each.given, each.right) for each in attempts] == self.said
        assert [each.number for each in attempts] == list(range(1, 11))
        assert {each.seconds for each in attempts} == {5}
        assert len({each.sitting for each in attempts}) == 1
        progress = Progress(folder)
        assert len(progress.sittings) == 1
        assert progress.unfinished == ()
        progress.close()


async def on_top(app: FuritenApp, kind: type[object]) -> None:
    """Wait for a screen."""
    await until(lambda: isinstance(app.screen, kind) and takes_keys(app))


@pytest.mark.parametrize(
    ("kind", "size"), [(DrillKind.FURITEN, (80, 24)), *at_night([(None, (120, 40))])], ids=str
)
async def test_by_keys_alone(
    tmp_path: Path, clock: Clock, kind: DrillKind | None, size: tuple[int, int]
) -> None:
    app = practice_app(tmp_path, None)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot, clock)
        await press(pilot, "p")
        await choose(pilot, kind or "mixed")

        async def answer(screen: DrillScreen, question: Question, given: Answer) -> None:
            if len(player.said) == 1:
                await press(pilot, "question_mark")
                await on_top(app, HelpScreen)
                await press(pilot, "escape")
                await asked(app)
                await press(pilot, "g")
                await on_top(app, GlossaryScreen)
                await press(pilot, "escape")
                await asked(app)
            await give(pilot, question, given)

        async def details() -> None:
            await press(pilot, "d")

        async def scroll() -> None:
            await press(pilot, "down")

        async def on(last: bool) -> None:
            await press(pilot, "enter")

        await player.answer_ten(answer, details, scroll, on)
        end = await summed_up(app)
        assert (end.summary.right, end.summary.questions, end.summary.seconds) == (7, 10, 50)
        await press(pilot, "enter")
        await choose(pilot, "progress")
        await on_top(app, ProgressScreen)
        assert t("practice.figures.sum", answers="10 answers", days="1 day") in shown(app)
        await press(pilot, "escape")
        await menu_of(app)
        await press(pilot, "escape")
        await on_top(app, TitleScreen)
    assert player.scrolled or size != (80, 24)
    player.check(tmp_path)


async def test_by_mouse_alone(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, None)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot, clock)
        await click_text(pilot, "Practice")
        await menu_of(app)
        await click_text(pilot, "Mixed session")

        async def answer(screen: DrillScreen, question: Question, given: Answer) -> None:
            if len(player.said) == 1:
                await click_text(pilot, "? help")
                await on_top(app, HelpScreen)
                assert "In practice" in shown(app)
                await click_text(pilot, "Right shows")
                await until(lambda: "In practice" not in shown(app))
                await click_text(pilot, "g opens")
                await on_top(app, GlossaryScreen)
                await click_text(pilot, "Esc back")
                await on_top(app, HelpScreen)
                await pilot.click(offset=(2, 1))
                await asked(app)
            await click_answer(pilot, screen, given)

        async def details() -> None:
            await click_text(pilot, t("drill.foot.details"))

        async def scroll() -> None:
            await click_text(pilot, "Down: more below")

        async def on(last: bool) -> None:
            await click_text(pilot, "to the summary" if last else "next question")

        await player.answer_ten(answer, details, scroll, on)
        await summed_up(app)
        await click_text(pilot, "Done")
        await menu_of(app)
        await click_text(pilot, "Progress")
        await on_top(app, ProgressScreen)
        title = kind_title(read_library_code(player.said[0][0]).kind)
        await click_text(pilot, title)
        await click_text(pilot, t("practice.pages.days"))
        await until(lambda: f"{title}: right answers" in shown(app))
        await click_text(pilot, "Esc back")
        await menu_of(app)
        await click_text(pilot, "Esc back")
        await on_top(app, TitleScreen)
    assert player.scrolled
    player.check(tmp_path)
