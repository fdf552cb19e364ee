"""A position of a hand as one seat saw it: what is asked about, judged and played out."""

from __future__ import annotations

from dataclasses import dataclass

from engine import events as ev
from engine.rules import Ruleset
from engine.view import SeatView


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """A position: a seat and the events of the hand it has seen."""

    rules: Ruleset
    seat: int
    events: tuple[ev.Event, ...]

    def view(self) -> SeatView:
        """The view of the seat."""
        return SeatView.from_events(self.rules, self.seat, self.events)
