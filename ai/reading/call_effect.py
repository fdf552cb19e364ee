"""The effect of a call or a kan: the hand after it, beside the hand without it."""

from __future__ import annotations

from copy import deepcopy

import msgspec

from ai.reading.outlook import Draw, Outlook, Worth, draws_to_tenpai, legal_outlooks, outlook_now
from ai.reading.safety import Safety
from ai.reading.threat import threatening
from ai.reading.value_hints import ValueHints, value_hints
from engine.actions import CALLS, OWN_KANS, Action, ActionKind, move_event
from engine.options import options
from engine.score.yaku import AKA_DORA, DORA
from engine.table import Phase
from engine.tiles import KIND_OF
from engine.view import SeatView


class CallEffect(msgspec.Struct, frozen=True):
    """The hand after a call of another player's tile, or after a kan on the own turn.

    ``hand`` is the hand after a chi or a pon and the best legal discard; after a kan it is the hand before
    the replacement tile. ``hints`` are the value hints of that hand.
    """

    action: Action
    hand: Outlook
    without: Outlook
    """The hand without it: as it is now, or on the own turn after the best legal discard."""
    hints: ValueHints
    draws: tuple[Draw, ...] = ()
    """The draws that make the hand tenpai, if it is one away."""
    robbers: tuple[int, ...] = ()
    """After an added kan: the players who threaten and could win on its tile."""

    @property
    def breaks_tenpai(self) -> bool:
        """Whether the hand is tenpai without it, and not after it."""
        return bool(self.without.waits) and not self.hand.waits

    @property
    def changes_waits(self) -> bool:
        """Whether the hand is tenpai before and after it, and on other kinds."""
        both = self.without.waits and self.hand.waits
        return bool(both) and {wait.kind for wait in self.without.waits} != {
            wait.kind for wait in self.hand.waits
        }

    @property
    def lost_yaku(self) -> tuple[str, ...]:
        """Yaku that a ron without riichi has on some wait without it, and no more after it."""
        after = {wait.kind: _yaku(wait.ron_worth) for wait in self.hand.waits}
        lost = (
            name
            for wait in self.without.waits
            if wait.kind in after
            for name in _yaku(wait.ron_worth)
            if name not in after[wait.kind]
        )
        return tuple(dict.fromkeys(lost))


def call_effects(view: SeatView) -> tuple[CallEffect, ...]:
    """The effect of each legal call and kan of the seat, in the order of the options."""
    actions = [action for action in options(view).actions if action.kind in (*CALLS, *OWN_KANS)]
    if not actions:
        return ()
    without = legal_outlooks(view)[0] if view.my_turn else outlook_now(view)
    return tuple(_effect(view, action, without) for action in actions)


def call_effect(view: SeatView, action: Action) -> CallEffect | None:
    """The effect of one of them; None for an action that is none of them, such as an error at the table."""
    return next((each for each in call_effects(view) if each.action == action), None)


def _effect(view: SeatView, action: Action, without: Outlook) -> CallEffect:
    after = deepcopy(view)
    after.apply(move_event(view.seat, action, view.table.turn))
    if after.table.phase is Phase.TURN:
        hand = legal_outlooks(after)[0]
        return CallEffect(action, hand, without, value_hints(after, hand.tile), _draws(after, hand))
    robbers: tuple[int, ...] = ()
    if action.kind is ActionKind.ADDED_KAN:
        assert action.tile is not None
        safety, kind = Safety(after), KIND_OF[action.tile]
        robbers = tuple(seat for seat in threatening(view) if not safety.against(kind, seat).cannot_lose)
    hand = outlook_now(after, declaring=action.kind is ActionKind.CLOSED_KAN)
    return CallEffect(action, hand, without, value_hints(after), _draws(after, hand), robbers)


def _draws(view: SeatView, hand: Outlook) -> tuple[Draw, ...]:
    return draws_to_tenpai(view, hand) if hand.shanten == 1 else ()


def _yaku(worth: Worth | None) -> list[str]:
    yaku = () if worth is None else worth.score.yaku
    return [item.name for item in yaku if item.name not in (DORA, AKA_DORA)]
