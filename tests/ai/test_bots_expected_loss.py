"""The expected loss of a discard: points of a deal-in, chances, and discards near the tile."""

from __future__ import annotations

from random import Random

import pytest

from ai.bots.expected_loss import (
    LEAST,
    OPEN_FACTORS,
    OPEN_POINTS,
    RIICHI_FACTORS,
    AdjacentDiscards,
    NearDiscards,
    NearFactors,
    PointsFit,
    deal_in_points,
    hidden_dora,
    last_told,
    near_discards,
    near_factor,
    open_hand_factor,
)
from ai.bots.expert import ExpertEvaluator
from ai.bots.styles import Style
from ai.reading.estimates import DEALER_SHARE
from ai.reading.measured_tiers import ELSEWHERE_RATES
from ai.reading.position_analysis import PositionAnalysis
from ai.reading.safety_reasons import SAFE_REASONS
from engine.hand import Meld, MeldKind
from engine.table import PondTile
from engine.tiles import parse_tile, parse_tiles
from engine.view import SeatView
from tests.support.ai.seat_views import RIGHT, calls, discards, seat_view
from tools.measure import near_discards as measured
from tools.measure.data import load
from tools.measure.deal_in_points import Sample, fitted, look_round
from tools.measure.tables import Table, hands

HAND = "123m456p789s2246s"
IN_VIEW = discards(RIGHT, "9m1z4z", riichi=2)


def hidden(view: SeatView) -> float:
    position = PositionAnalysis(view)
    return hidden_dora(view, position.dora, position.left)


def points(view: SeatView, seat: int = RIGHT, *, dora_tile: bool = False) -> float:
    return deal_in_points(view.table, seat, hidden(view), dora_tile=dora_tile)


# -- dora that nobody has seen ---------------------------------------------------------------------------


def test_dora_and_red_fives_are_hidden_until_they_are_seen() -> None:
    """Four dora and three red fives among 122 tiles; each that is seen leaves fewer."""
    none, own, discarded, red, called = (
        hidden(view) * sum(view.left())
        for view in (
            seat_view("123m456p789s2246s", dora="3z"),
            seat_view("123m456p789s246s4z", dora="3z"),
            seat_view("123m456p789s2246s", dora="3z", past=[discards(RIGHT, "4z")]),
            seat_view("123m406p789s2246s", dora="3z"),
            seat_view("123m456p789s2246s", dora="4m", past=[calls(RIGHT, "406m", throws="1z")]),
        )
    )
    assert none == pytest.approx(7)
    assert own == discarded == red == pytest.approx(6)
    assert called == pytest.approx(7 - 2), "a red five that is the dora counts twice"


def test_a_riichi_costs_more_the_more_dora_it_may_have() -> None:
    all_hidden, all_seen = (
        points(seat_view("123m456p78s22444z", dora=dora, past=[IN_VIEW])) for dora in ("6s", "3z")
    )
    assert all_hidden > all_seen + 500
    view = seat_view(HAND, past=[IN_VIEW])
    assert points(view, dora_tile=True) > points(view) + 2_000
    dealer = seat_view(HAND, past=[IN_VIEW], dealer=RIGHT)
    assert points(dealer) == pytest.approx(1.5 * points(view), rel=0.01)


def test_an_open_hand_costs_what_it_shows() -> None:
    cheap, dora, more = (
        points(seat_view(HAND, dora="1p", past=[calls(RIGHT, *melds, throws="1z9s"[: 2 * len(melds)])]))
        for melds in (["345m"], ["234p"], ["234p", "222p"])
    )
    assert LEAST <= cheap < dora < more
    assert more > 2 * cheap
    assert points(seat_view(HAND, dora="1p", past=[IN_VIEW])) > 1.5 * cheap, "a riichi is dearer"


def test_the_danger_of_a_tile_counts_what_it_would_cost() -> None:
    """The same tile against the same riichi, with other dora."""
    tile = parse_tile("5p")
    costs = []
    for dora in ("3z", "4p"):
        position = PositionAnalysis(seat_view(HAND, dora=dora, past=[IN_VIEW]))
        evaluator = ExpertEvaluator(position, Style())
        rate_without = evaluator.danger(parse_tile("5s"))
        costs.append(evaluator.danger(tile) / rate_without)
    assert costs[1] > 1.3 * costs[0]


# -- the measurement -------------------------------------------------------------------------------------


def test_the_lines_are_found_again() -> None:
    """From samples with a line that is known, and noise."""
    random, by_hand = Random(4), []
    for _ in range(800):
        han, dora, dora_tile = random.randrange(5), random.random(), random.random() < 0.2
        numbers = (1, han, max(0, han - 2), dora, dora_tile, random.random() < 0.5, 0)
        features = tuple(map(float, numbers))
        real = sum(a * b for a, b in zip(OPEN_POINTS, features, strict=True))
        by_hand.append([Sample(False, features, 1 + random.randrange(4), real + random.gauss(0, 500))])
    found = fitted(by_hand)
    for name, (weight, half), real in zip(PointsFit._fields, found, OPEN_POINTS, strict=True):
        if name != "many_melds":
            assert abs(weight - real) < 2 * half, name
            assert 0 < half < 400


def test_samples_cost_what_deal_ins_cost() -> None:
    """In games of our own bots: one of the samples of a hand has the points of its ron."""
    found = 0
    samples: list[Sample] = []
    for number in (1,):
        for game in hands(Table.OWN, 3, number, lambda game: look_round(game, samples)):
            table, outcome = game.table, game.outcome
            assert outcome is not None
            for win in outcome.wins:
                closed = not any(meld.is_open for meld in win.hand.melds)
                if win.tsumo or (closed and not table.seats[win.winner].riichi):
                    continue
                found += 1
                dealer = DEALER_SHARE if win.winner == table.dealer else 1.0
                assert any(sample.points * dealer == pytest.approx(win.value) for sample in samples)
            samples.clear()
    assert found > 3


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
    assert near_discards(parse_tile(tile), pond("1z5m1p4p6s", riichi=3)) == found


def test_the_last_discard_of_an_open_hand_is_the_last_from_the_hand() -> None:
    there = pond("5m3p1z4p9s7s", tsumogiri="3p9s7s")
    assert last_told(there) == 3
    assert near_discards(parse_tile("2p"), there) == NearDiscards(AdjacentDiscards.OUTSIDE, False, 2), (
        "tsumogiri before it count, too"
    )
    assert near_discards(parse_tile("8s"), there) == NearDiscards(AdjacentDiscards.NONE, False, 0), (
        "those after it do not"
    )
    assert last_told(pond("5m1z", tsumogiri="5m1z")) is None
    assert near_discards(parse_tile("6m"), pond("5m1z", tsumogiri="5m1z")) == NearDiscards(
        AdjacentDiscards.NONE, False, 0
    )
    assert near_discards(parse_tile("6m"), []) == NearDiscards(AdjacentDiscards.NONE, False, 0)


def test_what_was_discarded_long_before_tells_nothing() -> None:
    assert near_discards(parse_tile("6m"), pond("5m1z2z3z4z9p")) == NearDiscards(
        AdjacentDiscards.OUTSIDE, False, 0
    )
    assert near_discards(parse_tile("6m"), pond("5m1z2z3z4z5z9p")) == NearDiscards(
        AdjacentDiscards.NONE, False, 0
    )


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
            samples += [measured.Sample(True, 0.1, groups, place < wins) for place in range(400)]
    found = measured.fitted(samples)
    assert {group: found[group] for group in true} == pytest.approx(true, rel=0.03)
    assert measured.surprise(found, samples) < measured.surprise({}, samples)
