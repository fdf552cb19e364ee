"""Outlooks of hands, with riichi and without."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.reading.outlook import Outlook, outlook_after, outlook_now, riichi_outlooks
from engine.actions import Refusal, Why
from engine.furiten import CauseEnd
from engine.own_rules import ruleset
from engine.rules import TENHOU, WRC, Ruleset
from engine.tiles import TILE_OF
from tests.support.ai.seat_views import Position, caused, counted, effect, latent

PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
NEAR = "234m456p22p3478s5z"
"""One away: 2s and 5s, 6s and 9s."""
REDS = replace(WRC, red_fives=(1, 1, 1))


def position(hand: str, moves: str = "", rules: Ruleset = WRC) -> Position:
    """The person deals, an indicator that is in nobody's way."""
    return Position(hand, rules=rules, indicator="1z").play(moves)


class TestTilesLeft:
    def test_waits_are_counted_without_all_that_can_be_seen(self) -> None:
        view = position(PINFU, "0: 5z; 1: 6s; 2: 9s; 3: pon 9s9s; 3: 1z; 0: 6s; 1: 1z").view
        outlook = outlook_now(view)
        assert counted(outlook.waits) == "6s 2, 9s 1"
        assert outlook.acceptance == 3

    def test_after_a_call_there_is_no_hand_between_turns(self) -> None:
        view = position(PINFU, "0: 5z; 3: 2p; 0: pon 2p2p").view
        with pytest.raises(ValueError, match="called"):
            outlook_now(view)


class TestValue:
    def test_what_a_ron_lacks(self) -> None:
        view = position("23499m456p3378s5z", "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 1z").view
        for wait in outlook_now(view).waits:
            assert (wait.ron, wait.tsumo) == (False, False)
            assert wait.no_ron.why is Why.NO_YAKU


class TestOwnTiles:
    """The player has all four 1s in melds, and 2s3s beside them or a lone 1s."""

    @pytest.mark.parametrize(("rules", "waits"), [(WRC, "4s 4"), (TENHOU, "1s 0, 4s 4")])
    def test_it_is_a_wait_where_the_rules_say_so(self, rules: Ruleset, waits: str) -> None:
        moves = (
            "0: 5z; 1: 9s; 2: 9s; 3: 1s; 0: pon 1s1s; 0: 9m; 1: 9s; 2: 1z; 3: 3s; 0: chi 1s2s; 0: 9p; 1: 1z"
        )
        outlook = outlook_now(position("111223s234m55m9m9p", moves, rules).view)
        assert (outlook.shanten, counted(outlook.waits)) == (0, waits)
        assert outlook.acceptance == 4

    @pytest.mark.parametrize(("rules", "shanten", "waits"), [(WRC, 1, ""), (TENHOU, 0, "1s 0")])
    def test_a_hand_that_waits_on_nothing_else(self, rules: Ruleset, shanten: int, waits: str) -> None:
        moves = """
            0: 5z; 1: 9s; 2: 9s; 3: 1s; 0: pon 1s1s; 0: 5m; 1: 9p; 2: 9s; 3: 2m; 0: pon 2m2m; 0: 5p
            1: 9p; 2: 1z; 3: 3p; 0: pon 3p3p; 0: 6p; 1: 1z; 2: 5z; 3: 4z; 0: pon 4z4z; 0: 7p; 1: 6z
        """
        outlook = outlook_now(position("111s22m33p44z5m567p", moves, rules).view)
        assert (outlook.shanten, counted(outlook.waits)) == (shanten, waits)
        if shanten:
            assert counted(outlook.accepts).startswith("1m 4, 3m 4"), "any draw but a fourth of a meld"


