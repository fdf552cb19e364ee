"""Which tiles may this seat discard."""

from __future__ import annotations

from engine.actions import Action, ActionKind, Refusal, Why
from engine.tiles import KIND_OF, Tile
from engine.view import SeatView

_FROM_HAND = tuple(Action(ActionKind.DISCARD, tile) for tile in range(len(KIND_OF)))
"""The discard of each tile out of the hand, made once: every turn of every seat offers a dozen of them."""
_AS_DRAWN = tuple(action._replace(tsumogiri=True) for action in _FROM_HAND)
"""The discard of each tile just drawn."""


def refuse_discard(view: SeatView, tile: Tile, *, tsumogiri: bool | None = None) -> Refusal | None:
    """Why this seat cannot discard that tile.

    ``tsumogiri`` distinguishes the tile just drawn from an equal one in the hand; None accepts both.
    """
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    drawn = view.drawn
    if tsumogiri and tile != drawn:
        return Refusal(Why.NOT_THE_DRAWN_TILE)
    in_hand = view.hand.tiles.count(tile)
    if not in_hand or (tsumogiri is False and tile == drawn and in_hand == 1):
        return Refusal(Why.NOT_IN_HAND)
    if view.me.riichi and (tile != drawn or tsumogiri is False):
        return Refusal(Why.LOCKED_BY_RIICHI)
    if KIND_OF[tile] in view.own.forbidden:
        return Refusal(Why.KUIKAE, tiles=tuple(sorted(view.own.forbidden)))
    return None


def legal_discards(view: SeatView) -> list[Action]:
    """Every discard that is possible, one for each different tile; the tile just drawn counts apart."""
    own = view.own
    drawn, tiles, forbidden = own.drawn, own.hand.tiles, own.forbidden
    if view.me.riichi:
        return [_AS_DRAWN[drawn]] if drawn is not None else []
    rest = set(tiles)
    if drawn is not None and tiles.count(drawn) == 1:
        rest.discard(drawn)
    actions = [_FROM_HAND[tile] for tile in sorted(rest) if KIND_OF[tile] not in forbidden]
    if drawn is not None:
        actions.append(_AS_DRAWN[drawn])
    return actions
