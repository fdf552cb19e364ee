"""Mistakes and table errors of own games come back in practice, with a schedule of their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from ai.bot import default_action
from ai.drills.kinds.kan import KanAsk
from ai.drills.kinds.waits import WaitsFacts
from ai.drills.question import NONE, DrillKind, Question
from ai.drills.question import OWN as OWN_CODE
from ai.reading.table_errors import ErrorAtTable, ErrorKind, table_errors
from ai.review.moments import ReviewedMoment
from engine.actions import NOTEN, TENPAI, Action, ActionKind, Why
from engine.match import Match
from engine.options import Options
from engine.rules import EMA, Offence
from engine.table import Phase
from engine.tiles import parse_tile
from tests.support.engine.deals import build_wall
from tests.support.tui.pilot import press, running
from tests.support.tui.practice_answers import NOON, Clock, answer_all, change, practice_at, reviewed
from tests.support.tui.practice_app import MENU, asked, choose, practice_app, shown, use
from tools.measure.question_problems import problems
from tui.cli import execute
from tui.database.open_database import DATABASE
from tui.i18n import t
from tui.play.play_options import OWN, PracticeOptions
from tui.practice.own_mistakes import OwnGame, add_mistakes, question_about, question_about_error, question_of
from tui.practice.practice import Practice
from tui.practice.practice_record import Progress
from tui.screens.practice.drill_page import origin_words
from tui.screens.practice.menu import PracticeEntry

WRONG: list[set[str]] = [set()]


def mistakes() -> tuple[OwnGame, list[ReviewedMoment]]:
    """A game and moments of it that practice can ask about, fewer than a session has questions."""
    game, moments = reviewed(1, "wrc", 0)
    asked = [moment for moment in moments if question_about(game, moment, NOON) is not None]
    assert len(asked) > 3
    return game, asked[:3]


def added(practice: Practice, clock: Clock) -> int:
    return add_mistakes(practice.progress, *mistakes(), clock.now)


def test_a_mistake_is_due_at_once_and_asked_in_a_session_of_its_own(practice: Practice, clock: Clock) -> None:
    count = added(practice, clock)
    assert count > 1
    told = practice.overview()
    assert (told.own, told.own_due) == (count, count)
    session = practice.begin(OWN)
    assert session.stored.kind == OWN
    assert session.left == count
    questions = answer_all(session, clock, given=WRONG)
    assert len({question.code for question in questions}) == count
    assert all(question.code.startswith(OWN_CODE) for question in questions)
    assert all(question.origin and question.origin.began == NOON for question in questions)


def test_answers_about_own_games_leave_levels_and_accuracy_alone(practice: Practice, clock: Clock) -> None:
    added(practice, clock)
    before = {each.kind: (each.rating, each.answers) for each in practice.overview().kinds}
    answer_all(practice.begin(OWN), clock, given=WRONG)
    after = practice.overview()
    assert {each.kind: (each.rating, each.answers) for each in after.kinds} == before
    assert after.totals.fresh == 0 < after.totals.answers


def test_a_mixed_session_asks_them_too(practice: Practice, clock: Clock) -> None:
    added(practice, clock)
    session = practice.begin(seed=None)
    first = session.next()
    assert first is not None
    assert first.code.startswith(OWN_CODE)
    kinds = {own.kind for own in practice.progress.own_questions}
    other = next(kind for kind in DrillKind if kind not in kinds)
    question = practice.begin(other).next()
    assert question is not None
    assert not question.code.startswith(OWN_CODE)


def test_a_damaged_file_loses_none_of_them(tmp_path: Path, clock: Clock) -> None:
    practice = practice_at(tmp_path, clock)
    added(practice, clock)
    answer_all(practice.begin(OWN), clock, most=1)
    before = practice.progress.own_questions
    practice.progress.close()
    change(tmp_path / DATABASE, "UPDATE attempts SET parts = 'x'")
    progress = Progress(tmp_path)
    assert progress.notices
    assert progress.attempts == ()
    assert progress.own_questions == before
    progress.close()


async def test_the_menu_has_them_once_there_are_any(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, clock)
    async with running(practice_app(tmp_path, MENU)) as (app, _):
        assert t("practice.own") not in shown(app)
    progress = Progress(tmp_path)
    game, moments = mistakes()
    add_mistakes(progress, game, moments, clock.now)
    progress.close()
    async with running(practice_app(tmp_path, MENU)) as (app, pilot):
        await choose(pilot, PracticeEntry.OWN)
        screen = await asked(app)
        question = screen.answering.question if screen.answering else None
        assert question is not None
        assert question.origin is not None
        assert origin_words(question.origin) in shown(app)
        assert question.origin.began.astimezone(UTC) == NOON
        await press(pilot, "escape")


def test_the_command_asks_for_them_and_for_one_by_its_code(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    progress = Progress(tmp_path)
    add_mistakes(progress, *mistakes(), clock.now)
    code = progress.own_questions[0].code
    progress.close()
    asked: list[PracticeOptions] = []
    monkeypatch.setattr("tui.shell.launch.run", lambda options: bool(asked.append(options)))
    assert execute(["practice", "own"]) == execute(["practice", code.lower()]) == 0
    assert asked == [PracticeOptions(own=True), PracticeOptions(code=code)]
    practice = practice_at(tmp_path, clock)
    for options in asked:
        question = practice.asked_for(options).next()
        assert question is not None
        assert question.origin is not None
    assert question.code == code
    practice.progress.close()
    assert execute(["practice", "own-AAAAAAAAAA"]) == 2
    assert "own-AAAAAAAAAA" in capsys.readouterr().err


NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
NAMES = ("you", "tsumogiri", "tsumogiri", "tsumogiri")
Choice = Callable[[Options], Action | None]
"""What the player does; None is to discard what was drawn, or to pass."""


def played(hand: str, draws: str, choose: Choice, replacements: str = "") -> OwnGame:
    """A game of one hand, in which East, the player, may err."""
    rules = replace(EMA, errors="penalised", length="hand")
    wall = build_wall([hand, "", "", ""], draws, rules=rules, replacements=replacements)
    match = Match(rules, 0, NAMES, walls=lambda header: wall)
    while match.round.outcome is None:
        chosen = {}
        for seat in match.acting:
            view, menu = match.round.view(seat), match.round.options(seat)
            own = choose(menu) if seat == 0 else None
            chosen[seat] = default_action(view, menu) if own is None else own
        match.step(chosen)
    return OwnGame(rules, match.events, 0, NAMES, NOW)


def the_error(game: OwnGame, kind: ErrorKind) -> ErrorAtTable:
    (error,) = (each for each in table_errors(game.rules, game.events, 0) if each.kind is kind)
    return error


def asked_about(game: OwnGame, error: ErrorAtTable) -> Question:
    """The question about the error: a slow solver answers it in the same way, and its texts hold."""
    own = question_about_error(game, error, NOW)
    assert own is not None
    question = question_of(own)
    assert question.code == own.code
    assert not [problem.text for problem in problems(question)]
    return question


def once(offence: Offence, tile: str = "") -> Choice:
    """The first chance to err is taken."""
    taken: list[Action] = []

    def choose(menu: Options) -> Action | None:
        for mistake in menu.errors:
            if not taken and mistake.offence is offence and tile in str(mistake.action):
                taken.append(mistake.action)
                return mistake.action
        return None

    return choose


@pytest.mark.parametrize(
    ("hand", "draw", "thrown", "away"),
    [
        ("147m258p369s1234z", "6z", "6z", 6),
        ("123m456m789s1157p", "9p", "1p", 1),
        ("1133m2255p33s456z", "9s", "9s", 1),
    ],
)
def test_riichi_without_tenpai_asks_for_the_waits_after_it(
    hand: str, draw: str, thrown: str, away: int
) -> None:
    game = played(hand, draw, once(Offence.NOTEN_RIICHI, thrown))
    error = the_error(game, ErrorKind.FOUL)
    assert error.what == Offence.NOTEN_RIICHI
    question = asked_about(game, error)
    assert (question.kind, question.answer) == (DrillKind.WAITS, (frozenset({NONE}),))
    assert not question.view().me.riichi
    facts = question.facts
    assert isinstance(facts, WaitsFacts)
    assert facts.away == away


def test_a_bad_closed_kan_is_asked_about_before_it_is_made() -> None:
    """``234m2223p234789s`` waits on 1p, 3p and 4p; after a kan of the 2p on 3p alone."""

    def choose(menu: Options) -> Action | None:
        view = menu.view
        if riichi := [each for each in menu.of(ActionKind.RIICHI) if each.tile == parse_tile("1z")]:
            return riichi[0]
        kans = [each for each in menu.errors if each.offence is Offence.BAD_CLOSED_KAN]
        return kans[0].action if kans and not view.me.melds else None

    game = played("234m2223p234789s", "1z5m5m5m2p", choose, replacements="6z")
    error = the_error(game, ErrorKind.FOUL)
    assert error.what == Offence.BAD_CLOSED_KAN
    question = asked_about(game, error)
    assert question.kind is DrillKind.KAN
    assert question.answer[0] == {Why.KAN_CHANGES_WAITS}
    assert isinstance(question.ask, KanAsk)
    assert question.ask.kind == parse_tile("2p")
    assert question.view().hand.counts[parse_tile("2p")] == 4


@pytest.mark.parametrize(
    ("hand", "said", "kind", "waits"),
    [
        ("123m456m789s1157p", NOTEN, ErrorKind.TENPAI, {"6p"}),
        ("147m258p369s1234z", TENPAI, ErrorKind.FOUL, {NONE}),
    ],
    ids=["noten said in tenpai", "tenpai said without it"],
)
def test_what_was_said_wrongly_at_the_draw_asks_for_the_waits(
    hand: str, said: Action, kind: ErrorKind, waits: set[str]
) -> None:
    def choose(menu: Options) -> Action | None:
        declared = [*menu.actions, *(mistake.action for mistake in menu.errors)]
        return said if menu.view.table.phase is Phase.DECLARE and said in declared else None

    game = played(hand, "1z" if kind is ErrorKind.TENPAI else "6z", choose)
    question = asked_about(game, the_error(game, kind))
    assert question.kind is DrillKind.WAITS
    assert question.answer[0] == waits
