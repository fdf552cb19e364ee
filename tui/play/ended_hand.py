"""A hand that is over, as one seat saw it: what the page of its result needs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.events import Event
from engine.outcome import Outcome
from engine.view import SeatView
from tui.words.seating import Seating


class EndedHand(msgspec.Struct, frozen=True):
    """A hand that is over, in a game or in a record."""

    view: SeatView
    outcome: Outcome
    seating: Seating
    events: Sequence[Event]
    """Those of the hand, masked for the seat."""
    takebacks: int | None = None
    """The number of decisions taken back; None if that is not allowed."""
