"""Practice in the real app: a whole session by keys and by mouse, left and resumed, with an honest clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.drills.make import NoQuestion
from ai.drills.make import question_of as question_of_code
from ai.drills.question import DrillKind, Question
from tests.tui.fingers import press, screen_of, takes_keys, until
from tests.tui.practice_answers import Clock
from tests.tui.practice_app import MENU, answered, asked, give, practice_app, use
from tests.tui.practice_records import kept
from tui.app import FuritenApp
from tui.options import PracticeOptions
from tui.practice.explain import KINDS
from tui.screens.ask import AskScreen
from tui.screens.drill import DrillScreen
from tui.screens.glossary import GlossaryScreen
from tui.screens.help import HelpScreen
from tui.screens.hint import HintScreen
from tui.screens.page import Page
from tui.screens.practice import PracticeScreen
from tui.screens.progress import ProgressScreen
from tui.screens.session_end import SessionEndScreen
from tui.screens.title import TitleScreen
from tui.table.widget import ZoneWidget
from tui.tiles.rows import plain

pytestmark = pytest.mark.usefixtures("quick_disk")
MIXED = PracticeOptions(seed=7)
WAITS = PracticeOptions(DrillKind.WAITS)
WAY_OUT = PracticeOptions(DrillKind.WAY_OUT)
FURITEN = PracticeOptions(DrillKind.FURITEN)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still, and questions in notation."""
    clock = Clock()
    use(monkeypatch, clock)
    return clock


def lower(app: FuritenApp) -> str:
    """What the lower part of the drill says."""
    page = app.screen.query_one(Page)
    return plain(page._picture(*page.size))


def question_of(screen: DrillScreen) -> Question:
    assert screen.answering is not None
    return screen.answering.question


async def click_text(pilot: Pilot[int], text: str) -> None:
    """Click on the first place of the page that says so."""
    page = pilot.app.screen.query_one(Page)
    lines = plain(page._picture(*page.size)).splitlines()
    row = next(number for number, line in enumerate(lines) if text in line)
    await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]
    await pilot.click(page, offset=(lines[row].index(text), row))


# -- a whole session ---------------------------------------------------------------------------------


async def test_a_whole_session_by_keys(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, MIXED)
    seen: list[DrillKind] = []
    async with app.run_test(size=(80, 24)) as pilot:
        for number in range(1, 11):
            screen = await asked(app)
            question = question_of(screen)
            seen.append(question.kind)
            assert f"question {number} of 10" in lower(app)
            assert question.code in lower(app)
            clock.pass_by(5)
            await give(pilot, question, question.answer)
            screen = await answered(app)
            assert screen.outcome is not None
            assert screen.outcome.right
            assert "RIGHT" in lower(app)
            assert " 5 s." in lower(app)
            await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, SessionEndScreen) and takes_keys(app))
        end = screen_of(app, SessionEndScreen)
        assert (end.summary.right, end.summary.questions) == (10, 10)
        told = plain(end.picture(80, 24))
        assert "10 of 10 questions right" in told
        assert "0:50 for the answers" in told
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, PracticeScreen))
    assert len(kept(tmp_path)) == 10
    assert set(seen) == set(KINDS), "with a seed every kind is asked"


async def test_a_whole_session_by_mouse(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, MIXED)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(10):
            screen = await asked(app)
            question = question_of(screen)
            await click_answer(pilot, screen, question)
            screen = await answered(app)
            assert screen.outcome is not None
            assert screen.outcome.right, question.code
            await click_text(pilot, "next question" if screen.session.left else "to the summary")
        await until(lambda: isinstance(app.screen, SessionEndScreen) and takes_keys(app))
        await click_text(pilot, "Done")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await click_text(pilot, "Progress")
        await until(lambda: isinstance(app.screen, ProgressScreen) and takes_keys(app))
        await click_text(pilot, "Esc back")
        await until(lambda: isinstance(app.screen, PracticeScreen))
    assert [attempt.right for attempt in kept(tmp_path)] == [True] * 10


async def click_answer(pilot: Pilot[int], screen: DrillScreen, question: Question) -> None:
    """Give the right answer with clicks alone."""
    for part, ids in zip(question.parts, question.answer, strict=True):
        for number, option in enumerate(part.options):
            if option.id in ids:
                answering = screen.answering
                assert answering is not None
                if answering.in_hand and option.tile is not None:
                    await click_hand(pilot, answering.places(number)[0])
                    await click_hand(pilot, answering.places(number)[0])
                elif not part.several:
                    await click_option(pilot, number)
                    await click_option(pilot, number)
                else:
                    await click_option(pilot, number)
        if ids and part.several:
            await click_text(pilot, "Enter  answer")


async def click_option(pilot: Pilot[int], number: int) -> None:
    """Click an option of the lower part."""
    await click_meta(pilot, pilot.app.screen.query_one(Page), ("option", number))


async def click_hand(pilot: Pilot[int], place: int) -> None:
    """Click a tile of the hand."""
    hand = pilot.app.screen.query_one("#zone-hand", ZoneWidget)
    await click_meta(pilot, hand, ("tile", place))


async def click_meta(pilot: Pilot[int], area: Page | ZoneWidget, meta: tuple[str, int]) -> None:
    await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]
    rows = area._picture(*area.size) if isinstance(area, Page) else area._rows
    for y, row in enumerate(rows):
        x = 0
        for span in row:
            if span.meta == meta:
                await pilot.click(area, offset=(x + 1, y))
                return
            x += len(plain(((span,),))) + sum(ord(letter) > 0x2E7F for letter in span.text)
    raise AssertionError(f"nothing to click means {meta}")


