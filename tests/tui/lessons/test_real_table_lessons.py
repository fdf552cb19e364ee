"""Lessons of a real table in the app: nothing is offered, errors are made by key, and rulings told."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ai.lessons.lesson_game import LessonGame
from ai.reading.count_grades import GradedCount
from engine.offences import Offence
from engine.outcome import WinResult
from engine.tiles import parse_tile
from tests.support.ai.lesson_lines import lesson_of, play
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.practice_answers import Clock, practice_at
from tests.support.tui.sessions import folder_at
from tui.i18n.texts import t
from tui.lessons.lesson_list import Ladder
from tui.play.options import PracticeOptions
from tui.screens.game.game import GameScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.lesson_remark import RemarkScreen
from tui.screens.game.lesson_review import ChoicesScreen
from tui.screens.game.ruling import RulingScreen
from tui.screens.game.win_count import CountGradeScreen, WinCountScreen
from tui.screens.lessons.lesson_list import LessonIntroScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


async def begun(pilot: Pilot[int], app: FuritenApp) -> None:
    await until(lambda: isinstance(app.screen, LessonIntroScreen) and takes_keys(app))
    await press(pilot, "enter")


async def at(pilot: Pilot[int], app: FuritenApp, kind: type[object]) -> None:
    """Read remarks until that screen is on top."""
    while True:
        await until(lambda: takes_keys(app))
        if isinstance(app.screen, kind):
            return
        assert isinstance(app.screen, RemarkScreen), app.screen
        await press(pilot, "z")


def the_win(app: FuritenApp) -> WinResult:
    """The win of the hand at the table."""
    table = next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))
    assert table.session.outcome is not None
    (win,) = table.session.outcome.wins
    return win


FOULS = [
    ("five-fouls", ("p",), Offence.EMPTY_CALL),
    ("five-fouls", ("c", "7", "s", "enter"), Offence.KUIKAE),
    ("five-fouls", ("c", "8", "p", "enter", "o", "enter"), Offence.FALSE_WIN),
    ("five-fouls", ("c", "8", "p", "enter", "x", "x", "x", "r", "6", "s", "enter"), Offence.OPEN_RIICHI),
    ("five-fouls", ("c", "8", "p", "enter", "x", "x", "x", "k"), Offence.INVALID_KAN),
    ("order-of-a-call", ("p",), Offence.EMPTY_CALL),
    (
        "order-of-a-riichi",
        ("x", "r", "6", "p", "enter", "x", "x", "x", "2", "s", "enter"),
        Offence.RIICHI_DISCARD,
    ),
    ("chombo-or-dead-hand", ("o", "right", "enter"), Offence.WITHDRAWN_WIN),
]


@pytest.mark.parametrize(("lesson", "keys", "offence"), FOULS, ids=lambda part: str(part))
async def test_every_foul_can_be_made_by_key_and_is_ruled_on(
    lesson: str, keys: tuple[str, ...], offence: Offence, tmp_path: Path
) -> None:
    app = FuritenApp(folder_at(tmp_path), practice=PracticeOptions(lesson=lesson), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(pilot, app)
        for key in keys:
            await at(pilot, app, GameScreen)
            await press(pilot, key)
        await at(pilot, app, RulingScreen)
        said = t("ruling.own", offence=t(f"reviewed.foul-of.{offence}"))
        assert screen_of(app, RulingScreen).ruling.offence == said
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, RemarkScreen) and takes_keys(app))


async def test_the_right_tile_of_a_riichi_wins_by_a_word(tmp_path: Path) -> None:
    """Nothing is offered for a win: its key says it, and the next one shows the hand."""
    app = FuritenApp(
        folder_at(tmp_path), practice=PracticeOptions(lesson="order-of-a-riichi"), speed="instant"
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(pilot, app)
        for key in ("x", "r", "6", "p", "enter", "x", "x", "x", "enter"):
            await at(pilot, app, GameScreen)
            await press(pilot, key)
        await at(pilot, app, GameScreen)
        await press(pilot, "o", "enter")
        await at(pilot, app, HandEndScreen)
        win = the_win(app)
        assert (win.winner, win.tile) == (0, parse_tile("8p"))


THE_COUNT = (
    *("enter", *"menzen", "space", *"pinfu", "space", *"tanyao", "space", "enter"),
    *("3", "enter", "2", "0", "enter", *"700", "down", *"1300", "enter"),
)
"""The tile apart; menzen tsumo, pinfu, tanyao; 3 han, 20 fu; 700 from a child, 1,300 from the dealer."""
PAYMENT = (*"700", "down", *"700", "down", *"1300", "enter")
"""After a tsumo the dealer is the last one."""


async def counted(pilot: Pilot[int], app: FuritenApp, *keys: str) -> GradedCount:
    """Say the win of the lesson with these keys; the count as it is graded."""
    await press(pilot, "t", "enter")
    await at(pilot, app, WinCountScreen)
    await press(pilot, *keys)
    await at(pilot, app, CountGradeScreen)
    return screen_of(app, CountGradeScreen).graded


async def test_a_win_is_counted_to_its_end_and_taken_back_in_its_lesson(tmp_path: Path) -> None:
    """The count is right; the review takes the win back, and another count of it is graded anew."""
    app = FuritenApp(folder_at(tmp_path), practice=PracticeOptions(lesson="order-of-a-win"), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await begun(pilot, app)
        await at(pilot, app, GameScreen)
        await press(pilot, "x")
        await at(pilot, app, GameScreen)
        assert (await counted(pilot, app, *THE_COUNT, *PAYMENT)).right
        await press(pilot, "enter")
        await at(pilot, app, HandEndScreen)
        win = the_win(app)
        assert win.deltas == (2700, -1300, -700, -700)
        await press(pilot, "enter")
        await at(pilot, app, ChoicesScreen)
        decisions = screen_of(app, ChoicesScreen).review.decisions
        assert [each.number for each in decisions] == [1, 2, 3]
        # u goes back to the last decision, the count
        await press(pilot, "u")
        await at(pilot, app, WinCountScreen)
        assert screen_of(app, WinCountScreen).counting.yaku == ()
        wrong = ("enter", *"menzen", "space", "enter", "1", "enter", "3", "0", "enter")
        await press(pilot, *wrong, *"300", "down", *"500", "enter", *PAYMENT)
        await at(pilot, app, CountGradeScreen)
        assert not screen_of(app, CountGradeScreen).graded.right


def test_what_was_said_of_a_win_is_kept(tmp_path: Path) -> None:
    """A lesson that ended with a count goes on with its questions, also after the program was left."""
    practice = practice_at(tmp_path, Clock())
    lesson, ladder = lesson_of("order-of-a-win"), Ladder(practice.progress)
    ladder.keep(play(LessonGame(lesson), "pass; tsumo; count mixed").scenario)
    rung = ladder.rungs[lesson.number - 1]
    assert rung.questions == 3
    practice.progress.close()
    again = Ladder(practice_at(tmp_path, Clock()).progress).rungs[lesson.number - 1]
    assert (again.questions, again.left) == (3, ())
