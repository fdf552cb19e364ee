"""Mamori, the guard: folds early and completely, opens the hand only when that clearly pays."""

from __future__ import annotations

from ai.bots.style import Style
from ai.bots.styled import StyledBot


class Mamori(StyledBot):
    """Defence before attack."""

    name = "mamori"
    style = Style(greed=0.9, caution=1.6, call_bias=0.8, riichi_bias=1.0)
