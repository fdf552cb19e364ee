"""Winning: what a win needs, last tiles, first turns, several winners, and wins from real records."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.actions import ActionKind, Why
from engine.rules import PRESETS, TENHOU, WRC, Ruleset
from tests.support.engine.deals import E, N, Play, S, W, deal
from tests.support.engine.written_wins import han, reason, won

RON, TSUMO = ActionKind.RON, ActionKind.TSUMO
EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)

PINFU = "23p234m567m345s99s"
"""Waits for 1p 4p."""
OUT_OF_PLAY = {"replacements": "4p4p", "ura": "11114p"}
"""All tiles that it waits for but one 4p, so that none is drawn and passed on the way."""
NO_YAKU = "23m456p789p45s99m1z"
"""After chi of 123m and the discard of 1z: waits for 3s 6s without any yaku."""


def open_without_yaku(draws: str) -> Play:
    """East waits for 3s 6s with an open hand that has no yaku; South draws the first of these tiles."""
    play = deal(east=NO_YAKU, north="1m258m258p258s123z", draws="9s8s8p9p" + draws)
    return play.discard("9s").tsumogiri(2).discard("1m").chi(E, "23m").discard("1z")


class TestWhatAWinNeeds:
    @pytest.mark.claim("W-01")
    def test_ron_needs_a_complete_hand_a_yaku_and_no_furiten(self) -> None:
        play = open_without_yaku("6s3s5s").discard("6s")
        assert play.why(E, RON) is Why.NO_YAKU
        assert play.why(S, RON) is Why.NO_CLAIM  # his own discard
        assert play.discard("3s").why(E, RON) is Why.FURITEN
        assert play.discard("5s").why(E, RON) is Why.NOT_COMPLETE

    @pytest.mark.claim("W-02")
    def test_tsumo_needs_a_complete_hand_and_a_yaku(self) -> None:
        play = open_without_yaku("8s7s1p6s9s9p9s8p").tsumogiri(3)
        assert play.why(E, TSUMO) is Why.NO_YAKU  # drew 6s
        assert play.why(S, TSUMO) is Why.NOT_YOUR_TURN
        play.discard("6s").tsumogiri(3)
        assert play.why(E, TSUMO) is Why.NOT_COMPLETE

    @pytest.mark.claim("W-02")
    def test_a_closed_tsumo_needs_no_other_yaku(self) -> None:
        play = deal(east="123m456p789p45s99m", draws="1z9s8s8p6s").tsumogiri(4).tsumo()
        assert play.yaku == {"menzen-tsumo": 1, "pinfu": 1}

    @pytest.mark.claim("W-03")
    @pytest.mark.parametrize(("honba", "allowed"), [(4, True), (5, False), (6, False)])
    def test_two_han_minimum(self, honba: int, allowed: bool) -> None:
        """Pinfu and a dora: two han, but only one without dora."""
        rules = replace(WRC, two_han_minimum_from=5)
        play = deal(east=PINFU, draws="9m1p4p9p", indicators="9p", rules=rules, honba=honba).tsumogiri()
        if allowed:
            play.discard("1p").ron(E)
            assert play.yaku == {"pinfu": 1, "dora": 1}
        else:
            refusal = play.discard("1p").refused(E, RON)
            assert (refusal.why, refusal.number) == (Why.TWO_HAN_MINIMUM, 5)
            assert play.discard("4p").why(E, RON) is Why.FURITEN  # what was passed for it counts

    def test_the_place_of_the_winning_tile_that_is_worth_enough(self) -> None:
        """3m completes 1m 2m, an edge wait that is no pinfu, or 4m 5m, where riichi and pinfu are two han."""
        rules = replace(WRC, two_han_minimum_from=1)
        win = won("12345m456p678s22p3m", "3m", riichi=1, honba=1, rules=rules)
        assert han(win) == {"riichi": 1, "pinfu": 1}
        assert reason(win._replace(riichi=0)) == "two-han minimum"

    def test_two_han_of_yaku_are_enough_for_the_minimum(self) -> None:
        rules = replace(WRC, two_han_minimum_from=1)
        play = deal(east=PINFU, draws="9m1z9s8s1p", rules=rules, honba=3).tsumogiri(4).tsumo()
        assert play.yaku == {"menzen-tsumo": 1, "pinfu": 1}

    @pytest.mark.claim("W-13")
    def test_the_dearest_reading_counts(self) -> None:
        """Three equal triplets or three equal sequences: sanankou beats iipeikou with pinfu here."""
        play = deal(east="111222333m567p9s", draws="1z8s8p7s9s").tsumogiri(4).tsumo()
        assert play.yaku == {"menzen-tsumo": 1, "sanankou": 2}


class TestLastTiles:
    def test_haitei_on_the_last_draw(self) -> None:
        assert "haitei" in deal(south=PINFU, last="4p").run_down(0).tsumo().yaku

    def test_houtei_on_the_last_discard(self) -> None:
        assert "houtei" in deal(west=PINFU, last="4p", **OUT_OF_PLAY).run_down(0).discard("4p").ron(W).yaku

    def test_not_one_tile_earlier(self) -> None:
        assert "haitei" not in deal(east=PINFU, last="4p7z").run_down(1).tsumo().yaku
        assert (
            "houtei" not in deal(west=PINFU, last="4p7z", **OUT_OF_PLAY).run_down(1).discard("4p").ron(W).yaku
        )

    @pytest.mark.claim("W-05")
    @pytest.mark.parametrize("together", [False, True])
    def test_rinshan_with_the_last_replacement_tile(self, together: bool) -> None:
        rules = replace(WRC, rinshan_with_haitei=together)
        play = deal(east="111z23p567m345s99s", last="1z6z", replacements="4p", rules=rules)
        play.run_down(1).closed_kan("1z").tsumo()
        assert "rinshan" in play.yaku
        assert ("haitei" in play.yaku) == together

    def test_houtei_after_the_last_replacement_tile(self) -> None:
        play = deal(east="111z258m258p258s6z", west=PINFU, last="1z7z", **OUT_OF_PLAY).run_down(1)
        play.closed_kan("1z").discard("4p").ron(W)
        assert "houtei" in play.yaku
        assert "rinshan" not in play.yaku


class TestFirstTurn:
    def test_heaven_and_earth(self) -> None:
        assert "tenhou" in deal(east=PINFU, draws="1p").tsumo().yaku
        assert "chiihou" in deal(south=PINFU, draws="9m1p").tsumogiri().tsumo().yaku

    def test_not_after_a_call_or_a_kan(self) -> None:
        play = deal(south="11z258m258p2589s2z", west=PINFU, draws="1z4p").discard("1z").pon(S)
        assert play.discard("2s").tsumo().yaku == {"menzen-tsumo": 1, "pinfu": 1}
        play = deal(east="111z23p567m345s99s", draws="1z", replacements="4p").closed_kan("1z").tsumo()
        assert "tenhou" not in play.yaku

    @EVERY_PRESET
    def test_renhou_stands_alone_as_a_mangan(self, rules: Ruleset) -> None:
        play = deal(south=PINFU, draws="1p", rules=rules).discard("1p").ron(S)
        if rules.renhou == "mangan":
            assert play.yaku == {"renhou": 5}
            assert play.win.value == 8_000
        else:
            assert play.yaku == {"pinfu": 1}

    def test_renhou_is_a_yaku_of_its_own(self) -> None:
        hand = "123m46p789s345s11z"
        assert deal(south=hand, draws="5p").discard("5p").ron(S).yaku == {"renhou": 5}
        assert deal(south=hand, draws="5p", rules=TENHOU).discard("5p").why(S, RON) is Why.NO_YAKU

    def test_renhou_only_before_the_own_draw_and_any_call_and_not_for_the_dealer(self) -> None:
        play = deal(south=PINFU, draws="9m1z1p").tsumogiri(3).ron(S)
        assert play.yaku == {"pinfu": 1}
        play = deal(east=PINFU, draws="9m1p").tsumogiri(2).ron(E)
        assert play.yaku == {"pinfu": 1}
        play = deal(south="11z258m258p2589s2z", north=PINFU, draws="1z4p").discard("1z").pon(S)
        assert play.discard("2s", "4p").ron(N).yaku == {"pinfu": 1}


def three_waiting(rules: Ruleset, riichi_sticks: int = 0) -> Play:
    """South, West and North win on 4p, which East draws and discards in the second turn."""
    play = deal(
        south="23p234m567m345s99s",
        west="56p123m678m234s88s",
        north="23p789p456m123s77s",
        draws="9p1z5z6z4p",
        rules=rules,
        riichi_sticks=riichi_sticks,
    )
    return play.tsumogiri(4).discard("4p")


class TestSeveralWinners:
    @pytest.mark.claim("W-19")
    @EVERY_PRESET
    def test_two(self, rules: Ruleset) -> None:
        play = three_waiting(rules).ron(S, W)
        nearest_only = rules.name in ("wrc", "wrc2015", "mleague")
        assert [win.winner for win in play.wins] == ([S] if nearest_only else [S, W])
        assert play.marks().count("Hora") == len(play.wins)

    @EVERY_PRESET
    def test_three(self, rules: Ruleset) -> None:
        play = three_waiting(rules, riichi_sticks=1).ron(S, W, N)
        if rules.name == "tenhou":
            assert play.draw.reason == "sanchahou"
            assert play.scores == [rules.start_points] * 4
            assert play.game.table.riichi_sticks == 1
        elif rules.name in ("wrc", "wrc2015", "mleague"):
            assert [win.winner for win in play.wins] == [S]
        else:
            assert [win.winner for win in play.wins] == [S, W, N]

    def test_the_nearest_is_counted_from_the_discarder(self) -> None:
        assert [win.winner for win in three_waiting(WRC).ron(W, N).wins] == [W]
        assert [win.winner for win in three_waiting(WRC).ron(N).wins] == [N]

    def test_who_could_win_and_passes_is_not_asked_again(self) -> None:
        play = three_waiting(PRESETS["ema"]).everybody_passes()
        assert play.turn == S
        assert play.furiten(W)


@pytest.mark.claim("W-12")
@pytest.mark.claim("R-03")
@pytest.mark.parametrize(
    ("name", "gains"),
    [
        ("ema", {W: (1, 2), N: (1, 1)}),
        ("ema2025", {W: (1, 2), N: (1, 1)}),
        ("tenhou", {W: (1, 3), N: (0, 0)}),
        ("mahjongsoul", {W: (1, 3), N: (0, 0)}),
        ("wrc", {W: (1, 3)}),
        ("wrc2015", {W: (1, 3)}),
        ("mleague", {W: (1, 3)}),
    ],
)
def test_counters_and_bets_of_two_winners(name: str, gains: dict[int, tuple[int, int]]) -> None:
    """Worked example Y8 (and T10): South discards; West and North, both in riichi now, win;
    one old bet and one counter lie on the table."""
    play = deal(
        west="23p234m567m345s99s",
        north="23p789m456m123s77s",
        draws="9p1z5z6z9m4p",
        ura="1z",
        rules=PRESETS[name],
        riichi_sticks=1,
        honba=1,
    )
    play.tsumogiri(2).riichi("5z").riichi("6z").tsumogiri().discard("4p").ron(W, N)
    assert {win.winner: (win.honba, win.riichi_sticks) for win in play.wins} == gains
    for win in play.wins:
        honba, riichi_sticks = gains[win.winner]
        assert win.deltas[win.winner] == win.value + 300 * honba + 1_000 * riichi_sticks
        assert win.deltas[S] == -win.value - 300 * honba
        assert win.deltas[E] == 0


class TestRealRecords:
    def test_t2_rinshan_after_an_added_kan_sees_only_the_first_indicator(self) -> None:
        play = deal(
            west="1122z55z78s79p159m",
            draws="5z1p1s9s4p4s8p6m3m3s5z",
            replacements="2z",
            indicators="8s1z",
            round_wind="2z",
            rules=TENHOU,
        )
        play.discard("5z").pon(W).discard("1m").tsumogiri(2)
        play.discard("9s").chi(W, "78s").discard("5m").tsumogiri(2)
        play.discard("8p").chi(W, "79p").discard("9m").tsumogiri(3).added_kan("5z").tsumo()
        assert play.yaku == {"rinshan": 1, "haku": 1, "round-wind": 1, "chanta": 1, "dora": 1}
        assert play.win.score.fu == 50
        assert play.win.deltas == (-4_000, -2_000, 8_000, -2_000)
