"""The five classes of safety: the measured tiers in groups that a player can tell apart at a glance."""

from __future__ import annotations

from enum import IntEnum

from ai.reading.measured_tiers import DEAL_IN, Tier


class SafetyClass(IntEnum):
    """How safe a tile is against a tenpai player, the safest first."""

    CANNOT_LOSE = 0
    """The player cannot win on the tile, whatever the hand."""
    VERY_SAFE = 1
    RATHER_SAFE = 2
    RISKY = 3
    DANGEROUS = 4


_FROM = {
    SafetyClass.DANGEROUS: 0.12,
    SafetyClass.RISKY: 0.06,
    SafetyClass.RATHER_SAFE: 0.02,
    SafetyClass.VERY_SAFE: 0.0,
}
"""The least deal-in rate of each class that can lose."""


def safety_class(tier: Tier) -> SafetyClass:
    """The class of a measured tier."""
    if tier is Tier.SAFE:
        return SafetyClass.CANNOT_LOSE
    return next(each for each, least in _FROM.items() if DEAL_IN[tier] >= least)
