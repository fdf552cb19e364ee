"""May this seat declare a kan: closed and added kans, and what every kan needs."""

from __future__ import annotations

from engine.actions import Action, ActionKind, Refusal, Why
from engine.melds import MeldKind
from engine.table import added_to
from engine.tiles import COPIES, KIND_OF, KINDS, Kind, Tile
from engine.view import SeatView
from engine.wall import MAX_KANS


def refuse_any_kan(view: SeatView) -> Refusal | None:
    """Why no kan can be declared now: four were made, or no replacement tile is left."""
    if len(view.table.kans) == MAX_KANS:
        return Refusal(Why.FOUR_KANS)
    if view.table.live == 0:
        return Refusal(Why.LAST_TILE)
    return None


def _refuse_own_kan(view: SeatView) -> Refusal | None:
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if view.drawn is None:
        return Refusal(Why.NO_DRAW)
    return Refusal(Why.DEAD_HAND) if view.me.dead else refuse_any_kan(view)


def refuse_closed_kan(view: SeatView, kind: Kind | None = None) -> Refusal | None:
    """Why this seat cannot declare a closed kan (of that kind)."""
    if refusal := _refuse_own_kan(view):
        return refusal
    counts = view.hand.counts
    candidates = [each for each in range(KINDS) if counts[each] == COPIES and kind in (None, each)]
    if not candidates:
        return Refusal(Why.NO_TILES_FOR_IT)
    refusals = [_refuse_after_riichi(view, each) if view.me.riichi else None for each in candidates]
    return None if None in refusals else refusals[0]


def _refuse_after_riichi(view: SeatView, kind: Kind) -> Refusal | None:
    """Why a closed kan would change a riichi hand."""
    from engine.riichi_kan import refuse_kan_after_riichi  # here: a hand begins without riichi

    return refuse_kan_after_riichi(view.hand, view.drawn, view.waits, kind, view.rules)


def refuse_added_kan(view: SeatView, tile: Tile | None = None) -> Refusal | None:
    """Why this seat cannot add a tile (that tile) to a pon."""
    if refusal := _refuse_own_kan(view):
        return refusal
    if not any(tile in (None, each) for each in _addable(view)):
        return Refusal(Why.NO_TILES_FOR_IT)
    return None


def _addable(view: SeatView) -> list[Tile]:
    """Own tiles of which there is a pon."""
    pons = {meld.first for meld in view.hand.melds if meld.kind is MeldKind.PON}
    return [tile for tile in view.hand.tiles if KIND_OF[tile] in pons] if pons else []


def kans(view: SeatView) -> list[Action]:
    """Every closed and added kan that is possible on the own turn."""
    if _refuse_own_kan(view) is not None:
        return []
    actions = []
    counts = view.hand.counts
    if COPIES in counts:
        for kind in range(KINDS):
            if counts[kind] == COPIES and not (view.me.riichi and _refuse_after_riichi(view, kind)):
                own = tuple(sorted(tile for tile in view.hand.tiles if KIND_OF[tile] == kind))
                actions.append(Action(ActionKind.CLOSED_KAN, own[0], own))
    if view.hand.melds:
        for tile in sorted(set(_addable(view))):
            _, pon = added_to(view.hand.melds, tile)
            actions.append(Action(ActionKind.ADDED_KAN, tile, pon.tiles))
    return actions
