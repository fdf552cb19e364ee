"""Takame, the high one: dora and yaku before speed, cheap calls rarely, closed hands and flushes."""

from __future__ import annotations

from ai.bots.style import Style
from ai.bots.styled import StyledBot


class Takame(StyledBot):
    """Value before speed."""

    name = "takame"
    style = Style(greed=1.05, caution=0.7, call_bias=0.8, riichi_bias=1.1, keep_dora=120)
