"""Safe tile: the one that cannot lose, why, against whom, and what looks safe beside it."""

from __future__ import annotations

import pytest

from ai.drills.kinds.safe import SafeFacts, ask
from ai.drills.question import NONE, Draft
from ai.reading.threat import possible_winners
from engine.rules import TENHOU
from engine.tiles import NAMES
from tests.support.ai.seat_views import Position
from tests.support.tui.practice_questions import facts_of, words_of

HAND = "2468m2468p2468s1z"
RIICHI = "1: riichi 7z;"
OPEN = "0: 5z; 1: pon 5z5z; 1: 9m; 2: 3z; 1: pon 3z3z; 1: 9m;"
"""Seat 1 has two melds; white dragons are a yaku whatever it waits for."""


def asked(moves: str, hand: str = HAND) -> Draft | None:
    return ask(Position(hand, rules=TENHOU).play(f"{moves} 0: draws 9s").moment)


def words(moves: str) -> list[str]:
    """The answers to the parts."""
    return words_of(asked(moves))


def traps(moves: str) -> list[str]:
    """What looks safe, in short: how, the tile, against whom."""
    found = facts_of(asked(moves), SafeFacts)
    return [f"{trap.kind.value} {NAMES[trap.tile]} {trap.opponent}" for trap in found.traps]


class TestAgainstARiichi:
    @pytest.mark.claim("S-01")
    def test_an_own_discard(self) -> None:
        assert words(f"0: 9m; 1: 4p; 2: 1z; 3: 9p; 0: 9m; {RIICHI} 2: 1s; 3: 9p;") == ["4p", "own-discard"]

    def test_none_when_all_of_it_passed_before(self) -> None:
        moves = f"0: 9m; 1: 9p; 2: 6s; 3: 4p; 0: 9m; {RIICHI} 2: 1m; 3: 9p;"
        assert words(moves) == [NONE, ""]
        assert traps(moves) == ["earlier 4p 1", "earlier 6s 1"]


class TestAgainstAnOpenHand:
    @pytest.mark.claim("S-03")
    def test_a_tile_that_passed_this_turn(self) -> None:
        assert words(f"{OPEN} 2: 6s; 3: 9p;") == ["6s", "passed-this-turn"]

    def test_not_one_that_passed_before_its_last_discard(self) -> None:
        moves = f"{OPEN} 2: 6s; 3: 9p; 0: 9m; 1: 9p; 2: 9p; 3: 9p;"
        assert words(moves) == [NONE, ""]
        assert traps(moves) == ["earlier 6s 1"]

    def test_an_honour_of_which_all_are_visible(self) -> None:
        """A hand that has called is no thirteen orphans."""
        assert words(f"{OPEN} 2: 1z; 3: 1z; 0: 1z'; 1: 9p; 2: 9p; 3: 9p;") == ["1z", "all-seen no-wait"]

    def test_without_a_yaku_on_the_table_it_is_not_asked_about(self) -> None:
        west_and_north = OPEN.replace("5z", "4z")
        assert possible_winners(Position(HAND).play(f"{west_and_north} 2: 6s; 3: 9p; 0: draws 9s").view) == ()
        assert asked(f"{west_and_north} 2: 6s; 3: 9p;") is None


class TestAgainstTwo:
    MOVES = f"0: 9m; 1: 4p; 2: 4p; 3: 9p; 0: 9m; {RIICHI} 2: riichi 6s; 3: 9p;"

    def test_two_that_are_safe_are_too_many(self) -> None:
        assert asked(self.MOVES) is None


class TestNotAsked:
    def test_with_two_reasons_for_one_tile(self) -> None:
        assert asked(f"0: 9m; 1: 4p; 2: 1z; 3: 9p; 0: 9m; {RIICHI} 2: 4p; 3: 9p;") is None

    def test_with_nobody_to_fear_or_three(self) -> None:
        assert asked("0: 9m; 1: 4p; 2: 1z; 3: 9p;") is None
        assert asked(f"0: 9m; {RIICHI} 2: riichi 6s; 3: riichi 9p;") is None

    def test_in_riichi_and_with_a_winning_draw(self) -> None:
        tenpai = "123456789m1178s"
        assert asked(f"0: 5z; {RIICHI} 2: 1s; 3: 9p;", tenpai) is None
        declared = f"0: riichi 5z; {RIICHI} 2: 1s; 3: 9p;"
        assert asked(declared, "123456789m1145s") is None
