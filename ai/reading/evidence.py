"""What a seat knows about the tiles that one other player may wait for."""

from __future__ import annotations

import msgspec

from ai.reading.genbutsu import Genbutsu, genbutsu
from ai.reading.open_hand import MeldReading, flush_suit, read_melds
from ai.reading.suji_left import danger_multiplier, two_sided_left
from engine.melds import MOST_MELDS
from engine.table import Table
from engine.tiles import EAST, KIND_OF, Kind

EARLY = 6
"""So many first discards of a player are early …"""
OUTSIDE_STEPS = (1, 2)
"""… and few shapes wait for a number that lies so many steps further out than one of them."""
_FIVE = 4
"""The rank of a five, counted from 0."""


class Evidence(msgspec.Struct, frozen=True):
    """All that speaks for or against tiles against one player.

    ``safe`` are the genbutsu, ``left`` the unseen copies of each kind. ``riichi_tile`` is the kind of the
    riichi tile, if that discard alone makes it genbutsu. ``early`` are the numbers outside early discards,
    each with the first such discard. ``melds`` and ``flush`` are what the melds of an open hand can be;
    ``tanki`` is whether a single tile is concealed. ``two_sided`` is how many two-sided waits are left.
    """

    safe: dict[Kind, Genbutsu]
    left: list[int]
    riichi_tile: Kind | None = None
    early: dict[Kind, Kind] = {}
    melds: MeldReading = MeldReading.NOTHING
    flush: int | None = None
    tanki: bool = False
    two_sided: float = 0.0

    @property
    def multiplier(self) -> float:
        """The factor on the rates of all tiles: few two-sided waits left make each more likely."""
        return danger_multiplier(self.two_sided)


def evidence(table: Table, opponent: int, left: list[int]) -> Evidence:
    """What is known against that player; ``left`` are the unseen copies of each kind."""
    safe = genbutsu(table, opponent)
    riichi = table.seats[opponent].riichi
    return Evidence(
        safe,
        left,
        riichi_tile=_riichi_tile(table, opponent) if riichi else None,
        early=_outside_early(table, opponent),
        melds=MeldReading.NOTHING if riichi else read_melds(table, opponent),
        flush=None if riichi else flush_suit(table, opponent),
        tanki=len(table.seats[opponent].melds) == MOST_MELDS,
        two_sided=two_sided_left(safe, left),
    )


def _riichi_tile(table: Table, opponent: int) -> Kind | None:
    """The kind of the riichi tile, unless another discard proves it safe, too."""
    player = table.seats[opponent]
    declared = next((KIND_OF[discard.tile] for discard in player.pond if discard.riichi), None)
    if declared is None or any(
        KIND_OF[discard.tile] == declared for discard in player.pond if not discard.riichi
    ):
        return None
    since = player.riichi_order
    if since is None:
        return None
    passed = (
        KIND_OF[tile]
        for order, (discarder, tile) in enumerate(table.discards)
        if order > since and discarder != opponent
    )
    added = any(order > since and KIND_OF[tile] == declared for _, tile, order in table.added)
    return None if added or declared in passed else declared


def _outside_early(table: Table, opponent: int) -> dict[Kind, Kind]:
    """The numbers one or two steps further out than an early discard before the riichi tile."""
    found: dict[Kind, Kind] = {}
    for discard in table.seats[opponent].pond[:EARLY]:
        kind = KIND_OF[discard.tile]
        if discard.riichi:  # what follows was drawn, not chosen
            break
        if kind >= EAST:
            continue
        rank = kind % 9
        for step in OUTSIDE_STEPS:
            if rank <= _FIVE and rank - step >= 0:
                found.setdefault(kind - step, kind)
            if rank >= _FIVE and rank + step <= 8:
                found.setdefault(kind + step, kind)
    return found
