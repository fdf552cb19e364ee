"""Wins whose points are not known yet: each number of han counts with what it wins."""

from __future__ import annotations

import pytest

from ai.bots.win_value import EXTRA_HAN, URA_FACTOR, han_utility, riichi_utility
from ai.reading.estimates import points_of


def usual(points: float) -> float:
    """Utility as it grows at the start of a game."""
    return float(points**0.8)


def from_4_000(points: float) -> float:
    """Only such a win overtakes the next player."""
    return 10_000.0 if points >= 4_000 else 0.0


@pytest.mark.parametrize("dealer", [False, True])
def test_at_the_start_a_riichi_is_worth_its_points_with_the_mean_of_luck(dealer: bool) -> None:
    for points in (1_300, 2_600, 5_200, 8_000, 12_000, 32_000):
        assert riichi_utility(points, dealer, usual) == pytest.approx(usual(URA_FACTOR * points))
    for han in (1.0, 2.5, 4.0):
        assert han_utility(han, dealer, usual) == pytest.approx(usual(points_of(han, dealer)))


def test_luck_may_bring_the_points_that_are_missing() -> None:
    """2,600 points need one han more, 1,300 two; 3,000 points, the mean of luck on 2,600, are not enough."""
    two, one, none = (riichi_utility(points, False, from_4_000) for points in (1_300, 2_600, 5_200))
    assert from_4_000(URA_FACTOR * 2_600) == 0
    assert 0 < two < one < none
    assert one / none == pytest.approx(sum(EXTRA_HAN[1:]), abs=0.15)


@pytest.mark.parametrize(
    ("points", "dealer", "ends"),
    [
        (8_000, False, [8_000, 12_000, 16_000, 16_000]),
        (7_700, True, [7_700, 12_000, 18_000, 24_000]),
        (1_300, False, [1_300, 2_600, 5_200, 8_000]),
    ],
)
def test_each_han_doubles_up_to_a_mangan(points: int, dealer: bool, ends: list[int]) -> None:
    seen: list[float] = []

    def noted(each: float) -> float:
        seen.append(each)
        return each

    riichi_utility(points, dealer, noted)
    assert seen == ends


def test_the_han_of_a_hand_spread_around_their_mean() -> None:
    seen: list[float] = []

    def noted(each: float) -> float:
        seen.append(each)
        return each

    han_utility(2.0 + sum(extra * chance for extra, chance in enumerate(EXTRA_HAN)), False, noted)
    assert seen == [points_of(han, False) for han in (2, 3, 4, 5)]


def test_what_is_worth_nothing_stays_so() -> None:
    assert riichi_utility(0, False, usual) == 0
    assert han_utility(2.0, False, lambda points: 0.0) == 0


def test_chances_are_whole() -> None:
    assert sum(EXTRA_HAN) == pytest.approx(1.0)
