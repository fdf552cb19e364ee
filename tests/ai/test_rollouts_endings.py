"""Playing out against an exact answer: endings with few live tiles, every deal counted by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ai.bots.baselines import TsumogiriBot
from ai.rollouts.deals import Deals
from ai.rollouts.paired import PairedRollouts, Variation
from ai.rollouts.point_sample import Z_99, sample
from engine.actions import ActionKind
from engine.dice import Dice
from engine.options import options
from engine.tiles import NAMES, parse_tile
from tests.support.ai import endings
from tests.support.nightly import at_night

DISCARDS = ("1p", "5z", "1m")
"""One that may lose, one that cannot, and one that breaks tenpai."""
SAMPLES = pytest.mark.parametrize(
    ("live", "sampled"), [(0, 80), (1, 120), *at_night((live, 1_600) for live in range(3))]
)


def rollouts(live: int, seed: int = 1) -> PairedRollouts:
    """The three discards of an ending, everybody discarding what is drawn."""
    position = endings.ending(live)
    menu = options(position.view())
    found = {action.tile: action for action in menu.of(ActionKind.DISCARD)}
    players = [TsumogiriBot()] * 4
    return PairedRollouts(position, [Variation(found[parse_tile(tile)], players) for tile in DISCARDS], seed)


@pytest.mark.parametrize("live", [0, *at_night([1, 2])])
def test_every_deal_brings_what_is_counted_by_hand(live: int) -> None:
    """The full enumeration equals the exact answer, deal by deal and in the mean."""
    played, deals = rollouts(live), Deals(endings.ending(live), 1)
    total, sums = 0, Counter[str]()
    for ways, tiles in endings.dealt(live):
        game = deals.told(endings.hidden(live, tiles), Dice(3))
        assert game is not None
        found = [hand.points for hand in played.play_game(game)]
        assert found == [endings.points(discard, tiles) for discard in DISCARDS], [
            NAMES[tile] for tile in tiles
        ]
        total += ways
        for discard, points in zip(DISCARDS, found, strict=True):
            sums[discard] += ways * points
    for discard in DISCARDS:
        assert Fraction(sums[discard], total) == endings.exact(live, discard)


@SAMPLES
def test_the_mean_of_many_deals_is_within_its_interval(live: int, sampled: int) -> None:
    played = rollouts(live)
    played.play(sampled)
    exact = [endings.exact(live, discard) for discard in DISCARDS]
    for place, truth in enumerate(exact):
        found = sample(played.points(place), Z_99)
        assert found.low - 1 <= truth <= found.high + 1
    for one in range(len(DISCARDS)):
        for other in range(one):
            found = played.difference(one, other, Z_99)
            assert found.low - 1 <= exact[one] - exact[other] <= found.high + 1


@SAMPLES
def test_each_hand_is_dealt_as_often_as_it_should_be(live: int, sampled: int) -> None:
    """What a player holds, and what is drawn first, by the share of its copies among the hidden tiles."""
    deals, pool = Deals(endings.ending(live), 1), Counter(endings.pool(live))
    held = {seat: Counter[int]() for seat in (1, 2, 3)}
    for number in range(sampled):
        game = deals.game(number)
        for seat, found in held.items():
            found.update(game.own[seat].hand.tiles)
    for found in held.values():
        for tile, copies in pool.items():
            share = copies / pool.total()
            reach = Z_99 * 1.4 * (sampled * share * (1 - share)) ** 0.5  # fifteen numbers at once
            assert abs(found[tile] - sampled * share) <= reach, (live, NAMES[tile])


def test_the_exact_answers_differ() -> None:
    """Or they would show nothing."""
    for live in endings.POOLS:
        assert len({endings.exact(live, discard) for discard in DISCARDS}) >= 2
    assert endings.exact(0, "1p") == Fraction(-1000 * (560 - 364), 560)
