"""Hands that nobody wins: the exhaustive draw, nagashi mangan, and the abortive draws."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.actions import ActionKind, Why
from engine.outcome import DrawReason
from engine.rules import EMA, MAHJONG_SOUL, PRESETS, TENHOU, WRC, Ruleset
from engine.tiles import IS_ORPHAN, KIND_OF, Tile, format_tiles
from tests.support.engine.deals import E, N, S, Supply, W, deal

NINE = ActionKind.NINE_TERMINALS
EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)

READY = ("23p234m567m345s99s", "23p789p456m123s77s", "56p123m678m234s88s", "35p789m123s456s66p")
"""Four hands that wait on 1p, 4p or 7p."""
TENHOU_ALIKE = ("tenhou", "mahjongsoul")


class TestExhaustive:
    @pytest.mark.claim("W-08")
    @pytest.mark.claim("W-15")
    @pytest.mark.parametrize(
        ("tenpai", "deltas"),
        [
            ("", [0, 0, 0, 0]),
            ("E", [3_000, -1_000, -1_000, -1_000]),
            ("SN", [-1_500, 1_500, -1_500, 1_500]),
            ("ESW", [1_000, 1_000, 1_000, -3_000]),
            ("ESWN", [0, 0, 0, 0]),
        ],
    )
    def test_noten_pays_tenpai(self, tenpai: str, deltas: list[int]) -> None:
        hands = [hand if seat in tenpai else "" for seat, hand in zip("ESWN", READY, strict=True)]
        play = deal(*hands).run_out()
        assert play.draw.reason is DrawReason.EXHAUSTIVE
        assert play.draw.tenpai == tuple(seat in tenpai for seat in "ESWN")
        assert list(play.draw.deltas) == deltas
        assert play.scores == [30_000 + delta for delta in deltas]
        assert play.game.outcome is not None
        assert play.game.outcome.dealer_stays(E) == ("E" in tenpai)

    @pytest.mark.claim("W-11")
    def test_bets_stay_on_the_table(self) -> None:
        play = deal(READY[0], draws="1z", riichi_sticks=2).riichi("1z").run_out()
        assert play.game.table.riichi_sticks == 3
        assert play.scores == [32_000, 29_000, 29_000, 29_000]

    @pytest.mark.parametrize(
        ("hand", "draws", "replacement", "noten"),
        [
            # section 3.3: waits only on a tile of which he holds all four himself
            ("123456789m9999p", "1z", "", tuple(PRESETS)),
            ("12m567p888s11z333m", "3m", "9m", ("wrc", "wrc2015", "ema", "ema2025", "mleague")),
            # all four 3m in the ponds: tenpai everywhere
            ("12m345p567p888s11z", "3m3m3m3m", "", ()),
        ],
    )
    @EVERY_PRESET
    def test_the_fifth_tile(
        self, hand: str, draws: str, replacement: str, noten: tuple[str, ...], rules: Ruleset
    ) -> None:
        if any(rules.red_fives):
            hand = hand.replace("567p", "067p") if "345p" in hand else hand
        play = deal(hand, draws=draws, replacements=replacement, rules=rules)
        if replacement:
            play.closed_kan("3m").discard("9m")
        play.run_out()
        assert play.draw.tenpai[E] == (rules.name not in noten)

    @EVERY_PRESET
    def test_a_hand_without_a_yaku_is_tenpai(self, rules: Ruleset) -> None:
        play = deal("23m456p789p45s99m1z", north="1m258m258p258s123z", draws="9s8s8p9p", rules=rules)
        play.discard("9s").tsumogiri(2).discard("1m").chi(E, "23m").discard("1z").run_out()
        assert play.draw.tenpai[E]

    def test_riichi_hands_and_furiten_hands_are_tenpai(self) -> None:
        play = deal(READY[0], draws="1p1p").discard("1p", "1p").run_out()
        assert play.furiten(E)
        assert play.draw.tenpai[E]


NAGASHI_HANDS = ("23p234m567m345s22s", "258m346p58p34678s", "56p345m678m234s88s", "3468m258p2468s47p")
"""East and West are tenpai; all hands are of simples."""


def nagashi_draws(hands: Sequence[str], *seats: int) -> list[Tile]:
    """Seventy draws: terminals and honours for these seats, simples for the others while there are any."""
    supply = Supply(MAHJONG_SOUL)
    for hand in hands:
        supply.take(hand)
    orphans = [tile for tile in supply.left if IS_ORPHAN[KIND_OF[tile]]]
    simples = [tile for tile in supply.left if not IS_ORPHAN[KIND_OF[tile]]]
    own = [orphans.pop() for turn in range(70) if turn % 4 in seats]
    others = orphans + simples
    return [own.pop() if turn % 4 in seats else others.pop() for turn in range(70)]


def reds(rules: Ruleset, draws: Sequence[Tile]) -> str:
    """The draws in notation, red fives plain where there are none."""
    return format_tiles(draws if any(rules.red_fives) else map(KIND_OF.__getitem__, draws))


class TestNagashi:
    @EVERY_PRESET
    def test_t8_a_non_dealer_with_dealer_and_another_tenpai(self, rules: Ruleset) -> None:
        draws = reds(rules, nagashi_draws(NAGASHI_HANDS, S))
        play = deal(*NAGASHI_HANDS, draws=draws, rules=rules, riichi_sticks=1).run_out()
        if rules.name in TENHOU_ALIKE:
            assert play.draw.reason is DrawReason.NAGASHI_MANGAN
            assert play.draw.nagashi == (S,)
            assert play.draw.deltas == (-4_000, 8_000, -2_000, -2_000)
        else:
            assert play.draw.reason is DrawReason.EXHAUSTIVE
            assert play.draw.deltas == (1_500, -1_500, 1_500, -1_500)
        assert play.draw.tenpai == (True, False, True, False)
        assert play.game.table.riichi_sticks == 1
        assert play.game.outcome is not None
        assert play.game.outcome.dealer_stays(E)

    def test_several_at_once_are_all_paid(self) -> None:
        draws = format_tiles(nagashi_draws(NAGASHI_HANDS, E, S))
        play = deal(*NAGASHI_HANDS, draws=draws, rules=MAHJONG_SOUL).run_out()
        assert play.draw.nagashi == (E, S)
        assert play.draw.deltas == (12_000 - 4_000, -4_000 + 8_000, -4_000 - 2_000, -4_000 - 2_000)

    def test_a_discard_that_was_called_away_spoils_it(self) -> None:
        hands = (*NAGASHI_HANDS[:3], "11z346m258p2468s4p")
        rest = nagashi_draws((*hands, "0p1z"), S)  # after the call East is the next to draw
        play = deal(*hands, draws="0p1z" + format_tiles(rest[:-2]), rules=TENHOU).tsumogiri(2)
        play.pon(N).discard("3m").run_out()
        assert all(IS_ORPHAN[KIND_OF[tile.tile]] for tile in play.view(S).me.pond)
        assert play.draw.reason is DrawReason.EXHAUSTIVE

    def test_an_own_call_does_not(self) -> None:
        hands = (NAGASHI_HANDS[0], "258m346p58p3467s1z", *NAGASHI_HANDS[2:])
        rest = nagashi_draws((*hands, "0p"), 3)  # after the call South is fourth to draw
        play = deal(*hands, draws="0p" + format_tiles(rest[:-1]), rules=TENHOU)
        play.discard("0p").chi(S, "46p").discard("1z").run_out()
        assert play.draw.reason is DrawReason.NAGASHI_MANGAN
        assert play.draw.nagashi == (S,)


class TestNineTerminals:
    HAND = "19m19p19s123z2467m"

    @EVERY_PRESET
    @pytest.mark.claim("W-10")
    def test_in_the_first_turn_where_the_rules_have_it(self, rules: Ruleset) -> None:
        play = deal(south=self.HAND, draws="5m1z", rules=rules, riichi_sticks=1).tsumogiri()
        if rules.name in TENHOU_ALIKE:
            assert play.nine_terminals().draw.reason is DrawReason.NINE_TERMINALS
            assert play.draw.declarer == S
            assert play.draw.deltas == (0, 0, 0, 0)
            assert play.game.table.riichi_sticks == 1
            assert play.game.outcome is not None
            assert play.game.outcome.dealer_stays(E)
        else:
            assert play.why(S, NINE) is Why.NOT_IN_RULES

    def test_the_drawn_tile_counts(self) -> None:
        assert deal("19m19p19s12z24678m", draws="3z", rules=TENHOU).can(E, NINE)
        play = deal("19m19p19s12z24678m", draws="2z", rules=TENHOU)
        assert play.refused(E, NINE).number == 9
        assert play.why(E, NINE) is Why.NOT_NINE_KINDS

    def test_not_later_and_not_after_a_call(self) -> None:
        play = deal(self.HAND, draws="5m9m9p9s8s", rules=TENHOU).tsumogiri(4)
        assert play.why(E, NINE) is Why.NOT_FIRST_TURN
        play = deal(
            south="11z258m258p2589s2z", west="19m19p19s34567z24m", draws="1z5m", rules=TENHOU
        ).discard("1z")
        assert play.pon(S).discard("2s").why(W, NINE) is Why.NOT_FIRST_TURN
        assert play.why(S, NINE) is Why.NOT_YOUR_TURN


class TestFourWinds:
    @EVERY_PRESET
    @pytest.mark.claim("W-10")
    def test_four_first_discards_of_one_wind(self, rules: Ruleset) -> None:
        play = deal(draws="2z2z2z2z", rules=rules).tsumogiri(4).everybody_passes()
        if rules.name in TENHOU_ALIKE:
            assert play.draw.reason is DrawReason.FOUR_WINDS
        else:
            assert play.game.outcome is None

    @pytest.mark.parametrize("draws", ["2z2z2z3z", "5z5z5z5z", "1m1m1m1m"])
    def test_nothing_else_will_do(self, draws: str) -> None:
        play = deal(*READY, draws=draws, rules=TENHOU) if draws[0] == "5" else deal(draws=draws, rules=TENHOU)
        play.tsumogiri(4).everybody_passes()
        assert play.game.outcome is None

    def test_not_with_a_call_between(self) -> None:
        play = deal(west="11z258m258p2589s2z", draws="2z1z2z2z", rules=TENHOU)
        play.discard("2z").discard("1z").pon(W).discard("2z").tsumogiri(2).everybody_passes()
        assert play.game.outcome is None

    def test_not_with_a_closed_kan_between(self) -> None:
        play = deal("999m147p147s1357z", draws="9m2z2z2z", replacements="2z", rules=TENHOU)
        play.closed_kan("9m").discard("2z").tsumogiri(3).everybody_passes()
        assert play.game.outcome is None


class TestFourRiichi:
    @EVERY_PRESET
    @pytest.mark.claim("R-12")
    @pytest.mark.claim("W-10")
    def test_t9_all_four_bets_lie_on_the_table(self, rules: Ruleset) -> None:
        play = deal(*READY, draws="1z5z6z7z", rules=rules)
        for tile in ("1z", "5z", "6z", "7z"):
            play.riichi(tile)
        assert play.game.table.riichi_sticks == 4
        assert play.scores == [rules.start_points - 1_000] * 4
        if rules.name in TENHOU_ALIKE:
            assert play.draw.reason is DrawReason.FOUR_RIICHI
            assert play.draw.tenpai == (True,) * 4
        else:
            assert play.game.outcome is None

    @pytest.mark.claim("R-12")
    def test_not_when_the_fourth_tile_is_won_on(self) -> None:
        play = deal(*READY, draws="1z5z6z4p", rules=TENHOU)
        play.riichi("1z").riichi("5z").riichi("6z")
        play.riichi("4p").ron(E)
        assert play.game.table.riichi_sticks == 0
        assert play.win.riichi_sticks == 3


@pytest.mark.claim("W-10")
@pytest.mark.parametrize("rules", [WRC, PRESETS["wrc2015"], EMA, PRESETS["ema2025"]], ids=lambda r: r.name)
def test_wrc_and_ema_know_no_abortive_draws(rules: Ruleset) -> None:
    flags = (rules.nine_terminals, rules.four_winds, rules.four_riichi, rules.four_kans, rules.triple_ron)
    assert flags == (False,) * 5
