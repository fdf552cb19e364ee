"""Style weights, by which bots of the same level play differently."""

from __future__ import annotations

import msgspec


class Style(msgspec.Struct, frozen=True):
    """Weights of a bot; 1 is neutral unless a field says otherwise."""

    greed: float = 1.0
    """Preference for expensive hands: 0 counts speed only, 1 counts points at face value."""
    caution: float = 1.0
    """Factor on the expected loss of a discard."""
    call_bias: float = 1.0
    """Factor on the value of a call when it is compared with a pass; above 1 favours calls."""
    riichi_bias: float = 1.0
    """Factor on the value of riichi when it is compared with damaten."""
    dora_bonus: float = 60.0
    """Points added for each han of dora kept, besides its value in the hand."""
    closed_bonus: float = 0.0
    """Points added to the value of a plan that stays closed."""
    call_bonus: float = 0.0
    """Expert only: points added to the value of a call when it is compared with a pass."""


TYPICAL_WIN = 4_000
"""The points whose utility does not depend on greed."""


def points_utility(points: float, greed: float) -> float:
    """The utility of points: linear at greed 1, concave below, convex above."""
    return float(TYPICAL_WIN * (points / TYPICAL_WIN) ** greed) if points > 0 else 0.0
