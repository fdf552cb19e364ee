"""Kan after riichi?: where it is legal, and where nothing is asked. The slow solver finds the answers."""

from __future__ import annotations

import pytest

from ai.drills.kinds.kan import LEGAL, ask, shape_difficulty
from ai.drills.question import Draft
from engine.actions import Why
from engine.hand import Hand
from engine.rules import EMA, TENHOU, Ruleset
from engine.tiles import KIND_OF, TILE_OF, parse_tiles
from tests.support.ai.seat_views import Position
from tests.support.ai.slow_solver.decisions import ways_to_read
from tests.support.tui.practice_questions import words_of

GO_AROUND = "1: 9s; 2: 9s; 3: 9s;"


def asked(hand: str, draw: str, *, of: str = "", rules: Ruleset = EMA, before: str = "") -> Draft | None:
    """Riichi with that hand of 13 tiles, throwing what was drawn; then it draws, and may kan (that kind)."""
    moves = f"0: riichi 1z; {before or GO_AROUND} 0: draws {draw}"
    return ask_after(Position(hand, rules=rules).play(moves), of or draw)


def ask_after(position: Position, tile: str) -> Draft | None:
    """May that tile be made a kan of?"""
    return ask(position.moment, KIND_OF[TILE_OF[tile]])


@pytest.mark.parametrize(("kan", "together"), [("1z", 0), ("2z", 0), ("5m", 5), ("1s", 0)])
def test_only_tiles_of_a_suit_stand_together(kan: str, together: int) -> None:
    """Honours beside each other are no shape; in a suit all tiles count that a step or two leads to."""
    hand = Hand(parse_tiles("34555m789m111222z"))
    assert shape_difficulty(hand, KIND_OF[TILE_OF[kan]], ()) == together


@pytest.mark.claim("R-10")
class TestTheShape:
    def test_it_may_leave_everything_as_it_was(self) -> None:
        assert words_of(asked("6668999m456p111s", "1s")) == [LEGAL, "", ""]

    def test_with_one_wait_there_is_nothing_more_to_ask(self) -> None:
        draft = asked("234m456p111678s3z", "1s")
        assert words_of(draft) == [LEGAL]


class TestTheRest:
    def test_four_tiles_that_were_in_the_hand(self) -> None:
        """6s takes the place of the fourth 3s, and the wait is the same with the kan; it was not drawn."""
        hand = "3367m234p333345s"
        assert words_of(asked(hand, "6s", of="3s", rules=TENHOU)) == [Why.NOT_THE_DRAWN_TILE, "", ""]


class TestNotAsked:
    def test_of_three_tiles_or_before_riichi(self) -> None:
        assert asked("6668999m456p111s", "5z", of="1s") is None
        position = Position("6668999m456p111s").play(f"0: 1z; {GO_AROUND} 0: draws 1s")
        assert ask_after(position, "1s") is None

    def test_when_the_drawn_tile_wins(self) -> None:
        assert asked("11123m33444455p", "1m") is None

    def test_when_the_shape_speaks_against_it_after_four_kans(self) -> None:
        """With 1s the number of kans alone forbids it, with 6m the reading would besides."""
        kans = "".join(f"3: ankan {tile * 4}; dora 9p;" for tile in ("1p", "2p", "3p", "7z"))
        before = f"1: 9s; 2: 9s; {kans} 3: 9s;"
        assert words_of(asked("6668999m456p111s", "1s", before=before))[0] == Why.FOUR_KANS
        assert asked("6668999m456p111s", "6m", before=before) is None

    def test_of_four_tiles_that_were_in_the_hand_when_the_waits_would_change_too(self) -> None:
        """It was not drawn, and without the four the hand waits on nothing."""
        assert asked("22223p234m456s33z", "9m", of="2p", rules=TENHOU) is None


def test_the_slow_reader_finds_every_reading() -> None:
    """The check of these questions leans on it."""
    found = list(ways_to_read(["6m"] * 3 + ["7m", "8m"] + ["9m"] * 3 + ["4p", "5p", "6p"] + ["1s"] * 3))
    assert sorted(map(len, found)) == [4, 4]
    assert [] in ways_to_read([f"{rank}m" for rank in range(1, 8)] * 2)
