"""A rate and its 95 % interval, from samples that come in clusters.

Tiles of one hand are no independent samples: they meet the same waits. A hand is therefore one cluster. The
rate is a ratio of sums over hands, with the variance of a ratio by linearisation (W. G. Cochran, *Sampling
Techniques*, 3rd edition, 1977, chapter 6):

    p = Σx / Σn        v = m/(m-1) · Σ(x - p·n)² / (Σn)²

with n tiles and x wins in each of the m hands in which the row occurs. The interval is Wilson's, with the
effective sample size Σn / deff in place of Σn, where deff = v / (p(1-p)/Σn), at least 1 (C. Franco,
R. Little, T. Louis, E. Slud, "Comparative Study of Confidence Intervals for Proportions in Complex Sample
Surveys", 2019, PMC6690503). Without a win deff is unknown, and the number of hands takes the place of the
effective sample size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ai.rollouts import Z_95


@dataclass(frozen=True, slots=True)
class Sums:
    """All that the interval needs: sums over the hands in which the row occurs."""

    hands: int
    tiles: int
    wins: int
    tiles_squared: int
    tiles_wins: int
    wins_squared: int

    @classmethod
    def of(cls, clusters: Iterable[tuple[int, int]]) -> Sums:
        """Sum up tiles and wins of each hand."""
        met = [(tiles, wins) for tiles, wins in clusters if tiles]
        return cls(
            hands=len(met),
            tiles=sum(tiles for tiles, _ in met),
            wins=sum(wins for _, wins in met),
            tiles_squared=sum(tiles * tiles for tiles, _ in met),
            tiles_wins=sum(tiles * wins for tiles, wins in met),
            wins_squared=sum(wins * wins for _, wins in met),
        )

    @property
    def rate(self) -> float:
        """Wins per tile; 0 without tiles."""
        return self.wins / self.tiles if self.tiles else 0.0

    @property
    def effective_size(self) -> float:
        """How many independent samples would make the rate as certain as it is."""
        p = self.rate
        if not 0 < p < 1 or self.hands < 2:
            return self.hands
        squares = self.wins_squared - 2 * p * self.tiles_wins + p * p * self.tiles_squared
        variance = self.hands / (self.hands - 1) * squares / self.tiles**2
        return self.tiles / max(1.0, variance / (p * (1 - p) / self.tiles))

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate; everything from 0 to 1 without tiles."""
        if not self.tiles:
            return 0.0, 1.0
        p, size = self.rate, self.effective_size
        centre = p + Z_95**2 / (2 * size)
        reach = Z_95 * math.sqrt(p * (1 - p) / size + Z_95**2 / (4 * size * size))
        scale = 1 + Z_95**2 / size
        return max(0.0, (centre - reach) / scale), (centre + reach) / scale

    def overlaps(self, other: Sums) -> bool:
        """Whether the two intervals have a point in common."""
        (low, high), (other_low, other_high) = self.interval, other.interval
        return low <= other_high and other_low <= high


def ratio(clusters: Iterable[tuple[float, int]]) -> tuple[float, tuple[float, float]]:
    """How many times as many wins there were as expected, and the 95 % interval by the same linearisation.

    Each cluster gives the wins expected and the wins found; hands with neither count too.
    """
    times, reach = ratio_of_sums(clusters)
    return times, (max(0.0, times - reach), times + reach)


def ratio_of_sums(clusters: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Sum of the second parts over that of the first, and half of its 95 % interval; 0 and inf if unknown."""
    hands = list(clusters)
    below, above = (sum(hand[part] for hand in hands) for part in (0, 1))
    if not below or len(hands) < 2:
        return 0.0, math.inf
    times = above / below
    squares = sum((found - times * awaited) ** 2 for awaited, found in hands)
    return times, Z_95 * math.sqrt(len(hands) / (len(hands) - 1) * squares) / below