class TestLatent:
    def test_an_accepted_tile_in_the_own_pond(self) -> None:
        view = position(NEAR, "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 1m").view
        after = outlook_after(view, TILE_OF["5z"])
        assert counted(after.accepts) == "2s 4, 5s 4, 6s 3, 9s 4"
        assert latent(after) == ["6s 3: 6s 1; 2s 4, 5s 4"], "the draws that leave 6s and 9s as the wait"
        assert after.furiten == ()

    def test_between_turns(self) -> None:
        view = position(NEAR, "0: 9s; 1: 1z").view
        assert latent(outlook_now(view)) == ["9s 3: 9s 1; 2s 4, 5s 4"]

    def test_the_discard_itself(self) -> None:
        """Whoever breaks up 234m with 2m would wait on it."""
        view = position(PINFU, "0: draws 1z").view
        away = effect(view, "2m")
        assert away.shanten == 1
        assert latent(away) == ["2m 3: 2m 1; 6s 4, 9s 4"]

    def test_the_first_time_it_was_thrown_and_as_which_tile(self) -> None:
        view = position("234m456p22p3478s5z", "0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: 0s; 1: 1z", REDS).view
        assert latent(outlook_now(view)) == ["5s 3: 0s 2; 6s 4, 9s 4"]

    def test_of_two_throws_the_first(self) -> None:
        view = position(NEAR, "0: 1z; 1: 1z; 2: 1z; 3: 1z; 0: 6s; 1: 2z; 2: 2z; 3: 2z; 0: 6s; 1: 3z").view
        assert latent(outlook_now(view)) == ["6s 2: 6s 2; 2s 4, 5s 4"]

    def test_a_tile_of_which_none_is_left_is_a_risk_all_the_same(self) -> None:
        view = position(NEAR, "0: 6s; 1: 6s; 2: pon 6s6s; 2: 1z").view
        outlook = outlook_now(view)
        assert counted(outlook.accepts) == "2s 4, 5s 4, 9s 4"
        assert latent(outlook) == ["6s 0: 6s 1; 2s 4, 5s 4"]

    def test_farther_away_no_draw_decides_yet(self) -> None:
        view = position("234m46p22p347s159m", "0: 5p; 1: 1z").view
        outlook = outlook_now(view)
        assert outlook.shanten == 2
        assert latent(outlook) == ["5p 3: 5p 1"]

    def test_a_tenpai_hand_has_furiten_instead(self) -> None:
        view = position(PINFU, "0: 6s; 1: 1z").view
        outlook = outlook_now(view)
        assert latent(outlook) == []
        assert caused(outlook.furiten) == "discard 6s 1"

    def test_a_way_round_it_is_no_forced_furiten(self) -> None:
        """With the pair 8s8s beside 7s the draw of 2s may also leave a wait on 2p and 8s."""
        view = position("234m456p22p34788s", "0: 6s; 1: 1z").view
        assert latent(outlook_now(view)) == ["6s 3: 6s 1"]


class TestAfterADiscard:
    def test_a_riichi_declared_with_it_makes_furiten_last(self) -> None:
        view = position(PINFU, "0: 6s; 1: 1z; 2: 1z; 3: 1z; 0: draws 1m").view
        silent, loud = (outlook_after(view, TILE_OF["1m"], riichi=riichi) for riichi in (False, True))
        assert caused(silent.furiten) == caused(loud.furiten) == "discard 6s 1"
        assert [cause.ends for cause in silent.furiten] == [CauseEnd.WAITS_CHANGE]
        assert [cause.ends for cause in loud.furiten] == [CauseEnd.HAND_ENDS]

    def test_in_riichi_the_furiten_stays_whatever_is_thrown(self) -> None:
        view = position(PINFU, "0: riichi 5z; 1: 9s; 2: 1z; 3: 1z; 0: draws 1m").view
        assert caused(outlook_after(view, TILE_OF["1m"]).furiten) == "riichi 9s 1"
        winning = position(PINFU, "0: riichi 5z; 1: 9s; 2: 1z; 3: 1z; 0: draws 6s").view
        assert caused(outlook_after(winning, TILE_OF["6s"]).furiten) == "riichi 9s 1", "for what it was"

    def test_a_hand_spoilt_by_a_kan_in_riichi_wins_on_nothing(self) -> None:
        view = position(PINFU, "0: riichi 5z; 1: 1z").view
        view.own.spoilt = Refusal(Why.KAN_CHANGES_WAITS)
        assert [(wait.ron, wait.tsumo) for wait in outlook_now(view).waits] == [(False, False)] * 2

    def test_a_dead_hand_waits_on_nothing(self) -> None:
        view = position(PINFU, "0: 5z; 1: 1z").view
        view.me.dead = True
        outlook = outlook_now(view)
        assert (outlook.shanten, outlook.waits) == (0, ())


def choices_of(hand: str, moves: str) -> list[Outlook]:
    return riichi_outlooks(Position(hand, rules=ruleset("wrc")).play(moves).view)


def test_without_furiten_as_many_tiles_are_better() -> None:
    first, second = choices_of("356m123456789p9s", "0: 7m; 1: 7m; 2: 7m; 3: 7m; 0: draws 9s")[:2]
    assert (bool(first.furiten), bool(second.furiten)) == (False, True)
    assert first.acceptance == second.acceptance
