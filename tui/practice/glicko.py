"""Glicko-2: the strength of a player or a question, and how sure it is.

Source: M. E. Glickman, "Example of the Glicko-2 system", Boston University 2022
(glicko.net/glicko/glicko2.pdf). Ratings and deviations are on the scale of Glicko (1500, 350). A score is 1
for a win, 0 for a loss, and may be anything between.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Glicko points in one unit of Glicko-2."""
START = 1500.0
WIDEST = 350.0
"""The deviation of somebody of whom nothing is known; it never exceeds this."""
TAU = 0.5
"""How much the volatility may change (0.3 to 1.2 in the source)."""
_PRECISE = 1e-6
"""The tolerance of the iteration in the source."""


class Rating(NamedTuple):
    """A rating, its deviation and volatility. The strength is within two deviations of it 95 times in 100."""

    value: float = START
    deviation: float = WIDEST
    volatility: float = 0.06

    def rested(self, periods: float) -> Rating:
        """The rating after so many rating periods without a game: less sure (step 6 of the source)."""
        wider = sqrt((self.deviation / SCALE) ** 2 + periods * self.volatility**2) * SCALE
        return self._replace(deviation=min(wider, WIDEST))


Game = tuple[Rating, float]
"""An opponent, and the score against it."""


def expected(player: Rating, other: Rating) -> float:
    """The score to expect of the player, 0 to 1 (the function E of the source)."""
    return 1 / (1 + exp(-_weight(other) * (player.value - other.value) / SCALE))


def updated(player: Rating, games: Sequence[Game]) -> Rating:
    """The rating after one rating period with these games (steps 2 to 8 of the source)."""
    if not games:
        return player.rested(1)
    chances = [(_weight(other), expected(player, other), score) for other, score in games]
    variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance, _ in chances)
    gained = sum(weight * (score - chance) for weight, chance, score in chances)
    phi = player.deviation / SCALE
    volatility = _volatility(phi, player.volatility, variance, variance * gained)
    wider = phi**2 + volatility**2
    narrower = 1 / sqrt(1 / wider + 1 / variance)
    value = player.value + SCALE * narrower**2 * gained
    return Rating(value, min(narrower * SCALE, WIDEST), volatility)


def _weight(other: Rating) -> float:
    """The function g of the source: an opponent who is little known counts less."""
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility (step 5 of the source, by the Illinois algorithm)."""
    start = log(sigma**2)

    def f(x: float) -> float:
        power = exp(x)
        total = phi**2 + variance + power
        return power * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _PRECISE:
        between = low + (low - high) * at_low / (at_high - at_low)
        found = f(between)
        if found * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, found
    return exp(low / 2)
