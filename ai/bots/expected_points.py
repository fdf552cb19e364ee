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
NO_YAKU_POINTS = -5_000.0
"""Value of an open hand without any plan for a yaku: below all others, because it cannot win."""


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
    HandClass(False, True, IN_RIICHI): LinearFit(600, 100, 0.93),
    HandClass(False, True, 0): LinearFit(-150, 50, 0.95),
    HandClass(False, True, 1): LinearFit(-660, 90, 0.93),
    HandClass(False, True, 2): LinearFit(-1300, 66, 0.80),
    HandClass(False, True, 3): LinearFit(-1440, 34, 0.84),
    HandClass(False, True, 4): LinearFit(-1490, 6, 1.0),
    HandClass(False, False, 0): LinearFit(-375, -119, 0.91),
    HandClass(False, False, 1): LinearFit(-890, -27, 1.35),
    HandClass(False, False, 2): LinearFit(-1100, -28, 1.2),
    HandClass(False, False, 3): LinearFit(-1250, -28, 1.3),
    HandClass(False, False, 4): LinearFit(-1350, 0, 1.3),
    HandClass(True, True, IN_RIICHI): LinearFit(-200, 50, 1.0),
    HandClass(True, True, 0): LinearFit(-700, -125, 0.9),
    HandClass(True, True, 1): LinearFit(-1670, -104, 0.96),
    HandClass(True, True, 2): LinearFit(-1830, -92, 0.65),
    HandClass(True, True, 3): LinearFit(-1800, -58, 0.5),
    HandClass(True, True, 4): LinearFit(-1800, -30, 0.5),
    HandClass(True, False, 0): LinearFit(-1578, -150, 1.02),
    HandClass(True, False, 1): LinearFit(-1700, -63, 0.95),
    HandClass(True, False, 2): LinearFit(-1800, -82, 0.65),
    HandClass(True, False, 3): LinearFit(-1800, -60, 0.5),
    HandClass(True, False, 4): LinearFit(-1800, -30, 0.5),
}


def expected_points(hand_class: HandClass, draws: int, win_value: float) -> float:
    """Expected points of a hand of that class."""
    if win_value <= 0 and not hand_class.closed:
        return NO_YAKU_POINTS
    line = FITS[hand_class]
    return line.base + line.per_draw * (draws - MEAN_DRAWS) + line.slope * win_value
