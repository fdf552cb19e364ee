"""Rulesets: the presets as their rulebooks have them, and for every field a game that it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.actions import CHALLENGE, Action, ActionKind
from engine.match import Match, next_header, standings
from engine.own_rules import ruleset
from engine.round import Header
from engine.rules import DEFAULT, EMA, PRESETS, TENHOU, WRC, Offence, Ruleset
from engine.table import Phase
from engine.tiles import is_red
from tests.engine.test_engine_results import south_wins, three_dragons
from tests.engine.test_match import after, drawn
from tests.engine.test_match import won as won_by
from tests.engine.test_round import NAGASHI_HANDS, nagashi_draws, reds
from tests.support.engine.deals import PINFU, READY, E, N, Play, S, W, deal, in_words
from tests.support.engine.random_wins import names, paid, won
from tests.support.engine.rare_hands import FOUR_KANS

ORDER = ("wrc", "wrc2015", "ema", "ema2025", "tenhou", "mahjongsoul", "mleague")
BIG = ("daisangen", "daisuushi")
FOUR = (*BIG, "suukantsu")
DOUBLES = ("kokushi-13", "suuankou-tanki", "junsei-chuuren", "daisuushi")
KIND, GRIM, LEAGUE = (15_000, 5_000, -5_000, -15_000), (20_000, 10_000, -10_000, -20_000), 30_000
CHOMBO = ("false-win", "noten-riichi", "bad-closed-kan", "dead-hand-win", "unplayable")
DEAD = ("withdrawn-win", "invalid-call", "invalid-kan", "riichi-call", "kuikae", "wrong-tile-count")
CLAIM = "dead-hand-call"

ROWS: dict[str, tuple[Any, ...]] = {
    # A. the game
    "length": ("south",) * 7,
    "start_points": (30_000, 30_000, 30_000, 30_000, 25_000, 25_000, 25_000),
    "return_points": (30_000, 30_000, 30_000, 30_000, 30_000, 25_000, 30_000),
    "oka": (0, 0, 0, 0, 20_000, 0, 20_000),
    "uma": (KIND, KIND, KIND, KIND, GRIM, KIND, (LEAGUE, 10_000, -10_000, -LEAGUE)),
    "ties": ("shared", "shared", "shared", "shared", "seat", "seat", "shared"),
    "final_score": ("difference", "difference", "points", "points", *("difference",) * 3),
    "leftover_bets": ("nobody", "nobody", "split-down", "split-down", "first", "first", "split"),
    "goal_points": (None, None, None, None, 30_000, 30_000, None),
    "agari_yame": (False, False, False, False, True, True, False),
    "tenpai_yame": (False, False, False, False, True, True, False),
    "bankruptcy": (False, False, False, False, True, True, False),
    "two_han_minimum_from": (None,) * 7,
    "counter_points": (300,) * 7,
    # B. tiles and dora
    "red_fives": (*((0, 0, 0),) * 4, *((1, 1, 1),) * 3),
    "ippatsu": (True,) * 7,
    "ura_dora": (True,) * 7,
    "kan_dora": (True,) * 7,
    "kan_ura_dora": (True,) * 7,
    "closed_kan_dora": ("before",) * 7,
    "open_kan_dora": ("before", "before", "before", "before", "late", "late", "before"),
    # C. calls and kans
    "open_tanyao": (True,) * 7,
    "kuikae_same": (False,) * 7,
    "kuikae_other_end": (False,) * 7,
    "orphans_rob_closed_kan": (False, True, True, True, False, True, False),
    # D. riichi
    "riichi_bet": (1_000,) * 7,
    "riichi_minimum_points": (None, None, None, None, 1_000, 1_000, None),
    "riichi_minimum_live": (0, 4, 4, 1, 4, 4, 1),
    "closed_kan_after_riichi": ("strict", "strict", "strict", "strict", "waits", "waits", "strict"),
    # E. furiten
    "calls_end_temporary_furiten": (False,) * 7,
    # F. wins and payments
    "several_rons": ("nearest", "nearest", "all", "all", "all", "all", "nearest"),
    "ron_counters": ("nearest", "nearest", "each", "each", "nearest", "nearest", "nearest"),
    "ron_bets": ("nearest", "nearest", "own", "own", "nearest", "nearest", "nearest"),
    "tile_apart": (True, True, *(False,) * 5),
    "double_wind_pair_fu": (2, 4, 4, 2, 4, 4, 2),
    "rinshan_tsumo_fu": (True,) * 7,
    "rinshan_with_haitei": (False,) * 7,
    "kiriage": (True, True, False, True, False, False, True),
    "counted_limit": ("yakuman", *("sanbaiman",) * 3, "yakuman", "yakuman", "sanbaiman"),
    "yakuman_add_up": (True, False, False, False, True, True, True),
    "double_yakuman": ((), (), (), (), (), DOUBLES, ()),
    "pao": (FOUR, BIG, BIG, BIG, BIG, BIG, FOUR),
    "pao_covers": ("yakuman", "yakuman", "yakuman", "yakuman", "hand", "yakuman", "yakuman"),
    "pao_counters": (*("discarder",) * 4, "liable", "liable", "discarder"),
    "renhou": ("mangan", "mangan", "mangan", "mangan", "none", "none", "none"),
    "nagashi_mangan": (False, False, False, False, True, True, False),
    # G. draws
    "nine_terminals": (False, False, False, False, True, True, False),
    "four_winds": (False, False, False, False, True, True, False),
    "four_riichi": (False, False, False, False, True, True, False),
    "four_kans": (False, False, False, False, True, True, False),
    "triple_ron": (False, False, False, False, True, False, False),
    "noten_penalty": (3_000,) * 7,
    "fifth_tile": ("anywhere", "anywhere", "anywhere", "anywhere", "concealed", "concealed", "anywhere"),
    # H. penalties
    "errors": ("prevented",) * 7,
    "chombo_for": (
        (*CHOMBO, "withdrawn-win", "invalid-kan", CLAIM, "wrong-tile-count", "many-tiles-shown"),
        CHOMBO,
        *((*CHOMBO, CLAIM),) * 4,
        ("false-win", "noten-riichi", "dead-hand-win", "unplayable"),
    ),
    "dead_hand_for": (
        (
            "empty-call",
            "invalid-call",
            "kuikae",
            "open-riichi",
            "riichi-discard",
            "riichi-call",
            "tiles-shown",
        ),
        DEAD,
        *((*DEAD, "open-riichi", "riichi-not-shown", "claim-not-taken"),) * 4,
        DEAD,
    ),
    "chombo": ("final", "final", "final", "final", "mangan", "mangan", "final"),
    "chombo_points": (30_000, *(20_000,) * 6),
    "win_voids_chombo": (True,) * 7,
    "challenge_price": (1_000,) * 7,
    "value_said": (False,) * 7,
    "unchecked": ((),) * 7,
}
"""One row a rule, one column a preset, in the order of ``ORDER``."""


@pytest.mark.parametrize("field", ROWS)
def test_the_presets_say_what_their_rulebooks_say(field: str) -> None:
    found = tuple(getattr(PRESETS[name], field) for name in ORDER)
    if field in ("chombo_for", "dead_hand_for"):
        assert [set(names) for names in found] == [set(names) for names in ROWS[field]]
    else:
        assert found == ROWS[field]


def test_the_table_is_complete() -> None:
    assert tuple(PRESETS) == ORDER
    fields = {field.name for field in msgspec.structs.fields(Ruleset)} - {"name", "title"}
    assert fields | {"oka"} == set(ROWS)


def test_wrc_is_the_default() -> None:
    assert DEFAULT is WRC
    assert ruleset("ema") is PRESETS["ema"]


RON, RIICHI, CLOSED_KAN = ActionKind.RON, ActionKind.RIICHI, ActionKind.CLOSED_KAN

SIMPLES = "34567p234m234s5s"
"""With another 5s, waits for 2p 5p 8p."""
TABLE = replace(EMA, errors="penalised")


@dataclass(frozen=True)
class Change:
    """What a play comes to under each value of a field."""

    play: Callable[[Ruleset], Any]
    outcomes: dict[Any, Any]
    base: Ruleset = field(default=WRC)


def wrongly_challenged(rules: Ruleset) -> int:
    """South's points after a right count that East challenged."""
    play = south_wins(rules).ron(S)
    play.step({S: play.game.options(S).actions[0]})
    play.step({E: CHALLENGE})
    return play.scores[S]


