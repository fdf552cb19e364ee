"""What can be chosen about a desk."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """Everything about a desk that is neither the game nor the seat."""

    seed: int | str | None = None
    """Shown in the header; the events of a seat never hold it."""
    hints: bool = True
    """Marks under the hand, and the sentences about safety and furiten on the cursor."""
