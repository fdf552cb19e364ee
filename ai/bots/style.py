"""What makes one bot play differently from another: a handful of weights."""

from __future__ import annotations

import msgspec


class Style(msgspec.Struct, frozen=True):
    """Weights of a bot; 1 is neutral where nothing else is said."""

    greed: float = 1.0
    """How strongly dear hands are preferred: 0 sees only speed, 1 counts points as they are."""
    caution: float = 1.0
    """How heavily the points count that a discard may lose."""
    call_bias: float = 1.0
    """How much better than waiting a call has to look: above 1 it may even look worse."""
    riichi_bias: float = 1.0
    """The same for riichi against staying silent."""
    keep_dora: float = 60.0
    """Points that holding on to one han of dora is worth besides its part in the hand."""
    patience: float = 0.0
    """Points added to a plan that stays closed."""
    eagerness: float = 0.0
    """Of an expert: points by which a call may look worse than waiting."""


TYPICAL_WIN = 4_000
"""Points at which greed makes no difference."""


def appetite(points: float, greed: float) -> float:
    """Points as a style feels them."""
    return float(TYPICAL_WIN * (points / TYPICAL_WIN) ** greed) if points > 0 else 0.0
