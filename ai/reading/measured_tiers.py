"""The tiers of safety as measured: written by ``make safety-table`` (docs/safety.md), not by hand."""

from __future__ import annotations

from enum import IntEnum

from ai.reading.safety_grounds import SafetyGround


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


TIER_OF: dict[SafetyGround, Tier] = {
    SafetyGround.DEAD_HAND: Tier.SAFE,
    SafetyGround.OWN_DISCARD: Tier.SAFE,
    SafetyGround.PASSED_AFTER_RIICHI: Tier.SAFE,
    SafetyGround.PASSED_THIS_TURN: Tier.SAFE,
    SafetyGround.ALL_SEEN: Tier.SAFE,
    SafetyGround.NO_WAIT: Tier.SAFE,
    SafetyGround.LAST_COPY: Tier.A,
    SafetyGround.GUEST_2: Tier.B,
    SafetyGround.GUEST_3: Tier.B,
    SafetyGround.YAKUHAI_2: Tier.B,
    SafetyGround.YAKUHAI_3: Tier.C,
    SafetyGround.PAIR_19_2: Tier.B,
    SafetyGround.PAIR_19_3: Tier.B,
    SafetyGround.SUJI_28: Tier.B,
    SafetyGround.SUJI_37: Tier.C,
    SafetyGround.SUJI_456: Tier.C,
    SafetyGround.NO_CHANCE_28: Tier.B,
    SafetyGround.NO_CHANCE_37: Tier.C,
    SafetyGround.NO_CHANCE_456: Tier.C,
    SafetyGround.ONE_CHANCE_19: Tier.C,
    SafetyGround.ONE_CHANCE_2345678: Tier.D,
    SafetyGround.HALF_SUJI_456: Tier.F,
    SafetyGround.OPEN_19: Tier.D,
    SafetyGround.OPEN_28: Tier.E,
    SafetyGround.OPEN_37: Tier.F,
    SafetyGround.OPEN_456: Tier.G,
    SafetyGround.DORA_HONOUR: Tier.F,
    SafetyGround.DORA_COVERED: Tier.F,
    SafetyGround.DORA_OPEN: Tier.H,
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
