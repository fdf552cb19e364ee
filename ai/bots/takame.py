"""Takame, the high one: dora and yaku before speed, cheap calls rarely, closed hands and flushes."""

from __future__ import annotations

from ai.bots.style import Style
from ai.bots.styled import StyledBot


class Takame(StyledBot):
    """Value before speed."""

    name = "takame"
    style = Style(greed=0.75, caution=0.65, call_bias=0.9, riichi_bias=1.1, keep_dora=30)
