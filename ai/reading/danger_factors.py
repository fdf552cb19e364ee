"""What makes a tile more dangerous than its ground says, or dearer to lose with."""

from __future__ import annotations

from enum import StrEnum

from ai.reading.value_estimate import dora_han, triplet_han
from engine.table import Table
from engine.tiles import EAST, Kind

LIVE = 2
"""Copies that must be out of sight for a triplet to be in the making."""
FLUSH_MELDS = 2
"""Open melds of one suit and honours that look like a flush."""


class Alarm(StrEnum):
    """Something about a tile that a player should know before throwing it."""

    DORA = "dora"
    DORA_NEIGHBOUR = "dora-neighbour"
    """A number next to the dora."""
    LIVE_YAKUHAI = "live-yakuhai"
    """An honour that is worth a yaku to the player, of which two or more copies are out of sight."""
    FLUSH = "flush"
    """The player's open melds are all of this suit, or of it and honours."""


def alarms(kind: Kind, table: Table, opponent: int, left: int) -> tuple[Alarm, ...]:
    """Every alarm about a kind against a player; ``left`` are its copies out of sight."""
    found = []
    dora = dora_han(table.indicators)
    if dora[kind]:
        found.append(Alarm.DORA)
    elif any(dora[near] for near in neighbours(kind)):
        found.append(Alarm.DORA_NEIGHBOUR)
    if triplet_han(kind, table, opponent) and left >= LIVE:
        found.append(Alarm.LIVE_YAKUHAI)
    if kind < EAST and flush_suit(table, opponent) == kind // 9:
        found.append(Alarm.FLUSH)
    return tuple(found)


def neighbours(kind: Kind) -> tuple[Kind, ...]:
    """The numbers directly beside a kind."""
    if kind >= EAST:
        return ()
    return tuple(kind + step for step in (-1, 1) if 0 <= kind % 9 + step <= 8)


def flush_suit(table: Table, opponent: int) -> int | None:
    """The suit (0 m, 1 p, 2 s) that an open hand seems to collect, None when it looks like no flush."""
    melds = table.seats[opponent].melds
    suits = {meld.first // 9 for meld in melds if meld.first < EAST}
    if len(melds) < FLUSH_MELDS or len(suits) != 1 or not any(meld.is_open for meld in melds):
        return None
    return suits.pop()
