"""What becomes of a named action while the person decides: the decision, or why it is none yet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ai.coach import Caution
from engine.actions import Action, Refusal


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


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was tried that cannot be done; nothing has changed."""

    id: str
    """The named action, ``discard`` or ``riichi-discard``."""
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Warned:
    """A choice that would cost something; the same once more makes it."""

    id: str
    """The named action that was tried."""
    said: Caution


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A discard that is made once it comes a second time, whatever it does."""


Answer = Action | Refused | Warned | Unconfirmed | None
"""The decision; why it cannot be, what it would cost, or that it has to be confirmed; None when the choice
goes on."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A decision that has to come a second time, and the named action that led to it."""

    id: str
    action: Action
    warned: bool
    """The coach speaks against it; otherwise it has only to be confirmed."""
