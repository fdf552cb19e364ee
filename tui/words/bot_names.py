"""Names of bots as players read them: ``Hayai (expert)`` for the id ``hayai:expert``."""

from __future__ import annotations

from ai.bot import UnknownBot
from ai.bots.registry import BASELINES, parse_bot
from ai.mjai.command import display_name, is_external
from engine.wording import visible
from tui.i18n.layout import join_sentences
from tui.i18n.texts import t


def bot_title(name: str) -> str:
    """The name of a bot, as returned by ``display_name``, with its level in brackets."""
    who, _, level = visible(name).partition(":")
    title = who[:1].upper() + who[1:]
    return f"{title} ({level})" if level else title


def about_bot(text: str) -> str:
    """The style of a bot, and its level if it has one."""
    if is_external(text):
        return t("newgame.bots.outside")
    _, name, level = parse_bot(text)
    style = t(f"newgame.bots.{name}")
    return style if name in BASELINES else join_sentences((style, t(f"newgame.levels.{level}")))


def recorded_name(name: str) -> str:
    """The name of a player in a record: a bot's as ``display_name`` has it, any other as it is, in one line.

    Records of other programs may hold anything.
    """
    try:
        return visible(display_name(name))
    except UnknownBot:
        return visible(name)
