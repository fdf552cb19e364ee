"""What the table tells its screen about the mouse."""

from __future__ import annotations

from textual.message import Message

from tui.clicks import Clicked


class TileClicked(Clicked):
    """A tile of the own hand was clicked."""

    def __init__(self, place: int, made: float) -> None:
        super().__init__(made)
        self.place = place
        """Place in the shown hand."""


class TileHovered(Message):
    """The mouse has moved onto another tile of the own hand, or off it (None)."""

    def __init__(self, place: int | None) -> None:
        super().__init__()
        self.place = place


class PromptClicked(Clicked):
    """An item of the prompt was clicked; the same as its key."""

    def __init__(self, key: str, made: float) -> None:
        super().__init__(made)
        self.key = key


class PondClicked(Clicked):
    """A discard was clicked."""

    def __init__(self, seat: int, index: int, made: float) -> None:
        super().__init__(made)
        self.seat = seat
        self.index = index
        """Place in the pond, from 0."""
