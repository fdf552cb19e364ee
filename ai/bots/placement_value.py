"""What points are worth at this moment of the game: places gained and lost, in points of an even start.

Where no hand follows, a win or a deal-in ends the game, and a hand that goes on may still change the places.
Winning the last hand is therefore worth more to a leader than its points, and a cheap win is worth nothing to
the last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.match import dealer_deals_again, hands_to_come
from engine.table import Table
from engine.wall import PLAYERS

SWING = 6_000.0
"""Standard deviation, in points, of what one hand does to the difference between two players."""
LAST_SWING = 800.0
"""What is added so that the places at the end are not decided by a hair."""
REPEATED = 1.2
"""Hands played for each that the rules count: dealers stay, draws repeat."""
YARDSTICK = 4_000
"""A gain of so many points among even scores counts as itself."""
TSUMO_SHARE = 0.35
"""Share of wins that all pay for."""
FOR_ITSELF = 0.05
"""Part of points that counts whatever places say."""
_GRAIN = 100

Ahead = tuple[int, ...]
"""How many points the other players are ahead, in the order of their seats."""


class AfterWin(NamedTuple):
    """How many hands follow a win, by whether it makes the winner first with enough points."""

    otherwise: int
    leading: int
    missing: int
    """Points that the winner lacks to enough."""

    def hands(self, ahead: Sequence[float], points: float) -> int:
        """After a win of so many points that leaves the others so many points ahead."""
        leads = max(ahead) <= 0 and points >= self.missing
        return self.leading if leads else self.otherwise


class Race:
    """The scores of a table as one seat looks at them."""

    def __init__(self, table: Table, seat: int) -> None:
        rules, mine = table.rules, table.seats[seat].score
        number = table.number
        self._after = hands_to_come(rules, number)
        """Hands that follow this one, repeats not counted."""

        def after_win(leads: bool) -> int:
            again = seat == table.dealer and dealer_deals_again(rules, number, leads=leads)
            return max(self._after, int(again))

        self._after_win = AfterWin(after_win(False), after_win(True), (rules.goal_points or 0) - mine)
        self._others = tuple(other for other in range(PLAYERS) if other != seat)
        self._ahead: Ahead = tuple(table.seats[other].score - mine for other in self._others)

    def gain(self, points: float) -> float:
        """What a win of so many points is worth, whoever pays for it; below 0 where going on is better."""
        hundreds = round(points / _GRAIN)
        return _gain(self._ahead, self._after, self._after_win, hundreds) + FOR_ITSELF * points

    def loss(self, points: float, winner: int) -> float:
        """What paying so many points to another seat costs."""
        place = self._others.index(winner)
        return _loss(self._ahead, self._after, round(points / _GRAIN), place) + FOR_ITSELF * points


def expected_place(ahead: Sequence[float], hands: int) -> float:
    """Place at the end to be expected by one whom the others are so many points ahead of, hands to come."""
    spread = math.sqrt(2.0) * (LAST_SWING + SWING * math.sqrt(hands * REPEATED))
    return 1.0 + sum([0.5 + 0.5 * math.erf(points / spread) for points in ahead])


def _place_now(ahead: Ahead, after: int) -> float:
    """The same while this hand goes on, which counts where it is the last."""
    return expected_place(ahead, max(after, 1))


def _place_after_win(ahead: Ahead, after: AfterWin, points: float) -> float:
    """The same after a win of so many points: all pay for it, or one of them."""
    drawn = [each - points - points / len(ahead) for each in ahead]
    by_ron = 0.0
    for payer in range(len(ahead)):
        paid = [each - points - (points if other == payer else 0) for other, each in enumerate(ahead)]
        by_ron += expected_place(paid, after.hands(paid, points)) / len(ahead)
    by_tsumo = expected_place(drawn, after.hands(drawn, points))
    return TSUMO_SHARE * by_tsumo + (1.0 - TSUMO_SHARE) * by_ron


@lru_cache(maxsize=64)
def _points_of_place(after: int) -> float:
    """Points for a place: such that the yardstick counts as itself among even scores."""
    even = (0,) * (PLAYERS - 1)
    won = _place_after_win(even, AfterWin(after, after, 0), YARDSTICK)
    gained = expected_place(even, after) - won
    return (1.0 - FOR_ITSELF) * YARDSTICK / gained


@lru_cache(maxsize=20_000)
def _gain(ahead: Ahead, after: int, after_win: AfterWin, hundreds: int) -> float:
    gained = _place_now(ahead, after) - _place_after_win(ahead, after_win, hundreds * _GRAIN)
    return _points_of_place(after) * gained


@lru_cache(maxsize=20_000)
def _loss(ahead: Ahead, after: int, hundreds: int, winner: int) -> float:
    points = hundreds * _GRAIN
    then = [each + points + (points if other == winner else 0) for other, each in enumerate(ahead)]
    return _points_of_place(after) * (expected_place(then, after) - _place_now(ahead, after))
