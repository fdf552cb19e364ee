"""What a person can do in a decision just now, by the ids of the named actions."""

from __future__ import annotations

from tui.config.actions import ActionId
from tui.desk.choice import Choice
from tui.desk.menu import Mode


def possible(choice: Choice | None) -> frozenset[ActionId]:
    """The actions that the prompt line offers, with the ways to take what is chosen and to go back."""
    if choice is None:
        return frozenset()
    offered = {button.id for button in choice.buttons() if button.refusal is None}
    back = {ActionId.CANCEL} if choice.mode is Mode.RIICHI else set()
    return frozenset(offered | back | {ActionId.CONFIRM})
