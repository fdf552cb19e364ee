"""What the discards near a tile say of its danger."""

from __future__ import annotations

import pytest

from ai.bots.expected_loss import (
    OPEN_FACTORS,
    RIICHI_FACTORS,
    AdjacentDiscards,
    NearDiscards,
    NearFactors,
    last_told,
    near,
    near_factor,
)
from ai.bots.expert import ExpertEvaluator
from ai.bots.styles import Style
from ai.reading.position_analysis import PositionAnalysis
from engine.table import PondTile
from engine.tiles import parse_tile, parse_tiles
from tests.support.ai.seat_views import RIGHT, discards, seat_view
from tools.measure.near_discards import Sample, fitted, surprise


def pond(tiles: str, *, riichi: int | None = None, tsumogiri: str = "") -> list[PondTile]:
    """A pond; ``riichi`` is the place of the riichi tile, ``tsumogiri`` the tiles that were drawn."""
    drawn = parse_tiles(tsumogiri) if tsumogiri else []
    return [
        PondTile(tile, tile in drawn, riichi=place == riichi) for place, tile in enumerate(parse_tiles(tiles))
    ]


@pytest.mark.parametrize(
    ("tile", "found"),
    [
        ("6m", NearDiscards(AdjacentDiscards.OUTSIDE, False, 0)),  # 5m
        ("7m", NearDiscards(AdjacentDiscards.NONE, True, 0)),
        ("8m", NearDiscards(AdjacentDiscards.NONE, False, 0)),  # suji, which the tiers know
        ("3p", NearDiscards(AdjacentDiscards.NONE, True, 1)),  # 1p, and the riichi tile 4p
        ("2p", NearDiscards(AdjacentDiscards.INSIDE, False, 2)),
        ("7p", NearDiscards(AdjacentDiscards.NONE, False, 3)),
        ("5s", NearDiscards(AdjacentDiscards.NONE, False, 0)),  # 6s came after the riichi
        ("2z", NearDiscards(AdjacentDiscards.NONE, False, 0)),
        ("9m", NearDiscards(AdjacentDiscards.NONE, False, 0)),
    ],
)
def test_what_lies_near_a_tile_of_a_riichi(tile: str, found: NearDiscards) -> None:
    assert near(parse_tile(tile), pond("1z5m1p4p6s", riichi=3)) == found


def test_the_last_discard_of_an_open_hand_is_the_last_from_the_hand() -> None:
    there = pond("5m3p1z4p9s7s", tsumogiri="3p9s7s")
    assert last_told(there) == 3
    assert near(parse_tile("2p"), there) == NearDiscards(AdjacentDiscards.OUTSIDE, False, 2), (
        "tsumogiri before it count, too"
    )
    assert near(parse_tile("8s"), there) == NearDiscards(AdjacentDiscards.NONE, False, 0), (
        "those after it do not"
    )
    assert last_told(pond("5m1z", tsumogiri="5m1z")) is None
    assert near(parse_tile("6m"), pond("5m1z", tsumogiri="5m1z")) == NearDiscards(
        AdjacentDiscards.NONE, False, 0
    )
    assert near(parse_tile("6m"), []) == NearDiscards(AdjacentDiscards.NONE, False, 0)


def test_what_was_discarded_long_before_tells_nothing() -> None:
    assert near(parse_tile("6m"), pond("5m1z2z3z4z9p")) == NearDiscards(AdjacentDiscards.OUTSIDE, False, 0)
    assert near(parse_tile("6m"), pond("5m1z2z3z4z5z9p")) == NearDiscards(AdjacentDiscards.NONE, False, 0)


@pytest.mark.parametrize("factors", [RIICHI_FACTORS, OPEN_FACTORS], ids=["riichi", "open hand"])
def test_more_discards_near_a_tile_make_it_safer(factors: NearFactors) -> None:
    far, two, one, both = (
        near_factor(parse_tile("5m"), pond(f"{tiles}1z"), factors)
        for tiles in ("1p2z3z", "3m2z3z", "4m2z3z", "4m6m3z")
    )
    assert far > 1.0 > two > one > both > 0
    assert near_factor(parse_tile("5z"), pond("5m1z"), factors) == 1.0
    beside = pond("2m3z1z")
    assert near_factor(parse_tile("1m"), beside, factors) < near_factor(parse_tile("3m"), beside, factors)


def test_an_expert_discards_beside_an_early_five_rather_than_into_an_empty_suit() -> None:
    view = seat_view("123m456p789s46s66m", draws="6p", past=[discards(RIGHT, "5m1z4z9p", riichi=3)])
    evaluator = ExpertEvaluator(PositionAnalysis(view), Style())
    assert evaluator.danger(parse_tile("6m")) < 0.7 * evaluator.danger(parse_tile("6s"))


def test_the_factors_are_found_again() -> None:
    """From tiles that were won on as often as known factors say."""
    true = {("near", 0, 0): 1.25, ("near", 1, 0): 0.5, ("last", 1): 1.5}
    samples = []
    for beside in (0, 1):
        for last in (0, 1):
            groups = (("near", beside, 0), ("last", last), ("terminal", False))
            rate = 0.1 * true["near", beside, 0] * true.get(("last", last), 1.0)
            wins = round(400 * rate)
            samples += [Sample(True, 0.1, groups, place < wins) for place in range(400)]
    found = fitted(samples)
    assert {group: found[group] for group in true} == pytest.approx(true, rel=0.03)
    assert surprise(found, samples) < surprise({}, samples)
