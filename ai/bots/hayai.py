"""Hayai, the fast one: any yaku that comes quickly, calls gladly, plays on against most threats."""

from __future__ import annotations

from ai.bots.style import Style
from ai.bots.styled import StyledBot


class Hayai(StyledBot):
    """Tile efficiency before value."""

    name = "hayai"
    style = Style(greed=0.5, caution=0.5, call_bias=1.2, keep_dora=15)
