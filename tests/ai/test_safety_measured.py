"""The measurement of docs/safety.md: its arithmetic, and that data, code and page say the same."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from ai.reading.measured_tiers import DEAL_IN, ELSEWHERE_RATES, MEASURED, MEASURED_IN_RIICHI, RATES
from ai.reading.safety_classes import SafetyClass, Tier, safety_class, tier_of
from ai.reading.safety_reasons import SAFE_REASONS, SafetyReason
from ai.reading.suji_left import danger_multiplier
from tools.measure import people, writing
from tools.measure.data import FIELDS, ORDERED, SETTLED, Row, load, load_fields
from tools.measure.estimate import Sums, ratio
from tools.measure.samples import Stage
from tools.measure.tables import Table

STATES = ("riichi", "other")
LEFT = {Stage.MANY: 13.5, Stage.SOME: 9.5, Stage.FEW: 6.0, Stage.LAST: 3.0}
"""Two-sided waits in the middle of each stage."""


class TestKept:
    """What is kept in the repository."""

    def test_the_code_is_what_the_data_say(self) -> None:
        assert writing.kept_code() == writing.code(load_fields())

    def test_the_pages_are_what_the_data_say(self) -> None:
        assert writing.PAGE.read_text(encoding="utf-8") == writing.page()
        assert writing.LAB.read_text(encoding="utf-8") == writing.lab_page()

    @pytest.mark.parametrize("table", Table)
    def test_it_is_large_enough_and_what_cannot_lose_never_lost(self, table: Table) -> None:
        found = load(table)
        assert found.hands >= {Table.OWN: 20_000, Table.RECORDED: 900}.get(table, 1_500)
        safe = [found.tiers[Tier.SAFE].riichi.all, found.tiers[Tier.SAFE].other.all]
        assert sum(sums.tiles for sums in safe) > 10_000
        for reason in SAFE_REASONS:
            assert found.reasons[reason].riichi.all.wins == found.reasons[reason].other.all.wins == 0

    @pytest.mark.parametrize("table", Table)
    def test_tiers_and_stages_have_all_tiles_of_the_grounds(self, table: Table) -> None:
        found = load(table)
        for state in STATES:
            rows: list[Row] = [getattr(each, state) for each in found.reasons.values()]
            tiers = [getattr(row, state).all for row in found.tiers]
            assert sum(row.all.tiles for row in rows) == sum(sums.tiles for sums in tiers)
            for row in rows:
                assert row.all.wins == sum(sums.wins for sums in row.stages.values())

    def test_every_ground_has_rates_and_words(self) -> None:
        assert set(RATES) == set(ELSEWHERE_RATES) == set(SafetyReason) == set(writing.WORDS)
        for reason, rates in RATES.items():
            assert (rates == (0.0, 0.0)) == (reason in SAFE_REASONS)

    def test_each_table_that_makes_the_rates_has_the_same_weight(self) -> None:
        """The rates, added up in another way: each table as if it had a million tiles."""
        for number, state in enumerate(STATES):
            found: dict[SafetyReason, float] = {}
            for reason in SafetyReason:
                wins = expected = 0.0
                for table in FIELDS:
                    rows = load(table).reasons
                    size = sum(getattr(each, state).all.tiles for each in rows.values()) / 1_000_000
                    row: Row = getattr(rows[reason], state)
                    wins += row.all.wins / size
                    expected += row.factors / size
                if expected and reason not in SAFE_REASONS:
                    rate = wins / expected
                    if state == "riichi" and reason in people.RIICHI:
                        rate = 0.75 * rate + 0.25 * people.RIICHI[reason] / people.AT_RIICHI
                    found[reason] = rate
            turned = {
                reason
                for pair in ORDERED
                if all(reason in found for reason in pair) and found[pair[0]] > found[pair[1]]
                for reason in pair
            }
            assert len(turned) < 8
            for reason, rate in found.items():
                if reason not in turned:
                    assert RATES[reason][number] == pytest.approx(rate, rel=1.1 * SETTLED), reason

    def test_what_says_more_is_never_reckoned_with_as_more_dangerous(self) -> None:
        for safer, riskier in ORDERED:
            for number, state in enumerate(STATES):
                rows = [
                    getattr(load(Table.OWN).reasons[reason], state).all.tiles for reason in (safer, riskier)
                ]
                if all(rows):
                    assert RATES[safer][number] <= RATES[riskier][number], (safer, riskier, state)

    def test_chances_rise_from_tier_to_tier(self) -> None:
        chances = [DEAL_IN[tier] for tier in Tier]
        assert chances[0] == 0
        assert chances == sorted(chances)
        assert all(chance > 0 for chance in chances[1:])
        assert [tier_of(chance) for chance in (0.0, 0.03, 0.11, 0.4)] == [Tier.A, Tier.C, Tier.G, Tier.H]


class _Cell(NamedTuple):
    """The tiles of one ground against players in one state at one stage, and the chance of the program."""

    name: str
    chance: float
    sums: dict[Table, Sums]

    @property
    def safety(self) -> SafetyClass:
        return safety_class(tier_of(self.chance))


def cells() -> Iterator[_Cell]:
    fields = {table: load(table).reasons for table in FIELDS}
    for number, state in enumerate(STATES):
        for reason in SafetyReason:
            if reason in SAFE_REASONS:
                continue
            for stage, left in LEFT.items():
                rows = {
                    table: getattr(found[reason], state).stages.get(stage, Sums.of(()))
                    for table, found in fields.items()
                }
                chance = RATES[reason][number] * danger_multiplier(left)
                yield _Cell(f"{reason}, {state}, {stage}", chance, rows)


class TestOrder:
    def test_no_mark_contradicts_two_of_three_tables(self) -> None:
        """Of two tiles the one with the safer mark is not won on more often, beyond doubt, at two tables."""
        for one, other in combinations(cells(), 2):
            safer, riskier = sorted((one, other), key=lambda cell: cell.chance)
            if safer.safety == riskier.safety:
                continue
            against = [
                table
                for table in FIELDS
                if safer.sums[table].hands >= FEWEST <= riskier.sums[table].hands
                and safer.sums[table].interval[0] > riskier.sums[table].interval[1]
            ]
            assert len(against) < 2, (safer.name, riskier.name, against)

    def test_people_and_the_marks_agree_where_people_were_counted(self) -> None:
        """Where people were counted: of two grounds far apart there, the program has the same order."""
        for one, other in combinations(people.RIICHI, 2):
            safer, riskier = sorted((one, other), key=lambda reason: people.RIICHI[reason])
            if 2 * people.RIICHI[safer] <= people.RIICHI[riskier]:
                assert RATES[safer][0] < RATES[riskier][0], (safer, riskier)
        suji, by_riichi_tile = RATES[SafetyReason.SUJI_456][0], RATES[SafetyReason.RIICHI_SUJI_456][0]
        assert suji < by_riichi_tile < RATES[SafetyReason.HALF_SUJI_456][0]
        for zone in ("19", "28", "37"):
            early, open_ = SafetyReason(f"early-outside-{zone}"), SafetyReason(f"open-{zone}")
            assert RATES[early][0] < RATES[open_][0]

    def test_the_counts_of_the_panel_are_those_of_our_own_table(self) -> None:
        for tier in Tier:
            row = load().tiers[tier]
            assert MEASURED[tier] == (row.other.all.tiles, row.other.all.wins)
            assert MEASURED_IN_RIICHI[tier] == (row.riichi.all.tiles, row.riichi.all.wins)


FEWEST = 30
"""Hands from which a rate is compared: below, one hand moves it too far."""


class TestHeldOut:
    """Games that bear on no rate (docs/lab/safe-tiles.md)."""

    @pytest.mark.parametrize("table", writing.HELD_OUT)
    def test_they_are_other_games(self, table: Table) -> None:
        assert table not in FIELDS or writing.held_out(table).seed != load(table).seed

    @pytest.mark.parametrize("table", writing.HELD_OUT)
    @pytest.mark.parametrize("state", STATES)
    def test_no_tier_is_below_a_safer_one(self, table: Table, state: str) -> None:
        found = writing.held_out(table)
        for safer, riskier in combinations(found.tiers, 2):
            below, above = getattr(safer, state).all, getattr(riskier, state).all
            assert not (below.tiles and above.tiles) or below.rate <= above.rate or below.overlaps(above)


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


def test_the_formula_is_the_one_of_the_page() -> None:
    """Two hands, worked by hand: p = 3/8, squares (1 - 3/8·4)² + (2 - 3/8·4)² = 1/2."""
    found = Sums.of([(4, 1), (4, 2)])
    variance = 2 / 1 * 0.5 / 64
    assert found.effective_size == pytest.approx(8 / max(1.0, variance / (3 / 8 * 5 / 8 / 8)))
    assert math.isclose(found.rate, 0.375)
