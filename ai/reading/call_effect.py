"""Effect of each possible call: the hand after it, and the best discard then."""

from __future__ import annotations

from copy import deepcopy

import msgspec

from ai.reading.discard_advice import DiscardEffect, discard_effects
from ai.reading.value_hints import ValueHints, value_hints
from ai.reading.wait_outlook import Outlook, outlook_now
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.options import options
from engine.tiles import MJAI
from engine.view import SeatView

CALLS: dict[ActionKind, type[ev.Chi] | type[ev.Pon] | type[ev.Daiminkan]] = {
    ActionKind.CHI: ev.Chi,
    ActionKind.PON: ev.Pon,
    ActionKind.OPEN_KAN: ev.Daiminkan,
}


class CallEffect(msgspec.Struct, frozen=True):
    """The hand after a chi, a pon or an open kan.

    After a chi or a pon ``best`` is the legal discard with the lowest shanten and the most unseen tiles.
    After a kan it is None, and ``outlook`` is the hand before the replacement tile. ``hints`` are the value
    hints of the hand that is left.
    """

    action: Action
    best: DiscardEffect | None
    outlook: Outlook | None
    hints: ValueHints


def call_effects(view: SeatView) -> tuple[CallEffect, ...]:
    """The effect of each legal call of the seat, in the order of the options."""
    return tuple(_effect(view, action) for action in options(view).actions if action.kind in CALLS)


def _effect(view: SeatView, action: Action) -> CallEffect:
    after = _after(view, action)
    legal = [effect for effect in discard_effects(after) if effect.refusal is None]
    if not legal:
        return CallEffect(action, None, outlook_now(after), value_hints(after))
    best = min(legal, key=lambda effect: (effect.shanten, -effect.acceptance))
    return CallEffect(action, best, None, value_hints(after, best.tile))


def _after(view: SeatView, action: Action) -> SeatView:
    """The view as it would be after the call."""
    assert action.tile is not None
    twin = deepcopy(view)
    consumed = [MJAI[tile] for tile in action.consumed]
    twin.apply(CALLS[action.kind](view.seat, view.table.turn, MJAI[action.tile], consumed))
    return twin
