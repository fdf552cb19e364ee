"""Take it or leave it: what letting a tile pass brings, and what that means for the next one."""

from __future__ import annotations

import pytest

from ai.drills.kinds.passing import (
    NO,
    YES,
    PassingAsked,
    PassResult,
    TileTiming,
    ask,
    first_then,
)
from ai.drills.question import Draft
from ai.seat_position import SeatPosition
from engine.actions import Why
from engine.furiten import CauseEnd
from engine.rules import TENHOU, Ruleset
from engine.tiles import NAMES, parse_tile
from engine.wall import Dice
from tests.support.tui.positions import Position
from tests.support.tui.practice_questions import words_of
from tools.positions.kinds.find_passing import drawn_then

HAND = "234m456p678s22p34s"
"""Waits on 2s and 5s, all simples with either."""
ONE_YAKU = "222m456p678s33p23s"
"""Waits on 1s, which is worth nothing without riichi, and 4s."""
START = "0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z;"
RIICHI = "0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: riichi 7z;"


def asked(moves: str, when: TileTiming, hand: str = HAND, rules: Ruleset = TENHOU) -> Draft | None:
    position = Position(hand, rules=rules).play(moves)
    moment = position.moment
    return drawn(moment, when, wins=True) or drawn(moment, when, wins=False)


def drawn(moment: SeatPosition, when: TileTiming, *, wins: bool) -> Draft | None:
    then = drawn_then(moment, when, Dice(1), wins=wins)
    return None if then is None else ask(moment, then)


def words(moves: str, when: TileTiming, hand: str = HAND) -> list[str]:
    """The answers to the two parts."""
    return words_of(asked(moves, when, hand))


def next_tile(moves: str, when: TileTiming, hand: str = HAND) -> tuple[str, int]:
    draft = asked(moves, when, hand)
    return NAMES[draft.ask.then.tile], draft.ask.then.seat


@pytest.mark.claim("F-07")
class TestBeforeRiichi:
    def test_temporary_until_the_own_discard(self) -> None:
        assert words(f"{START} 1: 5s", TileTiming.NEXT) == [PassResult.TEMPORARY, NO]
        assert words(f"{START} 1: 5s", TileTiming.AFTER_DISCARD) == [PassResult.TEMPORARY, YES]

    @pytest.mark.claim("F-01")
    def test_a_draw_wins_all_the_same(self) -> None:
        assert words(f"{START} 1: 5s", TileTiming.DRAWN) == [PassResult.TEMPORARY, YES]

    @pytest.mark.claim("F-05")
    def test_a_tile_without_a_yaku_counts(self) -> None:
        """And the next tile is the one that has a yaku: with the other nothing would depend on furiten."""
        moves = f"{START} 1: 1s"
        assert words(moves, TileTiming.NEXT, ONE_YAKU) == [PassResult.TEMPORARY, NO]
        assert next_tile(moves, TileTiming.NEXT, ONE_YAKU) == ("4s", 2)

    @pytest.mark.claim("F-09")
    def test_a_kan_that_could_be_robbed(self) -> None:
        moves = "0: 7z; 1: 2s; 2: pon 2s2s; 2: 1z; 3: 1z; 0: 6z; 1: 9m; 2: kakan 2s"
        assert words(moves, TileTiming.NEXT) == [PassResult.TEMPORARY, NO]
        assert next_tile(moves, TileTiming.NEXT) == ("5s", 2)

    def test_a_tile_that_is_no_wait_brings_nothing(self) -> None:
        assert words(f"{START} 1: 8s", TileTiming.NEXT) == [PassResult.NOTHING, YES]

    @pytest.mark.claim("F-11")
    def test_a_winning_draw_that_is_thrown(self) -> None:
        moves = f"{START} 1: 9m; 2: 9m; 3: 1z; 0: draws 5s"
        assert words(moves, TileTiming.AFTER_DISCARD) == [PassResult.DISCARD, NO]
        assert words(moves, TileTiming.DRAWN) == [PassResult.DISCARD, YES]
        draft = asked(moves, TileTiming.AFTER_DISCARD)
        assert [cause.ends for cause in draft.facts.then] == [CauseEnd.WAITS_CHANGE]


@pytest.mark.claim("R-14")
class TestInRiichi:
    def test_furiten_to_the_end(self) -> None:
        assert words(f"{RIICHI} 1: 5s", TileTiming.NEXT) == [PassResult.RIICHI, NO]
        assert words(f"{RIICHI} 1: 5s", TileTiming.AFTER_DISCARD) == [PassResult.RIICHI, NO]
        assert words(f"{RIICHI} 1: 5s", TileTiming.DRAWN) == [PassResult.RIICHI, YES]

    def test_an_own_draw_is_not_asked_about(self) -> None:
        """Thrown, it brings riichi furiten and discard furiten at once: two answers would be right."""
        moves = f"{RIICHI} 1: 9m; 2: 9m; 3: 1z; 0: draws 5s"
        assert asked(moves, TileTiming.AFTER_DISCARD) is None


