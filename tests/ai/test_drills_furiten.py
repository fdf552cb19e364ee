"""Furiten?: what there is to look back at, and which positions are asked about."""

from __future__ import annotations

import pytest

from ai.drills.difficulty import shape_effort
from ai.drills.furiten_history import PER_WAIT, look_back, recent_discards
from ai.drills.kinds.furiten import DRILL, ask
from ai.drills.question import NONE
from ai.seat_position import SeatPosition
from engine.hand import Hand
from engine.rules import TENHOU
from engine.tiles import NAMES, parse_tiles
from tests.support.ai.seat_views import Position
from tools.positions.kinds.find_furiten import called_of_late

HAND = "123m456p789s22z34s"
"""Waits on 2s and 5s once 7z is thrown."""


def moment(hand: str, moves: str) -> SeatPosition:
    """Seat 0 holds 13 tiles, and all this happens."""
    return Position(hand, rules=TENHOU).play(moves).moment


def answer(moves: str) -> list[str]:
    """The answers to the three parts, as words."""
    draft = ask(moment(HAND, moves))
    assert draft is not None
    return [" ".join(sorted(part)) for part in draft.answer]


def traps(moves: str, hand: str = HAND) -> list[str]:
    """What misleads, in short: kind, tile, seat, turn."""
    found = look_back(TENHOU, 0, moment(hand, moves).events).traps
    return [f"{each.kind.value} {NAMES[each.tile]} {each.seat} {each.turn}" for each in found]


class TestTheFourAnswers:
    @pytest.mark.claim("F-02")
    def test_by_an_own_discard(self) -> None:
        assert answer("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z") == ["discard", "5s", "waits-change"]

    def test_by_several(self) -> None:
        moves = "0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 2s; 1: 9m; 2: 9p; 3: 1z; 0: 7z"
        assert answer(moves) == ["discard", "2s 5s", "waits-change"]

    @pytest.mark.claim("F-07")
    def test_by_a_tile_that_passed(self) -> None:
        assert answer("0: 7z; 1: 5s; 2: 1z") == ["temporary", "5s", "own-discard"]

    @pytest.mark.claim("F-06")
    def test_by_a_tile_that_passed_after_riichi(self) -> None:
        assert answer("0: riichi 7z; 1: 5s; 2: 1z; 3: 9m; 0: 1z; 1: 9m") == ["riichi", "5s", "hand-ends"]

    def test_by_an_own_discard_before_riichi(self) -> None:
        assert answer("0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: riichi 7z; 1: 9m") == ["discard", "5s", "hand-ends"]

    @pytest.mark.claim("F-14")
    def test_none_with_a_tile_three_away_in_the_pond(self) -> None:
        assert answer("0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z") == [NONE, "", ""]

    @pytest.mark.claim("F-09")
    def test_by_a_kan_that_passed(self) -> None:
        moves = "0: 7z; 1: 2s; 2: pon 2s2s; 2: 1z; 3: 1z; 0: 6z; 1: 9m; 2: kakan 2s; dora 1p; 2: 9m"
        assert answer(moves) == ["temporary", "2s", "own-discard"]


class TestNotAsked:
    def test_while_a_wait_is_on_offer(self) -> None:
        assert ask(moment(HAND, "0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 5s")) is None

    def test_on_the_own_turn(self) -> None:
        assert ask(moment(HAND, "0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: draws 7z")) is None

    def test_about_two_kinds_at_once(self) -> None:
        assert ask(moment(HAND, "0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: 7z; 1: 2s; 2: 9p")) is None

    def test_where_nothing_looks_like_furiten(self) -> None:
        assert ask(moment(HAND, "0: 7z; 1: 9m; 2: 9p")) is None

    def test_about_a_hand_that_is_not_tenpai(self) -> None:
        assert ask(moment("147m258p369s1234z", "0: 7z; 1: 9m; 2: 9p")) is None

    def test_about_a_wait_on_a_tile_of_which_the_player_holds_all_four(self) -> None:
        moves = "0: 8s; 1: 5z; 0: pon 5z5z; 0: 6z; 1: 9m; 2: 9p"
        position = moment("123m456p789s555z6z", moves)
        assert [NAMES[kind] for kind in position.view().waits] == ["5z"]
        assert ask(position) is None


