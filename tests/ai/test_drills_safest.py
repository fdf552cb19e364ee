"""Safest tile: the measured order, near-equals, credit, what is not asked; looks give nothing away."""

from __future__ import annotations

import pytest

from ai.drills.kinds.safest import SafestAsk, SafestFacts, ask, best_tiles
from ai.drills.question import Draft, DrillTheme, credit, grade
from ai.reading.measured_tiers import GROUNDS_ELSEWHERE, GROUNDS_IN_RIICHI
from ai.reading.safety_reasons import SAFE_REASONS
from engine.rules import TENHOU
from engine.tiles import NAMES, TILE_OF
from tests.support.ai.seat_views import Position
from tests.support.ai.slow_solver.defence import FIELDS, published
from tools.measure.data import load
from tools.measure.tables import Table
from tools.measure.writing import WORDS

HAND = "13368m1478p4678s"
RIICHI = "0: 2z'; 1: 5p; 2: 1z; 3: 9p; 0: 3z'; 1: 1s; 2: 9p; 3: 2z; 0: 9s'; 1: riichi 2s; 2: 9s; 3: 2z'"
"""Of this hand 8p is suji, 4s on one side only."""


def asked(moves: str = RIICHI, hand: str = HAND, draws: str = "6m") -> Draft | None:
    return ask(Position(hand, rules=TENHOU).play(f"{moves}; 0: draws {draws}").moment)


def made(moves: str = RIICHI, hand: str = HAND, draws: str = "6m") -> Draft:
    draft = asked(moves, hand, draws)
    assert draft is not None
    return draft


def facts(draft: Draft) -> SafestFacts:
    assert isinstance(draft.facts, SafestFacts)
    return draft.facts


class TestMeasuredOrder:
    def test_the_lowest_rate_is_right(self) -> None:
        draft = made()
        best = facts(draft).tiles[0]
        rows = [published(field)["suji 2 8"] for field in FIELDS]
        assert NAMES[best.kind] == "8p"
        assert [tuple(best.own), tuple(best.elsewhere)] == rows
        assert "8p" in draft.answer[0]
        assert draft.themes == (DrillTheme.SUJI, DrillTheme.NOTHING_SAFE)

    def test_tiles_whose_intervals_overlap_are_right_too(self) -> None:
        """White with three unseen is won on about as often."""
        draft = made(draws="5z")
        assert {"8p", "5z"} <= draft.answer[0]
        assert grade(draft, [{"5z"}]) == grade(draft, [{"8p"}]) == (True,)
        assert facts(draft).equals == len(draft.answer[0])

    def test_a_tile_that_one_table_calls_the_best_is_right(self) -> None:
        """Suji 3 7 is far worse than suji 2 8 in games of majiang-ai, and worse by ours: it is wrong."""
        draft = made(moves=RIICHI.replace("1: 1s", "1: 4p"), hand="13368m1178p4678s")
        own, other = best_tiles(facts(draft).tiles).right, best_tiles(facts(draft).tiles).agreed
        assert {NAMES[kind] for kind in own} == draft.answer[0]
        assert other <= own
        assert "7p" not in draft.answer[0]

    def test_credit_is_the_ratio_of_the_rates(self) -> None:
        draft = made()
        rates = {NAMES[tile.kind]: tile.rate for tile in facts(draft).tiles}
        assert credit(draft, [{"4s"}]) == pytest.approx(rates["8p"] / rates["4s"])
        assert credit(draft, [{"8p"}]) == 1

    def test_what_tempts_is_told(self) -> None:
        tempting = {NAMES[kind] for kind in facts(made()).tempting}
        assert {"4s", "1m"} <= tempting
        assert "3m" not in tempting

    def test_a_tile_that_was_discarded_before_the_riichi_tempts_too(self) -> None:
        draft = made(RIICHI.replace("2: 1z", "2: 3m"))
        assert facts(draft).earlier == (TILE_OF["3m"],)
        assert TILE_OF["3m"] in facts(draft).tempting


class TestTwoPlayers:
    MOVES = RIICHI.replace("3: 2z'", "3: riichi 1s")

    def test_rates_are_added(self) -> None:
        """5p says something about the first player only: the second is in riichi with 9p, 2z and 1s."""
        draft = made(self.MOVES)
        assert draft.ask == SafestAsk((1, 3))
        assert DrillTheme.TWO_THREATS in draft.themes
        tile = next(tile for tile in facts(draft).tiles if NAMES[tile.kind] == "8p")
        for measured, rate in ((GROUNDS_IN_RIICHI, tile.own), (GROUNDS_ELSEWHERE, tile.elsewhere)):
            rows = [measured[each.reason] for each in tile.safety]
            assert rate.rate == sum(row.rate for row in rows)
            assert (rate.low, rate.high) == (sum(row.low for row in rows), sum(row.high for row in rows))

    def test_a_tile_that_is_proven_against_one_of_them_counts_for_the_other(self) -> None:
        draft = made(self.MOVES, draws="5p")
        tile = next(tile for tile in facts(draft).tiles if NAMES[tile.kind] == "5p")
        assert tile.safety[0].cannot_lose
        assert tile.own.rate == GROUNDS_IN_RIICHI[tile.safety[1].reason].rate
        assert tile.kind in facts(draft).tempting or "5p" in draft.answer[0]


class TestNotAsked:
    def test_with_a_tile_that_is_proven(self) -> None:
        assert asked(draws="5p") is None

    def test_without_a_riichi(self) -> None:
        assert asked(RIICHI.replace("riichi ", "")) is None

    def test_with_all_three_in_riichi(self) -> None:
        moves = RIICHI.replace("2: 9s", "2: riichi 9s").replace("3: 2z'", "3: riichi 4z")
        assert asked(moves) is None

    def test_with_an_open_hand_to_be_feared_besides(self) -> None:
        moves = "0: 5z; 1: pon 5z5z; 1: 9m; 2: 3z; 1: pon 3z3z; 1: 9m; 2: riichi 2s; 3: 9p"
        assert asked(moves) is None

    def test_if_every_tile_is_as_good(self) -> None:
        assert asked(hand="334455p334455s3m", draws="3m", moves=RIICHI.replace("1: 5p", "1: 9m")) is None


def test_the_rates_of_the_code_are_those_of_the_page() -> None:
    for field, rates in zip(FIELDS, (GROUNDS_IN_RIICHI, GROUNDS_ELSEWHERE), strict=True):
        page, measured = published(field), load(Table(field))
        for reason, row in rates.items():
            sums = measured.reasons[reason].riichi.all
            assert (row.tiles, row.wins) == (sums.tiles, sums.wins)
            if reason not in SAFE_REASONS:
                assert (row.rate, row.low, row.high) == page[WORDS[reason]]
