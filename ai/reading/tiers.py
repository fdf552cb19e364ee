"""The tiers of safety, as the measurement found them: if the player is tenpai, how likely a tile deals in."""

from __future__ import annotations

from enum import IntEnum

from ai.reading.grounds import CANNOT_LOSE, Ground


class Tier(IntEnum):
    """Safety of a tile against a player who is tenpai, the safest first."""

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


GROUNDS: dict[Tier, tuple[Ground, ...]] = {
    Tier.SAFE: tuple(ground for ground in Ground if ground in CANNOT_LOSE),
    Tier.A: (Ground.LAST_COPY,),
    Tier.B: (
        Ground.PAIR_19_2,
        Ground.PAIR_19_3,
        Ground.GUEST_2,
        Ground.GUEST_3,
        Ground.SUJI_28,
        Ground.NO_CHANCE_28,
    ),
    Tier.C: (
        Ground.SUJI_37,
        Ground.SUJI_456,
        Ground.NO_CHANCE_37,
        Ground.NO_CHANCE_456,
        Ground.YAKUHAI_2,
        Ground.YAKUHAI_3,
        Ground.ONE_CHANCE_19,
    ),
    Tier.D: (Ground.ONE_CHANCE_2345678, Ground.OPEN_19),
    Tier.E: (Ground.OPEN_28,),
    Tier.F: (
        Ground.DORA_COVERED,
        Ground.HALF_SUJI_456,
        Ground.OPEN_37,
        Ground.DORA_HONOUR,
        Ground.DORA_ONE_CHANCE,
    ),
    Tier.G: (Ground.OPEN_456,),
    Tier.H: (Ground.DORA_OPEN,),
}
DEAL_IN: dict[Tier, float] = dict(
    zip(Tier, (0.0, 0.001, 0.015, 0.04, 0.08, 0.11, 0.13, 0.175, 0.2), strict=True)
)
"""Chance that a tile of a tier deals into a tenpai player."""
TIER_OF: dict[Ground, Tier] = {ground: tier for tier, grounds in GROUNDS.items() for ground in grounds}
