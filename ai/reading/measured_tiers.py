"""The tiers of safety as measured: written by ``make safety-table`` (docs/safety.md), not by hand."""

from __future__ import annotations

from enum import IntEnum

from ai.reading.safety_grounds import Ground


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


TIER_OF: dict[Ground, Tier] = {
    Ground.DEAD_HAND: Tier.SAFE,
    Ground.OWN_DISCARD: Tier.SAFE,
    Ground.PASSED_AFTER_RIICHI: Tier.SAFE,
    Ground.PASSED_THIS_TURN: Tier.SAFE,
    Ground.ALL_SEEN: Tier.SAFE,
    Ground.NO_WAIT: Tier.SAFE,
    Ground.LAST_COPY: Tier.A,
    Ground.GUEST_2: Tier.B,
    Ground.GUEST_3: Tier.B,
    Ground.YAKUHAI_2: Tier.B,
    Ground.YAKUHAI_3: Tier.C,
    Ground.PAIR_19_2: Tier.B,
    Ground.PAIR_19_3: Tier.B,
    Ground.SUJI_28: Tier.B,
    Ground.SUJI_37: Tier.C,
    Ground.SUJI_456: Tier.C,
    Ground.NO_CHANCE_28: Tier.B,
    Ground.NO_CHANCE_37: Tier.C,
    Ground.NO_CHANCE_456: Tier.C,
    Ground.ONE_CHANCE_19: Tier.C,
    Ground.ONE_CHANCE_2345678: Tier.D,
    Ground.HALF_SUJI_456: Tier.F,
    Ground.OPEN_19: Tier.D,
    Ground.OPEN_28: Tier.E,
    Ground.OPEN_37: Tier.F,
    Ground.OPEN_456: Tier.G,
    Ground.DORA_HONOUR: Tier.F,
    Ground.DORA_COVERED: Tier.F,
    Ground.DORA_OPEN: Tier.H,
}
DEAL_IN: dict[Tier, float] = {
    Tier.SAFE: 0.0,
    Tier.A: 0.001,
    Tier.B: 0.015,
    Tier.C: 0.04,
    Tier.D: 0.083,
    Tier.E: 0.108,
    Tier.F: 0.129,
    Tier.G: 0.174,
    Tier.H: 0.194,
}
"""Chance that a tile of a tier deals into a tenpai player."""
