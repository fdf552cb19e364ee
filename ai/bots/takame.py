"""Takame, the value bot: prefers dora and yaku to speed, closed hands and flushes, and few cheap calls."""

from __future__ import annotations

from ai.bot import Bot, Level
from ai.bots.beginner import BeginnerBot, BeginnerHabits
from ai.bots.expert import ExpertBot
from ai.bots.style import Style
from ai.bots.styled_bot import NoviceBot, StyledBot


class Takame(StyledBot):
    """Value before speed."""

    name = "takame"
    style = Style(greed=0.75, caution=0.65, call_bias=0.9, riichi_bias=1.1, dora_bonus=30)


class TakameBeginner(BeginnerBot):
    """Keeps every dora, and sees a flush in six tiles of a suit."""

    name = "takame:beginner"
    habits = BeginnerHabits(dora=4, flush=3)


class TakameNovice(NoviceBot):
    """Keeps every dora and aims for flushes."""

    name = "takame:novice"
    style = Style(greed=1.3, caution=0.4, call_bias=0.7, riichi_bias=3.0, dora_bonus=200)


class TakameExpert(ExpertBot):
    """Stays closed and plays for expensive hands."""

    name = "takame:expert"
    style = Style(greed=1.0, caution=1.2, dora_bonus=250, closed_bonus=50, call_bonus=-25)


BY_LEVEL: dict[Level, type[Bot]] = {
    Level.BEGINNER: TakameBeginner,
    Level.NOVICE: TakameNovice,
    Level.REGULAR: Takame,
    Level.EXPERT: TakameExpert,
}
