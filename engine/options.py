"""The menu of one decision: what a seat may do now, and why it may not do the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.actions import CHALLENGE, NOTEN, PASS, TENPAI, Action, ActionKind, Refusal, Why
from engine.legal import (
    calls,
    chi_forms,
    kans,
    legal_discards,
    pon_forms,
    refuse_added_kan,
    refuse_chi,
    refuse_closed_kan,
    refuse_declaring,
    refuse_discard,
    refuse_nine_terminals,
    refuse_open_kan,
    refuse_pon,
    refuse_riichi,
    refuse_riichi_with,
    refuse_ron,
    refuse_tsumo,
    riichi_discards,
)
from engine.table import Phase
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView

if TYPE_CHECKING:
    from engine.fouls import Mistake


class Options(msgspec.Struct, frozen=True):
    """All legal actions of a seat at this moment; empty when there is nothing to decide.

    ``errors`` are, where the ruleset penalises them, the mistakes that could be made instead.
    """

    view: SeatView
    actions: tuple[Action, ...]
    errors: tuple[Mistake, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.actions)

    def of(self, kind: ActionKind) -> tuple[Action, ...]:
        return tuple([action for action in self.actions if action.kind is kind])

    def mistake(self, action: Action) -> Mistake | None:
        """The mistake that this action would be, None when it is not among the errors."""
        if not self.errors:
            return None
        found = next((mistake for mistake in self.errors if mistake.action == action), None)
        own = sorted(action.consumed)
        if found or any(sorted(each.consumed) == own for each in self.of(action.kind)):
            return found
        from engine.fouls import wrong_group

        return wrong_group(self.view, self.errors, action)

    def why_not(self, kind: ActionKind, tile: Tile | None = None) -> Refusal | None:
        """Why an action is not possible now, None when it is.

        ``tile`` narrows the question to that discard, riichi discard or kan.
        """
        return why_not(self.view, kind, tile)


def is_free(menu: Options) -> bool:
    """Whether there is more than one thing to do."""
    return len(menu.actions) > 1


def options(view: SeatView) -> Options:
    """All legal actions of this seat now, and its possible mistakes."""
    if view.table.called:
        return Options(view, _count_actions(view))
    actions = _turn_actions(view) if view.my_turn else _claim_actions(view)
    if view.table.rules.errors == "prevented":
        return Options(view, actions)
    from engine.fouls import mistakes  # here: most games prevent errors

    if refuse_declaring(view) is None:
        return Options(view, (TENPAI, NOTEN), mistakes(view))
    # while a chombo waits for a win on the same tile, nothing else can be done
    errors = () if view.table.offenders else mistakes(view)
    return Options(view, actions or ((PASS,) if errors else ()), errors)


def _turn_actions(view: SeatView) -> tuple[Action, ...]:
    actions = []
    own, me, rules = view.own, view.me, view.table.rules
    drawn = own.drawn
    if drawn is not None and KIND_OF[drawn] in own.waits and refuse_tsumo(view) is None:
        actions.append(Action(ActionKind.TSUMO, drawn))
    actions += legal_discards(view)
    if drawn is not None:
        if refuse_riichi_with(view, own.hand, view.table.live) is None:
            actions += riichi_discards(view)
        actions += kans(view)
        # it is for the first turn only
        if rules.nine_terminals and not me.pond and refuse_nine_terminals(view) is None:
            actions.append(Action(ActionKind.NINE_TERMINALS))
    return tuple(actions)


def _claim_actions(view: SeatView) -> tuple[Action, ...]:
    table = view.table
    offer = table.offer
    if offer is None or table.turn == view.seat:
        return ()
    actions = []
    if KIND_OF[offer] in view.own.waits and refuse_ron(view) is None:
        actions.append(Action(ActionKind.RON, offer))
    if table.phase is Phase.CLAIM and not table.offenders:
        actions += calls(view)
    return (*actions, PASS) if actions else ()


def _count_actions(view: SeatView) -> tuple[Action, ...]:
    """After a win was called: the right value to say, any other can be said too; or a challenge."""
    table = view.table
    if table.counting == view.seat:
        from engine.results import called_win, right_count

        return (Action(ActionKind.COUNT, said=right_count(called_win(table, view.seat))),)
    return (PASS, CHALLENGE) if refuse_challenge(view) is None else ()


def refuse_challenge(view: SeatView) -> Refusal | None:
    """Why this seat cannot challenge a win now: only players who are checked themselves do."""
    table = view.table
    if table.phase is not Phase.CHALLENGE or view.seat in (
        *view.rules.unchecked,
        next(reversed(table.counted)),
    ):
        return Refusal(Why.NO_WIN_CALLED)
    return None


def why_not(view: SeatView, kind: ActionKind, tile: Tile | None = None) -> Refusal | None:
    """Why the seat may not do this now, None when it may."""
    match kind:
        case ActionKind.DISCARD:
            if tile is not None:
                return refuse_discard(view, tile)
            return None if view.my_turn else Refusal(Why.NOT_YOUR_TURN)
        case ActionKind.RIICHI:
            return refuse_riichi(view, tile)
        case ActionKind.TSUMO:
            return refuse_tsumo(view)
        case ActionKind.RON:
            return refuse_ron(view)
        case ActionKind.CHI:
            return refuse_chi(view)
        case ActionKind.PON:
            return refuse_pon(view)
        case ActionKind.OPEN_KAN:
            return refuse_open_kan(view)
        case ActionKind.ADDED_KAN:
            return refuse_added_kan(view, tile)
        case ActionKind.CLOSED_KAN:
            return refuse_closed_kan(view, None if tile is None else KIND_OF[tile])
        case ActionKind.NINE_TERMINALS:
            return refuse_nine_terminals(view)
        case ActionKind.PASS:
            return None if PASS in options(view).actions else Refusal(Why.NO_CLAIM)
        case ActionKind.TENPAI | ActionKind.NOTEN:
            return refuse_declaring(view)
        case ActionKind.COUNT:
            return None if view.table.counting == view.seat else Refusal(Why.NO_WIN_CALLED)
        case ActionKind.CHALLENGE:
            return refuse_challenge(view)
        case ActionKind.WITHDRAWN_WIN:
            return Refusal(Why.NOT_IN_RULES)


def refuse(view: SeatView, action: Action) -> Refusal:
    """Why this very action is not among the options: its kind, or the form it names."""
    refusal = why_not(view, action.kind, action.tile)
    if refusal is not None:
        return refusal
    match action.kind:
        case ActionKind.DISCARD | ActionKind.RIICHI if action.tile is not None:
            refusal = refuse_discard(view, action.tile, tsumogiri=action.tsumogiri)
        case ActionKind.PON | ActionKind.CHI if action.tile == view.table.offer:
            forms = pon_forms if action.kind is ActionKind.PON else chi_forms
            if action.consumed in forms(view):
                refusal = Refusal(Why.NO_LEGAL_DISCARD)
    return refusal or Refusal(Why.NO_TILES_FOR_IT)
