"""Names of bots as players read them: ``Hayai (expert)`` for the id ``hayai:expert``."""

from __future__ import annotations


def bot_title(name: str) -> str:
    """The name of a bot, as returned by ``display_name``, with its level in brackets."""
    who, _, level = name.partition(":")
    title = who[:1].upper() + who[1:]
    return f"{title} ({level})" if level else title
