"""Safest tile: where nothing is asked, and the measured rates. The slow solver finds the answers."""

from __future__ import annotations

from ai.drills.kinds.safest import ask
from ai.drills.question import Draft
from ai.reading.measured_tiers import GROUNDS_ELSEWHERE, GROUNDS_IN_RIICHI
from ai.reading.safety_reasons import SAFE_REASONS
from engine.rules import TENHOU
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
