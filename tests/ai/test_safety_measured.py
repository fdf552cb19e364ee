"""The measurement of docs/safety.md: its arithmetic, and that data, code and page say the same."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest

from ai.reading.measured_tiers import DEAL_IN, TIER_OF, Tier
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from tools.measure import writing
from tools.measure.data import elsewhere, load
from tools.measure.estimate import Sums, ratio
from tools.measure.tiering import tiers_of


class TestKept:
    """What is kept in the repository."""

    def test_the_code_is_what_the_data_say(self) -> None:
        assert writing.CODE.read_text(encoding="utf-8") == writing.code(load(), elsewhere())

    def test_the_page_is_what_the_data_say(self) -> None:
        assert writing.PAGE.read_text(encoding="utf-8") == writing.page(load())

    def test_it_is_large_enough_and_the_top_tier_never_lost(self) -> None:
        found = load()
        assert found.hands >= 20_000
        assert found.tiers[Tier.SAFE].all.tiles > 100_000
        assert found.tiers[Tier.SAFE].all.wins == 0
        assert all(found.reasons[reason].all.wins == 0 for reason in SAFE_REASONS)

    def test_tiers_add_up_their_grounds(self) -> None:
        found = load()
        for row, reasons in zip(found.tiers, found.tier_reasons(), strict=True):
            rows = [found.reasons[reason] for reason in reasons]
            for part in ("all", "riichi", "other"):
                for number in ("tiles", "wins"):
                    total = sum(getattr(getattr(each, part), number) for each in rows)
                    assert getattr(getattr(row, part), number) == total

    def test_neighbours_are_one_tier_where_their_intervals_overlap(self) -> None:
        found = load()
        tiers = found.tier_reasons()[1:]
        order = [(found.reasons[reason].all, number) for number, tier in enumerate(tiers) for reason in tier]
        assert [row.rate for row, _ in order] == sorted(row.rate for row, _ in order)
        for (below, its_tier), (above, next_tier) in pairwise(order):
            assert below.overlaps(above) == (its_tier == next_tier)

    def test_every_ground_has_a_tier_and_words(self) -> None:
        assert set(TIER_OF) == set(SafetyReason) == set(writing.WORDS)

    def test_the_games_confirm_the_chances_that_their_bots_played_by(self) -> None:
        found = load()
        assert list(DEAL_IN.values()) == found.chances
        for row, chance in zip(found.tiers, found.chances, strict=True):
            low, high = row.all.interval
            assert low <= chance <= high

    def test_chances_rise_from_tier_to_tier(self) -> None:
        chances = [DEAL_IN[tier] for tier in Tier]
        assert chances[0] == 0
        assert chances == sorted(chances)
        assert all(chance > 0 for chance in chances[1:])


class TestIntervals:
    def test_independent_tiles_give_wilsons_interval(self) -> None:
        """One tile in each hand: 10 wins of 100, as tables of Wilson's interval have it."""
        low, high = Sums.of([(1, 1)] * 10 + [(1, 0)] * 90).interval
        assert (low, high) == pytest.approx((0.0552, 0.1744), rel=0.005)

    def test_tiles_that_win_together_count_as_one(self) -> None:
        """Hands of ten tiles that win all or none are as many samples as there are hands."""
        together = Sums.of([(10, 10)] * 10 + [(10, 0)] * 90)
        assert together.effective_size == pytest.approx(99)
        assert together.interval == pytest.approx(Sums.of([(1, 1)] * 10 + [(1, 0)] * 90).interval, rel=0.02)

    def test_tiles_that_win_apart_count_each(self) -> None:
        assert Sums.of([(10, 1)] * 100).effective_size == 1000

    def test_without_a_win_hands_are_counted(self) -> None:
        found = Sums.of([(50, 0)] * 20)
        assert found.effective_size == 20
        assert found.interval[0] == 0

    def test_without_tiles_nothing_is_known(self) -> None:
        assert Sums.of([(0, 0)]).interval == (0, 1)

    def test_nineteen_of_twenty_intervals_hold_the_truth(self) -> None:
        """Hands of 1 to 30 tiles; in each, tiles win with a chance of the hand's own."""
        chance = Random(95)
        held = 0
        for _ in range(400):
            hands = []
            for _ in range(200):
                tiles, rate = chance.randint(1, 30), chance.choice((0.0, 0.0, 0.3))
                hands.append((tiles, sum(chance.random() < rate for _ in range(tiles))))
            low, high = Sums.of(hands).interval
            held += low <= 0.1 <= high
        assert held / 400 == pytest.approx(0.95, abs=0.03)


class TestRatios:
    def test_as_many_as_expected(self) -> None:
        times, (low, high) = ratio([(1.0, 2), (1.0, 0)] * 50)
        assert times == 1
        assert (low, high) == pytest.approx((0.8, 1.2), abs=0.01)

    def test_twice_as_many(self) -> None:
        assert ratio([(0.5, 1)] * 10) == (2, (2, 2))

    def test_nothing_expected(self) -> None:
        assert ratio([(0.0, 0)] * 10) == (0, (0, math.inf))


class TestTiers:
    def rows(self, **wins: int) -> dict[SafetyReason, Sums]:
        """A thousand hands of one tile for each ground; 999 are won on where nothing is said."""
        return {reason: self.of(wins.get(reason.name, 999)) for reason in SafetyReason}

    @staticmethod
    def of(wins: int) -> Sums:
        return Sums.of([(1, 1)] * wins + [(1, 0)] * (1000 - wins))

    def test_overlapping_rows_are_one_tier_and_a_chain_too(self) -> None:
        rows = self.rows(GUEST_2=100, GUEST_3=130, OPEN_28=160, OPEN_19=300)
        assert self.of(100).overlaps(self.of(130))
        assert self.of(130).overlaps(self.of(160))
        assert not self.of(100).overlaps(self.of(160))
        tiers = tiers_of(rows)
        assert set(tiers[0]) == SAFE_REASONS
        assert tiers[1:3] == [
            [SafetyReason.GUEST_2, SafetyReason.GUEST_3, SafetyReason.OPEN_28],
            [SafetyReason.OPEN_19],
        ]

    def test_every_ground_is_in_one_tier(self) -> None:
        reasons = [reason for tier in tiers_of(self.rows()) for reason in tier]
        assert len(reasons) == len(set(reasons)) == len(SafetyReason)


def test_the_formula_is_the_one_of_the_page() -> None:
    """Two hands, worked by hand: p = 3/8, squares (1 - 3/8·4)² + (2 - 3/8·4)² = 1/2."""
    found = Sums.of([(4, 1), (4, 2)])
    variance = 2 / 1 * 0.5 / 64
    assert found.effective_size == pytest.approx(8 / max(1.0, variance / (3 / 8 * 5 / 8 / 8)))
    assert math.isclose(found.rate, 0.375)
