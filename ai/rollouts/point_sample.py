"""The mean of points over many hands, and how certain it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

import msgspec

Z_95 = 1.959964
"""Standard errors on either side that hold 95 % of a normal distribution."""
Z_99 = 2.575829
"""The same for 99 %."""


class PointSample(msgspec.Struct, frozen=True):
    """Mean points over all hands played, with the 95 % confidence interval."""

    mean: int
    low: int
    high: int


def sample(values: Sequence[int], z: float = Z_95) -> PointSample:
    """Mean and interval of independent values, by the normal approximation.

    Of a single value nothing is known but itself: its interval is everything that a hand can bring.
    """
    mean = fmean(values)
    reach = z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else UNKNOWN_REACH
    return PointSample(round(mean), round(mean - reach), round(mean + reach))


UNKNOWN_REACH = 500_000
"""Points that no hand changes hands: six yakuman and more."""
