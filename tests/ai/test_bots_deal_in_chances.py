"""The deal-in rates that experts use: where they come from, and what they say."""

from __future__ import annotations

import pytest

from ai.bots.expected_loss import open_hand_factor
from ai.reading.measured_tiers import ELSEWHERE_RATES
from ai.reading.safety_reasons import SAFE_REASONS
from engine.melds import Meld, MeldKind
from engine.tiles import parse_tile, parse_tiles
from tools.measure.data import load
from tools.measure.tables import Table


@pytest.mark.parametrize(("place", "side"), [(0, "riichi"), (1, "other")])
def test_the_rates_are_those_of_the_measurements(place: int, side: str) -> None:
    measured = [load(table) for table in (Table.MAJIANG, Table.RECORDED)]
    for reason, rates in ELSEWHERE_RATES.items():
        sums = [getattr(each.reasons[reason], side).all for each in measured]
        tiles, wins = sum(each.tiles for each in sums), sum(each.wins for each in sums)
        if reason in SAFE_REASONS:
            assert rates[place] == wins == 0
        elif tiles > 2_500:
            assert rates[place] == pytest.approx(wins / tiles, rel=0.12, abs=0.003), reason


def test_fewer_unseen_copies_and_melds_of_the_suit_make_a_tile_safer() -> None:
    chi = [Meld(MeldKind.CHI, tuple(parse_tiles("345p")))]
    other = [open_hand_factor(parse_tile("6s"), unseen, chi) for unseen in range(5)]
    same = [open_hand_factor(parse_tile("6p"), unseen, chi) for unseen in range(5)]
    assert other == sorted(other)
    assert same == sorted(same)
    assert all(one < two for one, two in zip(same, other, strict=True))
    assert open_hand_factor(parse_tile("5z"), 1, chi) == 1.0