def chombo_against_a_win(rules: Ruleset) -> str | None:
    """East wins on the tile while a referee rules on North."""
    play = deal(east=PINFU, draws="9m1p", rules=rules).discard("9m", "1p").rule(N, Offence.UNPLAYABLE)
    if play.game.outcome is None:
        play.ron(E)
    return None if play.game.outcome.draw is None else play.draw.reason.value


def finals(*points: int, riichi_sticks: int = 0) -> Callable[[Ruleset], list[float]]:
    """Final scores, first place first."""
    return lambda rules: [standing.final for standing in standings(rules, points, riichi_sticks)]


def at_the_end(*points: int, riichi_sticks: int) -> Callable[[Ruleset], list[int]]:
    """Points by seat with the riichi sticks left over given out."""

    def given(rules: Ruleset) -> list[int]:
        by_seat = sorted(standings(rules, points, riichi_sticks), key=lambda standing: standing.seat)
        return [standing.points for standing in by_seat]

    return given


def hands_of_a_game(rules: Ruleset) -> int:
    """How many hands there are when nobody's points change and the dealer never wins."""
    header: Header | None = Header(0, 0, 0, (25_000,) * 4)
    count = 0
    while header is not None:
        count += 1
        header = next_header(rules, header, won_by((header.dealer + 1) % 4), header.scores, 0)
    return count


