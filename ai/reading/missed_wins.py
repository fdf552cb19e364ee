"""Track winning tiles that passed: the tile, why it was not won on, and the furiten it causes."""

from __future__ import annotations

import msgspec

from ai.reading.pass_effect import passing
from engine import events as ev
from engine.actions import Action, ActionKind, Refusal
from engine.furiten import Cause
from engine.view import SeatView


class MissedWin(msgspec.Struct, frozen=True):
    """A winning tile that passed."""

    cause: Cause
    """The furiten that it causes."""
    refusal: Refusal | None
    """Why it could not be won on; None if the player declined the win."""


class MissedWins:
    """Keeps the winning tile that passed last, until the decision after it.

    ``shown`` and ``gone`` return it only while its furiten lasts.
    """

    def __init__(self) -> None:
        self._last: MissedWin | None = None
        self._gone: MissedWin | None = None
        """The same, regardless of later decisions."""
        self._offered: MissedWin | None = None
        """A tile that can be won on: it passes with any other decision, or with the next event."""

    def shown(self, view: SeatView) -> MissedWin | None:
        """The tile that passed last, until the next decision, while the furiten it caused lasts."""
        return _lasting(self._last, view)

    def gone(self, view: SeatView) -> MissedWin | None:
        """The tile that passed last, also after the next decision, while the furiten it caused lasts."""
        return _lasting(self._gone, view)

    def event(self, event: ev.Event, view: SeatView) -> None:
        """Follow an event; the view must have applied it already."""
        if isinstance(event, ev.StartKyoku):
            self._last = self._gone = self._offered = None
        elif isinstance(event, ev.OfferEvent):
            self._settle()
            effect = passing(view) if event.actor != view.seat or isinstance(event, ev.Dahai) else None
            if effect is None or effect.cause is None:
                return
            passed = MissedWin(effect.cause, effect.refusal)
            if effect.can_win:
                self._offered = passed
            else:
                self._last = self._gone = passed
        elif not event.leaves_offer:
            self._settle()

    def decided(self, action: Action, view: SeatView) -> None:
        """Follow a decision: the player has seen what passed before it, and a win not taken passes now."""
        last = self._last
        if last is None or last.cause != view.own.passing:
            self._last = None
        if action.kind is ActionKind.RON:
            self._offered = None
        else:
            self._settle()

    def _settle(self) -> None:
        """The tile on offer passes."""
        if self._offered is not None:
            self._last = self._gone = self._offered
            self._offered = None


def _lasting(passed: MissedWin | None, view: SeatView) -> MissedWin | None:
    """The tile, if the furiten that it caused still lasts."""
    there = passed is not None and passed.cause in (*view.own.passed, view.own.passing)
    return passed if there else None
