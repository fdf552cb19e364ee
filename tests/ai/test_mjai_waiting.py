"""How long a program outside is waited for, and when it is given up, where no time passes."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace

from ai.bot import FaultKind
from ai.bots.registry import make_bot
from ai.mjai import external
from ai.mjai.command import Limits
from ai.mjai.external import MOST_STARTS, AnswerTimeout, ExternalBot
from ai.play import Players
from engine.actions import Action, ActionKind
from engine.match import Match
from engine.options import options
from engine.rules import TENHOU
from tests.support.ai.seat_views import seat_view

LIMITS = Limits(first=40.0, other=10.0)
NONE = b'{"type":"none"}'


class Process:
    """In place of one: answers what stands in ``script``, nothing in time where that is None."""

    script: ClassVar[list[bytes | None]]
    """What each process answers, from the beginning; when it has come to the end, the last again."""
    waited: ClassVar[list[list[float]]]
    """The seconds for which each process was waited for."""

    def __init__(self, arguments: list[str]) -> None:
        self._said = 0
        self._owed = 0
        self.waited.append([])

    def send(self, line: bytes) -> None:
        pass

    def receive(self, seconds: float) -> bytes:
        self.waited[-1].append(seconds)
        answer = self.script[min(self._said, len(self.script) - 1)]
        self._said += 1
        if answer is None:
            self._owed += 1
            raise AnswerTimeout
        return answer

    def discard_lines(self) -> int:
        """What it owed has come in by now."""
        owed, self._owed = self._owed, 0
        return owed

    def close(self, grace: float = 0.0) -> None:
        pass


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "LineProcess", Process)
    monkeypatch.setattr(Process, "waited", [], raising=False)


def faults_of(script: list[bytes | None], monkeypatch: pytest.MonkeyPatch) -> list[FaultKind]:
    """What goes wrong with a program of that script in a hand."""
    monkeypatch.setattr(Process, "script", script, raising=False)
    bot = ExternalBot("mjai:bot")
    bot._limits = LIMITS
    players = Players({2: bot, **{seat: make_bot("tsumogiri") for seat in (0, 1, 3)}})
    match = Match(replace(TENHOU, length="hand"), 1)
    while match.acting:
        match.step({seat: players.choose(match, seat) for seat in match.acting})
    return [each.fault.kind for each in players.take_faults()]


def test_one_that_is_late_twice_in_a_row_is_ended_and_started_again_three_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults = faults_of([None], monkeypatch)
    assert faults[: 2 * MOST_STARTS] == [FaultKind.LATE] * 2 * MOST_STARTS
    assert set(faults[2 * MOST_STARTS :]) == {FaultKind.GONE}
    assert [len(seconds) for seconds in Process.waited] == [2] * 4


def test_one_that_is_late_now_and_then_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = faults_of([None, NONE] * 100, monkeypatch)
    assert faults.count(FaultKind.LATE) > 2
    assert FaultKind.GONE not in faults
    assert len(Process.waited) == 1


def test_what_is_taken_back_costs_none_of_its_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends and is started again, but through no fault of its own."""
    monkeypatch.setattr(Process, "script", [NONE], raising=False)
    match = Match(TENHOU, 1)
    (seat,) = match.acting
    players = Players({seat: ExternalBot("mjai:bot")})
    for _ in range(MOST_STARTS + 1):
        players.choose(match, seat)
        players.reset()
    assert len(Process.waited) == MOST_STARTS + 1
    assert FaultKind.GONE not in [each.fault.kind for each in players.take_faults()]


def test_its_first_answer_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of each process: it reads its model then."""
    faults_of([NONE, NONE, None], monkeypatch)
    assert len(Process.waited) == MOST_STARTS
    for first, *others in Process.waited:
        assert LIMITS.other < first <= LIMITS.first
        assert others
        assert max(others) <= LIMITS.other


def test_the_usual_limits_are_those_of_the_page() -> None:
    assert Limits() == Limits(first=20.0, other=5.0)


def test_a_riichi_without_its_discard_throws_the_drawn_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several keep tenpai."""
    monkeypatch.setattr(Process, "script", [b'{"type":"reach","actor":0}', b"?"], raising=False)
    view = seat_view("123456789m55p34s", draws="5s")
    menu = options(view)
    assert len({action.tile for action in menu.of(ActionKind.RIICHI)}) > 1
    drawn = view.drawn
    assert ExternalBot("mjai:bot").choose(view, menu) == Action(ActionKind.RIICHI, drawn, tsumogiri=True)