def goes_on(outcome: Any, scores: tuple[int, int, int, int], number: int = 7) -> Callable[[Ruleset], bool]:
    """Whether another hand follows the last one."""
    return lambda rules: after(outcome, number=number, rules=rules, scores=scores) is not None


def pinfu_ron(rules: Ruleset, honba: int = 5, **more: Any) -> Play:
    return deal(east=PINFU, draws="9m1p", honba=honba, rules=rules, **more).discard("9m", "1p")


def riichi_ron(rules: Ruleset, **more: Any) -> Play:
    """East declares riichi and wins on the next discard."""
    return deal(east=PINFU, draws="9m1p", rules=rules, **more).riichi("9m").discard("1p").ron(E)


def kan_marks(rules: Ruleset) -> list[str]:
    """What follows a closed kan, up to the discard."""
    play = deal(east="1111z258m258p258s", draws="9m", replacements="9p", rules=rules).closed_kan("1z")
    return play.discard("9p").marks()[1:5]


def open_kan_marks(rules: Ruleset) -> list[str]:
    play = deal(west="666p147m147s1234z", draws="6p", replacements="9p", rules=rules).discard("6p")
    return play.open_kan(W).discard("9p").marks()[2:6]


def ura_after_a_kan(rules: Ruleset) -> int:
    """How many ura indicators a riichi winner counts after a kan of another player."""
    play = deal(east=PINFU, south="1111z258m258p258s", draws="9m9p1p", replacements="7z", rules=rules).riichi(
        "9m"
    )
    play.closed_kan("1z").discard("7z").discard("1p").ron(E)
    return len(play.win.ura_indicators)


def open_simples(rules: Ruleset) -> bool:
    """East has called 2p and waits for 3p 6p."""
    return in_words("E 2234567p234m234s, draws 9m2p3p / 9m; 2p; E: pon; 7p; 3p", rules).can(E, RON)


def after_chi(rules: Ruleset) -> str:
    """What South may not discard after calling 2m as 2-3-4."""
    play = deal(south="2345m147p147s123z", draws="2m", rules=rules).discard("2m").chi(S, "34m")
    return "".join(tile for tile in ("2m", "5m") if not play.can(S, ActionKind.DISCARD, tile))


