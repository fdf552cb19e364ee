"""Sentences about the window in which a discard can be claimed, where nothing is offered."""

from __future__ import annotations

from tui.config.actions import BY_ID, ActionId
from tui.i18n.texts import t
from tui.words.actions import action_word


def window_line(left: int | None) -> str:
    """What the player may do now; ``left`` are the seconds that are left, None without a clock."""
    key = BY_ID[ActionId.CONFIRM].named
    return t("window.open", key=key) if left is None else t("window.left", count=left, key=key)


def late_line(call: ActionId) -> str:
    """That a call came too late."""
    return t("window.late", call=action_word(call))
