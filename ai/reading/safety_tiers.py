"""The tiers of safety of a tile against a player who is tenpai, and their classes.

They lie apart from the reasons, because a table draws the marks of tiles before anybody is to be feared.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache


class Tier(IntEnum):
    """Safety of a tile against a tenpai player, the safest first; each is a band of the chance to deal in."""

    SAFE = 0
    """Cannot lose."""
    A = 1
    B = 2
    C = 3
    D = 4
    E = 5
    F = 6
    G = 7
    H = 8


class SafetyClass(IntEnum):
    """The safety of a tile against a tenpai player at a glance, the safest first."""

    CANNOT_LOSE = 0
    """The player cannot win on the tile, whatever the hand."""
    VERY_SAFE = 1
    RATHER_SAFE = 2
    RISKY = 3
    DANGEROUS = 4


TIER_FROM: tuple[tuple[Tier, float], ...] = (
    (Tier.H, 0.14),
    (Tier.G, 0.10),
    (Tier.F, 0.08),
    (Tier.E, 0.06),
    (Tier.D, 0.04),
    (Tier.C, 0.02),
    (Tier.B, 0.01),
    (Tier.A, 0.0),
)
"""The least chance to deal in of each tier that can lose."""
_CLASS_FROM = {
    SafetyClass.DANGEROUS: Tier.G,
    SafetyClass.RISKY: Tier.E,
    SafetyClass.RATHER_SAFE: Tier.C,
    SafetyClass.VERY_SAFE: Tier.A,
    SafetyClass.CANNOT_LOSE: Tier.SAFE,
}
"""The first tier of each class."""


def tier_of(chance: float) -> Tier:
    """The tier of a tile that can lose, by its chance to deal in to a player who is tenpai, 0 to 1."""
    return next(tier for tier, least in TIER_FROM if chance >= least)


@cache
def safety_class(tier: Tier) -> SafetyClass:
    """The class that a tier belongs to."""
    return next(each for each, first in _CLASS_FROM.items() if tier >= first)
