"""Hayai, the fast bot: takes the quickest yaku, calls often, pushes against most threats."""

from __future__ import annotations

from ai.bot import Bot, Level
from ai.bots.beginner import BeginnerBot, BeginnerHabits
from ai.bots.expert import ExpertBot
from ai.bots.style import Style
from ai.bots.styled_bot import NoviceBot, StyledBot


class Hayai(StyledBot):
    """Tile efficiency before value."""

    name = "hayai"
    style = Style(greed=0.5, caution=0.5, call_bias=1.2, dora_bonus=15)


class HayaiBeginner(BeginnerBot):
    """Calls every triplet and every sequence of simples, and then hopes for tanyao."""

    name = "hayai:beginner"
    habits = BeginnerHabits(calls=True, dora=0)


class HayaiNovice(NoviceBot):
    """Calls every tile that lowers shanten, and ignores points."""

    name = "hayai:novice"
    style = Style(greed=0.0, caution=0.0, call_bias=2.0, riichi_bias=3.0, dora_bonus=0)


class HayaiExpert(ExpertBot):
    """Calls where a call and a pass are worth about the same, and pushes more."""

    name = "hayai:expert"
    style = Style(greed=0.9, caution=1.2, dora_bonus=150, call_bonus=50)


BY_LEVEL: dict[Level, type[Bot]] = {
    Level.BEGINNER: HayaiBeginner,
    Level.NOVICE: HayaiNovice,
    Level.REGULAR: Hayai,
    Level.EXPERT: HayaiExpert,
}
