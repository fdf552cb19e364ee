"""The messages that the table posts after clicks."""

from __future__ import annotations

from tui.config.actions import ActionId
from tui.drawing.clicks import Clicked


class TileClicked(Clicked):
    """A tile of the own hand was clicked."""

    def __init__(self, place: int, time: float) -> None:
        super().__init__(time)
        self.place = place
        """Place in the shown hand."""


class MarkClicked(Clicked):
    """The mark under a tile of the own hand was clicked, or the space for one."""

    def __init__(self, place: int, time: float) -> None:
        super().__init__(time)
        self.place = place
        """Place in the shown hand."""


class PromptClicked(Clicked):
    """An item of the prompt was clicked, which means the same as its key."""

    def __init__(self, id: ActionId, time: float) -> None:
        super().__init__(time)
        self.id = id
        """The named action."""
