"""Errors of a game by table rules as own questions: riichi without tenpai, a bad kan, tenpai said wrongly."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from ai.bot import default_action
from ai.drills.kinds.kan import KanAsk
from ai.drills.kinds.waits import NONE, WaitsFacts
from ai.drills.question import DrillKind, Question
from ai.reading.table_errors import ErrorAtTable, ErrorKind, table_errors
from engine.actions import NOTEN, TENPAI, Action, ActionKind, Why
from engine.match import Match
from engine.offences import Offence
from engine.options import Options
from engine.rules import EMA
from engine.table import Phase
from engine.tiles import parse_tile
from tests.support.engine.deals import build_wall
from tools.measure.question_problems import problems
from tui.practice.own_mistakes import OwnGame, question_about_error, question_of

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


def asked(game: OwnGame, error: ErrorAtTable) -> Question:
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
    question = asked(game, error)
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
    question = asked(game, error)
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
    question = asked(game, the_error(game, kind))
    assert question.kind is DrillKind.WAITS
    assert question.answer[0] == waits
