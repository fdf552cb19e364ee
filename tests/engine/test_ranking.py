"""The end of a game in points: places, ties, uma, oka, and riichi sticks left on the table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.match import leftover_bets, order, places, share, standings
from engine.rules import EMA, EMA_2025, M_LEAGUE, MAHJONG_SOUL, PRESETS, TENHOU, WRC, WRC_2015, Ruleset


def finals(rules: Ruleset, scores: tuple[int, int, int, int], riichi_sticks: int = 0) -> list[float]:
    """Final scores by seat."""
    return [
        each.final for each in sorted(standings(rules, scores, riichi_sticks), key=lambda each: each.seat)
    ]


@pytest.mark.claim("W-17")
class TestFinalScores:
    @pytest.mark.parametrize(
        ("rules", "scores", "expected"),
        [
            # T11, a Tenhou record of 2023; M.League, 28 April 2023
            (TENHOU, (47_100, 23_300, 22_600, 7_000), [57.1, 3.3, -17.4, -43.0]),
            (M_LEAGUE, (39_500, 26_100, 24_000, 10_400), [59.5, 6.1, -16.0, -49.6]),
            (MAHJONG_SOUL, (40_000, 30_000, 20_000, 10_000), [30.0, 10.0, -10.0, -30.0]),
            # X13: 40,000 and first is 25 in WRC; EMA leaves the points themselves
            (WRC, (40_000, 31_000, 29_000, 20_000), [25.0, 6.0, -6.0, -25.0]),
            (EMA, (40_000, 31_000, 29_000, 20_000), [55.0, 36.0, 24.0, 5.0]),
            # X13: ties
            (WRC, (35_000, 35_000, 30_000, 20_000), [15.0, 15.0, -5.0, -25.0]),
            (WRC, (42_000, 26_000, 26_000, 26_000), [27.0, -9.0, -9.0, -9.0]),
            (WRC, (30_000, 30_000, 30_000, 30_000), [0.0, 0.0, 0.0, 0.0]),
            (TENHOU, (25_000, 25_000, 25_000, 25_000), [35.0, 5.0, -15.0, -25.0]),
            # M.League by rule: two first at 38,000; three first share 50 as 16.7, 16.7, 16.6
            (M_LEAGUE, (14_000, 38_000, 10_000, 38_000), [-26.0, 38.0, -50.0, 38.0]),
            (M_LEAGUE, (10_000, 30_000, 30_000, 30_000), [-50.0, 16.7, 16.7, 16.6]),
        ],
    )
    def test_by_seat(self, rules: Ruleset, scores: tuple[int, int, int, int], expected: list[float]) -> None:
        assert finals(rules, scores) == expected

    @pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
    def test_they_sum_to_zero_or_to_the_points(self, rules: Ruleset) -> None:
        start = rules.start_points
        scores = (start + 8_100, start + 300, start - 2_400, start - 6_000)
        total = 4 * start / 1_000 if rules.final_score == "points" else 0
        assert sum(finals(rules, scores)) == pytest.approx(total)


class TestPlaces:
    def test_tied_players_share_a_place_or_not(self) -> None:
        scores = (20_000, 35_000, 35_000, 30_000)
        assert [(each.seat, each.place) for each in standings(WRC, scores, 0)] == [
            (1, 1),
            (2, 1),
            (3, 3),
            (0, 4),
        ]
        assert [each.place for each in standings(TENHOU, scores, 0)] == [1, 2, 3, 4]

    @pytest.mark.parametrize(
        ("scores", "shared", "by_seat"),
        [
            ((20_000, 35_000, 35_000, 30_000), (4, 1, 1, 3), (4, 1, 2, 3)),
            ((25_000, 25_000, 25_000, 25_000), (1, 1, 1, 1), (1, 2, 3, 4)),
            ((10_000, 40_000, 10_000, 40_000), (3, 1, 3, 1), (3, 1, 4, 2)),
            ((24_000, 23_000, 27_000, 26_000), (3, 4, 1, 2), (3, 4, 1, 2)),
        ],
    )
    def test_by_seat(
        self, scores: tuple[int, ...], shared: tuple[int, ...], by_seat: tuple[int, ...]
    ) -> None:
        assert places(WRC, scores) == shared
        assert places(TENHOU, scores) == by_seat

    def test_of_equal_scores_the_earlier_seat_stands_first(self) -> None:
        assert order((20_000, 30_000, 30_000, 20_000)) == [1, 2, 0, 3]


class TestBetsLeft:
    @pytest.mark.claim("W-11")
    @pytest.mark.parametrize(
        ("rules", "scores", "riichi_sticks", "gained"),
        [
            (WRC, (40_000, 30_000, 29_000, 20_000), 1, [0, 0, 0, 0]),
            (WRC_2015, (40_000, 30_000, 29_000, 20_000), 1, [0, 0, 0, 0]),
            (EMA, (40_000, 30_000, 29_000, 20_000), 1, [1_000, 0, 0, 0]),
            (EMA_2025, (30_000, 35_000, 35_000, 19_000), 1, [0, 500, 500, 0]),
            (EMA_2025, (29_000, 30_000, 30_000, 30_000), 1, [0, 300, 300, 300]),
            (TENHOU, (20_000, 40_000, 20_000, 19_000), 1, [0, 1_000, 0, 0]),
            # T12: two at 30,300: the earlier seat takes it
            (TENHOU, (20_000, 30_300, 18_400, 30_300), 1, [0, 1_000, 0, 0]),
            (M_LEAGUE, (38_000, 38_000, 13_000, 10_000), 1, [500, 500, 0, 0]),
            (M_LEAGUE, (31_000, 31_000, 31_000, 6_000), 1, [400, 300, 300, 0]),
            (M_LEAGUE, (31_000, 31_000, 31_000, 5_000), 2, [700, 700, 600, 0]),
        ],
    )
    def test_who_gets_them(
        self, rules: Ruleset, scores: tuple[int, int, int, int], riichi_sticks: int, gained: list[int]
    ) -> None:
        assert leftover_bets(rules, scores, riichi_sticks) == gained
        points = [
            each.points
            for each in sorted(standings(rules, scores, riichi_sticks), key=lambda each: each.seat)
        ]
        assert points == [score + gain for score, gain in zip(scores, gained, strict=True)]

    def test_t12_the_earlier_seat_is_first_too(self) -> None:
        first, second, *_ = standings(TENHOU, (20_000, 30_300, 18_400, 30_300), 1)
        assert (first.seat, first.points, first.final) == (1, 31_300, 41.3)
        assert (second.seat, second.points) == (3, 30_300)

    def test_odd_hundreds_of_a_split_do_not_break_the_tie(self) -> None:
        """Three tied at the end of an M.League game share uma and oka, whoever got 400 of the bet."""
        found = standings(M_LEAGUE, (31_000, 31_000, 31_000, 6_000), 1)
        assert [each.place for each in found] == [1, 1, 1, 4]
        assert [each.uma for each in found] == [16_700, 16_700, 16_600, -30_000]
        assert [each.points for each in found] == [31_400, 31_300, 31_300, 6_000]


def test_sharing() -> None:
    assert share(50_000, [3, 0, 2], remainder=True) == {3: 16_600, 0: 16_700, 2: 16_700}
    assert share(-40_000, [1, 2], remainder=True) == {1: -20_000, 2: -20_000}
    assert share(-500, [1, 2, 3], remainder=True) == {1: -200, 2: -200, 3: -100}
    assert share(1_000, [0, 1, 2], remainder=False) == {0: 300, 1: 300, 2: 300}


def test_oka_comes_from_the_return() -> None:
    assert TENHOU.oka == 20_000
    assert replace(TENHOU, return_points=25_000).oka == 0
    assert finals(replace(TENHOU, uma=(0, 0, 0, 0)), (40_000, 30_000, 20_000, 10_000)) == [
        30.0,
        0.0,
        -10.0,
        -20.0,
    ]