def orphans_and_a_kan(rules: Ruleset) -> bool:
    play = deal(east="119m9p19s1234567z", south="111p258m258p258s2z", draws="5p1p", rules=rules)
    return play.discard("5p").closed_kan("1p").can(E, RON)


def kan_of_a_hidden_triplet(rules: Ruleset) -> bool:
    """Riichi on 7m 8m; 6m can be read as a triplet or as part of a sequence."""
    play = deal(east="6668999m456p111s", draws="1z5p5p5s6m", rules=rules).riichi("1z").tsumogiri(3)
    return play.everybody_passes().can(E, CLOSED_KAN)


def passed_then_called(rules: Ruleset) -> bool:
    """East lets a 5p go by that North calls: is the hand furiten still?"""
    play = deal(east=f"{SIMPLES}5s", north="55p258m369s12345z", draws="9m5p", rules=rules)
    return bool(play.discard("9m", "5p").pon(N).furiten(E))


def two_rons(rules: Ruleset) -> Play:
    """East discards 1p; South, and North in riichi, win on it; a bet and a counter lay on the table."""
    hands = {"south": "23p789m123567s22m", "north": PINFU}
    play = deal(**hands, draws="9m7z2z3z1p", riichi_sticks=1, honba=1, rules=rules)
    return play.tsumogiri(3).riichi("3z").discard("1p").ron(S, N)


def winners(rules: Ruleset) -> list[int]:
    return [win.winner for win in two_rons(rules).wins]


def pao_ron(rules: Ruleset) -> tuple[int, ...]:
    """Three dragons fed by West, won off North, with one counter."""
    return three_dragons(rules, "3345s", "1p3s", honba=1).tsumogiri().discard("3s").ron(S).win.deltas


def pao_ron_with_all_honours(rules: Ruleset) -> tuple[int, ...]:
    return three_dragons(rules, "111z2z", "1p2z").tsumogiri().discard("2z").ron(S).win.deltas


def drawn_for(play: Play) -> str | None:
    outcome = play.game.outcome
    return None if outcome is None or outcome.draw is None else outcome.draw.reason.value


def four_riichi(rules: Ruleset) -> str | None:
    play = deal(*READY, draws="1z5z6z7z", rules=rules)
    for tile in ("1z", "5z", "6z", "7z"):
        play.riichi(tile)
    return drawn_for(play.everybody_passes())


def four_kans(rules: Ruleset) -> str | None:
    play = deal(**FOUR_KANS, rules=rules)
    play.closed_kan("1z").closed_kan("2z").closed_kan("3z").discard("9p").closed_kan("6s").discard("9m")
    return drawn_for(play.everybody_passes())


def three_rons(rules: Ruleset) -> str | None:
    play = deal("", *READY[1:], draws="4p", rules=rules).discard("4p")
    return drawn_for(play.ron(S, W, N))


def nagashi(rules: Ruleset) -> str | None:
    draws = reds(rules, nagashi_draws(NAGASHI_HANDS, S))
    return drawn_for(deal(*NAGASHI_HANDS, draws=draws, rules=rules).run_out())


def fifth_tile(rules: Ruleset) -> bool:
    """East waits for a 3m alone and has all four of them in a kan."""
    play = deal(east="12m567p888s11z333m", draws="3m", replacements="9m", rules=rules).closed_kan("3m")
    return play.discard("9m").run_out().draw.tenpai[E]


def furiten_ron(rules: Ruleset) -> Play:
    """East, in discard furiten, may be about to call ron on South's 5p."""
    return deal(east=f"2p{SIMPLES}", draws="5s5p", rules=rules).discard("2p", "5p")


def errs(offence: Offence) -> Callable[[Ruleset], str | None]:
    """What a furiten ron called leads to, None where it cannot be called."""

    def play(rules: Ruleset) -> str | None:
        at = furiten_ron(rules)
        if offence not in at.errors(E):
            return None
        return at.err(E, offence).fouls[-1][2]

    return play


