"""The card at the end of a game by table rules: what was missed, late and wrong, and into practice."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.drills.question import DrillKind
from ai.lessons.lesson import lessons
from ai.play import Pending, Play
from ai.reading.table_errors import ErrorAtTable, ErrorKind, table_errors
from ai.review.game_review import review_game
from ai.review.moments import MomentClass, MomentKind
from engine import events as ev
from engine.actions import PASS, Action, ActionKind
from engine.called_wins import CountPart
from engine.match import Match
from engine.offences import Offence
from engine.rules import WRC
from tests.support.engine.deals import build_wall
from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import press, until
from tests.support.tui.sessions import Memory, folder_at
from tests.tui.screens.test_saying_a_win import BOTS, NAMES, STEPS, Winner
from tui.drawing.rows import plain
from tui.i18n.texts import t
from tui.play.session import Session
from tui.practice.progress import Progress
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.ranking import RankingScreen
from tui.screens.game.table_errors import TableErrorsScreen
from tui.shell.app import FuritenApp
from tui.words.review_words import ReviewSentences
from tui.words.table_errors import explained_in, table_error_lines

pytestmark = pytest.mark.usefixtures("quick_disk")


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


def test_the_errors_are_in_the_record_and_name_what_is_right() -> None:
    session = a_game_with_errors()
    errors = table_errors(session.match.rules, session.match.events, session.seat)
    kinds = [error.kind for error in errors]
    assert kinds.count(ErrorKind.TSUMO) == kinds.count(ErrorKind.CALL) == kinds.count(ErrorKind.COUNT) == 1
    count = errors[-1]
    assert count.parts == (CountPart.YAKU, CountPart.FU)
    assert count.said is not None
    assert count.win is not None
    assert count.said.fu == 110 != count.win.score.fu
    (hora,) = (event for event in session.match.events if isinstance(event, ev.Hora))
    assert count.win.score.fu == hora.fu
    lines = table_error_lines(errors, session.seating)
    assert lines[0] == t("errors.title")
    assert any("110" in line and str(hora.fu) in line for line in lines)


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


FOULS_WITH_LESSONS = [
    (Offence.NOTEN_RIICHI, "order-of-a-riichi"),
    (Offence.KUIKAE, "order-of-a-call"),
    (Offence.DEAD_HAND_CALL, "chombo-or-dead-hand"),
    (Offence.BAD_CLOSED_KAN, "kan-after-riichi"),
]


@pytest.mark.parametrize(("offence", "lesson"), FOULS_WITH_LESSONS)
def test_the_lesson_is_about_the_offence(offence: Offence, lesson: str) -> None:
    (count,) = table_errors_of(a_game_with_errors(), ErrorKind.COUNT)
    foul = replace(count, kind=ErrorKind.FOUL, what=offence.value)
    other = replace(count, kind=ErrorKind.CHALLENGE, what=offence.value)
    assert explained_in([foul, count, other]) == (lesson, "order-of-a-win")


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
    app = FuritenApp(folder_at(tmp_path), session, speed="instant")
    async with app.run_test(size=size) as pilot:
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
    app = FuritenApp(folder_at(tmp_path), session, speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
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
