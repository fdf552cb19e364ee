"""Hands: what a win needs, last tiles, first turns, several winners; draws; hands told by their events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import pytest
from msgspec.structs import replace

from engine import events as ev
from engine.actions import PASS, Action, ActionKind, Why
from engine.legal import refuse_discard
from engine.outcome import DrawReason
from engine.round import Header, Round
from engine.rules import EMA, MAHJONG_SOUL, PRESETS, TENHOU, WRC, Ruleset
from engine.table import Phase
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, MJAI, Tile, format_tiles
from engine.wall import PLAYERS, Dice, seeded_wall
from tests.support.engine.deals import PINFU, READY, E, N, Play, S, Supply, W, deal, in_words
from tests.support.engine.random_wins import han, reason, won
from tests.support.engine.wild_games import round_state, wild_choice
from tests.support.nightly import at_night

RON, TSUMO = ActionKind.RON, ActionKind.TSUMO
BOTH = pytest.mark.parametrize("rules", [WRC, TENHOU], ids=lambda rules: rules.name)
"""One ruleset of each kind; ``test_rules.py`` says of which kind each preset is."""

OUT_OF_PLAY = {"replacements": "4p4p", "ura": "11114p"}
"""All tiles that it waits for but one 4p, so that none is drawn and passed on the way."""


class TestWhatAWinNeeds:
    @pytest.mark.claim("W-02")
    def test_a_closed_tsumo_needs_no_other_yaku(self) -> None:
        play = deal(east="123m456p789p45s99m", draws="1z9s8s8p6s").tsumogiri(4).tsumo()
        assert play.yaku == {"menzen-tsumo": 1, "pinfu": 1}

    @pytest.mark.claim("W-03")
    @pytest.mark.parametrize(("honba", "allowed"), [(4, True), (5, False)])
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
    def test_haitei_with_the_last_replacement_tile(self) -> None:
        rules = replace(WRC, rinshan_with_haitei=True)
        play = deal(east="111z23p567m345s99s", last="1z6z", replacements="4p", rules=rules)
        assert play.run_down(1).closed_kan("1z").tsumo().yaku.keys() >= {"rinshan", "haitei"}

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
    @pytest.mark.parametrize("rules", [WRC, EMA], ids=lambda rules: rules.name)
    def test_two(self, rules: Ruleset) -> None:
        play = three_waiting(rules).ron(S, W)
        assert [win.winner for win in play.wins] == ([S] if rules is WRC else [S, W])
        assert play.marks().count("Hora") == len(play.wins)

    @pytest.mark.parametrize("rules", [WRC, EMA, TENHOU], ids=lambda rules: rules.name)
    def test_three(self, rules: Ruleset) -> None:
        play = three_waiting(rules, riichi_sticks=1).ron(S, W, N)
        if rules is TENHOU:
            assert play.draw.reason == "sanchahou"
            assert play.scores == [rules.start_points] * 4
            assert play.game.table.riichi_sticks == 1
        elif rules is WRC:
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
        ("tenhou", {W: (1, 3), N: (0, 0)}),
        ("wrc", {W: (1, 3)}),
    ],
)
def test_counters_and_bets_of_two_winners(name: str, gains: dict[int, tuple[int, int]]) -> None:
    """Worked example Y8 (and T10): South discards; West and North, both in riichi now, win;
    one old bet and one counter lie on the table."""
    play = in_words(
        "W 23p234m567m345s99s, N 23p789m456m123s77s, draws 9p1z5z6z9m4p, ura 1z, riichi_sticks 1, honba 1 / "
        "drawn 2; riichi 5z; riichi 6z; drawn; 4p; WN: ron",
        PRESETS[name],
    )
    assert {win.winner: (win.honba, win.riichi_sticks) for win in play.wins} == gains
    for win in play.wins:
        honba, riichi_sticks = gains[win.winner]
        assert win.deltas[win.winner] == win.value + 300 * honba + 1_000 * riichi_sticks
        assert win.deltas[S] == -win.value - 300 * honba
        assert win.deltas[E] == 0


class TestRealRecords:
    def test_t2_rinshan_after_an_added_kan_sees_only_the_first_indicator(self) -> None:
        play = in_words(
            "W 1122z55z78s79p159m, draws 5z1p1s9s4p4s8p6m3m3s5z, replacements 2z, indicators 8s1z, "
            "round_wind 2z, rules tenhou / 5z; W: pon; 1m; drawn 2; 9s; W: chi 78s; 5m; drawn 2; 8p; "
            "W: chi 79p; 9m; drawn 3; added-kan 5z; tsumo"
        )
        assert play.yaku == {"rinshan": 1, "haku": 1, "round-wind": 1, "chanta": 1, "dora": 1}
        assert play.win.score.fu == 50
        assert play.win.deltas == (-4_000, -2_000, 8_000, -2_000)


NINE = ActionKind.NINE_TERMINALS


class TestExhaustive:
    @pytest.mark.claim("W-08")
    @pytest.mark.claim("W-15")
    @pytest.mark.parametrize(
        ("tenpai", "deltas"),
        [
            ("E", [3_000, -1_000, -1_000, -1_000]),
            ("SN", [-1_500, 1_500, -1_500, 1_500]),
        ],
    )
    def test_noten_pays_tenpai(self, tenpai: str, deltas: list[int]) -> None:
        hands = [hand if seat in tenpai else "" for seat, hand in zip("ESWN", READY, strict=True)]
        play = deal(*hands).run_out()
        assert play.draw.reason is DrawReason.EXHAUSTIVE
        assert play.draw.tenpai == tuple(seat in tenpai for seat in "ESWN")
        assert list(play.draw.deltas) == deltas
        assert play.scores == [30_000 + delta for delta in deltas]
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
            ("123456789m9999p", "1z", "", (WRC, TENHOU)),
            ("12m567p888s11z333m", "3m", "9m", (WRC,)),
            # all four 3m in the ponds: tenpai everywhere
            ("12m345p567p888s11z", "3m3m3m3m", "", ()),
        ],
    )
    @BOTH
    def test_the_fifth_tile(
        self, hand: str, draws: str, replacement: str, noten: tuple[Ruleset, ...], rules: Ruleset
    ) -> None:
        if any(rules.red_fives):
            hand = hand.replace("567p", "067p") if "345p" in hand else hand
        play = deal(hand, draws=draws, replacements=replacement, rules=rules)
        if replacement:
            play.closed_kan("3m").discard("9m")
        play.run_out()
        assert play.draw.tenpai[E] == (rules not in noten)

    def test_a_hand_without_a_yaku_is_tenpai(self) -> None:
        play = deal("23m456p789p45s99m1z", north="1m258m258p258s123z", draws="9s8s8p9p")
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
    @BOTH
    def test_t8_a_non_dealer_with_dealer_and_another_tenpai(self, rules: Ruleset) -> None:
        draws = reds(rules, nagashi_draws(NAGASHI_HANDS, S))
        play = deal(*NAGASHI_HANDS, draws=draws, rules=rules, riichi_sticks=1).run_out()
        if rules is TENHOU:
            assert play.draw.reason is DrawReason.NAGASHI_MANGAN
            assert play.draw.nagashi == (S,)
            assert play.draw.deltas == (-4_000, 8_000, -2_000, -2_000)
        else:
            assert play.draw.reason is DrawReason.EXHAUSTIVE
            assert play.draw.deltas == (1_500, -1_500, 1_500, -1_500)
        assert play.draw.tenpai == (True, False, True, False)
        assert play.game.table.riichi_sticks == 1
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

    @BOTH
    @pytest.mark.claim("W-10")
    def test_in_the_first_turn_where_the_rules_have_it(self, rules: Ruleset) -> None:
        play = deal(south=self.HAND, draws="5m1z", rules=rules, riichi_sticks=1).tsumogiri()
        if rules is TENHOU:
            assert play.nine_terminals().draw.reason is DrawReason.NINE_TERMINALS
            assert play.draw.declarer == S
            assert play.draw.deltas == (0, 0, 0, 0)
            assert play.game.table.riichi_sticks == 1
            assert play.game.outcome.dealer_stays(E)
        else:
            assert play.why(S, NINE) is Why.NOT_IN_RULES

    def test_the_drawn_tile_counts(self) -> None:
        assert deal("19m19p19s12z24678m", draws="3z", rules=TENHOU).can(E, NINE)
        play = deal("19m19p19s12z24678m", draws="2z", rules=TENHOU)
        assert play.refused(E, NINE).number == 9
        assert play.why(E, NINE) is Why.NOT_NINE_KINDS


class TestFourWinds:
    @BOTH
    @pytest.mark.claim("W-10")
    def test_four_first_discards_of_one_wind(self, rules: Ruleset) -> None:
        play = deal(draws="2z2z2z2z", rules=rules).tsumogiri(4).everybody_passes()
        if rules is TENHOU:
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
    @BOTH
    @pytest.mark.claim("R-12")
    @pytest.mark.claim("W-10")
    def test_t9_all_four_bets_lie_on_the_table(self, rules: Ruleset) -> None:
        play = deal(*READY, draws="1z5z6z7z", rules=rules)
        for tile in ("1z", "5z", "6z", "7z"):
            play.riichi(tile)
        assert play.game.table.riichi_sticks == 4
        assert play.scores == [rules.start_points - 1_000] * 4
        if rules is TENHOU:
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


# -- hands told by their events --------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(6, 7), *at_night([range(12)])], ids=["one", "twelve"])
@pytest.mark.parametrize("rules", PRESETS)
def test_a_hand_told_by_its_events_is_the_hand_that_was_played(rules: str, seeds: range) -> None:
    ruleset = PRESETS[rules]
    kans = 0
    for seed in seeds:
        dice = Dice(seed)
        wall = seeded_wall(ruleset, seed, EAST, 1, 0)
        game = Round(ruleset, Header(0, 0, 0, (ruleset.start_points,) * PLAYERS), wall)
        while game.outcome is None:
            told = Round.from_events(ruleset, game.wall.dealt_again(), game.events)
            assert round_state(told) == round_state(game)
            game.step({seat: wild_choice(game.options(seat), dice) for seat in game.acting})
        kans += len(game.table.kans)
    assert kans


def test_a_hand_told_by_its_events_goes_on_like_the_other_and_watches_no_more() -> None:
    ruleset = PRESETS["tenhou"]
    game = Round(ruleset, Header(0, 0, 0, (25_000,) * PLAYERS), seeded_wall(ruleset, 1, EAST, 1, 0))
    for _ in range(9):
        game.step({seat: wild_choice(game.options(seat), Dice(1)) for seat in game.acting})
    seen: list[ev.Event] = []
    told = Round.from_events(
        ruleset, game.wall.dealt_again(), game.events, lambda _, event: seen.append(event)
    )
    assert seen == game.events
    while game.outcome is None:
        chosen = {seat: game.options(seat).actions[0] for seat in game.acting}
        assert game.step(chosen) == told.step(chosen)
    assert len(seen) < len(game.events)


def test_another_wall_is_refused() -> None:
    ruleset = PRESETS["tenhou"]
    game = Round(ruleset, Header(0, 0, 0, (25_000,) * PLAYERS), seeded_wall(ruleset, 1, EAST, 1, 0))
    game.step({game.acting[0]: game.options(game.acting[0]).actions[-1]})
    with pytest.raises(ValueError, match="other tiles"):
        Round.from_events(ruleset, seeded_wall(ruleset, 2, EAST, 1, 0), game.events)
    with pytest.raises(ValueError, match="start_kyoku"):
        Round.from_events(ruleset, game.wall.dealt_again(), game.events[1:])


# -- what a record knows already ---------------------------------------------------------------------------


def dealt(ruleset: Ruleset, seed: int) -> Round:
    wall = seeded_wall(ruleset, seed, EAST, 1, 0)
    return Round(ruleset, Header(0, 0, 0, (ruleset.start_points,) * PLAYERS), wall)


@pytest.mark.parametrize("rules", ["tenhou", "ema"])
def test_a_discard_judged_alone_is_judged_as_in_the_menu(rules: str) -> None:
    refused = set[Why]()
    for seed in (3, 6):
        game, dice = dealt(PRESETS[rules], seed), Dice(seed)
        while game.outcome is None:
            seat = game.table.turn
            if game.acting == (seat,):
                discards = [
                    Action(ActionKind.DISCARD, tile, tsumogiri=drawn)
                    for tile in range(len(MJAI))
                    for drawn in (False, True)
                ]
                odd = [Action(ActionKind.DISCARD), discards[0]._replace(consumed=(0,))]
                found = [game.may(seat, discard) for discard in (*discards, *odd)]
                view, menu = game.view(seat), game.options(seat)
                assert found == [discard in menu.actions for discard in (*discards, *odd)]
                refusals = (refuse_discard(view, tile) for tile in set(view.hand.tiles))
                refused |= {refusal.why for refusal in refusals if refusal is not None}
            game.step({seat: wild_choice(game.options(seat), dice) for seat in game.acting})
    assert refused == {Why.LOCKED_BY_RIICHI, Why.KUIKAE}


@pytest.mark.parametrize("errors", ["prevented", "penalised"])
def test_a_tile_that_nobody_claims_is_one_that_all_let_pass(
    errors: Literal["prevented", "penalised"],
) -> None:
    ruleset = replace(TENHOU, errors=errors)
    asked = Counter[Phase]()
    for seed in range(8):
        game, dice = dealt(ruleset, seed), Dice(seed)
        while game.outcome is None:
            menus = {seat: game.options(seat) for seat in game.acting}
            if game.table.phase is Phase.DECLARE:
                game.step({seat: menu.actions[0] for seat, menu in menus.items()})
                continue
            chosen = {seat: wild_choice(menu, dice) for seat, menu in menus.items()}
            if game.table.phase is not Phase.TURN or dice.below(3):
                game.step(chosen)
                continue
            told = Round.from_events(ruleset, game.wall.dealt_again(), game.events)
            told.step(chosen, unclaimed=True)
            game.step(chosen)
            while game.outcome is None and game.table.phase in (Phase.CLAIM, Phase.ROB):
                asked[game.table.phase] += 1
                game.step(dict.fromkeys(game.acting, PASS))
            assert round_state(told) == round_state(game)
    assert asked[Phase.CLAIM]
