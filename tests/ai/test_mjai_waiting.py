"""How long a program outside is waited for, and when it is given up, where no time passes."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from ai.bot import FaultKind
from ai.bots.registry import make_bot
from ai.mjai.command import Limits
from ai.mjai.external import MOST_STARTS, ExternalBot
from ai.play import Players
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import options
from engine.rules import TENHOU
from tests.support.ai.bot_games import play
from tests.support.ai.external_programs import Answer, FakeProcess, stand_in
from tests.support.ai.seat_views import seat_view

LIMITS = Limits(first=40.0, other=10.0)
NONE = b'{"type":"none"}'


Script = list[bytes | None]
"""What a process answers, from the beginning; when it has come to the end, the last again."""


def reading(script: Script) -> Answer:
    said = count()
    return lambda line: script[min(next(said), len(script) - 1)]


def faults_of(script: Script, monkeypatch: pytest.MonkeyPatch) -> tuple[list[FaultKind], list[FakeProcess]]:
    """What goes wrong with a program of that script in a hand, and its processes."""
    processes = stand_in(monkeypatch, lambda: reading(script))
    bot = ExternalBot("mjai:bot")
    bot._limits = LIMITS
    players = Players({2: bot, **{seat: make_bot("tsumogiri") for seat in (0, 1, 3)}})
    play(players, Match(replace(TENHOU, length="hand"), 1))
    return [each.fault.kind for each in players.take_faults()], processes


def test_one_that_is_late_twice_in_a_row_is_ended_and_started_again_three_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults, processes = faults_of([None], monkeypatch)
    assert faults[: 2 * MOST_STARTS] == [FaultKind.LATE] * 2 * MOST_STARTS
    assert set(faults[2 * MOST_STARTS :]) == {FaultKind.GONE}
    assert [len(process.waited) for process in processes] == [2] * 4


def test_one_that_is_late_now_and_then_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    faults, processes = faults_of([None, NONE] * 100, monkeypatch)
    assert faults.count(FaultKind.LATE) > 2
    assert FaultKind.GONE not in faults
    assert len(processes) == 1


def test_what_is_taken_back_costs_none_of_its_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends and is started again, but through no fault of its own."""
    processes = stand_in(monkeypatch, lambda: reading([NONE]))
    match = Match(TENHOU, 1)
    (seat,) = match.acting
    players = Players({seat: ExternalBot("mjai:bot")})
    for _ in range(MOST_STARTS + 1):
        players.choose(match, seat)
        players.reset()
    assert len(processes) == MOST_STARTS + 1
    assert FaultKind.GONE not in [each.fault.kind for each in players.take_faults()]


def test_its_first_answer_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of each process: it reads its model then."""
    _, processes = faults_of([NONE, NONE, None], monkeypatch)
    assert len(processes) == MOST_STARTS
    for first, *others in (process.waited for process in processes):
        assert LIMITS.other < first <= LIMITS.first
        assert others
        assert max(others) <= LIMITS.other


def test_the_usual_limits_are_those_of_the_page() -> None:
    assert Limits() == Limits(first=20.0, other=5.0)


def test_a_riichi_without_its_discard_throws_the_drawn_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several keep tenpai."""
    stand_in(monkeypatch, lambda: reading([b'{"type":"reach","actor":0}', b"?"]))
    view = seat_view("123456789m55p34s", draws="5s")
    menu = options(view)
    assert len({action.tile for action in menu.of(ActionKind.RIICHI)}) > 1
    drawn = view.drawn
    assert ExternalBot("mjai:bot").choose(view, menu) == Action(ActionKind.RIICHI, drawn, tsumogiri=True)
