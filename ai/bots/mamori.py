"""Mamori, the defender: folds early and completely, and calls only with a clear gain."""

from __future__ import annotations

from ai.bot import Bot, Level
from ai.bots.beginner import BeginnerBot, BeginnerHabits
from ai.bots.expert import ExpertBot
from ai.bots.style import Style
from ai.bots.styled_bot import NoviceBot, StyledBot


class Mamori(StyledBot):
    """Defence before attack."""

    name = "mamori"
    style = Style(greed=0.55, caution=1.5, call_bias=0.9, dora_bonus=20)


class MamoriBeginner(BeginnerBot):
    """Gives up at the first riichi or the second meld of an opponent, and trusts honours and terminals."""

    name = "mamori:beginner"
    habits = BeginnerHabits(folds=True)


class MamoriNovice(NoviceBot):
    """Keeps the hand closed and folds late, with genbutsu of the player in riichi."""

    name = "mamori:novice"
    style = Style(greed=0.4, caution=1.5, call_bias=0.6, riichi_bias=3.0, dora_bonus=0)


class MamoriExpert(ExpertBot):
    """Folds sooner than the others, and calls only where the call is worth more than a pass."""

    name = "mamori:expert"
    style = Style(greed=0.9, caution=1.4, dora_bonus=250, call_bonus=-75)


BY_LEVEL: dict[Level, type[Bot]] = {
    Level.BEGINNER: MamoriBeginner,
    Level.NOVICE: MamoriNovice,
    Level.REGULAR: Mamori,
    Level.EXPERT: MamoriExpert,
}
