"""How much more or less often a tile is won on by an open hand, by its melds and by the copies of the tile.

Fitted to games of majiang-ai by itself and recorded. The rates by safety reason are measured, too
(``ELSEWHERE_RATES`` of ``ai.reading.measured_tiers``).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.melds import Meld
from engine.tiles import EAST, Kind

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
