"""How much there is to look at to be safe from players who can win on a discard."""

from __future__ import annotations

from collections.abc import Sequence

from engine.table import Table


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
