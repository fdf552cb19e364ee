"""Values of a decision: modes, buttons of the prompt line, refusals and warnings."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from engine.actions import Action, ActionKind, Refusal, Why
from engine.legal.calls import chi_forms
from engine.legal.riichi import riichi_discards
from engine.melds import MeldKind
from engine.options import Options
from engine.tiles import COPIES, KIND_OF
from tui.config.actions import ActionId
from tui.words.actions import RefusedDiscard

if TYPE_CHECKING:
    from ai.coach import Caution


class Mode(StrEnum):
    """What is being chosen."""

    TURN = "turn"
    """A tile to discard, or another action on the own turn."""
    RIICHI = "riichi"
    """The tile to declare riichi with."""
    CLAIM = "claim"
    """A call, a ron or a pass on another player's tile."""
    FORM = "form"
    """One of several forms of a chi, a pon or a kan."""


class Refused(msgspec.Struct, frozen=True):
    """An action was tried that is not legal. Nothing has changed."""

    tried: ActionId | RefusedDiscard
    refusal: Refusal


class Warned(msgspec.Struct, frozen=True):
    """The coach warned about a decision. The same action again makes it."""

    id: ActionId
    """The named action that was tried."""
    said: Caution


class Unconfirmed(msgspec.Struct, frozen=True):
    """A discard that has to be confirmed. The same action again makes it."""


ActionResult = Action | Refused | Warned | Unconfirmed | None
"""The decision; a refusal, a warning or a request for confirmation; or None while the choice goes on."""


class AwaitingRepeat(msgspec.Struct, frozen=True):
    """A decision that has to be repeated, and the named action that led to it."""

    id: ActionId
    action: Action
    warned: bool
    """Whether the coach warns about it; otherwise it only has to be confirmed."""


KINDS_OF: dict[ActionId, tuple[ActionKind, ...]] = {
    ActionId.TSUMO: (ActionKind.TSUMO,),
    ActionId.RON: (ActionKind.RON,),
    ActionId.RIICHI: (ActionKind.RIICHI,),
    ActionId.KAN: (ActionKind.OPEN_KAN, ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN),
    ActionId.PON: (ActionKind.PON,),
    ActionId.CHI: (ActionKind.CHI,),
    ActionId.NINE_TERMINALS: (ActionKind.NINE_TERMINALS,),
}
"""The named actions that are decisions, in the order of the prompt."""

_ERRORS: dict[ActionId, tuple[ActionKind, ...]] = {
    ActionId.TSUMO: (ActionKind.TSUMO, ActionKind.WITHDRAWN_WIN),
    ActionId.RON: (ActionKind.RON, ActionKind.WITHDRAWN_WIN),
}
"""Errors that are possible at a table that penalises them: an invalid win, and withdrawing one."""

ON_TURN = (ActionId.TSUMO, ActionId.RIICHI, ActionId.KAN, ActionId.NINE_TERMINALS)
AT_CLAIM = (ActionId.RON, ActionId.KAN, ActionId.PON, ActionId.CHI)
WIN_ALONE = AT_CLAIM[:1]
"""``AT_CLAIM`` if calls are not offered."""
CALLS = AT_CLAIM[1:]
"""The calls that are not offered then."""
_TURN_KANS = (ActionKind.CLOSED_KAN, ActionKind.ADDED_KAN)
_OBVIOUS = frozenset(
    {Why.LOCKED_BY_RIICHI, Why.HAND_OPEN, Why.LAST_TILE, Why.NOT_THE_DRAWN_TILE, Why.FOUR_KANS_DRAW}
)
"""Reasons that a player sees on the table. The prompt leaves such actions out; their keys still explain."""


class Button(msgspec.Struct, frozen=True):
    """A button of the prompt line."""

    id: ActionId
    action: Action | None = None
    """The action of the button, if there is exactly one."""
    refusal: Refusal | None = None
    """Why it is disabled, or None."""


def actions_of(menu: Options, name: ActionId) -> tuple[Action, ...]:
    """The legal actions of a named action."""
    return tuple(action for kind in KINDS_OF[name] for action in menu.of(kind))


def errors_of(menu: Options, name: ActionId) -> tuple[Action, ...]:
    """The errors of a named action, if the hand seems to have the tiles for it."""
    refusal = menu.why_not(KINDS_OF[name][0]) if name in _ERRORS else None
    if refusal is None or not _is_near(menu, name, refusal):
        return ()
    return tuple(mistake.action for mistake in menu.errors if mistake.action.kind in _ERRORS[name])


def why_none(menu: Options, name: ActionId) -> Refusal | None:
    """Why no action of that name is legal, or None if one is."""
    if actions_of(menu, name):
        return None
    if name != ActionId.KAN or not menu.view.my_turn:
        return menu.why_not(KINDS_OF[name][0])
    refusals = [menu.why_not(kind) for kind in _TURN_KANS]
    telling = [each for each in refusals if each and each.why is not Why.NO_TILES_FOR_IT]
    return telling[0] if telling else refusals[0]


def offered_buttons(menu: Options, names: tuple[ActionId, ...], *, greyed: bool) -> list[Button]:
    """A button for each named action that is legal.

    With ``greyed`` also for each whose tiles are there and whose refusal is worth knowing.
    """
    buttons = []
    for name in names:
        if actions := actions_of(menu, name):
            buttons.append(Button(name, actions[0] if len(actions) == 1 else None))
        elif errors_of(menu, name):
            buttons.append(Button(name))
        elif greyed and (refusal := why_none(menu, name)) and _is_near(menu, name, refusal):
            buttons.append(Button(name, refusal=refusal))
    return buttons


def _is_near(menu: Options, name: ActionId, refusal: Refusal) -> bool:
    """Whether the tiles for it are there, so that the prompt shows why it is refused."""
    if refusal.why in _OBVIOUS:
        return False
    view = menu.view
    counts = view.hand.counts
    offer = None if view.table.offer is None else KIND_OF[view.table.offer]
    match name:
        case ActionId.TSUMO | ActionId.RON:
            return refusal.why not in (Why.NOT_COMPLETE, Why.NO_DRAW, Why.NO_CLAIM)
        case ActionId.RIICHI:
            open_to = view.drawn is not None and refusal.why is not Why.ALREADY_RIICHI
            return open_to and bool(riichi_discards(view))
        case ActionId.KAN if view.my_turn:
            pons = (meld.first for meld in view.hand.melds if meld.kind is MeldKind.PON)
            return view.drawn is not None and (COPIES in counts or any(counts[kind] for kind in pons))
        case ActionId.KAN:
            return offer is not None and counts[offer] >= COPIES - 1
        case ActionId.PON:
            return offer is not None and counts[offer] >= COPIES - 2
        case ActionId.CHI:
            return refusal.why is not Why.NOT_FROM_LEFT and bool(chi_forms(view))
    return False
