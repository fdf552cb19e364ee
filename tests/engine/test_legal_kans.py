"""The three kans, the tiles they bring, and robbing them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import ActionKind, Why
from engine.rules import PRESETS, TENHOU, WRC, Ruleset
from engine.tiles import format_tiles, parse_tiles
from tests.support.engine.deals import E, N, Play, S, W, deal

RON, OPEN_KAN = ActionKind.RON, ActionKind.OPEN_KAN
CLOSED_KAN, ADDED_KAN, TSUMO = ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN, ActionKind.TSUMO
EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)


def indicators(play: Play) -> str:
    return format_tiles(play.game.table.indicators)


class TestDeclaring:
    def test_a_closed_kan_of_any_four(self) -> None:
        play = deal(east="1111z222z258m258p", draws="2z", replacements="9m")
        assert play.tiles_of(E, CLOSED_KAN) == "12z"
        assert play.why(E, CLOSED_KAN, "2m") is Why.NO_TILES_FOR_IT
        play.closed_kan("2z")
        assert [str(meld) for meld in play.view(E).me.melds] == ["ankan:2222z"]
        assert play.view(E).drawn == parse_tiles("9m")[0]
        assert play.view(E).hand.is_closed

    def test_a_called_five_and_its_red_copy(self) -> None:
        play = deal(west="55p147m147s12345z", draws="5p9s9m9s0p", replacements="9m", rules=TENHOU).discard(
            "5p"
        )
        play.pon(W).discard("1z").tsumogiri(3).added_kan("0p")
        assert [str(meld) for meld in play.view(W).me.melds] == ["added:5550p"]

    def test_an_open_kan(self) -> None:
        play = deal(west="555m147p147s1234z", draws="5m", replacements="9p").discard("5m").open_kan(W)
        meld = play.view(W).me.melds[0]
        assert (str(meld), meld.source) == ("kan:5555m", E)
        assert play.view(W).drawn == parse_tiles("9p")[0]
        assert play.turn == W

    def test_nothing_to_make_a_kan_of(self) -> None:
        play = deal(draws="9m")
        assert play.why(E, CLOSED_KAN, "9m") is Why.NO_TILES_FOR_IT
        assert play.why(E, ADDED_KAN, "9m") is Why.NO_TILES_FOR_IT
        assert play.why(S, CLOSED_KAN, "9m") is Why.NOT_YOUR_TURN


SEVERAL_OWNERS = {
    "east": "111z222z333z44m67p",
    "south": "666s258p14m14p567z",
    "draws": "1z6s",
    "replacements": "2z3z9p9m",
}
"""East makes three closed kans and discards 9p, South makes the fourth and draws 9m."""


def four_kans(play: Play) -> Play:
    return play.closed_kan("1z").closed_kan("2z").closed_kan("3z").discard("9p").closed_kan("6s")


class TestFourKans:
    @EVERY_PRESET
    def test_no_fifth(self, rules: Ruleset) -> None:
        """East makes all four; South has four of a kind and may not."""
        play = deal(
            east="111z222z333z444m1p",
            south="666s258p179m4567z",
            draws="1z6s",
            replacements="2z3z4m9p",
            rules=rules,
        )
        for kan in ("1z", "2z", "3z", "4m"):
            play.closed_kan(kan)
        play.discard("9p")
        assert play.game.outcome is None
        assert play.turn == S
        assert play.why(S, CLOSED_KAN, "6s") is Why.FOUR_KANS
        play.discard("6s")
        assert play.game.outcome is None

    @EVERY_PRESET
    def test_by_several_owners_the_hand_is_drawn_only_where_the_rules_say_so(self, rules: Ruleset) -> None:
        play = four_kans(deal(**SEVERAL_OWNERS, rules=rules, riichi_sticks=1))
        assert play.game.outcome is None  # the replacement tile may still win
        play.discard("9m")
        if rules.four_kans:
            assert play.draw.reason == "suukaikan"
            assert play.draw.deltas == (0, 0, 0, 0)
            assert play.game.table.riichi_sticks == 1
        else:
            assert play.game.outcome is None
            assert play.turn == W

    def test_the_discard_after_the_fourth_can_only_be_won_on(self) -> None:
        play = deal(**SEVERAL_OWNERS, west="345m345s345p78m99s", north="99m147p147s4567z1s", rules=TENHOU)
        four_kans(play).discard("9m")
        assert play.why(N, ActionKind.PON, own="99m") is Why.FOUR_KANS_DRAW
        assert play.kinds(W) == {RON, ActionKind.PASS}
        assert play.ron(W).win.winner == W

    def test_a_rinshan_win_comes_before_the_draw(self) -> None:
        play = deal(**{**SEVERAL_OWNERS, "south": "666s345p345m78m55z"}, rules=TENHOU)
        assert "rinshan" in four_kans(play).tsumo().yaku


class TestDoraTiming:
    @EVERY_PRESET
    def test_a_closed_kan_turns_its_indicator_before_the_replacement(self, rules: Ruleset) -> None:
        play = deal(east="1111z258m258p258s", draws="9m", indicators="1m2m", replacements="9p", rules=rules)
        play.closed_kan("1z")
        assert play.marks()[-3:] == ["Ankan", "Dora", "Tsumo"]
        assert indicators(play) == "12m"

    @EVERY_PRESET
    def test_an_open_kan_turns_it_before_the_replacement_or_with_the_discard(self, rules: Ruleset) -> None:
        play = deal(west="666p147m147s1234z", draws="6p", indicators="1m2m", replacements="9p", rules=rules)
        play.discard("6p").open_kan(W)
        late = rules.name in ("tenhou", "mahjongsoul")
        assert indicators(play) == ("1m" if late else "12m")
        play.discard("9p")
        expected = ["Daiminkan", "Tsumo", "Dora", "Dahai", "Tsumo"]
        assert play.marks()[-5:] == (expected if late else ["Daiminkan", "Dora", "Tsumo", "Dahai", "Tsumo"])
        assert indicators(play) == "12m"

    @EVERY_PRESET
    def test_two_kans_in_a_row(self, rules: Ruleset) -> None:
        """An open kan, then a closed one of the replacement tile: both indicators lie before the second
        replacement tile, and the first not before the second kan stands."""
        play = deal(
            west="666p999m147s1234z",
            draws="6p",
            indicators="1m2m3m",
            replacements="9m9p",
            rules=rules,
        )
        play.discard("6p").open_kan(W).closed_kan("9m")
        late = rules.open_kan_dora == "late"
        before = ["Dora", "Tsumo", "Ankan", "Dora", "Tsumo"]
        assert play.marks()[-5:] == (["Tsumo", "Ankan", "Dora", "Dora", "Tsumo"] if late else before)
        assert indicators(play) == "123m"

    def test_two_open_kans_in_a_row_leave_the_second_indicator_for_the_discard(self) -> None:
        play = deal(
            west="666p99m147s12345z",
            draws="9m6p",
            indicators="1m2m3m",
            replacements="9m2p",
            rules=TENHOU,
        )
        play.discard("9m").pon(W).discard("1z", "6p").open_kan(W)
        assert indicators(play) == "1m"
        play.added_kan("9m")
        assert play.marks()[-3:] == ["Kakan", "Dora", "Tsumo"]
        assert indicators(play) == "12m"
        play.discard("2p")
        assert indicators(play) == "123m"

    def test_the_first_indicator_stays_down_when_the_second_kan_is_robbed(self) -> None:
        play = deal(
            south="78m234m567p345s99s",
            west="666s99m147p12345z",
            draws="9m8p1p2z9p6s",
            indicators="1m2m3m",
            replacements="9m",
            rules=TENHOU,
        )
        play.discard("9m").pon(W).discard("1z").tsumogiri(4).discard("6s").open_kan(W).added_kan("9m").ron(S)
        assert play.yaku == {"chankan": 1, "pinfu": 1, "dora": 1}
        assert indicators(play) == "1m"

    @pytest.mark.parametrize("rules", [TENHOU, WRC], ids=lambda rules: rules.name)
    def test_a_rinshan_win_sees_the_indicator_only_where_it_is_turned_before(self, rules: Ruleset) -> None:
        """Open kan of 6p, rinshan 6s; the new indicator 5s makes the 6s dora."""
        play = deal(west="666p234m23478s99m", draws="6p", indicators="1z5s", replacements="6s", rules=rules)
        play.discard("6p").open_kan(W).tsumo()
        assert play.yaku == {"rinshan": 1} | ({"dora": 1} if rules is WRC else {})

    def test_the_discard_after_a_late_kan_sees_it(self) -> None:
        """Worked example T1: ron on the discard that followed the feeder's open kan."""
        play = deal(
            south="123m567m78m88p067s",
            north="222p147s258s1356z",
            draws="2p",
            replacements="9m",
            indicators="4z4s",
            rules=TENHOU,
        )
        play.discard("2p").open_kan(N).discard("9m").ron(S)
        assert play.yaku == {"pinfu": 1, "dora": 1, "aka-dora": 1}
        assert play.win.value == 3_900

    def test_a_ruleset_without_kan_dora_turns_none(self) -> None:
        play = deal(
            east="1111z258m258p258s", draws="9m", replacements="9p", rules=replace(WRC, kan_dora=False)
        )
        play.closed_kan("1z")
        assert play.marks()[-2:] == ["Ankan", "Tsumo"]

    def test_a_ruleset_may_turn_all_of_them_late(self) -> None:
        rules = replace(WRC, closed_kan_dora="late", open_kan_dora="late")
        play = deal(east="1111z258m258p258s", draws="9m", replacements="9p", rules=rules)
        play.closed_kan("1z").discard("9p")
        assert play.marks()[-5:] == ["Ankan", "Tsumo", "Dora", "Dahai", "Tsumo"]


