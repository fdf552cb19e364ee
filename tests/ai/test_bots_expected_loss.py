"""The expected loss of a discard: points of a deal-in, chances, and discards near the tile."""

from __future__ import annotations

from random import Random

import pytest

from ai.bots.expected_loss import (
    LEAST,
    OPEN_POINTS,
    PointsFit,
    deal_in_points,
    hidden_dora,
    open_hand_factor,
)
from ai.bots.expert import ExpertEvaluator
from ai.bots.styles import Style
from ai.reading.estimates import DEALER_SHARE
from ai.reading.measured_tiers import ELSEWHERE_RATES
from ai.reading.safety import PositionAnalysis
from ai.reading.safety_reasons import SAFE_REASONS
from engine.hand import Meld, MeldKind
from engine.tiles import parse_tile, parse_tiles
from engine.view import SeatView
from tests.support.ai.seat_views import RIGHT, calls, discards, seat_view
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
            for win in outcome.wins:
                closed = not any(meld.is_open for meld in win.hand.melds)
                if win.tsumo or (closed and not table.seats[win.winner].riichi):
                    continue
                found += 1
                dealer = DEALER_SHARE if win.winner == table.dealer else 1.0
                assert any(sample.points * dealer == pytest.approx(win.value) for sample in samples)
            samples.clear()
    assert found


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
