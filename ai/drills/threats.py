"""Players who can win on a discard, and how much there is to look at to be safe from them."""

from __future__ import annotations

from collections.abc import Sequence

from ai.reading.value_estimate import triplet_han
from engine.table import Table
from engine.tiles import EAST
from engine.view import SeatView


def possible_winners(view: SeatView) -> tuple[int, ...]:
    """The dangerous players, in seat order from the right."""
    seats = ((view.seat + step) % len(view.table.seats) for step in range(1, len(view.table.seats)))
    return tuple(seat for seat in seats if _is_dangerous(view.table, seat))


def _is_dangerous(table: Table, seat: int) -> bool:
    player = table.seats[seat]
    if player.riichi or len(player.melds) < 2:
        return player.riichi_paid
    return any(triplet_han(meld.first, table, seat) > 0 for meld in player.melds if meld.first >= EAST)


def counted_from(table: Table, seat: int) -> int:
    """The number of discards up to that player's riichi tile or last discard, included."""
    player = table.seats[seat]
    order = player.riichi_order
    if order is None:
        order = player.pond[-1].order if player.pond else -1
    return order + 1


def tiles_to_look_at(table: Table, against: Sequence[int]) -> int:
    """The number of tiles to look through: the ponds of these players, and the tiles that passed."""
    tiles = 0
    for seat in against:
        since = table.discards[counted_from(table, seat) :]
        tiles += len(table.seats[seat].pond) + sum(1 for discarder, _ in since if discarder != seat)
    return tiles
