"""From han and fu to basic points, limits and payments, and the table of them."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine.rules import EMA, M_LEAGUE, PRESETS, TENHOU, WRC, WRC_2015, Ruleset
from engine.score import Score, payment, ron_payment, score, tsumo_payments, winners_total
from engine.score.points import FU, HAN, TableCell, basic_points, limit_rows, payment_table, round_up
from engine.tiles import EAST
from tests.support.engine.random_wins import draw_win, won, worth
from tests.support.nightly import at_night

each = pytest.mark.parametrize


@each(
    ("han", "fu", "ron", "ron_east", "tsumo", "tsumo_east"),
    [
        (1, 30, 1_000, 1_500, (500, 300), 500),
        (1, 40, 1_300, 2_000, (700, 400), 700),
        (1, 110, 3_600, 5_300, (1_800, 900), 1_800),
        (2, 25, 1_600, 2_400, (800, 400), 800),
        (2, 30, 2_000, 2_900, (1_000, 500), 1_000),
        (3, 30, 3_900, 5_800, (2_000, 1_000), 2_000),
        (3, 60, 7_700, 11_600, (3_900, 2_000), 3_900),
        (3, 70, 8_000, 12_000, (4_000, 2_000), 4_000),
        (4, 25, 6_400, 9_600, (3_200, 1_600), 3_200),
        (4, 30, 7_700, 11_600, (3_900, 2_000), 3_900),
        (4, 40, 8_000, 12_000, (4_000, 2_000), 4_000),
        (5, 30, 8_000, 12_000, (4_000, 2_000), 4_000),
        (6, 30, 12_000, 18_000, (6_000, 3_000), 6_000),
        (8, 30, 16_000, 24_000, (8_000, 4_000), 8_000),
        (11, 30, 24_000, 36_000, (12_000, 6_000), 12_000),
        (13, 30, 32_000, 48_000, (16_000, 8_000), 16_000),
    ],
)
def test_the_table_of_points(
    han: int, fu: int, ron: int, ron_east: int, tsumo: tuple[int, int], tsumo_east: int
) -> None:
    base, _ = basic_points(han, fu, TENHOU)
    assert (ron_payment(base, dealer=False), ron_payment(base, dealer=True)) == (ron, ron_east)
    assert tsumo_payments(base, dealer_won=False) == tsumo
    assert tsumo_payments(base, dealer_won=True) == (None, tsumo_east)


def test_limits_by_han() -> None:
    limits = [basic_points(han, 30, TENHOU)[1] for han in range(1, 16)]
    assert limits[:4] == [None] * 4
    assert limits[4:] == (["mangan"] + ["haneman"] * 2 + ["baiman"] * 3 + ["sanbaiman"] * 2 + ["yakuman"] * 3)


@each("han", [13, 14, 26, 40])
def test_thirteen_han_are_a_yakuman_or_stay_a_sanbaiman(han: int) -> None:
    assert basic_points(han, 30, TENHOU) == (8_000, "yakuman")
    assert basic_points(han, 30, EMA) == (6_000, "sanbaiman")


@each(("han", "fu"), [(4, 30), (3, 60)])
def test_kiriage_rounds_1920_up_to_mangan(han: int, fu: int) -> None:
    assert basic_points(han, fu, replace(WRC, kiriage=False)) == (1_920, None)
    assert basic_points(han, fu, WRC) == (2_000, "mangan")


@each(("han", "fu"), [(4, 25), (3, 50), (2, 110), (1, 110)])
def test_kiriage_touches_nothing_else(han: int, fu: int) -> None:
    assert basic_points(han, fu, WRC) == basic_points(han, fu, TENHOU)


def test_rounding_is_up_to_the_next_hundred() -> None:
    assert [round_up(points) for points in (0, 1, 99, 100, 101, 640)] == [0, 100, 100, 100, 200, 700]


def test_what_the_winner_receives_is_what_the_others_pay() -> None:
    for base in (160, 240, 320, 960, 1_920, 2_000, 8_000, 40_000):
        from_dealer, from_others = tsumo_payments(base, dealer_won=False)
        assert from_dealer is not None
        assert winners_total(base, dealer=False, tsumo=True) == from_dealer + 2 * from_others
        assert winners_total(base, dealer=True, tsumo=True) == 3 * tsumo_payments(base, dealer_won=True)[1]
        assert winners_total(base, dealer=True, tsumo=False) == payment(base, True, False).ron


def cells(rules: Ruleset) -> dict[tuple[int, int], TableCell]:
    return {(cell.han, cell.fu): cell for cell in payment_table(rules)}


def by_name(rules: Ruleset) -> str:
    return rules.name


@each("hands", [200, *at_night([3_000])])
@each("rules", PRESETS.values(), ids=by_name)
def test_every_scored_hand_is_paid_as_the_table_says(rules: Ruleset, hands: int) -> None:
    table = cells(rules)
    limits = {row.limit: row for row in limit_rows(rules)}
    rng = Random(7)
    checked = 0
    for _ in range(hands):
        win = draw_win(rng, rules)
        if rng.random() < 0.3:
            win = win._replace(tile_mixed=True)
        found = score(win)
        if not isinstance(found, Score) or found.yakuman > 1:
            continue
        if found.limit is not None:
            row: TableCell | None = None
            dues = limits[found.limit].dealer if win.seat_wind == EAST else limits[found.limit].other
        else:
            assert found.han is not None
            assert found.fu is not None
            row = table[found.han, found.fu]
            assert row.limit is None
            dues = row.dealer if win.seat_wind == EAST else row.other
        due = dues.tsumo if win.tsumo else dues.ron
        assert due == payment(found.base, win.seat_wind == EAST, win.tsumo), (win, row)
        checked += row is not None
    assert checked > hands / 15


@each("rules", PRESETS.values(), ids=by_name)
def test_every_sum_of_han_and_fu_stands_once(rules: Ruleset) -> None:
    assert [(cell.han, cell.fu) for cell in payment_table(rules)] == [(han, fu) for fu in FU for han in HAN]


def test_pinfu_and_seven_pairs_are_paid_as_they_are_won() -> None:
    table = cells(TENHOU)
    assert [table[han, 20].other.ron for han in HAN] == [None] * 4
    assert [table[han, 20].other.tsumo is None for han in HAN] == [True, False, False, False]
    assert [table[han, 25].other.ron is None for han in HAN] == [True, False, False, False]
    assert [table[han, 25].other.tsumo is None for han in HAN] == [True, True, False, False]


def test_one_han_20_fu_takes_a_mixed_tile() -> None:
    for rules in PRESETS.values():
        assert (cells(rules)[1, 20].other.tsumo is not None) == (rules in (WRC, WRC_2015))


@pytest.mark.claim("U-08")
def test_one_han_110_fu_takes_a_double_wind_pair_of_4() -> None:
    assert (
        worth(won("456s22z111z", "1z", "ankan:5555z", "ankan:9999p", seat="S", round="S", rules=EMA)).fu
        == 110
    )
    for rules in PRESETS.values():
        cell = cells(rules)[1, 110]
        assert (cell.other.ron is not None) == (rules.double_wind_pair_fu == 4)
        assert cell.other.tsumo is None


def test_where_the_limits_begin() -> None:
    assert cells(EMA)[3, 60].limit is None
    assert cells(WRC)[3, 60].limit == cells(WRC)[4, 30].limit == "mangan"
    assert cells(EMA)[3, 70].limit == cells(EMA)[4, 40].limit == "mangan"
    spans = {row.limit: (row.first_han, row.last_han) for row in limit_rows(WRC)}
    assert spans == {
        "mangan": (5, 5),
        "haneman": (6, 7),
        "baiman": (8, 10),
        "sanbaiman": (11, 12),
        "yakuman": (13, None),
    }
    counted = {row.limit: (row.first_han, row.last_han) for row in limit_rows(M_LEAGUE)}
    assert (counted["sanbaiman"], counted["yakuman"]) == ((11, None), (None, None))
