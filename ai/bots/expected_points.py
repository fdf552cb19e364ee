"""Convert the win value of a hand after a discard to its expected points, by linear fits to measured games.

A win value (the chance to win times the payment) leaves out tenpai payments at an exhaustive draw, wins of
other players, and later deal-ins. These were measured: one line for each class of hands, fitted to the points
that seats gained or lost by the end of the hand (docs/bots.md).
"""

from __future__ import annotations

from typing import NamedTuple

IN_RIICHI = -1
"""The value of ``HandClass.shanten`` for a hand in riichi."""
MAX_SHANTEN = 4
"""The highest ``HandClass.shanten``; it includes all hands that are farther away."""
MEAN_DRAWS = 9
"""Own draws left at which ``LinearFit.base`` is the value."""
UNWON = -1_550.0
"""Points of a hand that is not won: what others win, and payments at a draw."""
NO_YAKU_POINTS = -100.0
"""Points of an open hand without any plan for a yaku beyond those of the farthest open hands."""
TENPAI_DRAWS = 4
"""With at most so many own draws left, such a hand in tenpai is worth the payments at the draw."""


class HandClass(NamedTuple):
    """A class of hands that share one fit."""

    threatened: bool
    """Whether another player is more likely tenpai than not."""
    closed: bool
    shanten: int
    """``IN_RIICHI``, or 0 up to ``MAX_SHANTEN``."""


class LinearFit(NamedTuple):
    """Expected points by the end of the hand as a linear function of the win value and the draws left."""

    base: float
    """Points of a hand with win value 0 and ``MEAN_DRAWS`` draws left."""
    per_draw: float
    """Points added for each own draw left beyond ``MEAN_DRAWS``."""
    slope: float
    """Points for each point of the win value."""


FITS: dict[HandClass, LinearFit] = {
    HandClass(False, True, IN_RIICHI): LinearFit(300, 140, 0.93),
    HandClass(False, True, 0): LinearFit(-500, -50, 0.9),
    HandClass(False, True, 1): LinearFit(-850, 135, 0.75),
    HandClass(False, True, 2): LinearFit(-1400, 135, 0.5),
    HandClass(False, True, 3): LinearFit(-1800, 110, 0.6),
    HandClass(False, True, 4): LinearFit(-1600, 70, 0.4),
    HandClass(False, False, 0): LinearFit(-900, -80, 1.1),
    HandClass(False, False, 1): LinearFit(-1000, 38, 1.15),
    HandClass(False, False, 2): LinearFit(-1200, 40, 0.65),
    HandClass(False, False, 3): LinearFit(-1500, 40, 0.6),
    HandClass(False, False, 4): LinearFit(-1700, 0, 0.5),
    HandClass(True, True, IN_RIICHI): LinearFit(200, 60, 0.97),
    HandClass(True, True, 0): LinearFit(-1350, -140, 1.4),
    HandClass(True, True, 1): LinearFit(-1430, -20, 0.73),
    HandClass(True, True, 2): LinearFit(-1550, -24, 0.3),
    HandClass(True, True, 3): LinearFit(-1520, -28, 0.2),
    HandClass(True, True, 4): LinearFit(-1570, -50, 0.2),
    HandClass(True, False, 0): LinearFit(-1250, -140, 1.05),
    HandClass(True, False, 1): LinearFit(-1380, -15, 0.7),
    HandClass(True, False, 2): LinearFit(-1550, 0, 0.4),
    HandClass(True, False, 3): LinearFit(-1650, -20, 0.4),
    HandClass(True, False, 4): LinearFit(-1700, -20, 0.4),
}


def expected_points(hand_class: HandClass, draws: int, win_value: float, share: float = 1.0) -> float:
    """Expected points of a hand of that class; an open hand without a yaku is worth a fold.

    ``share`` is how much a win changes the placement, as a multiple of what it does at the start of a game
    (``PlacementValue``). What a line gives beyond a hand that is not won comes of wins, also at win value 0.
    """
    if win_value <= 0 and not hand_class.closed and (draws > TENPAI_DRAWS or hand_class.shanten > 0):
        return cannot_win(hand_class.threatened, draws, share)
    return _without(hand_class, draws, share) + FITS[hand_class].slope * win_value


def win_value_for(hand_class: HandClass, draws: int, points: float, share: float = 1.0) -> float:
    """The win value with which a hand of that class has these expected points."""
    return (points - _without(hand_class, draws, share)) / FITS[hand_class].slope


def cannot_win(threatened: bool, draws: int, share: float = 1.0) -> float:
    """Expected points of an open hand that cannot win: less than those of any open hand that folds."""
    return _without(HandClass(threatened, False, MAX_SHANTEN), draws, share) + share * NO_YAKU_POINTS


def _without(hand_class: HandClass, draws: int, share: float) -> float:
    """Expected points at win value 0."""
    line = FITS[hand_class]
    return UNWON + share * (line.base + line.per_draw * (draws - MEAN_DRAWS) - UNWON)
