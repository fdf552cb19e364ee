"""A drawn winning tile that was not kept apart from the hand (WRC 2015, 5.6)."""

from __future__ import annotations

import pytest

from engine.rules import PRESETS, WRC, WRC_2015, Ruleset
from engine.score import Win, score
from tests.support.engine.written_wins import as_east, fu, han, names, paid, under, won, worth

each = pytest.mark.parametrize
APART = (WRC, WRC_2015)


def by_name(rules: Ruleset) -> str:
    return rules.name


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
