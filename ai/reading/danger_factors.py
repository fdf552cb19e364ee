"""Find factors that make a tile more dangerous than its safety reason says, or a deal-in more expensive."""

from __future__ import annotations

from enum import StrEnum

from ai.reading.open_hand import flush_suit
from ai.reading.value_estimate import dora_han, triplet_han
from engine.table import Table
from engine.tiles import EAST, Kind

LIVE = 2
"""The fewest unseen copies for a possible triplet."""


class DangerFactor(StrEnum):
    """A warning about a tile before it is discarded."""

    DORA = "dora"
    DORA_NEIGHBOUR = "dora-neighbour"
    """A number next to the dora."""
    LIVE_YAKUHAI = "live-yakuhai"
    """A yakuhai of the player with two or more unseen copies."""
    FLUSH = "flush"
    """The player's melds are all of this suit, or of it and honours."""


def danger_factors(kind: Kind, table: Table, opponent: int, left: int) -> tuple[DangerFactor, ...]:
    """Every factor of a kind against a player; ``left`` are its unseen copies."""
    found = []
    dora = dora_han(table.indicators)
    if dora[kind]:
        found.append(DangerFactor.DORA)
    elif any(dora[near] for near in neighbours(kind)):
        found.append(DangerFactor.DORA_NEIGHBOUR)
    if triplet_han(kind, table, opponent) and left >= LIVE:
        found.append(DangerFactor.LIVE_YAKUHAI)
    if kind < EAST and flush_suit(table, opponent) == kind // 9:
        found.append(DangerFactor.FLUSH)
    return tuple(found)


def neighbours(kind: Kind) -> tuple[Kind, ...]:
    """The numbers next to a kind."""
    if kind >= EAST:
        return ()
    return tuple(kind + step for step in (-1, 1) if 0 <= kind % 9 + step <= 8)
