"""What a seat may do on its own turn: discard, riichi, closed and added kans, nine terminals.

Beside it stand the other ways in which a hand ends without a win: abortive draws, and the choice between
tenpai and noten when the wall is empty.
"""

from __future__ import annotations

from engine import shape
from engine.actions import Action, ActionKind, Refusal, Why
from engine.hand import MeldKind
from engine.rules import Ruleset
from engine.table import Phase, Table, added_to
from engine.tenpai import tenpai_waits
from engine.tiles import COPIES, EAST, KIND_OF, KINDS, NORTH, ORPHANS, Kind, Tile
from engine.view import SeatView
from engine.wall import MAX_KANS, PLAYERS

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


def refuse_riichi(view: SeatView, tile: Tile | None = None) -> Refusal | None:
    """Why this seat cannot declare riichi now, or not with that discard."""
    table, me, rules = view.table, view.me, view.rules
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if me.dead:
        return Refusal(Why.DEAD_HAND)
    if me.riichi:
        return Refusal(Why.ALREADY_RIICHI)
    if not view.hand.is_closed:
        return Refusal(Why.HAND_OPEN)
    if not points_for_riichi(rules, me.score):
        return Refusal(Why.TOO_FEW_POINTS, number=rules.riichi_minimum_points)
    if table.live < rules.riichi_minimum_live:
        return Refusal(Why.WALL_TOO_SHORT, number=rules.riichi_minimum_live)
    if tile is None:
        return None if riichi_discards(view) else Refusal(Why.NOT_TENPAI)
    return refuse_discard(view, tile) or (None if tenpai_after(view, tile) else Refusal(Why.NOT_TENPAI))


def points_for_riichi(rules: Ruleset, score: int) -> bool:
    """Whether so many points are enough to declare riichi at all."""
    return rules.riichi_minimum_points is None or score >= rules.riichi_minimum_points


def tenpai_after(view: SeatView, tile: Tile) -> bool:
    """Whether discarding the tile leaves the hand tenpai under the ruleset."""
    rest = view.hand.copy()
    rest.remove(tile)
    return bool(tenpai_waits(rest, view.rules))


def riichi_discards(view: SeatView) -> list[Action]:
    """Riichi with each discard that leaves the hand tenpai; the other conditions are not looked at."""
    hand = view.hand
    if shape.shanten_of(hand.keys, len(hand.melds)) > 0:
        return []
    keeps: dict[int, bool] = {}
    actions = []
    for discard in legal_discards(view):
        tile = discard.tile
        assert tile is not None
        kind = KIND_OF[tile]
        if kind not in keeps:
            keeps[kind] = tenpai_after(view, tile)
        if keeps[kind]:
            actions.append(Action(ActionKind.RIICHI, tile, tsumogiri=discard.tsumogiri))
    return actions


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
    from engine.tenpai import refuse_kan_after_riichi  # here: a hand begins without riichi

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


NINE = 9
"""Different terminals and honours that a hand needs to call for a new deal (kyuushu kyuuhai)."""


def refuse_nine_terminals(view: SeatView) -> Refusal | None:
    """Why this seat cannot abort the hand for nine different terminals and honours in its first turn."""
    if not view.rules.nine_terminals:
        return Refusal(Why.NOT_IN_RULES)
    if not view.my_turn:
        return Refusal(Why.NOT_YOUR_TURN)
    if view.me.dead:
        return Refusal(Why.DEAD_HAND)
    if not view.table.uninterrupted or view.me.pond:
        return Refusal(Why.NOT_FIRST_TURN)
    if sum(1 for kind in ORPHANS if view.hand.counts[kind]) < NINE:
        return Refusal(Why.NOT_NINE_KINDS, number=NINE)
    return None


def refuse_declaring(view: SeatView) -> Refusal | None:
    """Why this seat cannot declare tenpai or noten now. A dead hand is noten without a word."""
    if view.rules.errors == "prevented":
        return Refusal(Why.NOT_IN_RULES)
    if view.table.phase is not Phase.DECLARE:
        return Refusal(Why.WALL_NOT_EMPTY)
    if view.table.turn != view.seat or view.seat in view.table.declared:
        return Refusal(Why.NOT_YOUR_TURN)
    return Refusal(Why.DEAD_HAND) if view.me.dead else None


def four_winds(table: Table) -> bool:
    """Whether the first four discards, with no call between them, are one and the same wind."""
    if not table.rules.four_winds or not table.uninterrupted or len(table.discards) != PLAYERS:
        return False
    kinds = {KIND_OF[tile] for _, tile in table.discards}
    return len(kinds) == 1 and EAST <= min(kinds) <= NORTH


def four_riichi(table: Table) -> bool:
    """Whether all four players are in riichi, where that ends the hand; one whose hand is dead is not."""
    return table.rules.four_riichi and all(seat.riichi_paid and not seat.dead for seat in table.seats)
