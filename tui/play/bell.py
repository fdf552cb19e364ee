"""The terminal's bell: it calls somebody who has looked away to a decision."""

from __future__ import annotations

from engine.events import Event


class Bell:
    """Knows whether the person has to be called: others have played since they last decided themselves.

    Somebody who has just called a tile, or let one go, sits before the screen and needs no bell.
    """

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._away = True

    def event(self, event: Event) -> None:
        """Take in what happened."""
        actor = getattr(event, "actor", None)
        self._away = self._away or (actor is not None and actor != self._seat)

    def asked(self) -> bool:
        """The person has to decide now; returns whether the bell is to ring for it."""
        away, self._away = self._away, False
        return away
