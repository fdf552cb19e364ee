"""What becomes of a named action while the person decides: the decision, or why it is none yet."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ai.coach import Caution
from engine.actions import Action, Refusal
from tui.config.actions import ActionId
from tui.words.actions import RefusedDiscard


class Mode(StrEnum):
    """What is being chosen."""

    TURN = "turn"
    """A tile of the own hand, or something better."""
    RIICHI = "riichi"
    """The tile to declare riichi with."""
    CLAIM = "claim"
    """What to do about another player's tile."""
    FORM = "form"
    """Which of several forms of a chi, a pon or a kan."""


class Refused(msgspec.Struct, frozen=True):
    """Something was tried that cannot be done; nothing has changed."""

    tried: ActionId | RefusedDiscard
    refusal: Refusal


class Warned(msgspec.Struct, frozen=True):
    """A choice that would cost something; the same once more makes it."""

    id: ActionId
    """The named action that was tried."""
    said: Caution


class Unconfirmed(msgspec.Struct, frozen=True):
    """A discard that is made once it comes a second time, whatever it does."""


Answer = Action | Refused | Warned | Unconfirmed | None
"""The decision; why it cannot be, what it would cost, or that it has to be confirmed; None when the choice
goes on."""


class Tried(msgspec.Struct, frozen=True):
    """A decision that has to come a second time, and the named action that led to it."""

    id: ActionId
    action: Action
    warned: bool
    """The coach speaks against it; otherwise it has only to be confirmed."""
