"""How often tiles can be won on at the tables that experts meet, by safety reason.

Measured on games of majiang-ai by itself and recorded (docs/safety.md): the rates in ``safety-majiang.json``
and ``safety-recorded.json`` of ``tools/measure`` together, those of few tiles drawn towards the rate of their
tier. In riichi those players wait on suji of a 3 or 7 as often as on other 3 and 7, and hardly on honours.
"""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.measured_tiers import TIER_OF, Tier
from ai.reading.safety_reasons import SafetyReason
from engine.melds import Meld
from engine.tiles import EAST, Kind

_CERTAIN = tuple(reason for reason in SafetyReason if TIER_OF[reason] is Tier.SAFE)

RIICHI_RATES: dict[SafetyReason, float] = {
    **dict.fromkeys(_CERTAIN, 0.0),
    SafetyReason.LAST_COPY: 0.002,
    SafetyReason.GUEST_2: 0.015,
    SafetyReason.GUEST_3: 0.025,
    SafetyReason.YAKUHAI_2: 0.014,
    SafetyReason.YAKUHAI_3: 0.014,
    SafetyReason.PAIR_19_2: 0.008,
    SafetyReason.PAIR_19_3: 0.021,
    SafetyReason.SUJI_28: 0.036,
    SafetyReason.SUJI_37: 0.099,
    SafetyReason.SUJI_456: 0.048,
    SafetyReason.NO_CHANCE_28: 0.042,
    SafetyReason.NO_CHANCE_37: 0.061,
    SafetyReason.NO_CHANCE_456: 0.035,
    SafetyReason.ONE_CHANCE_19: 0.054,
    SafetyReason.ONE_CHANCE_2345678: 0.090,
    SafetyReason.HALF_SUJI_456: 0.090,
    SafetyReason.OPEN_19: 0.065,
    SafetyReason.OPEN_28: 0.093,
    SafetyReason.OPEN_37: 0.101,
    SafetyReason.OPEN_456: 0.122,
    SafetyReason.DORA_HONOUR: 0.039,
    SafetyReason.DORA_COVERED: 0.092,
    SafetyReason.DORA_OPEN: 0.148,
}
"""Deal-in rate of a tile against a player in riichi."""
SILENT_RATES: dict[SafetyReason, float] = {
    **dict.fromkeys(_CERTAIN, 0.0),
    SafetyReason.LAST_COPY: 0.001,
    SafetyReason.GUEST_2: 0.011,
    SafetyReason.GUEST_3: 0.026,
    SafetyReason.YAKUHAI_2: 0.044,
    SafetyReason.YAKUHAI_3: 0.076,
    SafetyReason.PAIR_19_2: 0.013,
    SafetyReason.PAIR_19_3: 0.039,
    SafetyReason.SUJI_28: 0.024,
    SafetyReason.SUJI_37: 0.039,
    SafetyReason.SUJI_456: 0.037,
    SafetyReason.NO_CHANCE_28: 0.019,
    SafetyReason.NO_CHANCE_37: 0.044,
    SafetyReason.NO_CHANCE_456: 0.024,
    SafetyReason.ONE_CHANCE_19: 0.018,
    SafetyReason.ONE_CHANCE_2345678: 0.065,
    SafetyReason.HALF_SUJI_456: 0.096,
    SafetyReason.OPEN_19: 0.038,
    SafetyReason.OPEN_28: 0.085,
    SafetyReason.OPEN_37: 0.109,
    SafetyReason.OPEN_456: 0.121,
    SafetyReason.DORA_HONOUR: 0.104,
    SafetyReason.DORA_COVERED: 0.109,
    SafetyReason.DORA_OPEN: 0.165,
}
"""The same against a tenpai player who is not in riichi."""
UNSEEN_FACTORS = (0.4, 0.6, 0.95, 1.2, 1.2)
"""Factor for a number tile against an open hand, by the copies of it that nobody has seen …"""
OTHER_SUIT, SAME_SUIT = 1.08, 0.8
"""… and by whether a meld of the hand has its suit."""


def open_hand_factor(kind: Kind, unseen: int, melds: Sequence[Meld]) -> float:
    """Factor on the deal-in rate of a tile against a hand with these melds; honours have none."""
    if kind >= EAST:
        return 1.0
    same = any([meld.first // 9 == kind // 9 for meld in melds])  # noqa: C419
    return UNSEEN_FACTORS[unseen] * (SAME_SUIT if same else OTHER_SUIT)
