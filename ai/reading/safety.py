"""How dangerous a tile is against one player: tiers, from tiles that cannot lose to those nothing speaks for.

Suji: a two-sided wait on 4 is 2-3 (which also waits on 1) or 5-6 (which also waits on 7). When 1 and 7 are
genbutsu, such a wait would be furiten, and only single-sided waits, pairs and triplets are left to fear.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from enum import IntEnum

from engine.tiles import EAST, Kind


class Tier(IntEnum):
    """Safety of a tile against a player, safest first."""

    GENBUTSU = 0
    """Cannot lose."""
    LAST_HONOUR = 1
    """An honour of which nobody else can hold a pair."""
    SUJI_TERMINAL = 2
    SEEN_HONOUR = 3
    """An honour of which two copies are seen."""
    SUJI = 4
    LIVE_HONOUR = 5
    HALF_SUJI = 6
    """One of the two two-sided waits on it would be furiten."""
    TERMINAL = 7
    OUTER = 8
    """A 2, 3, 7 or 8 that nothing speaks for: one two-sided wait can be on it."""
    MIDDLE = 9
    """A 4, 5 or 6 that nothing speaks for: two two-sided waits can be on it."""


DEAL_IN: tuple[float, ...] = (0.0, 0.003, 0.022, 0.02, 0.045, 0.055, 0.075, 0.075, 0.09, 0.125)
"""Rough chance that a tile of a tier deals into a tenpai player in the middle of a hand."""


def tier(kind: Kind, safe: Container[Kind], left: Sequence[int]) -> Tier:
    """The tier of a kind against a player of whom ``safe`` are the genbutsu.

    ``left`` are the copies of each kind that the one who asks cannot see.
    """
    if kind in safe:
        return Tier.GENBUTSU
    if kind >= EAST:
        if left[kind] <= 1:
            return Tier.LAST_HONOUR if left[kind] == 0 else Tier.SEEN_HONOUR
        return Tier.LIVE_HONOUR
    covered = [partner in safe for partner in suji_partners(kind)]
    if kind % 9 in (0, 8):
        return Tier.SUJI_TERMINAL if all(covered) else Tier.TERMINAL
    if all(covered):
        return Tier.SUJI
    if any(covered):
        return Tier.HALF_SUJI
    return Tier.OUTER if len(covered) == 1 else Tier.MIDDLE


def suji_partners(kind: Kind) -> tuple[Kind, ...]:
    """The other ends of the two-sided waits that a suited tile can complete: 1 and 7 for 4, 6 for 3."""
    rank = kind % 9
    return tuple(kind + step for step in (-3, 3) if 0 <= rank + step <= 8)
