"""Hayai, the fast one: any yaku that comes quickly, calls gladly, plays on against most threats."""

from __future__ import annotations

from ai.bots.style import Style
from ai.bots.styled import StyledBot


class Hayai(StyledBot):
    """Tile efficiency before value."""

    name = "hayai"
    style = Style(greed=0.55, caution=0.6, call_bias=1.0, riichi_bias=1.0, keep_dora=30)