# -- answering ---------------------------------------------------------------------------------------


async def test_enter_answers_nothing_before_something_is_chosen(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        await press(pilot, "enter")
        assert "Nothing is marked yet" in lower(app)
        await press(pilot, "3")
        assert "3: now m, p, s or z" in lower(app)
        await press(pilot, "s")
        assert "[3s]" in lower(app)
        await press(pilot, "enter")
        screen = await answered(app)
        assert "WRONG" in lower(app)
        assert "You said 3s. Right is: 2s 3s 5s 8s." in lower(app)
        assert "It comes back soon." in lower(app)
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
        assert "[5s]" in lower(app)


async def test_a_tile_of_the_hand_is_chosen_on_the_table(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAY_OUT)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        assert "Choose a tile of your hand." in lower(app)
        await press(pilot, "right", "right", "right")
        scene = screen._table.scene
        assert scene is not None
        assert scene.cursor == 2
        assert "You discard 5m." in lower(app)
        assert scene.causes == (), "the position shows no hint before the answer"
        await press(pilot, "1", "p", "enter")
        await answered(app)
        assert "RIGHT" in lower(app)
        scene = screen._table.scene
        assert scene is not None
        assert [cause.turn for cause in scene.causes] == [1]
        assert any(mark.furiten for mark in scene.marks)


async def test_parts_come_one_after_the_other_and_can_be_taken_back(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, FURITEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await asked(app)
        await press(pilot, "2", "enter")
        assert "Which of these tiles make it furiten?" in lower(app)
        await press(pilot, "backspace", "3", "enter", "5", "s", "enter", "2", "enter")
        await answered(app)
        assert "Right: temporary furiten, 5s, until your next discard." in lower(app)


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


# -- leaving and coming back -------------------------------------------------------------------------


async def test_a_session_is_left_and_goes_on_at_the_same_question(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            screen = await asked(app)
            await give(pilot, question_of(screen), question_of(screen).answer)
            await answered(app)
            await press(pilot, "enter")
        screen = await asked(app)
        code = question_of(screen).code
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        assert "Mixed session, 2 of 10 answered" in plain(screen_of(app, PracticeScreen).picture(80, 24))
        await click_text(pilot, "Continue")
        assert question_of(await asked(app)).code == code
    # the program was killed: another one finds the same
    app = practice_app(tmp_path, PracticeOptions())
    async with app.run_test(size=(80, 24)):
        assert question_of(await asked(app)).code == code


async def test_a_new_session_of_a_kind_that_was_left_is_asked_about(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        await give(pilot, question_of(screen), question_of(screen).answer)
        await answered(app)
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await click_text(pilot, "Waits  ")
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await click_text(pilot, "Waits  ")
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "enter")
        await asked(app)
        assert "question 2 of 10" in lower(app)
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await click_text(pilot, "Waits  ")
        await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
        await press(pilot, "up", "enter")
        await asked(app)
        assert "question 1 of 10" in lower(app)


async def test_one_question_by_its_code(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, PracticeOptions(code="kan-2-K7Q2"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await asked(app)
        assert "kan-2-K7Q2" in lower(app)
        await give(pilot, question_of(screen), question_of(screen).answer)
        await answered(app)
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, SessionEndScreen))


async def test_from_the_title_and_back(tmp_path: Path, clock: Clock) -> None:
    app = practice_app(tmp_path, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "p")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        await press(pilot, "p", "down", "enter")
        await asked(app)
        await press(pilot, "q")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert app.return_code is None


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_what_the_command_opened_ends_with_its_menu(tmp_path: Path, clock: Clock, key: str) -> None:
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, key)
        await until(lambda: app.return_code is not None)
    assert app.return_value == 0


async def test_what_was_set_aside_is_told_once(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "practice.db").write_bytes(b"broken" * 100)
    app = practice_app(tmp_path, MENU)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        menu = screen_of(app, PracticeScreen)
        assert "practice.db.damaged-1" in plain(menu.picture(80, 24))
        await press(pilot, "up", "enter")
        await until(lambda: isinstance(app.screen, ProgressScreen) and takes_keys(app))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        assert "practice.db.damaged-1" in plain(menu.picture(80, 24)), "nothing has been done since"
        await press(pilot, "up", "up", "enter")
        await asked(app)
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, PracticeScreen) and takes_keys(app))
        assert "practice.db.damaged-1" not in plain(menu.picture(80, 24))


async def test_a_question_that_cannot_be_made_ends_the_program_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(code: str) -> Question:
        raise NoQuestion(code)

    use(monkeypatch, Clock(), make=none)
    app = practice_app(tmp_path, WAITS)
    async with app.run_test(size=(80, 24)):
        await until(lambda: app.return_code is not None)
    assert app.return_value == 2
    assert "nothing to ask as question 1" in app.failure


async def test_questions_as_they_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Clock(), make=question_of_code, kinds=(DrillKind.WAITS, DrillKind.KAN))
    app = practice_app(tmp_path, MIXED)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(4):
            screen = await asked(app)
            await give(pilot, question_of(screen), question_of(screen).answer)
            screen = await answered(app)
            assert screen.outcome is not None
            assert screen.outcome.right
            await press(pilot, "enter")
