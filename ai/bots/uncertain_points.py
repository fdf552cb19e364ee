"""Value wins whose points are not known yet: luck adds han to a riichi, and draws to a hand far away.

The points that decide a placement come in steps: a hand of 2,600 points overtakes a player 4,000 ahead only
with one han more. So every number of han counts with what it wins, and not the mean of the points alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ai.bots.tenpai_value import URA_FACTOR
from ai.reading.value_estimate import points_of
from engine.score.points import MANGAN

EXTRA_HAN = (0.29, 0.43, 0.21, 0.07)
"""Chances that tsumo, ippatsu and ura dora add 0, 1, 2, and 3 or more han to a win in riichi.

Counted in 594 such wins of majiang-ai (``tools/measure/extra_han.py``, docs/bots.md)."""
FAR_EXTRA_HAN = (0.5, 0.35, 0.15)
"""The same, by a rough guess, for what a hand far from tenpai gains besides the han of its plan."""
_START_POWER = 0.8
"""At the start of a game utility grows about with this power of the points: an average of the styles."""
_PAYMENTS = {False: 4, True: 6}
"""A win pays so many times its basic points, by whether the winner is the dealer."""

Utility = Callable[[float], float]


def riichi_utility(points: float, dealer: bool, utility: Utility) -> float:
    """The utility of a win in riichi that is worth these points without luck."""
    if points <= 0:
        return 0.0
    mangan = MANGAN * _PAYMENTS[dealer]
    ends = []
    with_luck = points
    for chance in EXTRA_HAN:
        ends.append((chance, with_luck))
        with_luck = _one_han_more(with_luck, mangan)
    return _mean_utility(ends, URA_FACTOR * points, utility)


def han_utility(han: float, extra_han: Sequence[float], dealer: bool, utility: Utility) -> float:
    """The utility of a win of so many han on average; ``extra_han`` are chances of 0, 1, 2 … of these."""
    least = han - sum([extra * chance for extra, chance in enumerate(extra_han)])
    ends = [(chance, points_of(least + extra, dealer)) for extra, chance in enumerate(extra_han)]
    return _mean_utility(ends, points_of(han, dealer), utility)


def _mean_utility(ends: Sequence[tuple[float, float]], usual: float, utility: Utility) -> float:
    """The mean utility of points with these chances.

    It is scaled to be about that of ``usual`` points at the start of a game, with which the values of hands
    were measured (``expected_points``).
    """
    worth = sum([chance * utility(points) for chance, points in ends])
    return worth * _at_the_start(usual) / sum([chance * _at_the_start(points) for chance, points in ends])


def _at_the_start(points: float) -> float:
    return float(points**_START_POWER)


def _one_han_more(points: float, mangan: float) -> float:
    """Points with one more han: twice as many up to a mangan, then about as many as the next limit."""
    if points < mangan:
        return min(2.0 * points, mangan)
    return points * 1.5 if points < 1.5 * mangan else max(points, 2.0 * mangan)
