"""Table rules on the screen: a win that is said or challenged, and the card of errors at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ai.bot import default_action
from ai.drills.question import DrillKind
from ai.lessons.lesson import lessons
from ai.play import Pending, Play
from ai.reading.table_errors import ErrorAtTable, ErrorKind, table_errors
from ai.review.game_review import review_game
from ai.review.moments import MomentClass, MomentKind
from engine import events as ev
from engine.actions import PASS, Action, ActionKind, WinCount
from engine.fouls import wrong_win
from engine.match import Match
from engine.options import Options
from engine.rules import WRC, Offence
from engine.view import SeatView
from tests.support.engine.deals import build_wall, deal
from tests.support.nightly import at_night
from tests.support.tui.pilot import press, running, screen_of, takes_keys, until
from tests.support.tui.sessions import Memory, folder_at
from tui.config.actions import BY_ID, ActionId
from tui.drawing.rows import plain
from tui.i18n import t
from tui.play.session import PERSON, Session
from tui.practice.practice_record import Progress
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.game.table_rules_screens import (
    ChallengeScreen,
    CountGradeScreen,
    TableErrorsScreen,
    VerdictScreen,
    WinCountScreen,
)
from tui.screens.page import PageScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable
from tui.words.names import Seating
from tui.words.review_sentences import ReviewSentences
from tui.words.table_rules import explained_in, table_error_lines, verdict

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


async def test_no_question_is_answered_in_a_game_without_hints(tmp_path: Path) -> None:
    match = Match(RULES, 0, NAMES, steps=replace(STEPS, no_hints=True))
    app = FuritenApp(folder_at(tmp_path), Session(match, Memory()), speed="instant")
    async with running(app) as (app, pilot):
        await until(lambda: takes_keys(app))
        game = screen_of(app, GameScreen)
        for action in (ActionId.ASK, ActionId.SAFEST):
            await press(pilot, "left", BY_ID[action].default_keys[0])
            await until(lambda: takes_keys(app))
            assert app.screen is game
            scene = game.query_one(GameTable).scene
            assert scene is not None
            assert scene.reason == t("window.no-hints")
            assert t("desk.foot-ask") not in [item.label for item in scene.keys]


@pytest.mark.parametrize("size", [SIZES[0], *at_night([(SIZES[1],)])])
async def test_the_own_win_is_said_step_by_step(tmp_path: Path, size: tuple[int, int]) -> None:
    async with running(at_a_tsumo(tmp_path), size) as (app, pilot):
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


async def test_a_step_that_is_not_finished_is_named_and_can_be_gone_back_from(tmp_path: Path) -> None:
    async with running(at_a_tsumo(tmp_path)) as (app, pilot):
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


@pytest.mark.nightly
async def test_the_game_can_be_left_in_the_middle_of_a_count(tmp_path: Path) -> None:
    async with running(at_a_tsumo(tmp_path)) as (app, pilot):
        await win(app, pilot)
        await press(pilot, "enter", *"tanyao", "space", "enter", "q")
        await until(lambda: not isinstance(app.screen, WinCountScreen))
        assert app.session is not None
        # the win was called, and its value is still to be said
        assert app.session.match.round.table.counting == 0
        assert not [event for event in app.session.match.events if isinstance(event, ev.WinCounted)]


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
    async with running(bot_wins(tmp_path, said), size) as (app, pilot):
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


def a_game_with_errors() -> Session:
    """A game of one hand: the dealer says pon too late, declines a tsumo, and miscounts the next one."""
    rules = replace(WRC, errors="penalised", value_said=True, unchecked=BOTS, length="hand")
    wall = build_wall(["234m234p678s22s55p", "", "", ""], "2s9m9m9s5p")
    match = Match(rules, 0, NAMES, walls=lambda header: wall, steps=STEPS)
    session = Session(Play(match, 0, {seat: Winner() for seat in BOTS}), Memory())
    declined = False
    while session.pending is not Pending.HAND_OVER:
        if session.pending is Pending.BOTS:
            session.advance()
            continue
        menu = session.options
        if wins := menu.of(ActionKind.TSUMO):
            drawn = next(each for each in menu.of(ActionKind.DISCARD) if each.tsumogiri)
            session.choose(wins[0] if declined else drawn)
            if not declined:
                session.note_late(ActionKind.PON)
            declined = True
        elif counts := menu.of(ActionKind.COUNT):
            said = counts[0].said
            assert said is not None
            session.choose(Action(ActionKind.COUNT, said=said._replace(fu=110, yaku=said.yaku[:1])))
        else:
            session.choose(next(each for each in menu.actions if each == PASS or each.tsumogiri))
    return session


def table_errors_of(session: Session, kind: ErrorKind) -> list[ErrorAtTable]:
    errors = table_errors(session.match.rules, session.match.events, session.seat)
    return [error for error in errors if error.kind is kind]


def test_a_review_names_them_as_proved_moments() -> None:
    session = a_game_with_errors()
    review = review_game(session.match.rules, session.match.events, session.seat)
    told = {moment.kind: moment for moment in review.moments if moment.moment_class is MomentClass.PROOF}
    assert {MomentKind.WIN_MISSED, MomentKind.LATE, MomentKind.COUNT} <= set(told)
    events = session.match.events[1:]
    assert isinstance(events[told[MomentKind.LATE].event], ev.Late)
    assert isinstance(events[told[MomentKind.COUNT].event], ev.WinCounted)
    sentences = ReviewSentences(session.seating)
    assert "110" in sentences.line(told[MomentKind.COUNT])
    assert sentences.line(told[MomentKind.LATE])


def test_every_error_has_a_lesson_that_explains_it() -> None:
    (count,) = table_errors_of(a_game_with_errors(), ErrorKind.COUNT)
    known = {lesson.id for lesson in lessons()}
    errors = [replace(count, kind=kind) for kind in ErrorKind if kind is not ErrorKind.FOUL]
    errors += [
        replace(count, kind=kind, what=offence.value)
        for kind in (ErrorKind.FOUL, ErrorKind.CHALLENGE)
        for offence in Offence
    ]
    for error in errors:
        (lesson,) = explained_in([error])
        assert lesson in known, error


def test_the_card_names_lessons_by_number_and_title() -> None:
    session = a_game_with_errors()
    errors = table_errors(session.match.rules, session.match.events, session.seat)
    lines = table_error_lines(errors, session.seating)
    named = [lesson for lesson in lessons() if lesson.id in explained_in(errors)]
    # a late call, a missed tsumo, a miscounted win
    assert [lesson.id for lesson in named] == ["every-wait", "order-of-a-call", "order-of-a-win"]
    titles = [t("errors.lesson", number=each.number, title=each.texts("en").title) for each in named]
    assert any(all(title in line for title in titles) for line in lines)


@pytest.mark.parametrize("size", [(80, 24), *at_night([((120, 40),)])])
async def test_the_card_comes_before_the_ranking_and_fills_practice(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    session = a_game_with_errors()
    async with running(FuritenApp(folder_at(tmp_path), session, speed="instant"), size) as (app, pilot):
        await until(lambda: isinstance(app.screen, HandEndScreen))
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, TableErrorsScreen))
        screen = app.screen
        assert isinstance(screen, TableErrorsScreen)
        shown = plain(screen.drawn(*size))
        for sort in ("missed", "late", "wrong"):
            assert t(f"errors.sort.{sort}", count=1) in shown
        await press(pilot, "down", "enter")
        assert t("errors.kept", count=2) in plain(screen.drawn(*size))
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, RankingScreen))
    progress = Progress(folder_at(tmp_path).path)
    try:
        assert DrillKind.COUNT in {DrillKind(own.kind) for own in progress.own_questions}
    finally:
        progress.close()


async def test_more_errors_than_fit_scroll_before_the_menu_does(tmp_path: Path) -> None:
    session = a_game_with_errors()
    errors = table_errors(session.match.rules, session.match.events, session.seat) * 8
    async with running(FuritenApp(folder_at(tmp_path), session, speed="instant")) as (app, pilot):
        await until(lambda: isinstance(app.screen, HandEndScreen))
        screen = TableErrorsScreen(errors, session.seating, lambda: 0)
        await app.push_screen(screen)
        seen = {plain(screen.drawn(80, 24))}
        await press(pilot, "down")
        assert (screen.at, screen.scroll.top) == (0, 3)
        while not screen.at:
            seen.add(plain(screen.drawn(80, 24)))
            await press(pilot, "down")
        assert screen.scroll.top == screen.scroll.last
        shown = "".join(seen)
        assert t("errors.sort.missed", count=8) in shown
        assert t("errors.sort.wrong", count=8) in shown
        await press(pilot, "up", "up")
        assert screen.scroll.top == screen.scroll.last - 3
