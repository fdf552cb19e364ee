"""The two-sided waits (ryanmen) that a tile could complete, and the evidence against each.

A two-sided wait on 4 is 2-3, which also waits on 1, or 5-6, which also waits on 7. If the other end is
genbutsu, the wait would be furiten (suji). If all copies of one of the two held tiles are visible, the wait
is impossible (no-chance); if all but one are visible, it is unlikely (one-chance).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from ai.reading.genbutsu import Genbutsu
from engine.tiles import EAST, KINDS, Kind


class SideState(StrEnum):
    """Evidence against a two-sided wait, the strongest first."""

    SUJI = "suji"
    """It would be furiten: its other end is genbutsu."""
    NO_CHANCE = "no-chance"
    """It is impossible: all four copies of one of its tiles are visible."""
    ONE_CHANCE = "one-chance"
    """Only one copy of one of its tiles is unseen."""
    OPEN = "open"
    """There is no evidence against it."""

    @property
    def rules_out(self) -> bool:
        """Whether nobody can win by the wait: it is furiten or impossible."""
        return self is SideState.SUJI or self is SideState.NO_CHANCE


class Side(msgspec.Struct, frozen=True):
    """One two-sided wait that a tile could complete.

    ``held`` are the two tiles of the wait, ``partner`` its other end, ``proof`` why the partner is safe,
    ``wall`` the held kind of which three or four copies are visible.
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
"""The two-sided waits on each kind: the two tiles held, and the other end."""


def sides(kind: Kind, safe: Mapping[Kind, Genbutsu], left: Sequence[int]) -> tuple[Side, ...]:
    """Every two-sided wait on the kind; ``safe`` are the genbutsu against the player.

    ``left`` are the unseen copies of each kind.
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
    """The strongest evidence against one two-sided wait."""
    fewest = min(left[held[0]], left[held[1]])
    if fewest == 0:  # the stronger one: nobody can have kept such a shape
        return SideState.NO_CHANCE
    if partner in safe:
        return SideState.SUJI
    return SideState.ONE_CHANCE if fewest == 1 else SideState.OPEN
