"""What an open hand can still be by its melds: tanyao, outside tiles, a hand that needs a yaku, a flush."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from ai.reading.value_estimate import triplet_han
from engine.melds import Meld
from engine.table import Table
from engine.tiles import EAST, IS_ORPHAN, KIND_OF

FLUSH_FROM: dict[int, int] = {2: 0, 3: 2, 4: 2}
"""The most early discards of the suit with which so many melds of it count as a possible flush.

Two melds of a suit and a discard of it say the contrary: its tiles were won on less often than others
(docs/safety.md).
"""
LOOKED_AT = 10
"""So many first discards are looked at."""
OUTSIDE_MELDS = 2
"""The fewest melds, each with a terminal or honour, that count as an outside hand."""


class MeldReading(StrEnum):
    """What the melds of a player say about the concealed tiles; the strongest reading."""

    NOTHING = "nothing"
    """The hand is closed, its melds have a yaku, or they are simples and no open hand may have tanyao."""
    SIMPLES = "simples"
    """All melds are of simples, and an open hand may have tanyao: most such hands go for it."""
    NEEDS_YAKU = "needs-yaku"
    """A meld has a terminal or honour, so there is no tanyao; no meld is a triplet of yakuhai."""
    OUTSIDE = "outside"
    """The same with two melds or more, all of them with a terminal or honour."""


def read_melds(table: Table, seat: int) -> MeldReading:
    """What the melds of that player say."""
    melds = table.seats[seat].melds
    if not any([meld.is_open for meld in melds]):  # noqa: C419 - faster
        return MeldReading.NOTHING
    with_orphans = [any([IS_ORPHAN[KIND_OF[tile]] for tile in meld.tiles]) for meld in melds]  # noqa: C419
    if not any(with_orphans):
        return MeldReading.SIMPLES if table.rules.open_tanyao else MeldReading.NOTHING
    if any(meld.first >= EAST and triplet_han(meld.first, table, seat) for meld in melds):
        return MeldReading.NOTHING
    if all(with_orphans) and len(melds) >= OUTSIDE_MELDS:
        return MeldReading.OUTSIDE
    return MeldReading.NEEDS_YAKU


def flush_suit(table: Table, seat: int) -> int | None:
    """The suit (0 m, 1 p, 2 s) of a possible flush of an open hand, or None.

    All its melds are of that suit, or honours, and few of the first discards are.
    """
    player = table.seats[seat]
    suits = meld_suits(player.melds)
    most = FLUSH_FROM.get(len(player.melds))
    if most is None or len(suits) != 1 or not any(meld.is_open for meld in player.melds):
        return None
    suit = suits.pop()
    thrown = sum(KIND_OF[discard.tile] // 9 == suit for discard in player.pond[:LOOKED_AT])
    return suit if thrown <= most else None


def meld_suits(melds: Sequence[Meld]) -> set[int]:
    """The suits (0 m, 1 p, 2 s) of the melds; honours have none."""
    return {meld.first // 9 for meld in melds if meld.first < EAST}
