"""Value points by the change in expected final placement, in points at the even scores of a game's start.

In the last hand a win or a deal-in ends the game, while a hand that goes on may still change the placements.
A win in the last hand is therefore worth more to the leader than its points, and a cheap win is worth nothing
to the player in last place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.match import dealer_deals_again, hands_to_come
from engine.table import Table
from engine.wall import PLAYERS

HAND_DEVIATION = 6_000.0
"""Standard deviation, in points, of how much one hand changes the score difference of two players."""
FINAL_DEVIATION = 800.0
"""Standard deviation added at the end of the game, so that a tiny lead does not decide the placement."""
HANDS_PER_SCHEDULED = 1.2
"""Hands played per scheduled hand, because dealers repeat and draws repeat."""
REFERENCE_WIN = 4_000
"""A win of this many points at even scores has a value equal to its points."""
TSUMO_SHARE = 0.35
"""Share of tsumo among all wins."""
POINTS_SHARE = 0.05
"""Share of the points that is added whatever the placement."""
_POINTS_STEP = 100

PointGaps = tuple[int, ...]
"""Points by which each other player is ahead, in seat order."""


class AfterWin(NamedTuple):
    """Number of hands that follow a win, by whether the winner then leads with the goal points."""

    otherwise: int
    leading: int
    lacking: int
    """Points that the winner lacks to the goal."""

    def hands(self, ahead: Sequence[float], points: float) -> int:
        """Hands that follow a win of ``points`` that leaves the others ``ahead``."""
        leads = max(ahead) <= 0 and points >= self.lacking
        return self.leading if leads else self.otherwise


class PlacementValue:
    """Values gains and losses of points for one seat at the table's scores."""

    def __init__(self, table: Table, seat: int) -> None:
        rules, mine = table.rules, table.seats[seat].score
        number = table.number
        self._after = hands_to_come(rules, number)
        """Hands that follow this one, without repeats."""

        def after_win(leads: bool) -> int:
            again = seat == table.dealer and dealer_deals_again(rules, number, leads=leads)
            return max(self._after, int(again))

        self._after_win = AfterWin(after_win(False), after_win(True), (rules.goal_points or 0) - mine)
        self._others = tuple(other for other in range(PLAYERS) if other != seat)
        self._ahead: PointGaps = tuple(table.seats[other].score - mine for other in self._others)

    @property
    def last_hand(self) -> bool:
        """Whether no hand follows this one unless the dealer repeats."""
        return self._after == 0

    def gain(self, points: float) -> float:
        """Value of a win, averaged over who pays; negative if continuing the hand is better."""
        hundreds = round(points / _POINTS_STEP)
        return _gain(self._ahead, self._after, self._after_win, hundreds) + POINTS_SHARE * points

    def loss(self, points: float, winner: int) -> float:
        """Cost of paying these points to another seat."""
        place = self._others.index(winner)
        return _loss(self._ahead, self._after, round(points / _POINTS_STEP), place) + POINTS_SHARE * points


def expected_placement(ahead: Sequence[float], hands: int) -> float:
    """Expected final placement of a player, given the points the others are ahead and the hands to come."""
    spread = math.sqrt(2.0) * (FINAL_DEVIATION + HAND_DEVIATION * math.sqrt(hands * HANDS_PER_SCHEDULED))
    return 1.0 + sum([0.5 + 0.5 * math.erf(points / spread) for points in ahead])


def _placement_now(ahead: PointGaps, after: int) -> float:
    """Expected placement while this hand continues. The last hand counts as one hand to come."""
    return expected_placement(ahead, max(after, 1))


def _placement_after_win(ahead: PointGaps, after: AfterWin, points: float) -> float:
    """Expected placement after a win: the mean over tsumo and a ron on each of the others."""
    drawn = [each - points - points / len(ahead) for each in ahead]
    by_ron = 0.0
    for payer in range(len(ahead)):
        paid = [each - points - (points if other == payer else 0) for other, each in enumerate(ahead)]
        by_ron += expected_placement(paid, after.hands(paid, points)) / len(ahead)
    by_tsumo = expected_placement(drawn, after.hands(drawn, points))
    return TSUMO_SHARE * by_tsumo + (1.0 - TSUMO_SHARE) * by_ron


@lru_cache(maxsize=64)
def _points_per_placement(after: int) -> float:
    """Points per placement, scaled so that ``REFERENCE_WIN`` at even scores is worth its own points."""
    even = (0,) * (PLAYERS - 1)
    won = _placement_after_win(even, AfterWin(after, after, 0), REFERENCE_WIN)
    gained = expected_placement(even, after) - won
    return (1.0 - POINTS_SHARE) * REFERENCE_WIN / gained


@lru_cache(maxsize=20_000)
def _gain(ahead: PointGaps, after: int, after_win: AfterWin, hundreds: int) -> float:
    gained = _placement_now(ahead, after) - _placement_after_win(ahead, after_win, hundreds * _POINTS_STEP)
    return _points_per_placement(after) * gained


@lru_cache(maxsize=20_000)
def _loss(ahead: PointGaps, after: int, hundreds: int, winner: int) -> float:
    points = hundreds * _POINTS_STEP
    then = [each + points + (points if other == winner else 0) for other, each in enumerate(ahead)]
    return _points_per_placement(after) * (expected_placement(then, after) - _placement_now(ahead, after))
