"""From han and fu to basic points, limits and payments."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rules import EMA, TENHOU, WRC
from engine.score import payment, ron_payment, tsumo_payments, winners_total
from engine.score.points import basic_points, round_up

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
