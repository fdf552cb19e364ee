"""How often tiles can be won on at the tables that experts meet, by tier.

Measured on games of majiang-ai by itself and with ours (docs/safety.md): the rates of its tables, rounded.
Those players wait on suji more often than our regular bots, and more rarely on tiles that nothing speaks for.
"""

from __future__ import annotations

from ai.reading.measured_tiers import Tier

RIICHI_RATES: dict[Tier, float] = {
    Tier.SAFE: 0.0,
    Tier.A: 0.001,
    Tier.B: 0.024,
    Tier.C: 0.053,
    Tier.D: 0.079,
    Tier.E: 0.091,
    Tier.F: 0.097,
    Tier.G: 0.126,
    Tier.H: 0.152,
}
"""Deal-in rate of a tile of a tier against a player in riichi."""
SILENT_RATES: dict[Tier, float] = {
    Tier.SAFE: 0.0,
    Tier.A: 0.001,
    Tier.B: 0.029,
    Tier.C: 0.041,
    Tier.D: 0.061,
    Tier.E: 0.079,
    Tier.F: 0.099,
    Tier.G: 0.125,
    Tier.H: 0.153,
}
"""The same against a tenpai player who is not in riichi."""