class TestTraps:
    def test_suji(self) -> None:
        assert traps("0: 8s; 1: 9m; 2: 9m; 3: 1z; 0: 7z") == ["suji 8s 0 1"]

    def test_a_wait_that_the_hand_once_had(self) -> None:
        moves = "0: 5s; 1: 9m; 2: 9m; 3: 1z; 0: draws 3s; 0: 4s; 1: 9m"
        assert (traps(moves), answer(moves)[0]) == (["former-wait 5s 0 1"], NONE)

    def test_a_tile_that_passed_before_riichi(self) -> None:
        moves = "0: 7z; 1: 5s; 2: 1z; 3: 9m; 0: riichi 6z; 1: 9m"
        assert (traps(moves), answer(moves)[0]) == (["passed-earlier 5s 1 1"], NONE)

    def test_a_tile_that_was_called_away(self) -> None:
        moves = "0: 5s; 1: chi 6s7s; 1: 9m; 2: 9m; 3: 1z; 0: 7z"
        assert (traps(moves), answer(moves)[1]) == (["called-away 5s 0 1"], "5s")

    def test_a_red_five(self) -> None:
        moves = "0: 7z; 1: 0s; 2: 1z"
        assert (traps(moves), answer(moves)[1]) == (["red 0s 1 1"], "5s")

    def test_a_tile_that_passed_for_want_of_a_yaku(self) -> None:
        moves = "0: 7z; 1: 3z; 0: pon 3z3z; 0: 7z; 1: 5s; 2: 1z"
        assert traps(moves, "123m456p33z22p34s7z") == ["no-yaku 5s 1 2"]

    def test_a_call_that_ends_nothing(self) -> None:
        moves = "0: 7z; 1: 5s; 2: 1z; 3: pon 1z1z; 3: 9p"
        assert (traps(moves), answer(moves)[0]) == (["call-since 5s 1 1"], "temporary")

    def test_a_kan(self) -> None:
        moves = "0: 7z; 1: 2s; 2: pon 2s2s; 2: 1z; 3: 1z; 0: 6z; 1: 9m; 2: kakan 2s; dora 1p; 2: 9m"
        assert traps(moves) == ["passed-earlier 2s 1 1", "kan 2s 2 0"]


@pytest.mark.parametrize(
    ("moves", "called", "thrown"),
    [
        ("1: 9m; 2: pon 9m9m; 2: 1p; 3: 1z", True, "9m 1p 1z"),
        ("1: 9m; 2: pon 9m9m; 2: 1p; 3: 1z; 0: 1z", False, ""),
        ("1: 9m; 2: 9p; 3: 1z", False, "9m 9p 1z"),
    ],
)
def test_what_the_others_did_since_the_own_last_discard(moves: str, called: bool, thrown: str) -> None:
    view = Position("234m45622p23478s").play(f"0: 7z; {moves}").view
    assert called_of_late(view) is called
    assert " ".join(NAMES[tile] for _, tile in recent_discards(view)) == thrown


def test_after_riichi_every_call_counts() -> None:
    position = Position("234m45622p23478s").play("0: riichi 7z; 1: 9m; 2: pon 9m9m; 2: 1p; 3: 1z; 0: 1s'")
    assert called_of_late(position.view)


def test_a_hand_of_one_suit_is_never_easy() -> None:
    """Its shape alone, with one wait and one discard, is beyond the first level."""
    for tiles in ("1112345678999p", "1111222233334s", "1122334455667m"):
        assert shape_effort(Hand(parse_tiles(tiles))) + PER_WAIT + 1 > DRILL.bands[0][1]
    for tiles in ("111222333m444p5p", "123m456p789s1122z"):
        assert shape_effort(Hand(parse_tiles(tiles))) <= DRILL.bands[0][1] // 2
