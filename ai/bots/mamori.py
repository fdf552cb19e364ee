"""Mamori, the guard: folds early and completely, opens the hand only when that clearly pays."""

from __future__ import annotations

from ai.bots.style import Style
from ai.bots.styled import StyledBot


class Mamori(StyledBot):
    """Defence before attack."""

    name = "mamori"
    style = Style(greed=0.55, caution=1.5, call_bias=0.9, keep_dora=20)
