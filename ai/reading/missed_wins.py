"""Winning tiles that went by: which, why it was not won on, and which furiten that is."""

from __future__ import annotations

import msgspec

from ai.reading.pass_effect import passing
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal
from engine.furiten import Cause
from engine.view import SeatView


class MissedWin(msgspec.Struct, frozen=True):
    """One winning tile that went by."""

    cause: Cause
    """The furiten that it brings."""
    refusal: Refusal | None
    """Why it could not be won on, None when it was let go."""


class MissedWins:
    """Keeps the winning tile that went by last, until the decision after it has been made.

    Who asks is told of it for as long as its furiten lasts.
    """

    def __init__(self) -> None:
        self._last: MissedWin | None = None
        self._gone: MissedWin | None = None
        """The same, whatever has been decided since."""
        self._offered: MissedWin | None = None
        """A tile that may be won on: it passes with any other decision, or with the next event."""

    def shown(self, view: SeatView) -> MissedWin | None:
        """The tile that went by last, while the furiten that it brought is there."""
        return _lasting(self._last, view)

    def gone(self, view: SeatView) -> MissedWin | None:
        """The same after the next decision too."""
        return _lasting(self._gone, view)

    def event(self, event: ev.Event, view: SeatView) -> None:
        """Take in an event that the view has taken in already."""
        if isinstance(event, ev.StartKyoku):
            self._last = self._gone = self._offered = None
        elif isinstance(event, ev.Dahai | ev.Kakan | ev.Ankan):
            self._settle()
            effect = passing(view) if event.actor != view.seat or isinstance(event, ev.Dahai) else None
            if effect is None or effect.cause is None:
                return
            passed = MissedWin(effect.cause, effect.refusal)
            if effect.can_win:
                self._offered = passed
            else:
                self._last = self._gone = passed
        elif not isinstance(event, ev.Hora):
            self._settle()

    def decided(self, action: Action, view: SeatView) -> None:
        """The person has decided: what went by before has been read; a win not taken goes by now."""
        last = self._last
        if last is None or last.cause != view.own.passing:
            self._last = None
        if action.kind is ActionKind.RON:
            self._offered = None
        else:
            self._settle()

    def _settle(self) -> None:
        """A tile on offer has gone by."""
        if self._offered is not None:
            self._last = self._gone = self._offered
            self._offered = None


def _lasting(passed: MissedWin | None, view: SeatView) -> MissedWin | None:
    """It, while the furiten that it brought is there."""
    there = passed is not None and passed.cause in (*view.own.passed, view.own.passing)
    return passed if there else None
