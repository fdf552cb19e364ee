"""Takame, the high one: dora and yaku before speed, cheap calls rarely, closed hands and flushes."""

from __future__ import annotations

from ai.bot import Level
from ai.bots.expert import ExpertBot
from ai.bots.novice import NoviceBot
from ai.bots.style import Style
from ai.bots.styled_bot import StyledBot


class Takame(StyledBot):
    """Value before speed."""

    name = "takame"
    style = Style(greed=0.75, caution=0.65, call_bias=0.9, riichi_bias=1.1, keep_dora=30)


class TakameNovice(NoviceBot):
    """Holds on to every dora and dreams of flushes."""

    name = "takame:novice"
    style = Style(greed=1.3, caution=0.4, call_bias=0.7, riichi_bias=3.0, keep_dora=200)


class TakameExpert(ExpertBot):
    """Stays closed and waits for the dear hand."""

    name = "takame:expert"
    style = Style(greed=1.05, caution=1.25, keep_dora=60, patience=100, eagerness=-75)


BY_LEVEL = {Level.NOVICE: TakameNovice, Level.REGULAR: Takame, Level.EXPERT: TakameExpert}
