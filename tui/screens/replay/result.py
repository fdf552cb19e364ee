"""The result of a recorded hand, which Esc closes too."""

from __future__ import annotations

from textual import events

from tui.config.actions import ActionId, Place, action_for
from tui.screens.game.hand_end import HandEndScreen


class RecordedResultScreen(HandEndScreen):
    """The result of a hand of a record; there is no game that goes on after it."""

    def press(self, event: events.Key) -> None:
        """Close the page at the cancel key, too."""
        action = action_for(event.key, Place.MENU)
        if action is not None and action.id == ActionId.CANCEL:
            self.leave()
        else:
            super().press(event)
