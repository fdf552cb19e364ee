"""A win that is said at the table, and a win of a bot that is challenged, with keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ai.bot import default_action
from ai.play import Play
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.fouls import wrong_win
from engine.match import Match
from engine.offences import Offence
from engine.options import Options
from engine.rules import WRC
from engine.view import SeatView
from engine.win_counts import WinCount
from tests.support.engine.deals import build_wall, deal
from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.sessions import Memory, folder_at
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.play.session import PERSON, Session
from tui.screens.game.challenge import ChallengeScreen, VerdictScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.win_count import CountGradeScreen, WinCountScreen
from tui.screens.page_screen import PageScreen
from tui.shell.app import FuritenApp
from tui.words.challenges import verdict
from tui.words.seating import Seating

pytestmark = pytest.mark.usefixtures("quick_disk")

SIZES = ((80, 24), (120, 40))
BOTS = (1, 2, 3)
RULES = replace(WRC, errors="penalised", value_said=True, unchecked=BOTS)
STEPS = ev.TableSteps(count=True, unchecked=BOTS)
NAMES = (PERSON, "tsumogiri", "tsumogiri", "tsumogiri")


class Winner:
    """A bot that wins whenever it can, and says of the hand what it is told to."""

    name = "tsumogiri"

    def __init__(self, **wrong: object) -> None:
        self._wrong = wrong

    def choose(self, view: SeatView, options: Options) -> Action:
        first = options.actions[0]
        if first.said is not None:
            said: WinCount = first.said._replace(**self._wrong)  # type: ignore[arg-type]
            return first._replace(said=said)
        return first if first.kind in (ActionKind.RON, ActionKind.TSUMO) else default_action(view, options)


def app_of(path: Path, hands: list[str], draws: str, *, wrong: dict[str, object] | None = None) -> FuritenApp:
    """The app at the table of the dealer, whose bots win when they can."""
    wall = build_wall(hands, draws)
    match = Match(RULES, 0, NAMES, walls=lambda header: wall, steps=STEPS)
    play = Play(match, 0, {seat: Winner(**(wrong or {})) for seat in BOTS})
    return FuritenApp(folder_at(path), Session(play, Memory()), speed="instant")


def at_a_tsumo(path: Path) -> FuritenApp:
    """The dealer wins with the second draw: menzen tsumo and tanyao, 30 fu."""
    return app_of(path, ["234m456p678s2255p", "", "", ""], "1z9m9m9s2p")


async def win(app: FuritenApp, pilot: Pilot[int]) -> None:
    """Discard the first draw, and win with the second."""
    assert app.session is not None
    await until(lambda: takes_keys(app))
    while not app.session.options.of(ActionKind.TSUMO):
        await press(pilot, "enter")
        await until(lambda: takes_keys(app))
    await press(pilot, "t")
    await until(lambda: isinstance(app.screen, WinCountScreen))


def picture(app: FuritenApp, size: tuple[int, int] = (80, 24)) -> str:
    screen = app.screen
    assert isinstance(screen, PageScreen)
    return plain(screen.drawn(*size))


def counted(app: FuritenApp) -> ev.WinCounted:
    assert app.session is not None
    return next(event for event in app.session.match.events if isinstance(event, ev.WinCounted))


@pytest.mark.parametrize("size", [SIZES[0], *at_night([(SIZES[1],)])])
async def test_the_own_win_is_said_step_by_step(tmp_path: Path, size: tuple[int, int]) -> None:
    app = at_a_tsumo(tmp_path)
    async with app.run_test(size=size) as pilot:
        await win(app, pilot)
        await press(pilot, "enter")
        await press(pilot, *"menzen", "space", *"tanyao", "space", "enter")
        assert screen_of(app, WinCountScreen).counting.yaku == ("menzen-tsumo", "tanyao")
        await press(pilot, "2", "enter", "3", "0", "enter")
        await press(pilot, *"1000", "enter", *"1000", "down", *"1000", "down", *"1000", "enter")
        await until(lambda: isinstance(app.screen, CountGradeScreen))
        assert screen_of(app, CountGradeScreen).graded.right
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, HandEndScreen))
        assert counted(app) == ev.WinCounted(
            0, ["menzen-tsumo", "tanyao"], 2, 30, [3000, -1000, -1000, -1000]
        )
    app.folder.release()


async def test_what_was_wrong_is_told_and_the_right_points_are_paid(tmp_path: Path) -> None:
    app = at_a_tsumo(tmp_path)
    async with app.run_test() as pilot:
        await win(app, pilot)
        await press(pilot, "enter", *"tanyao", "space", "enter", "1", "enter", "3", "0", "enter")
        await press(pilot, *"500", "enter", *"500", "down", *"500", "down", *"500", "enter")
        await until(lambda: isinstance(app.screen, CountGradeScreen))
        assert [each.right for each in screen_of(app, CountGradeScreen).graded.steps] == [
            True, False, False, True, False, False,
        ]  # fmt: skip
        assert "menzen tsumo" in picture(app)
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, HandEndScreen))
        assert app.session is not None
        assert app.session.outcome is not None
        assert app.session.outcome.wins[0].deltas == (3000, -1000, -1000, -1000)
    app.folder.release()


async def test_a_step_that_is_not_finished_is_named_and_can_be_gone_back_from(tmp_path: Path) -> None:
    app = at_a_tsumo(tmp_path)
    async with app.run_test() as pilot:
        await win(app, pilot)
        counting = screen_of(app, WinCountScreen).counting
        await press(pilot, "down", "enter")
        assert counting.mixed
        await press(pilot, "enter")
        assert counting.step == "yaku"
        assert "at least one" in picture(app)
        await press(pilot, "escape", "up", "enter", *"tan", "backspace", "backspace", *"any", "space")
        assert not counting.mixed
        assert counting.yaku == ("tanyao",)
        await press(pilot, "enter", "right", "right", "left", "enter", "tab", "space", "tab", "enter")
        assert (counting.han, counting.fu, counting.step) == (1, 20, "points")
    app.folder.release()


@pytest.mark.nightly
async def test_the_game_can_be_left_in_the_middle_of_a_count(tmp_path: Path) -> None:
    app = at_a_tsumo(tmp_path)
    async with app.run_test() as pilot:
        await win(app, pilot)
        await press(pilot, "enter", *"tanyao", "space", "enter", "q")
        await until(lambda: not isinstance(app.screen, WinCountScreen))
        assert app.session is not None
        # the win was called, and its value is still to be said
        assert app.session.match.round.table.counting == 0
        assert not [event for event in app.session.match.events if isinstance(event, ev.WinCounted)]
    app.folder.release()


def bot_wins(path: Path, wrong: dict[str, object]) -> FuritenApp:
    """South waits for 2p 5p 8p and the person discards 5p."""
    return app_of(path, ["", "34567p234m234s55s", "", ""], "1z9m2z2z5p", wrong=wrong)


RIGHT: dict[str, object] = {}
WRONG: dict[str, object] = {"fu": 40, "deltas": (-2600, 2600, 0, 0)}


@pytest.mark.parametrize("size", [SIZES[1], *at_night([(SIZES[0],)])])
@pytest.mark.parametrize(
    ("said", "key", "told", "paid"),
    [
        (RIGHT, "c", True, -3000),
        (WRONG, "enter", True, -2600),
        *at_night([(RIGHT, "enter", False, -2000), (WRONG, "c", True, -2000)]),
    ],
    ids=["right-challenged", "wrong-accepted", "right-accepted", "wrong-challenged"],
)
async def test_a_win_of_a_bot(
    tmp_path: Path, said: dict[str, object], key: str, told: bool, paid: int, size: tuple[int, int]
) -> None:
    app = bot_wins(tmp_path, said)
    async with app.run_test(size=size) as pilot:
        await until(lambda: takes_keys(app))
        while not isinstance(app.screen, ChallengeScreen):
            await press(pilot, "enter")
            await until(lambda: takes_keys(app))
        assert "tanyao" in picture(app, size)
        await press(pilot, "escape", key)
        if told:
            await until(lambda: isinstance(app.screen, VerdictScreen))
            assert ("40 fu" in picture(app, size)) is (said is WRONG)
            await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, HandEndScreen))
        assert app.session is not None
        scores = [seat.score for seat in app.session.view.table.seats]
        assert scores[0] - WRC.start_points == paid
    app.folder.release()


def test_a_win_in_furiten_that_was_accepted_is_told() -> None:
    """South has discarded 2p, which completes the hand too."""
    play = deal(south="34567p234m234s5s2p", draws="1z5s2z2z5p", rules=RULES)
    play.discard("1z", "2p", "2z", "2z", "5p").err(1, Offence.FALSE_WIN)
    (right,) = play.game.options(1).actions
    play.step({1: right})
    table, seating = play.game.table, Seating.at_table(NAMES, 0)
    offence = wrong_win(play.game.view(1))
    for challenged in (False, True):
        told = verdict(table, 1, offence, seating, challenged=challenged)
        assert told is not None
        assert told.found is challenged
        assert told.lines == ()
        assert t("challenge.offence.false-win", name=seating[1]) in told.reasons