class TestAlready:
    def test_by_an_own_discard(self) -> None:
        moves = "0: 2s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 5s"
        assert words(moves, TileTiming.NEXT) == [PassResult.ALREADY, NO]
        assert words(moves, TileTiming.AFTER_DISCARD) == [PassResult.ALREADY, NO]

    def test_by_a_tile_that_has_just_passed(self) -> None:
        moves = f"{START} 1: 2s; 2: 5s"
        assert words(moves, TileTiming.NEXT) == [PassResult.ALREADY, NO]
        assert words(moves, TileTiming.AFTER_DISCARD) == [PassResult.ALREADY, YES]


class TestADrawnTile:
    """Furiten does not matter to it, but a yaku does, and that it completes the hand."""

    OPEN = "0: 9m; 1: 2m; 0: pon 2m2m; 0: 7z; 1: 4s"

    def drawn(self, hand: str, moves: str, *, wins: bool) -> tuple[str, str]:
        position = Position(hand).play(moves).moment
        draft = drawn(position, TileTiming.DRAWN, wins=wins)
        assert draft.answer[1] == {YES if wins else NO}
        refusal = draft.facts.refusal
        return NAMES[draft.ask.then.tile], "" if refusal is None else refusal.why.value

    def test_an_open_hand_has_no_menzen_tsumo(self) -> None:
        assert self.drawn("22m456p678s33p23s7z", self.OPEN, wins=False) == ("1s", Why.NO_YAKU)

    def test_a_closed_hand_draws_a_tile_that_is_no_wait(self) -> None:
        assert self.drawn(HAND, f"{RIICHI} 1: 5s", wins=False)[1] == Why.NOT_COMPLETE

    def test_it_is_another_tile_than_the_one_that_passed(self) -> None:
        assert self.drawn(HAND, f"{RIICHI} 1: 5s", wins=True) == ("2s", "")


class TestNotAsked:
    def test_when_the_seat_itself_is_next(self) -> None:
        assert asked(f"{START} 1: 9m; 2: 9m; 3: 5s", TileTiming.NEXT) is None
        assert asked(f"{START} 1: 9m; 2: 9m; 3: 5s", TileTiming.AFTER_DISCARD) is not None

    def test_a_tile_far_from_the_waits(self) -> None:
        assert asked(f"{START} 1: 9m", TileTiming.NEXT) is None

    def test_once_the_tile_has_passed(self) -> None:
        assert asked(f"{START} 1: riichi 5s", TileTiming.NEXT) is None

    def test_when_no_tile_that_wins_is_left(self) -> None:
        """All 4s are gone, and 1s is worth nothing."""
        gone = "0: 4s'; 1: 4s; 2: 4s; 3: 4s; 0: 7z; 1: 1s"
        assert asked(gone, TileTiming.AFTER_DISCARD, ONE_YAKU) is None


class TestTheNextTile:
    def asked(self, moves: str, tile: str, when: TileTiming) -> Draft | None:
        position = Position(HAND).play(moves).moment
        return ask(position, PassingAsked(when, tile))

    def test_it_is_exactly_the_one_that_is_named(self) -> None:
        for tile in ("5s", "0s"):
            draft = self.asked(f"{START} 1: 2s", tile, TileTiming.NEXT)
            assert draft.ask.then.tile == parse_tile(tile)

    def test_one_that_is_not_there_cannot_come(self) -> None:
        assert self.asked("0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 0s; 1: 2s", "0s", TileTiming.NEXT) is None

    def test_one_that_does_not_win_asks_nothing(self) -> None:
        assert self.asked(f"{START} 1: 2s", "9m", TileTiming.NEXT) is None
        assert self.asked(f"{START} 1: 2s", "2s", TileTiming.DRAWN) is None, "it has just passed"

    def test_the_first_one_that_can_be_asked_about(self) -> None:
        def first(moves: str) -> PassingAsked | None:
            return first_then(Position(HAND).play(moves).moment)

        assert first(f"{START} 1: 5s") == PassingAsked(TileTiming.NEXT, "2s")
        assert first(f"{START} 1: 9m; 2: 9m; 3: 5s") == PassingAsked(TileTiming.AFTER_DISCARD, "2s")
        assert first(f"{START} 1: 9m") is None
