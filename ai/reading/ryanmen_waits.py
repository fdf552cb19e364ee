"""The two-sided waits (ryanmen) that a tile could complete, and what speaks against each.

A two-sided wait on 4 is 2-3, which also waits on 1, or 5-6, which also waits on 7. When the other end is
genbutsu such a wait would be furiten (suji). When all copies of one of the two held tiles are in sight
nobody can hold it (no-chance), when one is missing hardly anybody does (one-chance).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from ai.reading.genbutsu import Genbutsu
from engine.tiles import EAST, KINDS, Kind


class SideState(StrEnum):
    """What speaks against a two-sided wait, the strongest thing first."""

    SUJI = "suji"
    """It would be furiten: its other end is genbutsu."""
    NO_CHANCE = "no-chance"
    """It cannot be held: all four of one of its tiles are visible."""
    ONE_CHANCE = "one-chance"
    """Only one copy of one of its tiles is not visible."""
    OPEN = "open"
    """Nothing."""


class Side(msgspec.Struct, frozen=True):
    """One two-sided wait that a tile could complete.

    ``held`` are the two tiles of the wait, ``partner`` its other end, ``proof`` why the partner cannot
    lose, ``wall`` the held kind of which four, or three, are visible.
    """

    held: tuple[Kind, Kind]
    partner: Kind
    state: SideState
    proof: Genbutsu | None = None
    wall: Kind | None = None


def _two_sided(kind: Kind) -> tuple[tuple[tuple[Kind, Kind], Kind], ...]:
    if kind >= EAST:
        return ()
    rank = kind % 9
    below = (((kind - 2, kind - 1), kind - 3),) if rank >= 3 else ()
    above = (((kind + 1, kind + 2), kind + 3),) if rank <= 5 else ()
    return below + above


TWO_SIDED: tuple[tuple[tuple[tuple[Kind, Kind], Kind], ...], ...] = tuple(map(_two_sided, range(KINDS)))
"""For each kind the two-sided waits on it: the two tiles held, and the other end."""


def sides(kind: Kind, safe: Mapping[Kind, Genbutsu], left: Sequence[int]) -> tuple[Side, ...]:
    """Every two-sided wait on the kind, against a player of whom ``safe`` are the genbutsu.

    ``left`` are the copies of each kind that the one who asks cannot see.
    """
    found = []
    for held, partner in TWO_SIDED[kind]:
        state = side_state(held, partner, safe, left)
        wall = min(held, key=left.__getitem__)
        found.append(Side(held, partner, state, safe.get(partner), wall if left[wall] <= 1 else None))
    return tuple(found)


def side_state(
    held: tuple[Kind, Kind], partner: Kind, safe: Mapping[Kind, Genbutsu], left: Sequence[int]
) -> SideState:
    """The strongest thing that speaks against one two-sided wait."""
    if partner in safe:
        return SideState.SUJI
    fewest = min(left[held[0]], left[held[1]])
    if fewest == 0:
        return SideState.NO_CHANCE
    return SideState.ONE_CHANCE if fewest == 1 else SideState.OPEN
