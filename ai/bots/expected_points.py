"""What a hand is worth after a discard: from what it promises to the points that such hands really brought.

A promise (the chance to win times what the win pays) leaves out what else comes of a hand: tenpai at a drawn
game, others who win first, what is dealt in later. That was measured: a line through the points which seats
gained or lost by the end of the hand, for each sort of hand (docs/bots.md).
"""

from __future__ import annotations

from typing import NamedTuple

IN_RIICHI = -1
"""The place of a riichi hand among the shanten."""
FARTHEST = 4
"""Hands that are farther away are counted with those."""
MIDDLE = 9
"""Own draws to come of the hands for which ``Line.base`` stands."""
NO_YAKU = -5_000.0
"""An open hand with no way to a yaku: worse than any other, since it cannot even be won."""


class HandClass(NamedTuple):
    """Hands that are measured together."""

    threatened: bool
    """Somebody else is more likely tenpai than not."""
    closed: bool
    shanten: int
    """``IN_RIICHI``, or 0 up to ``FARTHEST``."""


class LinearFit(NamedTuple):
    """Points by the end of the hand, by what it promises."""

    base: float
    """Of a hand that promises nothing, in the middle of the game."""
    per_draw: float
    """More for each own draw to come beyond the middle."""
    slope: float
    """For each point of the promise."""


LINES: dict[HandClass, LinearFit] = {
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


def expected_points(sort: HandClass, draws: int, promise: float) -> float:
    """Points that a hand of that sort may count on."""
    if promise <= 0 and not sort.closed:
        return NO_YAKU
    line = LINES[sort]
    return line.base + line.per_draw * (draws - MIDDLE) + line.slope * promise
