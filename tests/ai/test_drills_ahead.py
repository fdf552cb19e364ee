"""Think ahead, one from tenpai: where nothing is asked. The slow solver finds the answers."""

from __future__ import annotations

from ai.drills.kinds.ahead import ask
from ai.drills.question import Draft
from engine.rules import TENHOU
from tests.support.ai.seat_views import Position

HAND = "23456899m06p888s"
"""23456m waits on 1m, 4m and 7m, once the rest is complete; 5p6p on 4p and 7p."""
LATE = "; ".join(["0: 7z; 1: 9m; 2: 9p; 3: 1z", "0: 5z; 1: 2z; 2: 1s; 3: 4z", "0: 6z; 1: 3z; 2: 1p; 3: 2z"])
"""Turns on which nothing happens."""


def asked(moves: str, hand: str = HAND) -> Draft | None:
    return ask(Position(hand, rules=TENHOU).play(moves).moment)


class TestNotAsked:
    def test_without_a_tile_of_use_in_the_pond(self) -> None:
        assert asked(f"0: 9s; 1: 9m; 2: 9p; 3: 1z; {LATE}; 0: draws 7s") is None

    def test_between_turns_and_in_riichi(self) -> None:
        assert asked("0: 1m; 1: 9m; 2: 9p") is None

    def test_when_tenpai_or_farther_away(self) -> None:
        assert asked(f"0: 1m; 1: 9m; 2: 9p; 3: 1z; {LATE}; 0: draws 4p") is None
        assert asked(f"0: 1m; 1: 9m; 2: 9p; 3: 1z; {LATE}; 0: draws 7s", "2345689m06p1888s") is None

    def test_of_a_hand_that_has_called(self) -> None:
        called = "0: 1m; 1: 9m; 2: 9p; 3: 7m; 0: chi 8m6m; 0: 9m; 1: 9p; 2: 9p; 3: 1z; 0: draws 7s"
        assert asked(called) is None
