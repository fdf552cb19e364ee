"""What one seat did with a decision, read off the events that followed, from its own view alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine import events as ev
from engine.actions import CHALLENGE, NOTEN, PASS, TENPAI, Action, ActionKind
from engine.called_wins import said_count
from engine.options import Options, options
from engine.outcome import DrawReason
from engine.records.recorded_choices import CONSEQUENCES
from engine.tiles import TILE_OF
from engine.view import SeatView

_CALLS: dict[type[ev.Event], ActionKind] = {
    ev.Chi: ActionKind.CHI,
    ev.Pon: ActionKind.PON,
    ev.Daiminkan: ActionKind.OPEN_KAN,
}


def action_taken(view: SeatView, following: Sequence[ev.Event]) -> Action | None:
    """The legal action that the seat chose in that position; ``following`` are the next events of the hand.

    None if the events do not show it: another player's call or win may have gone before a claim, the record
    may end there, or the seat made a mistake that is penalised.
    """
    events = [event for event in following[:8] if not isinstance(event, (*CONSEQUENCES, ev.Late))]
    menu = options(view)
    if not events or not menu:
        return None
    return _on_turn(menu, events) if view.my_turn else _claim(menu, events)


def _on_turn(menu: Options, events: Sequence[ev.Event]) -> Action | None:
    if ev.actor_of(events[0]) not in (menu.view.seat, None):
        return None
    match events[0]:
        case ev.Dahai() as dahai:
            return _discard(menu, ActionKind.DISCARD, dahai)
        case ev.Reach() if len(events) > 1 and isinstance(events[1], ev.Dahai):
            return _discard(menu, ActionKind.RIICHI, events[1])
        case ev.Ankan(consumed=consumed):
            return _with_tiles(menu, ActionKind.CLOSED_KAN, consumed)
        case ev.Kakan(pai=pai):
            kans = menu.of(ActionKind.ADDED_KAN)
            return next((action for action in kans if action.tile == TILE_OF[pai]), None)
        case ev.Hora() | ev.WinCalled():
            return next(iter(menu.of(ActionKind.TSUMO)), None)
        case ev.Ryukyoku():
            return next(iter(menu.of(ActionKind.NINE_TERMINALS)), None)
    return None


def _discard(menu: Options, kind: ActionKind, event: ev.Dahai) -> Action | None:
    """The discard, of two equal tiles rather the one that the record names."""
    fitting = [action for action in menu.of(kind) if action.tile == TILE_OF[event.pai]]
    return min(fitting, key=lambda action: action.tsumogiri is not event.tsumogiri, default=None)


def _with_tiles(menu: Options, kind: ActionKind, consumed: Sequence[str]) -> Action | None:
    own = sorted(TILE_OF[name] for name in consumed)
    return next((action for action in menu.of(kind) if sorted(action.consumed) == own), None)


def _claim(menu: Options, events: Sequence[ev.Event]) -> Action | None:
    first, seat = events[0], menu.view.seat
    if menu.view.table.called:
        return _count(menu, first)
    if isinstance(first, ev.Tenpai | ev.Noten):
        return (TENPAI if isinstance(first, ev.Tenpai) else NOTEN) if first.actor == seat else None
    wins = list(takewhile(lambda event: isinstance(event, ev.Hora | ev.WinCalled), events))
    if any(ev.actor_of(win) == seat for win in wins):
        return next(iter(menu.of(ActionKind.RON)), None)
    if isinstance(first, ev.Chi | ev.Pon | ev.Daiminkan) and first.actor == seat:
        return _with_tiles(menu, _CALLS[type(first)], first.consumed)
    return PASS if PASS in menu.actions and _shows_pass(menu, first) else None


def _count(menu: Options, first: ev.Event) -> Action | None:
    """What was said of a win, or whether it was challenged."""
    if isinstance(first, ev.WinCounted) and first.actor == menu.view.seat:
        return Action(ActionKind.COUNT, said=said_count(first))
    if CHALLENGE in menu.actions and isinstance(first, ev.Challenged | ev.Accepted):
        return CHALLENGE if first.actor == menu.view.seat else PASS
    return None


def _shows_pass(menu: Options, first: ev.Event) -> bool:
    """Whether what happened next would have been prevented by any claim of the seat."""
    could = {action.kind for action in menu.actions}
    match first:
        case ev.Foul() | ev.Hora() | ev.WinCalled():
            return False
        case ev.Ryukyoku(reason=reason):
            return ActionKind.RON not in could or reason not in (None, DrawReason.TRIPLE_RON)
        case ev.Chi() | ev.Pon() | ev.Daiminkan():
            return ActionKind.CHI not in could
    return True
