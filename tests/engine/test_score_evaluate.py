"""The worth of a win: worked examples of rulebooks and articles, what cannot change it, and what must."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hand import Meld
from engine.rules import EMA, EMA_2025, M_LEAGUE, MAHJONG_SOUL, PRESETS, TENHOU, WRC, WRC_2015, Ruleset
from engine.score import NoWin, Score, Win, ron_payment, score, tsumo_payments
from engine.score.points import basic_points
from engine.tiles import KINDS, Tile
from tests.support.engine.random_wins import as_east, draw_win, fu, han, names, paid, under, won, worth
from tests.support.nightly import more_at_night

KIRIAGE = (EMA_2025, WRC, WRC_2015, M_LEAGUE)
NO_KIRIAGE = (EMA, TENHOU, MAHJONG_SOUL)
PAIR_4 = (EMA, WRC_2015, TENHOU, MAHJONG_SOUL)
each = pytest.mark.parametrize


def by_name(rules: Ruleset) -> str:
    return rules.name


X1 = won("22p234p123456789s", "9s", riichi=1, tsumo=True, rules=EMA_2025)


def test_x1_closed_straight_by_tsumo() -> None:
    assert han(X1) == {"riichi": 1, "menzen-tsumo": 1, "pinfu": 1, "ittsu": 2}
    assert (worth(X1).han, worth(X1).fu) == (5, 20)
    assert paid(X1) == "2000/4000"
    assert paid(as_east(X1)) == "4000 each"


@each("rules", NO_KIRIAGE, ids=by_name)
def test_x2_the_same_by_ron(rules: Ruleset) -> None:
    win = under(X1._replace(tsumo=False), rules)
    assert (worth(win).han, worth(win).fu, worth(win).limit) == (4, 30, None)
    assert (paid(win), paid(as_east(win))) == ("7700", "11600")


@each("rules", KIRIAGE, ids=by_name)
def test_x2_the_same_by_ron_rounded_up_to_mangan(rules: Ruleset) -> None:
    win = under(X1._replace(tsumo=False), rules)
    assert (worth(win).han, worth(win).fu, worth(win).limit) == (4, 30, "mangan")
    assert (paid(win), paid(as_east(win))) == ("8000", "12000")


def test_x3_open_straight_is_lifted_to_30_fu() -> None:
    win = won("22p234p123s789s", "9s", "chi:456s", dora="6s", rules=EMA_2025)
    assert han(win) == {"ittsu": 1, "dora": 1}
    assert fu(win) == {"base": 20, "open-pinfu": 2}
    assert worth(win).fu == 30
    assert (paid(win), paid(as_east(win))) == ("2000", "2900")


def test_x4_four_concealed_triplets_by_tsumo() -> None:
    win = won("333444555m33p888s", "8s", tsumo=True, rules=EMA_2025)
    assert names(win) == "suuankou"
    assert paid(win) == "8000/16000"


def test_x5_the_same_by_ron_is_no_yakuman() -> None:
    win = won("333444555m33p888s", "8s", dora="3m", rules=EMA_2025)
    assert han(win) == {"tanyao": 1, "toitoi": 2, "sanankou": 2, "dora": 3}
    assert (worth(win).limit, paid(win)) == ("baiman", "16000")


def test_x6_seven_pairs() -> None:
    win = won("22336677p1155s77z", "7z", rules=EMA_2025)
    assert (han(win), worth(win).fu) == ({"chiitoitsu": 2}, 25)
    assert (paid(win), paid(as_east(win))) == ("1600", "2400")


def test_x7_half_flush_by_tsumo() -> None:
    win = won("333z11p234567p789p", "7p", tsumo=True, rules=EMA_2025)
    assert (han(win), worth(win).fu) == ({"honitsu": 3, "menzen-tsumo": 1}, 40)
    assert (paid(win), paid(as_east(win))) == ("2000/4000", "4000 each")


@each("rules", PRESETS.values(), ids=by_name)
def test_x12_one_han_20_fu(rules: Ruleset) -> None:
    """What is left of a hand whose winning tile was mixed in (WRC 2015); the smallest that can be paid."""
    base, limit = basic_points(1, 20, rules)
    assert (base, limit) == (160, None)
    assert (ron_payment(base, dealer=False), ron_payment(base, dealer=True)) == (700, 1_000)
    assert tsumo_payments(base, dealer_won=False) == (400, 200)
    assert tsumo_payments(base, dealer_won=True) == (None, 400)


@each(("rules", "expected"), [(EMA, "3600"), (EMA_2025, "3200")], ids=["pair 4 fu", "pair 2 fu"])
@pytest.mark.claim("U-08")
def test_x14_one_han_110_fu(rules: Ruleset, expected: str) -> None:
    win = won("456s22z111z", "1z", "ankan:5555z", "ankan:9999p", seat="S", round="S", rules=rules)
    assert han(win) == {"haku": 1}
    assert paid(win) == expected
    assert sum(fu(win).values()) == (102 if rules is EMA else 100)
    assert worth(win).fu == (110 if rules is EMA else 100)


@each("rules", PRESETS.values(), ids=by_name)
@pytest.mark.claim("U-08")
def test_x15_two_han_110_fu(rules: Ruleset) -> None:
    win = won("456s11z", "1z", "kan:9999p", "ankan:1111m", "ankan:9999s", seat="E", tsumo=True, rules=rules)
    assert han(win) == {"sankantsu": 2}
    assert sum(fu(win).values()) == (108 if rules in PAIR_4 else 106)
    assert (worth(win).fu, paid(win)) == (110, "3600 each")


@pytest.mark.claim("U-07")
@pytest.mark.claim("W-13")
def test_x16_three_concealed_triplets_at_60_fu_before_three_colours_at_50() -> None:
    win = won("111p111s11123444m", "1m")
    assert han(win) == {"sanankou": 2}
    assert fu(win) == {
        "base": 20,
        "closed-ron": 10,
        "closed-terminal-triplet": 16,
        "closed-simple-triplet": 4,
        "tanki": 2,
    }
    assert (worth(win).fu, paid(win)) == (60, "3900")


@each("rules", PRESETS.values(), ids=by_name)
def test_y1_three_han_60_fu_by_tsumo(rules: Ruleset) -> None:
    win = won("22p345678s456p", "5p", "ankan:1111m", riichi=1, tsumo=True, dora="2s", rules=rules)
    assert han(win) == {"riichi": 1, "menzen-tsumo": 1, "dora": 1}
    assert worth(win).fu == 60
    assert paid(win) == ("2000/4000" if rules in KIRIAGE else "2000/3900")


@each("rules", PRESETS.values(), ids=by_name)
def test_y2_three_han_60_fu_by_ron(rules: Ruleset) -> None:
    win = won("666p345789s55z", "8s", "ankan:2222m", riichi=1, dora="2s6s", rules=rules)
    assert (worth(win).han, worth(win).fu) == (3, 60)
    assert paid(win) == ("8000" if rules in KIRIAGE else "7700")


@each("rules", PRESETS.values(), ids=by_name)
@pytest.mark.claim("U-04")
def test_y3_the_pair_of_the_double_wind(rules: Ruleset) -> None:
    win = won("999m345p456678s11z", "8s", seat="E", riichi=1, rules=rules)
    assert worth(win).han == 1
    assert (worth(win).fu, paid(win)) == ((50, "2400") if rules in PAIR_4 else (40, "2000"))


@each(
    ("rules", "count", "expected"),
    [
        *((rules, 3, "48000 each") for rules in (TENHOU, WRC, M_LEAGUE)),
        (MAHJONG_SOUL, 5, "80000 each"),
        *((rules, 1, "16000 each") for rules in (WRC_2015, EMA, EMA_2025)),
    ],
)
def test_y5_three_yakuman_in_one_hand(rules: Ruleset, count: int, expected: str) -> None:
    win = won("11122233344455z", "5z", seat="E", tsumo=True, rules=rules)
    assert (worth(win).yakuman, paid(win)) == (count, expected)
    named = "daisuushi" if count == 1 else "daisuushi suuankou-tanki tsuuiisou"
    assert names(win) == named


@each("rules", PRESETS.values(), ids=by_name)
def test_y9_thirteen_han_of_dora(rules: Ruleset) -> None:
    win = won("222m345p456678s11z", "8s", riichi=1, dora="1m1m1m1m", rules=rules)
    assert han(win) == {"riichi": 1, "dora": 12}
    yakuman = rules in (WRC, TENHOU, MAHJONG_SOUL)
    assert (worth(win).yakuman, worth(win).limit) == (0, "yakuman" if yakuman else "sanbaiman")
    assert paid(win) == ("32000" if yakuman else "24000")


SEEDS = st.integers(0, 2**32)
MANY = settings(max_examples=40, deadline=None)
AGAIN = more_at_night(5)
SUITED = 27


def turned(tile: Tile) -> Tile:
    """The same rank in the next suit; honours stay."""
    if tile >= KINDS:
        return KINDS + (tile - KINDS + 1) % 3
    return (tile + 9) % SUITED if tile < SUITED else tile


def next_suit(win: Win) -> Win:
    return win._replace(
        tiles=tuple(map(turned, win.tiles)),
        winning_tile=turned(win.winning_tile),
        melds=tuple(Meld(meld.kind, tuple(map(turned, meld.tiles))) for meld in win.melds),
        dora_indicators=tuple(map(turned, win.dora_indicators)),
        ura_indicators=tuple(map(turned, win.ura_indicators)),
    )


def value(win: Win) -> tuple[object, ...]:
    """Everything but the reading, and but the one yakuman that names a suit."""
    worth = score(win)
    if isinstance(worth, NoWin):
        return (worth.reason,)
    return worth.yaku, worth.yakuman_items, worth.han, worth.fu, tuple(sorted(worth.fu_items)), worth.base


@AGAIN
@given(SEEDS)
@MANY
def test_the_order_of_tiles_and_melds_does_not_matter(part: int, seed: int) -> None:
    rng = Random(seed)
    win = draw_win(rng, TENHOU)
    tiles, melds = list(win.tiles), list(win.melds)
    rng.shuffle(tiles)
    rng.shuffle(melds)
    assert value(win) == value(win._replace(tiles=tuple(tiles), melds=tuple(melds)))


@AGAIN
@given(SEEDS)
@MANY
def test_suits_are_alike_but_for_the_green_hand(part: int, seed: int) -> None:
    win = draw_win(Random(seed), TENHOU)
    turns = [win, next_suit(win), next_suit(next_suit(win))]
    names = [
        item.name for each in turns if isinstance(worth := score(each), Score) for item in worth.yakuman_items
    ]
    if "ryuuiisou" not in names:
        assert value(turns[0]) == value(turns[1]) == value(turns[2])


@AGAIN
@given(SEEDS)
@MANY
def test_han_fu_and_base_follow_from_the_items(part: int, seed: int) -> None:
    win = draw_win(Random(seed), WRC)
    worth = score(win)
    if isinstance(worth, Score) and worth.han is not None and worth.fu is not None:
        assert worth.han == sum(item.han for item in worth.yaku)
        total = sum(item.fu for item in worth.fu_items)
        assert worth.fu == (total if total == 25 else -(-total // 10) * 10)
        assert (worth.base, worth.limit) == basic_points(worth.han, worth.fu, WRC)


@AGAIN
@given(SEEDS)
@MANY
def test_riichi_never_makes_a_closed_hand_cheaper(part: int, seed: int) -> None:
    win = draw_win(Random(seed), TENHOU)._replace(first_turn=False)
    if not any(meld.is_open for meld in win.melds):
        plain, declared = score(win._replace(riichi=0, ippatsu=False)), score(win._replace(riichi=1))
        if isinstance(plain, Score):
            assert isinstance(declared, Score)
            assert declared.base >= plain.base


@AGAIN
@given(SEEDS)
@MANY
def test_which_tile_was_mixed_in_does_not_matter(part: int, seed: int) -> None:
    win = draw_win(Random(seed), WRC)._replace(tsumo=True, chankan=False, tile_mixed=True)
    worths = {value(win._replace(winning_tile=tile)) for tile in win.tiles}
    assert len(worths) == 1
    apart = score(win._replace(tile_mixed=False))
    if isinstance(apart, Score):
        mixed = score(win)
        assert isinstance(mixed, Score)
        assert mixed.base <= apart.base


APART = (WRC, WRC_2015)


def mixed(hand: str, on: str, *melds: str, rules: Ruleset = WRC_2015) -> Win:
    return won(hand, on, *melds, tsumo=True, tile_mixed=True, rules=rules)


@each("rules", APART, ids=by_name)
@pytest.mark.claim("W-18")
def test_x12_pinfu_is_lost_and_1_han_20_fu_are_left(rules: Ruleset) -> None:
    win = mixed("22p234p234m456s789s", "9s", rules=rules)
    assert (han(win), fu(win)) == ({"menzen-tsumo": 1}, {"base": 20})
    assert (paid(win), paid(as_east(win))) == ("200/400", "400 each")
    assert han(win._replace(tile_mixed=False)) == {"menzen-tsumo": 1, "pinfu": 1}


@each(
    ("hand", "on", "lost"),
    [
        ("22p234p444m456s789s", "5s", "kanchan"),
        ("22p234p444m456s789s", "7s", "penchan"),
        ("22p234p444m456s789s", "2p", "tanki"),
    ],
)
@pytest.mark.claim("W-18")
def test_the_fu_of_a_wait_are_lost(hand: str, on: str, lost: str) -> None:
    win = mixed(hand, on)
    assert fu(win) == {"base": 20, "closed-simple-triplet": 4, "tsumo": 2}
    assert fu(win._replace(tile_mixed=False)) == fu(win) | {lost: 2}


@each(
    ("hand", "on", "apart", "left"),
    [
        ("333444555m33p888s", "3p", "suuankou-tanki", "suuankou"),
        ("19m19p19s12345677z", "7z", "kokushi-13", "kokushi"),
        ("11123455678999m", "5m", "junsei-chuuren", "chuuren"),
    ],
)
@pytest.mark.claim("W-18")
def test_a_yakuman_for_its_wait_is_the_common_one(hand: str, on: str, apart: str, left: str) -> None:
    win = mixed(hand, on)
    assert (names(win._replace(tile_mixed=False)), names(win)) == (apart, left)


@pytest.mark.claim("W-18")
def test_only_a_tsumo_where_the_ruleset_asks_for_it_loses_anything() -> None:
    win = mixed("22p234p234m456s789s", "9s")
    for rules in PRESETS.values():
        for tsumo in (False, True):
            told = under(win._replace(tsumo=tsumo), rules)
            same = score(told) == score(told._replace(tile_mixed=False))
            assert same == (not tsumo or rules not in APART)


def test_the_win_stands_under_a_two_han_minimum() -> None:
    win = mixed("22p234p234m456s789s", "9s")._replace(honba=5)
    assert worth(under(win, WRC, two_han_minimum_from=5)).han == 1
