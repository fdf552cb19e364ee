"""Who pays whom: wins with honba and riichi sticks, liability (pao), noten and nagashi."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.payments import noten_deltas
from engine.rules import MAHJONG_SOUL, PRESETS, TENHOU, WRC, Ruleset
from tests.support.engine.deals import E, Play, S, W, deal

EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)

PINFU = "23p234m567m345s99s"


class TestPlainWins:
    @pytest.mark.claim("W-12")
    @pytest.mark.claim("W-14")
    def test_ron_is_paid_by_the_discarder_alone(self) -> None:
        play = deal(south=PINFU, draws="9m1z9s8s1p", honba=2, riichi_sticks=1, rules=TENHOU)
        play.tsumogiri(4).discard("1p").ron(S)
        assert play.win.value == 1_000
        assert play.win.deltas == (-1_600, 2_600, 0, 0)
        assert play.game.table.riichi_sticks == 0

    @pytest.mark.claim("W-12")
    @pytest.mark.claim("W-14")
    def test_tsumo_is_paid_by_all_and_east_pays_double(self) -> None:
        play = deal(south=PINFU, draws="9m1z9s8s9p1p", honba=2, riichi_sticks=1, rules=TENHOU)
        play.tsumogiri(5).tsumo()
        assert play.win.value == 1_500
        assert play.win.deltas == (-900, 3_100, -600, -600)

    @pytest.mark.claim("W-12")
    def test_east_is_paid_more(self) -> None:
        play = deal(east=PINFU, draws="9m1z9s8s1p", rules=TENHOU).tsumogiri(4).tsumo()
        assert play.win.deltas == (2_100, -700, -700, -700)
        play = deal(east=PINFU, draws="9m1z9s8s9p1p", rules=TENHOU).tsumogiri(5).discard("1p").ron(E)
        assert play.win.deltas == (1_500, -1_500, 0, 0)

    def test_the_worth_of_a_counter_is_a_rule(self) -> None:
        rules = replace(TENHOU, counter_points=1_500)
        play = deal(south=PINFU, draws="9m1z9s8s9p1p", honba=1, rules=rules).tsumogiri(5).tsumo()
        assert play.win.deltas == (-1_200, 3_000, -900, -900)


def three_dragons(rules: Ruleset, rest: str, draws: str, honba: int = 0) -> Play:
    """South calls 5z from East, then 6z and 7z from West, who is liable; then comes ``draws``."""
    play = deal(south=f"55z66z77z{rest}149m", draws="5z6z7z" + draws, rules=rules, honba=honba)
    play.discard("5z").pon(S).discard("1m")
    play.discard("6z").pon(S).discard("4m")
    return play.discard("7z").pon(S).discard("9m")


BY_DISCARDER = ("wrc", "wrc2015", "ema", "ema2025", "mleague")
"""Rulesets in which the honba of a pao ron are the discarder's."""


