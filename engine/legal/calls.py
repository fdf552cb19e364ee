"""May this seat call the discard: chi, pon and open kan."""

from __future__ import annotations

from itertools import combinations

from engine.actions import Action, ActionKind, Refusal, Why
from engine.hand import Meld, MeldKind, forbidden_after
from engine.legal.turn import refuse_any_kan
from engine.table import Phase, Table
from engine.tiles import EAST, KIND_OF, KINDS, Kind, Tile
from engine.view import SeatView
from engine.wall import MAX_KANS, PLAYERS

NEIGHBOURS = tuple(
    [
        tuple(
            [
                tuple([kind - kind % 9 + rank for rank in range(low, low + 3) if rank != kind % 9])
                for low in range(max(kind % 9 - 2, 0), min(kind % 9, 6) + 1)
                if kind < EAST
            ]
        )
        for kind in range(KINDS)
    ]
)
"""For each kind the pairs of kinds that make a sequence with it, the lowest first."""


def four_kans_draw(table: Table) -> bool:
    """Whether the hand is drawn unless the tile now discarded is won on: four kans by several players."""
    if len(table.kans) < MAX_KANS or not table.rules.four_kans:
        return False
    return len({owner for owner, _ in table.kans}) > 1


def refuse_any_call(view: SeatView) -> Refusal | None:
    """Why this seat can call nothing at all now."""
    table = view.table
    if table.phase is not Phase.CLAIM or table.turn == view.seat or table.offenders:
        return Refusal(Why.NO_CLAIM)
    me = view.me
    if me.dead:
        return Refusal(Why.DEAD_HAND)
    if me.riichi:
        return Refusal(Why.LOCKED_BY_RIICHI)
    if table.live == 0:
        return Refusal(Why.LAST_TILE)
    if four_kans_draw(table):
        return Refusal(Why.FOUR_KANS_DRAW)
    return None


def refuse_pon(view: SeatView) -> Refusal | None:
    """Why this seat cannot pon the discard."""
    return refuse_any_call(view) or _refuse_forms(view, MeldKind.PON, pon_forms(view))


def refuse_chi(view: SeatView) -> Refusal | None:
    """Why this seat cannot chi the discard."""
    refusal = refuse_any_call(view)
    if refusal is None and (view.table.turn + 1) % PLAYERS != view.seat:
        refusal = Refusal(Why.NOT_FROM_LEFT)
    return refusal or _refuse_forms(view, MeldKind.CHI, chi_forms(view))


def refuse_open_kan(view: SeatView) -> Refusal | None:
    """Why this seat cannot call an open kan of the discard."""
    refusal = refuse_any_call(view)
    if refusal is None:
        assert view.table.offer is not None
        if view.hand.counts[KIND_OF[view.table.offer]] < 3:
            refusal = Refusal(Why.NO_TILES_FOR_IT)
    return refusal or refuse_any_kan(view)


def _refuse_forms(view: SeatView, kind: MeldKind, forms: list[tuple[Tile, ...]]) -> Refusal | None:
    if not forms:
        return Refusal(Why.NO_TILES_FOR_IT)
    if not any(_leaves_discard(view, kind, form) for form in forms):
        return Refusal(Why.NO_LEGAL_DISCARD)
    return None


def pon_forms(view: SeatView) -> list[tuple[Tile, ...]]:
    """The pairs of own tiles that make a pon with the discard: plain or with a red five."""
    assert view.table.offer is not None
    return _choices(view, KIND_OF[view.table.offer], 2)


def _choices(view: SeatView, kind: Kind, size: int) -> list[tuple[Tile, ...]]:
    """Every different way to take that many own tiles of a kind, plain tiles first."""
    if view.hand.counts[kind] < size:
        return []
    own = sorted(tile for tile in view.hand.tiles if KIND_OF[tile] == kind)
    return list(dict.fromkeys(combinations(own, size)))


def chi_forms(view: SeatView) -> list[tuple[Tile, ...]]:
    """The pairs of own tiles that make a sequence with the discard."""
    assert view.table.offer is not None
    counts = view.hand.counts
    forms: list[tuple[Tile, ...]] = []
    for first, second in NEIGHBOURS[KIND_OF[view.table.offer]]:
        if counts[first] and counts[second]:
            forms += [
                (one, other) for (one,) in _choices(view, first, 1) for (other,) in _choices(view, second, 1)
            ]
    return forms


def _leaves_discard(view: SeatView, kind: MeldKind, consumed: tuple[Tile, ...]) -> bool:
    """Whether something may be discarded after the call (kuikae can forbid all that is left)."""
    assert view.table.offer is not None
    forbidden = forbidden_after(Meld(kind, (view.table.offer, *consumed)), view.rules)
    counts = view.hand.counts
    left = sum(counts) - len(consumed)
    for banned in forbidden:
        left -= counts[banned] - sum(1 for tile in consumed if KIND_OF[tile] == banned)
    return left > 0


def calls(view: SeatView) -> list[Action]:
    """Every chi, pon and open kan that is possible, each with the own tiles that go into it."""
    table = view.table
    tile = table.offer
    held = 0 if tile is None else view.own.hand.counts[KIND_OF[tile]]
    from_left = (table.turn + 1) % PLAYERS == view.seat
    # a seat without a pair of it that does not sit next has nothing to be refused
    if (held < 2 and not from_left) or refuse_any_call(view) is not None:
        return []
    assert tile is not None
    actions = []
    if held == 3 and refuse_any_kan(view) is None:
        own = tuple(sorted(own for own in view.hand.tiles if KIND_OF[own] == KIND_OF[tile]))
        actions.append(Action(ActionKind.OPEN_KAN, tile, own))
    if held >= 2:
        actions += _calls(view, MeldKind.PON, ActionKind.PON, pon_forms(view))
    if from_left:
        actions += _calls(view, MeldKind.CHI, ActionKind.CHI, chi_forms(view))
    return actions


def _calls(view: SeatView, meld: MeldKind, kind: ActionKind, forms: list[tuple[Tile, ...]]) -> list[Action]:
    return [Action(kind, view.table.offer, form) for form in forms if _leaves_discard(view, meld, form)]
