"""Outlooks of hands, with riichi and without."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.reading.outlook import Outlook, outlook_after, outlook_now, riichi_outlooks
from engine.actions import ActionKind, Refusal, Why
from engine.furiten import CauseEnd
from engine.legal import refuse_ron
from engine.options import why_not
from engine.own_rules import ruleset
from engine.rules import TENHOU, WRC, Ruleset
from engine.tiles import TILE_OF, format_tiles
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

    def test_acceptance_leaves_out_what_cannot_come(self) -> None:
        view = position(NEAR, "0: 1z; 1: 5s; 2: pon 5s5s; 2: 1z; 3: 5s; 0: draws 1m").view
        after = outlook_after(view, TILE_OF["5z"])
        assert after.shanten == 1
        assert counted(after.accepts) == "2s 4, 6s 4, 9s 4"
        assert after.acceptance == 12
        assert after.waits == ()

    def test_a_wait_of_which_none_is_left_stays_a_wait(self) -> None:
        """It still makes the other one furiten."""
        view = position(PINFU, "0: 6s; 1: 6s; 2: pon 6s6s; 2: 1z").view
        outlook = outlook_now(view)
        assert counted(outlook.waits) == "6s 0, 9s 4"
        assert counted(outlook.accepts) == "9s 4"
        assert caused(outlook.furiten) == "discard 6s 1, temporary 6s 1"

    def test_a_tile_on_offer_is_not_gone_yet(self) -> None:
        view = position(PINFU, "0: 5z; 1: 9s").view
        assert counted(outlook_now(view).waits) == "6s 4, 9s 3"
        offered = outlook_now(view, TILE_OF["9s"])
        assert counted(offered.waits) == "6s 4, 9s 4"
        assert [wait.on_offer for wait in offered.waits] == [False, True]

    def test_on_the_own_turn_the_hand_now_is_the_one_before_the_draw(self) -> None:
        view = position(PINFU, "0: 5z; 1: 1z; 2: 1z; 3: 1z; 0: draws 8s").view
        now = outlook_now(view)
        assert counted(now.waits) == "6s 4, 9s 4"
        assert all(wait.ron and wait.tsumo for wait in now.waits)

    def test_after_a_call_there_is_no_hand_between_turns(self) -> None:
        view = position(PINFU, "0: 5z; 3: 2p; 0: pon 2p2p").view
        with pytest.raises(ValueError, match="called"):
            outlook_now(view)


class TestValue:
    def test_riichi_with_the_first_discard_is_double(self) -> None:
        """The two han of it are enough for the two-han minimum, as the engine says too."""
        rules = replace(TENHOU, two_han_minimum_from=1)
        start = Position("345m345s789p24p99m", honba=1, rules=rules)
        first = outlook_after(start.play("0: draws 7z").view, TILE_OF["7z"], riichi=True)
        assert [wait.ron for wait in first.waits] == [True]
        later = start.play("0: riichi 7z; 1: 9p; 2: 9p; 3: 9p; 0: 2z; 1: 3p")
        assert refuse_ron(later.view) is None

    @pytest.mark.parametrize(
        ("seat", "before"), [(0, "0: 1z; 1: 9m; 2: 9m; 3: 1z"), (1, "0: 9m; 3: pon 9m9m; 3: 1z; 0: 1z")]
    )
    def test_after_a_discard_or_a_call_it_is_not(self, seat: int, before: str) -> None:
        rules = replace(TENHOU, two_han_minimum_from=1)
        start = Position("345m345s789p24p99m", seat=seat, honba=1, rules=rules)
        view = start.play(f"{before}; {seat}: draws 7z").view
        assert [wait.ron for wait in outlook_after(view, TILE_OF["7z"], riichi=True).waits] == [False]

    def test_what_a_ron_lacks(self) -> None:
        view = position("23499m456p3378s5z", "0: 1z; 1: 9m; 0: pon 9m9m; 0: 5z; 1: 1z").view
        for wait in outlook_now(view).waits:
            assert (wait.ron, wait.tsumo) == (False, False)
            assert wait.no_ron.why is Why.NO_YAKU

    def test_riichi_is_a_yaku(self) -> None:
        view = position("234m456p23478s11z", "0: draws 5z").view
        silent = outlook_after(view, TILE_OF["5z"])
        assert [(wait.ron, wait.tsumo) for wait in silent.waits] == [(False, True)] * 2
        loud = outlook_after(view, TILE_OF["5z"], riichi=True)
        assert [(wait.ron, wait.tsumo) for wait in loud.waits] == [(True, True)] * 2

    def test_the_two_han_minimum(self) -> None:
        rules = replace(WRC, two_han_minimum_from=0)
        (wait, *_) = outlook_now(position("234m456p23478s99m", "0: 5z; 1: 1z", rules).view).waits
        assert (wait.no_ron.why, wait.no_ron.number) == (Why.TWO_HAN_MINIMUM, 0)


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


def test_a_more_valuable_wait_beats_one_with_a_tile_more() -> None:
    choices = choices_of("234m45622p23478s", "0: draws 1s")
    assert format_tiles([choices[0].tile]) == "1s"
    assert choices[0].worth > choices[1].worth
    assert choices[0].acceptance == choices[1].acceptance


KANCHAN = "234m567p99p456s79s"
"""Waits on 8s, without a yaku."""


@pytest.mark.parametrize("live", [9, 4, 1, 0])
def test_on_the_last_discard_houtei_is_the_yaku_as_the_engine_says(live: int) -> None:
    view = position(KANCHAN, "0: 1z; 1: 9m; 2: 8s").view
    view.table.live = live
    (wait,) = outlook_now(view, TILE_OF["8s"]).waits
    assert wait.ron is (why_not(view, ActionKind.RON) is None) is (live == 0)


@pytest.mark.parametrize(("live", "valid"), [(4, False), (2, False), (1, True)])
def test_after_a_discard_that_only_the_last_one_follows_houtei_is_certain(live: int, valid: bool) -> None:
    view = position(KANCHAN, "0: draws 1z").view
    view.table.live = live
    (wait,) = outlook_after(view, TILE_OF["1z"]).waits
    assert wait.ron is valid
    assert (wait.ron_worth is not None) is valid


@pytest.mark.parametrize(("live", "valid"), [(8, False), (5, False), (4, True), (3, False)])
def test_the_only_own_draw_has_haitei_if_it_is_the_last_tile(live: int, valid: bool) -> None:
    play = position("23m456p789s11p468m", "0: 1z; 1: 2z; 2: 2z; 3: 5m; 0: chi 4m6m")
    play.view.table.live = live
    after = outlook_after(play.view, TILE_OF["8m"])
    assert [wait.tsumo for wait in after.waits] == [valid] * 2
    assert all((wait.tsumo_worth is not None) is valid for wait in after.waits)
    assert (after.tsumo_tiles > 0) is valid
    play.play("0: 8m; 1: 2z")
    play.view.table.live = live - 1
    assert {wait.tsumo for wait in outlook_now(play.view).waits} == {valid}
    play.play("2: 9s; 3: 9s; 0: draws 4m")
    play.view.table.live = live - 4
    assert live < 4 or (why_not(play.view, ActionKind.TSUMO) is None) is (live == 4)


def test_the_tile_of_a_kan_has_chankan_as_the_engine_says() -> None:
    view = position(KANCHAN, "0: 1z; 1: 8s; 2: pon 8s8s; 2: 9m; 3: 9m; 0: 1z; 1: 9m; 2: kakan 8s").view
    (wait,) = outlook_now(view, TILE_OF["8s"]).waits
    assert wait.ron is (why_not(view, ActionKind.RON) is None) is True
    (wait,) = outlook_now(view, TILE_OF["9s"]).waits
    assert not wait.ron