class TestPao:
    @EVERY_PRESET
    def test_ron_off_another_is_halved(self, rules: Ruleset) -> None:
        """Worked examples T4 and Y7."""
        play = three_dragons(rules, "3345s", "1p3s").tsumogiri().discard("3s").ron(S)
        assert play.win.liable == (W,)
        assert play.win.deltas == (0, 32_000, -16_000, -16_000)
        play = three_dragons(rules, "3345s", "1p3s", honba=2).tsumogiri().discard("3s").ron(S)
        by_discarder = rules.name in BY_DISCARDER
        assert play.win.deltas == (
            (0, 32_600, -16_000, -16_600) if by_discarder else (0, 32_600, -16_600, -16_000)
        )

    @EVERY_PRESET
    def test_ron_off_the_liable_player_is_all_his(self, rules: Ruleset) -> None:
        play = three_dragons(rules, "3345s", "3s", honba=1).discard("3s").ron(S)
        assert play.win.deltas == (0, 32_300, -32_300, 0)

    @EVERY_PRESET
    def test_tsumo_is_all_his(self, rules: Ruleset) -> None:
        """Worked example T5."""
        play = three_dragons(rules, "3345s", "1p1s4p3s", honba=1).tsumogiri(3).tsumo()
        assert play.win.deltas == (0, 32_300, -32_300, 0)

    @EVERY_PRESET
    def test_with_another_yakuman_in_the_hand(self, rules: Ruleset) -> None:
        """Worked example Y6: big dragons and all honours."""
        play = three_dragons(rules, "111z2z", "1p2z").tsumogiri().discard("2z").ron(S)
        expected = {
            "tenhou": (0, 64_000, -32_000, -32_000),
            "mahjongsoul": (0, 64_000, -16_000, -48_000),
            "mleague": (0, 64_000, -16_000, -48_000),
            "wrc": (0, 64_000, -16_000, -48_000),
        }
        assert play.win.deltas == expected.get(rules.name, (0, 32_000, -16_000, -16_000))

    def test_a_tsumo_of_which_only_a_part_is_liable(self) -> None:
        play = three_dragons(MAHJONG_SOUL, "111z2z", "1p1s4p2z").tsumogiri(3).tsumo()
        assert play.win.deltas == (-16_000, 64_000, -40_000, -8_000)
        play = three_dragons(TENHOU, "111z2z", "1p1s4p2z").tsumogiri(3).tsumo()
        assert play.win.deltas == (0, 64_000, -64_000, 0)

    def test_not_when_the_last_group_was_drawn_by_the_player(self) -> None:
        """Two dragons called, the third concealed: nobody made the yakuman possible."""
        play = deal(south="55z66z777z3345s14m", draws="5z6z1p1s4p3s", rules=TENHOU)
        play.discard("5z").pon(S).discard("1m").discard("6z").pon(S).discard("4m").tsumogiri(3).tsumo()
        assert play.win.liable == ()
        assert play.win.deltas == (-16_000, 32_000, -8_000, -8_000)

    def test_not_when_the_last_group_is_a_closed_kan(self) -> None:
        play = deal(south="55z66z777z3345s14m", draws="5z6z1p1s4p7z", replacements="3s", rules=TENHOU)
        play.discard("5z").pon(S).discard("1m").discard("6z").pon(S).discard("4m").tsumogiri(3)
        play.closed_kan("7z").tsumo()
        assert play.win.liable == ()

    def test_a_closed_kan_counts_among_the_groups_before(self) -> None:
        play = deal(south="555z66z77z3345s14m", draws="9m5z9p9s6z1p1s7z3s", replacements="9m", rules=TENHOU)
        play.tsumogiri().closed_kan("5z").discard("9m").tsumogiri(2)
        play.discard("6z").pon(S).discard("1m").tsumogiri(2)
        play.discard("7z").pon(S).discard("4m").discard("3s").ron(S)
        assert play.win.liable == (E,)
        assert play.win.deltas == (-16_000, 32_000, -16_000, 0)

    def test_the_fourth_wind(self) -> None:
        """Big winds count twice in Mahjong Soul; the liable player answers for both."""
        for rules, worth in ((TENHOU, 32_000), (MAHJONG_SOUL, 64_000)):
            play = deal(south="11z22z33z44z5p1479m", draws="1z2z3z4z1p5p", rules=rules)
            play.discard("1z").pon(S).discard("1m")
            for wind, out in (("2z", "4m"), ("3z", "7m"), ("4z", "9m")):
                play.discard(wind).pon(S).discard(out)
            play.tsumogiri().discard("5p").ron(S)
            assert play.win.liable == (W,)
            assert play.win.deltas == (0, worth, -worth // 2, -worth // 2)

    @EVERY_PRESET
    def test_the_fourth_kan_where_the_rules_name_it(self, rules: Ruleset) -> None:
        play = deal(
            east="111z222z333z444m1p",
            south="258p258s179m5677z",
            draws="1z4m",
            replacements="2z3z9p1p",
            rules=rules,
        )
        for kan in ("1z", "2z", "3z"):
            play.closed_kan(kan)
        play.discard("9p").discard("4m").open_kan(E).tsumo()
        if rules.name in ("wrc", "mleague"):
            assert play.win.liable == (S,)
            assert play.win.deltas == (48_000, -48_000, 0, 0)
        else:
            assert play.win.deltas == (48_000, -16_000, -16_000, -16_000)

    @EVERY_PRESET
    def test_no_liability_for_four_kans_when_the_fourth_was_added(self, rules: Ruleset) -> None:
        """Worked example T6."""
        play = deal(
            east="333z66z88p99p1m147s",
            draws="9m6z8p9p3z",
            replacements="6z8p9p1m",
            rules=rules,
            honba=1,
        ).tsumogiri()
        for tile, out in (("6z", "1s"), ("8p", "4s"), ("9p", "7s")):
            play.discard(tile).pon(E).discard(out)
        play.discard("3z").open_kan(E)
        for tile in ("6z", "8p", "9p"):
            play.added_kan(tile)
        play.tsumo()
        assert play.yaku == {"suukantsu": 1}
        assert play.win.deltas == (48_300, -16_100, -16_100, -16_100)


class TestManyYakuman:
    @pytest.mark.parametrize(
        ("name", "each"),
        [
            ("tenhou", 48_200),
            ("wrc", 48_200),
            ("mleague", 48_200),
            ("mahjongsoul", 80_200),
            ("wrc2015", 16_200),
            ("ema", 16_200),
            ("ema2025", 16_200),
        ],
    )
    def test_y5_big_winds_all_honours_four_concealed_triplets(self, name: str, each: int) -> None:
        play = deal(east="1112223334445z", draws="9m9p9s8s5z", honba=2, rules=PRESETS[name])
        play.tsumogiri(4).tsumo()
        assert play.win.deltas == (3 * each, -each, -each, -each)

    def test_t7_little_winds(self) -> None:
        play = deal(east="1122233344777z", draws="9m9p9s8s4z", honba=4, rules=TENHOU)
        play.tsumogiri(4).tsumo()
        assert play.win.deltas == (145_200, -48_400, -48_400, -48_400)


@pytest.mark.claim("W-08")
@pytest.mark.parametrize(
    ("tenpai", "deltas"),
    [
        ((False, False, False, False), (0, 0, 0, 0)),
        ((True, False, False, False), (3_000, -1_000, -1_000, -1_000)),
        ((True, False, True, False), (1_500, -1_500, 1_500, -1_500)),
        ((True, True, True, False), (1_000, 1_000, 1_000, -3_000)),
        ((True, True, True, True), (0, 0, 0, 0)),
    ],
)
def test_noten_penalty(tenpai: tuple[bool, bool, bool, bool], deltas: tuple[int, int, int, int]) -> None:
    assert noten_deltas(WRC, tenpai) == deltas


def test_the_noten_penalty_is_a_rule() -> None:
    assert noten_deltas(replace(WRC, noten_penalty=6_000), (True, False, False, False))[0] == 6_000
