"""The picture of the table: a scene in, zones of coloured rows out."""

from tui.table.legend import Mark, MarkRole
from tui.table.scene import Announcement, PromptItem, Scene, WaitRow, shown_hand

__all__ = ["Announcement", "Mark", "MarkRole", "PromptItem", "Scene", "WaitRow", "shown_hand"]
