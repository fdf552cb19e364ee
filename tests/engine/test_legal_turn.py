"""The own turn: riichi, what it locks and when the bet is paid; the three kans, and robbing them."""

from __future__ import annotations

import pytest

from engine import events as ev
from engine.actions import ActionKind, Why
from engine.rules import EMA, TENHOU, WRC, WRC_2015, Ruleset
from engine.tiles import format_tiles, parse_tiles
from tests.support.engine.deals import THREE_SIDES, E, N, Play, S, W, deal, in_words
from tests.support.engine.rare_hands import FOUR_KANS

RON, TSUMO, RIICHI, DISCARD = ActionKind.RON, ActionKind.TSUMO, ActionKind.RIICHI, ActionKind.DISCARD
CHI, PON, OPEN_KAN, CLOSED_KAN = ActionKind.CHI, ActionKind.PON, ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN

BOTH = pytest.mark.parametrize("rules", [WRC, TENHOU], ids=lambda rules: rules.name)
"""One ruleset of each kind; ``test_rules.py`` says of which kind each preset is."""


class TestDeclaring:
    @pytest.mark.claim("R-01")
    def test_a_closed_tenpai_hand_may_declare_with_each_discard_that_keeps_tenpai(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z")
        assert play.tiles_of(E, RIICHI) == "1z"
        assert play.why(E, RIICHI, "2m") is Why.NOT_TENPAI
        play.riichi("1z")
        (tile,) = play.view(E).me.pond
        assert tile.riichi
        assert tile.sideways

    @pytest.mark.claim("R-01")
    def test_closed_kans_leave_the_hand_closed(self) -> None:
        play = in_words("E 111z234m234s5567p, draws 1z, replacements 8p / closed-kan 1z")
        assert play.can(E, RIICHI)

    @BOTH
    @pytest.mark.claim("R-04")
    def test_with_less_than_a_bet_only_where_there_is_no_bankruptcy(self, rules: Ruleset) -> None:
        play = deal(east=THREE_SIDES, draws="1z", rules=rules, scores=[900, 30_000, 30_000, 30_000])
        if rules.bankruptcy:
            assert play.refused(E, RIICHI, "1z").number == 1_000
            assert play.why(E, RIICHI, "1z") is Why.TOO_FEW_POINTS
        else:
            assert play.riichi("1z").scores[E] == -100

    def test_with_exactly_a_bet_everywhere(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z", rules=TENHOU, scores=[1_000, 30_000, 30_000, 30_000])
        assert play.riichi("1z").scores[E] == 0

    @BOTH
    @pytest.mark.claim("R-05")
    def test_tiles_left_in_the_wall(self, rules: Ruleset) -> None:
        needed = rules.riichi_minimum_live
        for live in range(6):
            # the seat that draws when so many tiles are left holds the hand
            seat = (69 - live) % 4
            hands = ["", "", "", ""]
            hands[seat] = THREE_SIDES
            play = deal(*hands, rules=rules, last="1z9m9p9s2z3z").run_down(live)
            if live >= needed:
                assert play.can(seat, RIICHI), live
            else:
                assert play.why(seat, RIICHI) is Why.WALL_TOO_SHORT
                assert play.refused(seat, RIICHI).number == needed

    def test_with_the_last_tile_of_all_under_wrc(self) -> None:
        play = deal("", THREE_SIDES, last="1z", rules=WRC).run_down(0)
        assert play.turn == S
        play.riichi("1z")
        assert play.draw.tenpai == (False, True, False, False)
        assert play.game.table.riichi_sticks == 1
        assert play.scores == [29_000, 32_000, 29_000, 29_000]

    def test_a_hand_that_waits_only_on_its_own_four_tiles_is_not_tenpai(self) -> None:
        """Section 3.3: 123456789m9999p is noten everywhere, 12m … with a closed kan of 3m only in some."""
        assert deal(east="123456789m9999p", draws="1z").why(E, RIICHI, "1z") is Why.NOT_TENPAI
        for rules in (WRC, TENHOU):
            play = deal(east="12m567p888s11z333m", draws="3m", replacements="9m", rules=rules)
            assert play.closed_kan("3m").can(E, RIICHI, "9m") == (rules is TENHOU)


class TestBet:
    @pytest.mark.claim("R-03")
    def test_it_is_paid_when_the_tile_passes(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z").riichi("1z")
        assert play.marks()[-4:] == ["Reach", "Dahai", "ReachAccepted", "Tsumo"]
        assert play.scores[E] == 29_000
        assert play.game.table.riichi_sticks == 1

    @pytest.mark.claim("R-03")
    def test_it_is_not_paid_when_the_tile_is_won_on(self) -> None:
        play = deal(east=THREE_SIDES, south="23p234m567m345s99s", draws="1p").riichi("1p").ron(S)
        assert "ReachAccepted" not in play.marks()
        assert play.win.riichi_sticks == 0
        assert play.scores[E] + play.win.value == 30_000

    @pytest.mark.claim("R-03")
    def test_it_is_paid_when_the_tile_is_called_and_goes_to_the_next_winner(self) -> None:
        play = deal(east=THREE_SIDES, south="11z258m258p2589s2z", draws="1z5p").riichi("1z").pon(S)
        assert play.marks()[-3:] == ["Dahai", "ReachAccepted", "Pon"]
        assert play.scores[E] == 29_000
        play.discard("2s", "5p").ron(E)
        assert play.win.riichi_sticks == 1
        assert play.win.deltas[E] == play.win.value + 1_000

    @pytest.mark.claim("R-02")
    def test_the_next_discard_lies_sideways_when_the_tile_was_called_away(self) -> None:
        play = in_words(
            f"E {THREE_SIDES}, S 11z258m258p2589s2z, W 99p147m147s4567z1s, draws 1z6z6z9p8m7m9s8m9s8s / "
            "riichi 1z; S: pon; 2s; drawn 2"
        )
        play.discard("9p").pon(W)  # East's next discard is called away too
        play.discard("4z").tsumogiri(6)
        pond = [(tile.riichi, tile.sideways, tile.called_by) for tile in play.view(E).me.pond]
        assert pond[0] == (True, True, S)
        assert pond[1] == (False, True, W)
        assert pond[2:] == [(False, True, None), (False, False, None)]


class TestDoubleRiichi:
    @pytest.mark.claim("R-08")
    def test_in_the_first_turn(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z5p").riichi("1z").discard("5p").ron(E)
        assert play.yaku == {"double-riichi": 2, "ippatsu": 1, "tanyao": 1, "pinfu": 1}

    @pytest.mark.claim("R-08")
    def test_not_after_a_call(self) -> None:
        play = in_words(f"S 11z258m258p2589s2z, W {THREE_SIDES}, draws 1z9m / 1z; S: pon; 2s; riichi 9m")
        assert play.view(W).me.riichi == 1

    @pytest.mark.claim("R-08")
    def test_not_after_a_closed_kan(self) -> None:
        play = deal(east="1111z258m258p258s", south=THREE_SIDES, draws="9m9m", replacements="9p")
        play.closed_kan("1z").discard("9p").riichi("9m")
        assert play.view(S).me.riichi == 1
        play = deal(east="111z234m234s5567p", draws="1z", replacements="8p").closed_kan("1z").riichi("8p")
        assert play.view(E).me.riichi == 1

    @pytest.mark.claim("R-08")
    def test_not_in_the_second_turn(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z9m9m9m1z").discard("1z").tsumogiri(3).riichi("1z")
        assert play.view(E).me.riichi == 1


class TestIppatsu:
    @pytest.mark.claim("R-07")
    @pytest.mark.claim("R-13")
    def test_up_to_the_own_next_draw(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z9m9m9m8p").riichi("1z").tsumogiri(3).tsumo()
        assert play.yaku == {"double-riichi": 2, "ippatsu": 1, "menzen-tsumo": 1, "pinfu": 1, "tanyao": 1}

    @pytest.mark.claim("R-07")
    def test_no_longer_after_the_own_next_discard(self) -> None:
        play = deal(east=THREE_SIDES, draws="1z9m9m9m9p5p").riichi("1z").tsumogiri(4).discard("5p").ron(E)
        assert "ippatsu" not in play.yaku

    @pytest.mark.claim("R-07")
    def test_a_call_ends_it(self) -> None:
        play = in_words(f"E {THREE_SIDES}, W 99m147p147s12345z, draws 1z9m8p / riichi 1z; 9m; W: pon")
        assert not play.view(E).me.ippatsu

    @pytest.mark.claim("R-07")
    def test_a_closed_kan_of_another_ends_it(self) -> None:
        play = deal(east=THREE_SIDES, south="1111z258m258p258s", draws="9m9p", replacements="8p").riichi("9m")
        play.closed_kan("1z").discard("8p").ron(E)
        assert "ippatsu" not in play.yaku

    @pytest.mark.claim("R-07")
    def test_the_own_closed_kan_ends_it(self) -> None:
        play = deal(east="34567p234m55s111z", draws="9m9m9p9s1z", replacements="8p")
        play.riichi("9m").tsumogiri(3).closed_kan("1z").tsumo()
        assert "ippatsu" not in play.yaku
        assert {"rinshan", "double-riichi"} <= set(play.yaku)

    def test_a_robbed_kan_does_not_end_it(self) -> None:
        """Worked example T3: riichi, then ron on a tile that is added to a pon in the same go-around."""
        play = in_words(
            "S 340789m34077p67s, W 88s147m147p12345z, draws 8s1z9p2z8s, indicators 1m1s, rules tenhou / 8s; "
            "W: pon; 1z; drawn 2; riichi 2z; added-kan 8s; S: ron"
        )
        assert play.yaku == {"riichi": 1, "ippatsu": 1, "chankan": 1, "aka-dora": 2, "pinfu": 1}
        assert play.win.value == 12_000
        assert len(play.game.table.indicators) == 1
        assert [str(meld) for meld in play.view(W).me.melds] == ["pon:888s"]


class TestUra:
    @pytest.mark.claim("R-11")
    @pytest.mark.parametrize("riichi", [True, False])
    def test_counts_for_riichi_winners_only(self, riichi: bool) -> None:
        play = deal(east=THREE_SIDES, draws="1z5p", indicators="9p", ura="1m")
        (play.riichi("1z") if riichi else play.discard("1z")).discard("5p").ron(E)
        assert play.yaku.get("ura-dora") == (1 if riichi else None)
        assert play.win.ura_indicators == (parse_tiles("1m") if riichi else ())

    @pytest.mark.claim("R-11")
    def test_lies_under_the_dora_of_the_winners_own_kan(self) -> None:
        play = in_words(
            "E 111z567p234m234s5s, draws 9m2z3z4z1z5s, replacements 9m, indicators 9p9p, ura 1m3s / "
            "riichi 9m; drawn 3; closed-kan 1z; 9m; 5s; E: ron"
        )
        assert play.yaku.get("ura-dora") == 2
        assert len(play.win.ura_indicators) == 2


class TestLastChance:
    @pytest.mark.claim("R-06")
    def test_four_tiles_before_the_end_the_whole_bouquet_is_possible(self) -> None:
        play = deal("", THREE_SIDES, last="1z9m9m9m8p", rules=EMA).run_down(4)
        assert play.turn == S
        play.riichi("1z").tsumogiri(3).tsumo()
        assert {"riichi", "ippatsu", "menzen-tsumo", "haitei"} <= set(play.yaku)


@pytest.mark.claim("R-10")
@pytest.mark.parametrize(
    ("hand", "draw", "waits", "strict", "lenient"),
    [
        ("234m2223p234789s", "2p", "134p", Why.KAN_CHANGES_WAITS, Why.KAN_CHANGES_WAITS),
        ("6668999m456p111s", "6m", "78m", Why.KAN_CHANGES_READING, None),
        ("6668999m456p111s", "9m", "78m", Why.KAN_CHANGES_READING, None),
        ("6668999m456p111s", "1s", "78m", None, None),
        ("1234m444555666p", "4p", "14m", Why.KAN_CHANGES_READING, None),
        ("1234m444555666p", "5p", "14m", Why.KAN_CHANGES_READING, None),
        ("1234m444555666p", "6p", "14m", Why.KAN_CHANGES_READING, None),
        ("22234p777m345s33z", "7m", "25p3z", None, None),
        ("22234p777m345s33z", "2p", "25p3z", Why.KAN_CHANGES_WAITS, Why.KAN_CHANGES_WAITS),
        ("3367m234p333345s", "6s", "58m", Why.NOT_THE_DRAWN_TILE, Why.NOT_THE_DRAWN_TILE),
        # the drawn tile wins: after the kan the hand cannot win on it any more
        ("11123m33444455p", "1m", "14m", Why.KAN_CHANGES_WAITS, Why.KAN_CHANGES_WAITS),
    ],
)
@BOTH
def test_a_closed_kan_after_riichi(
    hand: str, draw: str, waits: str, strict: Why | None, lenient: Why | None, rules: Ruleset
) -> None:
    """Worked examples 3.2: EMA 2025 §6.7.1, and the rooms where only the waits must stay."""
    drawn = "0p" if draw == "5p" and any(rules.red_fives) else draw
    play = deal(east=hand, draws=f"1z5z6z7z{drawn}", rules=rules).riichi("1z").tsumogiri(3)
    assert play.waits(E) == waits
    kind = {"6s": "3s"}.get(draw, draw)
    expected = strict if rules is WRC else lenient
    if expected is None:
        play.closed_kan(kind)
        assert play.waits(E) == waits
    else:
        assert play.why(E, CLOSED_KAN, kind) is expected


def indicators(play: Play) -> str:
    return format_tiles(play.game.table.indicators)


class TestDeclaringKan:
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


def four_kans(play: Play) -> Play:
    return play.closed_kan("1z").closed_kan("2z").closed_kan("3z").discard("9p").closed_kan("6s")


class TestFourKans:
    def test_of_one_player_the_hand_goes_on(self) -> None:
        play = deal(east="111z222z333z444m1p", draws="1z", replacements="2z3z4m9p", rules=TENHOU)
        play.closed_kan("1z").closed_kan("2z").closed_kan("3z").closed_kan("4m").discard("9p")
        assert play.everybody_passes().game.outcome is None

    def test_the_discard_after_the_fourth_can_only_be_won_on(self) -> None:
        play = deal(**FOUR_KANS, west="345m345s345p78m99s", north="99m147p147s4567z1s", rules=TENHOU)
        four_kans(play).discard("9m")
        assert play.why(N, ActionKind.PON, own="99m") is Why.FOUR_KANS_DRAW
        assert play.kinds(W) == {RON, ActionKind.PASS}
        assert play.ron(W).win.winner == W

    def test_a_rinshan_win_comes_before_the_draw(self) -> None:
        play = deal(**{**FOUR_KANS, "south": "666s345p345m78m55z"}, rules=TENHOU)
        assert "rinshan" in four_kans(play).tsumo().yaku


class TestDoraTiming:
    @BOTH
    def test_two_kans_in_a_row(self, rules: Ruleset) -> None:
        """An open kan, then a closed one of the replacement tile: both indicators lie before the second
        replacement tile, and the first not before the second kan stands."""
        play = in_words(
            "W 666p999m147s1234z, draws 6p, indicators 1m2m3m, replacements 9m9p / 6p; W: open-kan; "
            "closed-kan 9m",
            rules,
        )
        late = rules.open_kan_dora == "late"
        before = ["Dora", "Tsumo", "Ankan", "Dora", "Tsumo"]
        assert play.marks()[-5:] == (["Tsumo", "Ankan", "Dora", "Dora", "Tsumo"] if late else before)
        assert indicators(play) == "123m"

    def test_two_open_kans_in_a_row_leave_the_second_indicator_for_the_discard(self) -> None:
        play = in_words(
            "W 666p99m147s12345z, draws 9m6p, indicators 1m2m3m, replacements 9m2p, rules tenhou / 9m; "
            "W: pon; 1z; 6p; W: open-kan"
        )
        assert indicators(play) == "1m"
        play.added_kan("9m")
        assert play.marks()[-3:] == ["Kakan", "Dora", "Tsumo"]
        assert indicators(play) == "12m"
        play.discard("2p")
        assert indicators(play) == "123m"

    def test_the_first_indicator_stays_down_when_the_second_kan_is_robbed(self) -> None:
        play = in_words(
            "S 78m234m567p345s99s, W 666s99m147p12345z, draws 9m8p1p2z9p6s, indicators 1m2m3m, "
            "replacements 9m, rules tenhou / 9m; W: pon; 1z; drawn 4; 6s; W: open-kan; added-kan 9m; S: ron"
        )
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
        play = in_words(
            "S 123m567m78m88p067s, N 222p147s258s1356z, draws 2p, replacements 9m, indicators 4z4s, "
            "rules tenhou / 2p; N: open-kan; 9m; S: ron"
        )
        assert play.yaku == {"pinfu": 1, "dora": 1, "aka-dora": 1}
        assert play.win.value == 3_900


class TestRobbing:
    def test_an_added_kan_can_be_robbed_and_stays_a_pon(self) -> None:
        play = in_words(
            "S 23p234m567m345s99s, W 11p258m369s12345z, draws 1p9p8p7p1p / 1p; W: pon; 1z; drawn 2; drawn 1; "
            "added-kan 1p"
        )
        assert play.ron(S).yaku == {"chankan": 1, "pinfu": 1}
        assert [str(meld) for meld in play.view(W).me.melds] == ["pon:111p"]
        assert [str(meld) for meld in play.view(W).hand.melds] == ["pon:111p"]
        assert play.view(N).left()[parse_tiles("1p")[0]] == 0  # the robbed tile is still seen by all
        assert play.win.target == W
        assert "Dora" not in play.marks()

    @pytest.mark.parametrize("rules", [WRC, WRC_2015], ids=lambda rules: rules.name)
    def test_a_closed_kan_only_by_orphans_and_only_where_the_rules_say_so(self, rules: Ruleset) -> None:
        play = in_words(
            "E 119m9p19s1234567z, S 111p258m258p258s2z, N 234m567m345s99m23p, draws 5p1p / 5p; closed-kan 1p",
            rules,
        )
        assert play.can(E, RON) == rules.orphans_rob_closed_kan
        assert play.why(N, RON) is Why.NO_CLAIM  # a hand that waits for 1p 4p may not
        if rules.orphans_rob_closed_kan:
            assert "kokushi" in play.ron(E).yaku
        else:
            assert play.why(E, RON) is Why.NOT_IN_RULES

    def test_a_red_five_that_is_robbed_counts(self) -> None:
        play = in_words(
            "S 46p234m567m345s99s, W 55p258m369s12345z, draws 5p9p8p7p0p, rules tenhou / 5p; W: pon; 1z; "
            "drawn 3; added-kan 0p; S: ron"
        )
        assert play.yaku["aka-dora"] == 1
        assert play.win.tile == parse_tiles("0p")[0]

    def test_a_kan_that_nobody_robs_goes_on(self) -> None:
        play = in_words(
            "S 23p234m567m345s99s, W 11p258m369s12345z, draws 1p9p8p7p1p, replacements 7s / 1p; W: pon; 1z; "
            "drawn 3; added-kan 1p; passes"
        )
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