def chombo(rules: Ruleset) -> tuple[list[int], list[float]]:
    """Points by seat after East's chombo, and the final scores if the game ended so."""
    play = furiten_ron(rules).err(E, Offence.FALSE_WIN)
    ranked = standings(rules, play.scores, 0, (1, 0, 0, 0))
    by_seat = sorted(ranked, key=lambda standing: standing.seat)
    return play.scores, [standing.final for standing in by_seat]


ALL_BETS = at_the_end(30_000, 30_000, 30_000, 9_000, riichi_sticks=1)
NINE = Action(ActionKind.NINE_TERMINALS)

CHANGES: dict[str, Change] = {
    # A. the game
    "length": Change(hands_of_a_game, {"hand": 1, "east": 4, "south": 8}),
    "start_points": Change(lambda rules: Match(rules, 1).scores[E], {30_000: 30_000, 25_000: 25_000}),
    "return_points": Change(
        finals(40_000, 35_000, 25_000, 20_000),
        {30_000: [25.0, 10.0, -10.0, -25.0], 25_000: [10.0, 15.0, -5.0, -20.0]},
    ),
    "uma": Change(
        finals(40_000, 35_000, 25_000, 20_000),
        {
            (15_000, 5_000, -5_000, -15_000): [25.0, 10.0, -10.0, -25.0],
            (30_000, 10_000, -10_000, -30_000): [40.0, 15.0, -15.0, -40.0],
        },
    ),
    "ties": Change(
        finals(35_000, 35_000, 30_000, 20_000),
        {"shared": [15.0, 15.0, -5.0, -25.0], "seat": [20.0, 10.0, -5.0, -25.0]},
    ),
    "final_score": Change(
        finals(40_000, 35_000, 25_000, 20_000),
        {"difference": [25.0, 10.0, -10.0, -25.0], "points": [55.0, 40.0, 20.0, 5.0]},
    ),
    "leftover_bets": Change(
        ALL_BETS,
        {
            "nobody": [30_000, 30_000, 30_000, 9_000],
            "first": [31_000, 30_000, 30_000, 9_000],
            "split": [30_400, 30_300, 30_300, 9_000],
            "split-down": [30_300, 30_300, 30_300, 9_000],
        },
    ),
    "goal_points": Change(hands_of_a_game, {None: 8, 30_000: 12, 25_000: 8}),
    "agari_yame": Change(
        goes_on(won_by(N), (20_000, 20_000, 20_000, 40_000)), {True: False, False: True}, TENHOU
    ),
    "tenpai_yame": Change(
        goes_on(drawn(N), (20_000, 20_000, 20_000, 40_000)), {True: False, False: True}, TENHOU
    ),
    "bankruptcy": Change(goes_on(won_by(N), (-100, 30_000, 30_000, 40_100), 2), {True: False, False: True}),
    "two_han_minimum_from": Change(
        lambda rules: pinfu_ron(rules).can(E, RON), {None: True, 5: False, 6: True}
    ),
    "counter_points": Change(
        lambda rules: pinfu_ron(rules, honba=2).ron(E).win.deltas[E], {300: 2_100, 1_500: 4_500}
    ),
    # B. tiles and dora
    "red_fives": Change(
        lambda rules: (
            sum(map(is_red, Match(rules, 1).round.wall.rest()))
            + sum(is_red(tile) for own in Match(rules, 1).round.own for tile in own.hand.tiles)
        ),
        {(0, 0, 0): 0, (1, 1, 1): 3, (1, 2, 1): 4},
    ),
    "ippatsu": Change(lambda rules: "ippatsu" in riichi_ron(rules).yaku, {True: True, False: False}),
    "ura_dora": Change(
        lambda rules: riichi_ron(rules, ura="9p").yaku.get("ura-dora", 0), {True: 1, False: 0}
    ),
    "kan_dora": Change(lambda rules: kan_marks(rules).count("Dora"), {True: 1, False: 0}),
    "kan_ura_dora": Change(ura_after_a_kan, {True: 2, False: 1}),
    "closed_kan_dora": Change(
        kan_marks,
        {"before": ["Ankan", "Dora", "Tsumo", "Dahai"], "late": ["Ankan", "Tsumo", "Dora", "Dahai"]},
    ),
    "open_kan_dora": Change(
        open_kan_marks,
        {"before": ["Daiminkan", "Dora", "Tsumo", "Dahai"], "late": ["Daiminkan", "Tsumo", "Dora", "Dahai"]},
    ),
    # C. calls and kans
    "open_tanyao": Change(open_simples, {True: True, False: False}),
    "kuikae_same": Change(after_chi, {False: "2m5m", True: "5m"}),
    "kuikae_other_end": Change(after_chi, {False: "2m5m", True: "2m"}),
    "orphans_rob_closed_kan": Change(orphans_and_a_kan, {True: True, False: False}),
    # D. riichi
    "riichi_bet": Change(
        lambda rules: deal(east=PINFU, draws="9m", rules=rules).riichi("9m").everybody_passes().scores[E],
        {1_000: 29_000, 2_000: 28_000},
    ),
    "riichi_minimum_points": Change(
        lambda rules: deal(east=PINFU, draws="9m", scores=[900, 1, 1, 1], rules=rules).can(E, RIICHI),
        {None: True, 1_000: False, 900: True},
    ),
    "riichi_minimum_live": Change(
        lambda rules: (
            deal(east=PINFU, last="1z9m2z5z", replacements="1144p", ura="14p", rules=rules)
            .run_down(1)
            .can(E, RIICHI)
        ),
        {0: True, 1: True, 2: False},
    ),
    "closed_kan_after_riichi": Change(kan_of_a_hidden_triplet, {"strict": False, "waits": True}),
    # E. furiten
    "calls_end_temporary_furiten": Change(passed_then_called, {False: True, True: False}),
    # F. wins and payments
    "several_rons": Change(winners, {"nearest": [S], "all": [S, N]}),
    "ron_counters": Change(
        lambda rules: [win.honba for win in two_rons(rules).wins], {"nearest": [1, 0], "each": [1, 1]}, EMA
    ),
    "ron_bets": Change(
        lambda rules: [win.riichi_sticks for win in two_rons(rules).wins],
        {"nearest": [2, 0], "own": [1, 1]},
        EMA,
    ),
    "tile_apart": Change(
        lambda rules: names(won("22p234p234m456s789s", "9s", tsumo=True, tile_mixed=True, rules=rules)),
        {True: "menzen-tsumo", False: "menzen-tsumo pinfu"},
    ),
    "double_wind_pair_fu": Change(
        lambda rules: paid(won("999m345p456678s11z", "8s", seat="E", riichi=1, rules=rules)),
        {2: "2000", 4: "2400"},
    ),
    "rinshan_tsumo_fu": Change(
        lambda rules: paid(
            won("345p234s99m", "3s", "chi:234m", "added:6666s", tsumo=True, rinshan=True, rules=rules)
        ),
        {True: "400/700", False: "300/500"},
    ),
    "rinshan_with_haitei": Change(
        lambda rules: names(
            won(
                "345p234s99m",
                "3s",
                "chi:234m",
                "kan:6666s",
                tsumo=True,
                rinshan=True,
                last_tile=True,
                rules=rules,
            )
        ),
        {False: "rinshan", True: "haitei rinshan"},
    ),
    "kiriage": Change(
        lambda rules: paid(won("666p345789s55z", "8s", "ankan:2222m", riichi=1, dora="7z", rules=rules)),
        {True: "8000", False: "7700"},
    ),
    "counted_limit": Change(
        lambda rules: paid(won("234m22m345p678s345s", "3s", riichi=1, dora="1m1m1m1m", rules=rules)),
        {"yakuman": "32000", "sanbaiman": "24000"},
    ),
    "yakuman_add_up": Change(
        lambda rules: paid(won("11122233344455z", "5z", tsumo=True, seat="E", rules=rules)),
        {True: "48000 each", False: "16000 each"},
    ),
    "double_yakuman": Change(
        lambda rules: paid(won("19m19p19s12345677z", "7z", rules=rules)),
        {(): "32000", ("kokushi-13",): "64000"},
    ),
    "pao": Change(pao_ron, {("daisangen",): (0, 32_300, -16_000, -16_300), (): (0, 32_300, 0, -32_300)}),
    "pao_covers": Change(
        pao_ron_with_all_honours,
        {"yakuman": (0, 64_000, -16_000, -48_000), "hand": (0, 64_000, -32_000, -32_000)},
    ),
    "pao_counters": Change(
        pao_ron, {"discarder": (0, 32_300, -16_000, -16_300), "liable": (0, 32_300, -16_300, -16_000)}
    ),
    "renhou": Change(
        lambda rules: deal(south=PINFU, draws="1p", rules=rules).discard("1p").ron(S).yaku,
        {"none": {"pinfu": 1}, "mangan": {"renhou": 5}},
    ),
    "nagashi_mangan": Change(nagashi, {True: "nagashi_mangan", False: "exhaustive"}),
    # G. draws
    "nine_terminals": Change(
        lambda rules: NINE in deal(east="19m19p19s1234567z", draws="2m", rules=rules).game.options(E).actions,
        {True: True, False: False},
    ),
    "four_winds": Change(
        lambda rules: drawn_for(
            deal(draws="1z1z1z1z", rules=rules).discard("1z", "1z", "1z", "1z").everybody_passes()
        ),
        {True: "suufon_renda", False: None},
    ),
    "four_riichi": Change(four_riichi, {True: "suucha_riichi", False: None}),
    "four_kans": Change(four_kans, {True: "suukaikan", False: None}),
    "triple_ron": Change(three_rons, {True: "sanchahou", False: None}, EMA),
    "noten_penalty": Change(
        lambda rules: deal(READY[0], rules=rules).run_out().draw.deltas[E], {3_000: 3_000, 6_000: 6_000}
    ),
    "fifth_tile": Change(fifth_tile, {"concealed": True, "anywhere": False}),
    # H. penalties
    "errors": Change(
        lambda rules: Offence.FALSE_WIN in furiten_ron(rules).errors(E),
        {"prevented": False, "penalised": True},
    ),
    "chombo_for": Change(errs(Offence.FALSE_WIN), {("false-win",): "chombo", (): None}, TABLE),
    "dead_hand_for": Change(errs(Offence.WITHDRAWN_WIN), {("withdrawn-win",): "dead-hand", (): None}, TABLE),
    "chombo": Change(
        lambda rules: chombo(rules)[0],
        {"final": [30_000] * 4, "mangan": [18_000, 34_000, 34_000, 34_000]},
        TABLE,
    ),
    "chombo_points": Change(
        lambda rules: chombo(rules)[1],
        {20_000: [10.0, 30.0, 30.0, 30.0], 30_000: [0.0, 30.0, 30.0, 30.0]},
        TABLE,
    ),
    "win_voids_chombo": Change(chombo_against_a_win, {True: None, False: "chombo"}, TABLE),
    "challenge_price": Change(wrongly_challenged, {0: 32_000, 1_000: 33_000}, replace(WRC, unchecked=(1,))),
    "value_said": Change(
        lambda rules: south_wins(rules).ron(S).game.table.phase, {False: Phase.OVER, True: Phase.COUNT}
    ),
    "unchecked": Change(lambda rules: south_wins(rules).ron(S).game.table.counting, {(): None, (1,): 1}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_the_field_changes_the_game(name: str) -> None:
    change = CHANGES[name]
    found = {value: change.play(replace(change.base, **{name: value})) for value in change.outcomes}
    assert found == change.outcomes
    assert len({repr(outcome) for outcome in found.values()}) > 1


def test_no_field_is_missing() -> None:
    fields = {field.name for field in msgspec.structs.fields(Ruleset)}
    assert fields - {"name", "title"} == set(CHANGES)
