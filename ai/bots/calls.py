"""Choose chi and pon: only with a plan for a yaku, and only if the open hand is worth more than a pass."""

from __future__ import annotations

from ai.bots.discard_evaluation import EvaluatedDiscard, HandEvaluator, best
from engine.actions import Action, ActionKind
from engine.hand import Hand
from engine.kuikae import forbidden_after
from engine.melds import Meld, MeldKind
from engine.options import Options
from engine.tiles import KIND_OF

_MELDS = {ActionKind.CHI: MeldKind.CHI, ActionKind.PON: MeldKind.PON}


def best_call(evaluator: HandEvaluator, options: Options) -> Action | None:
    """The chi or pon to make, or None to pass."""
    judged = [call for call in open_hands(evaluator, options) if call[0].prospect.attack > 0]
    if not judged:
        return None
    choice, action = max(judged, key=lambda pair: pair[0].worth)
    waiting = evaluator.prospect(evaluator.position.view.hand)
    if choice.prospect.attack * evaluator.style.call_bias - choice.danger > waiting.attack:
        return action
    return None


def open_hands(evaluator: HandEvaluator, options: Options) -> list[tuple[EvaluatedDiscard, Action]]:
    """Each chi and pon with the best discard after it."""
    return [(_after(evaluator, action), action) for action in options.actions if action.kind in _MELDS]


def _after(evaluator: HandEvaluator, action: Action) -> EvaluatedDiscard:
    """The best discard after a call."""
    view = evaluator.position.view
    assert action.tile is not None
    meld = Meld(_MELDS[action.kind], (action.tile, *action.consumed), view.table.turn)
    hand = called(view.hand, meld)
    forbidden = forbidden_after(meld, view.rules)
    tiles = sorted({tile for tile in hand.tiles if KIND_OF[tile] not in forbidden})
    return best(evaluator.evaluate_discards(hand, tiles))


def called(hand: Hand, meld: Meld) -> Hand:
    """A copy of the hand with that chi or pon as an open meld."""
    twin = hand.copy()
    for tile in meld.tiles[1:]:
        twin.remove(tile)
    twin.melds.append(meld)
    return twin
