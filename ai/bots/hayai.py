"""Hayai, the fast one: any yaku that comes quickly, calls gladly, plays on against most threats."""

from __future__ import annotations

from ai.bot import Level
from ai.bots.expert import ExpertBot
from ai.bots.novice import NoviceBot
from ai.bots.style import Style
from ai.bots.styled_bot import StyledBot


class Hayai(StyledBot):
    """Tile efficiency before value."""

    name = "hayai"
    style = Style(greed=0.5, caution=0.5, call_bias=1.2, keep_dora=15)


class HayaiNovice(NoviceBot):
    """Calls whatever brings the hand closer, and never looks at points."""

    name = "hayai:novice"
    style = Style(greed=0.0, caution=0.0, call_bias=2.0, riichi_bias=3.0, keep_dora=0)


class HayaiExpert(ExpertBot):
    """Takes the quick win where two ways are worth about the same."""

    name = "hayai:expert"
    style = Style(greed=0.8, caution=1.6, keep_dora=15)


BY_LEVEL = {Level.NOVICE: HayaiNovice, Level.REGULAR: Hayai, Level.EXPERT: HayaiExpert}
