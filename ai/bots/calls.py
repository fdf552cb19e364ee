"""Choose chi and pon: only with a plan for a yaku, and only if the open hand is worth more than a pass."""

from __future__ import annotations

from ai.bots.discard_evaluation import EvaluatedDiscard, HandEvaluator
from engine.actions import Action, ActionKind
from engine.hand import Hand
from engine.kuikae import forbidden_after
from engine.melds import Meld, MeldKind
from engine.options import Options
from engine.tiles import KIND_OF

_MELDS = {ActionKind.CHI: MeldKind.CHI, ActionKind.PON: MeldKind.PON}


def best_call(evaluator: HandEvaluator, options: Options) -> Action | None:
    """The chi or pon to make, or None to pass."""
    calls = [action for action in options.actions if action.kind in _MELDS]
    most = max([_most(evaluator, call) for call in calls], default=0.0)
    if most <= 0:
        return None
    waiting, bias = evaluator.prospect(evaluator.position.view.hand).attack, evaluator.style.call_bias
    if most * bias <= waiting:
        return None
    judged = [call for call in open_hands(evaluator, options) if call[0].prospect.attack > 0]
    if not judged:
        return None
    choice, action = max(judged, key=lambda pair: pair[0].worth)
    return action if choice.prospect.attack * bias - choice.danger > waiting else None


def _most(evaluator: HandEvaluator, action: Action) -> float:
    """The attack of a hand after a call is not above this, whatever is discarded."""
    return evaluator.attack_bound(_open_hand(evaluator, action)[0])


def open_hands(evaluator: HandEvaluator, options: Options) -> list[tuple[EvaluatedDiscard, Action]]:
    """Each chi and pon with the best discard after it."""
    return [(_after(evaluator, action), action) for action in options.actions if action.kind in _MELDS]


def _after(evaluator: HandEvaluator, action: Action) -> EvaluatedDiscard:
    """The best discard after a call."""
    hand, meld = _open_hand(evaluator, action)
    forbidden = forbidden_after(meld, evaluator.position.view.rules)
    tiles = sorted({tile for tile in hand.tiles if KIND_OF[tile] not in forbidden})
    return evaluator.best_discard(hand, tiles)


def _open_hand(evaluator: HandEvaluator, action: Action) -> tuple[Hand, Meld]:
    """The hand after a call, with its new meld."""
    view = evaluator.position.view
    assert action.tile is not None
    meld = Meld(_MELDS[action.kind], (action.tile, *action.consumed), view.table.turn)
    return called(view.hand, meld), meld


def called(hand: Hand, meld: Meld) -> Hand:
    """A copy of the hand with that chi or pon as an open meld."""
    twin = hand.copy()
    for tile in meld.tiles[1:]:
        twin.remove(tile)
    twin.melds.append(meld)
    return twin
