"""A choice that was made, in a few words."""

from __future__ import annotations

from engine.actions import Action, ActionKind
from engine.tiles import format_tiles
from tui.i18n.texts import t
from tui.words.names import tile_word


def takebacks(count: int | None) -> str:
    """How many decisions have been taken back in a game; empty where none was."""
    return t("takeback.count", count=count) if count else ""


def takebacks_brief(count: int | None) -> str:
    """The same where there is little room."""
    return t("takeback.brief", count=count) if count else ""


def deed(action: Action) -> str:
    """A choice in a few words: ``threw 3s``, ``passed``."""
    if action.consumed and action.kind is not ActionKind.ADDED_KAN:
        tile = format_tiles(action.consumed)
    else:
        tile = "" if action.tile is None else tile_word(action.tile)
    return t(f"lesson.did.{action.kind}", tile=tile)
