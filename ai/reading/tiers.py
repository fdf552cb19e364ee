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


GROUNDS: dict[Tier, tuple[Ground, ...]] = {
    Tier.SAFE: tuple(ground for ground in Ground if ground in CANNOT_LOSE),
    Tier.A: (Ground.HONOUR_ORPHANS, Ground.GUEST_1, Ground.YAKUHAI_1),
    Tier.B: (Ground.PAIR_19_1, Ground.PAIR_19_2, Ground.PAIR_19_3, Ground.GUEST_2, Ground.YAKUHAI_2),
    Tier.C: (Ground.SUJI_28, Ground.SUJI_37, Ground.SUJI_456, Ground.NO_CHANCE_28, Ground.NO_CHANCE_37),
    Tier.D: (Ground.NO_CHANCE_456, Ground.GUEST_3, Ground.YAKUHAI_3, Ground.ONE_CHANCE_19),
    Tier.E: (Ground.HALF_SUJI_456, Ground.OPEN_19, Ground.ONE_CHANCE_28, Ground.ONE_CHANCE_37),
    Tier.F: (Ground.OPEN_28, Ground.OPEN_37, Ground.ONE_CHANCE_456),
    Tier.G: (
        Ground.OPEN_456,
        Ground.DORA_HONOUR,
        Ground.DORA_COVERED,
        Ground.DORA_ONE_CHANCE,
        Ground.DORA_OPEN,
    ),
}
DEAL_IN: dict[Tier, float] = dict(
    zip(Tier, (0.0, 0.003, 0.022, 0.045, 0.055, 0.075, 0.09, 0.125), strict=True)
)
"""Chance that a tile of a tier deals into a tenpai player."""
TIER_OF: dict[Ground, Tier] = {ground: tier for tier, grounds in GROUNDS.items() for ground in grounds}
