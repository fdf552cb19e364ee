"""The worth of a win: worked examples of rulebooks and articles, what cannot change it, and what must."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules import EMA, EMA_2025, MAHJONG_SOUL, PRESETS, TENHOU, WRC, WRC_2015, Ruleset
from engine.score import NoWin, Score, Win, score, ways_to_count
from engine.score.points import basic_points
from tests.support.engine.random_wins import as_east, draw_win, fu, han, names, paid, under, won, worth
from tests.support.nightly import more_at_night

PAIR_4 = (EMA, WRC_2015, TENHOU, MAHJONG_SOUL)
each = pytest.mark.parametrize


def by_name(rules: Ruleset) -> str:
    return rules.name


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


@each(("hand", "on", "ways"), [("345567m22p678s234s", "5m", 1), ("333345m678p22s234s", "3m", 2)])
def test_each_group_that_the_winning_tile_completes_is_one_way_to_count(
    hand: str, on: str, ways: int
) -> None:
    found = ways_to_count(won(hand, on))
    assert len(found) == len(set(found)) == ways
    assert worth(won(hand, on)) in found


SEEDS = st.integers(0, 2**32)
MANY = settings(max_examples=40, deadline=None)
AGAIN = more_at_night(5)


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
def test_which_tile_was_mixed_in_does_not_matter(part: int, seed: int) -> None:
    win = draw_win(Random(seed), WRC)._replace(tsumo=True, chankan=False, tile_mixed=True)
    worths = {value(win._replace(winning_tile=tile)) for tile in win.tiles}
    assert len(worths) == 1
    apart = score(win._replace(tile_mixed=False))
    if isinstance(apart, Score):
        mixed = score(win)
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