class TestRobbing:
    def test_an_added_kan_can_be_robbed_and_stays_a_pon(self) -> None:
        play = deal(
            south="23p234m567m345s99s",
            west="11p258m369s12345z",
            draws="1p9p8p7p1p",
        )
        play.discard("1p").pon(W).discard("1z").tsumogiri(2)
        play.tsumogiri(1).added_kan("1p")
        assert play.ron(S).yaku == {"chankan": 1, "pinfu": 1}
        assert [str(meld) for meld in play.view(W).me.melds] == ["pon:111p"]
        assert [str(meld) for meld in play.view(W).hand.melds] == ["pon:111p"]
        assert play.view(N).left()[parse_tiles("1p")[0]] == 0  # the robbed tile is still seen by all
        assert play.win.target == W
        assert "Dora" not in play.marks()

    @EVERY_PRESET
    def test_a_closed_kan_only_by_orphans_and_only_where_the_rules_say_so(self, rules: Ruleset) -> None:
        play = deal(
            east="119m9p19s1234567z",
            south="111p258m258p258s2z",
            north="234m567m345s99m23p",
            draws="5p1p",
            rules=rules,
        )
        play.discard("5p").closed_kan("1p")
        allowed = rules.name in ("wrc2015", "ema", "ema2025", "mahjongsoul")
        assert play.can(E, RON) == allowed
        assert play.why(N, RON) is Why.NO_CLAIM  # a hand that waits for 1p 4p may not
        if allowed:
            assert "kokushi" in play.ron(E).yaku
        else:
            assert play.why(E, RON) is Why.NOT_IN_RULES

    def test_a_red_five_that_is_robbed_counts(self) -> None:
        play = deal(
            south="46p234m567m345s99s",
            west="55p258m369s12345z",
            draws="5p9p8p7p0p",
            rules=TENHOU,
        )
        play.discard("5p").pon(W).discard("1z").tsumogiri(3).added_kan("0p").ron(S)
        assert play.yaku["aka-dora"] == 1
        assert play.win.tile == parse_tiles("0p")[0]

    def test_a_kan_that_nobody_robs_goes_on(self) -> None:
        play = deal(
            south="23p234m567m345s99s",
            west="11p258m369s12345z",
            draws="1p9p8p7p1p",
            replacements="7s",
        )
        play.discard("1p").pon(W).discard("1z").tsumogiri(3).added_kan("1p").everybody_passes()
        assert play.marks()[-3:] == ["Kakan", "Dora", "Tsumo"]


class TestDeadWall:
    @pytest.mark.claim("W-06")
    def test_it_holds_fourteen_tiles_and_each_kan_shortens_the_wall(self) -> None:
        play = deal(east="111z222z333z444m1p", draws="1z", replacements="2z3z4m9p")
        for made, kan in enumerate(("1z", "2z", "3z", "4m"), 1):
            play.closed_kan(kan)
            assert play.game.table.live == 69 - made
            assert len(play.game.wall.rest()) == play.game.table.live + 14
        play.run_out()
        draws = [event for event in play.game.events if isinstance(event, ev.Tsumo)]
        assert len(draws) == 70
        assert len(play.game.wall.rest()) == 14
