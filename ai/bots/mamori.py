"""Mamori, the guard: folds early and completely, opens the hand only when that clearly pays."""

from __future__ import annotations

from ai.bot import Level
from ai.bots.expert import ExpertBot
from ai.bots.novice import NoviceBot
from ai.bots.style import Style
from ai.bots.styled_bot import StyledBot


class Mamori(StyledBot):
    """Defence before attack."""

    name = "mamori"
    style = Style(greed=0.55, caution=1.5, call_bias=0.9, keep_dora=20)


class MamoriNovice(NoviceBot):
    """Keeps the hand closed, and gives it up late, with the discards of the one who is in riichi."""

    name = "mamori:novice"
    style = Style(greed=0.4, caution=1.5, call_bias=0.6, riichi_bias=3.0, keep_dora=0)


class MamoriExpert(ExpertBot):
    """Calls little, and pushes only where the hand is worth it."""

    name = "mamori:expert"
    style = Style(greed=0.95, caution=1.7, keep_dora=20, eagerness=-175)


BY_LEVEL = {Level.NOVICE: MamoriNovice, Level.REGULAR: Mamori, Level.EXPERT: MamoriExpert}
