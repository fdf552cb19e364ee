"""Find the safety reason of a tile: the strongest fact known about it against one player."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache

from ai.reading.genbutsu import Genbutsu, GenbutsuReason
from ai.reading.ryanmen_waits import TWO_SIDED, SideState, side_state
from engine.tiles import EAST, ORPHANS, Kind


class SafetyReason(StrEnum):
    """The strongest fact about the safety of a tile; the rows of the measurement (docs/safety.md).

    A number at the end of a name gives the ranks, or the unseen copies of the tile.
    """

    # cannot lose
    DEAD_HAND = "dead-hand"
    """The player's hand is dead and cannot win."""
    OWN_DISCARD = "own-discard"
    PASSED_AFTER_RIICHI = "passed-after-riichi"
    PASSED_THIS_TURN = "passed-this-turn"
    ALL_SEEN = "all-seen"
    """An honour with all four copies visible; the player cannot have thirteen orphans either."""
    NO_WAIT = "no-wait"
    """A number with all four copies visible, and no two unseen tiles that could wait for it without furiten;
    the player cannot have thirteen orphans either."""

    LAST_COPY = "last-copy"
    """At most one copy is unseen of an honour, or of a terminal whose two-sided wait is furiten or
    impossible:
    only a tanki wait or thirteen orphans can win on it."""

    # honours of which a player may hold a pair, by the unseen copies
    GUEST_2 = "guest-2"
    """A wind that is not a yakuhai for the player."""
    GUEST_3 = "guest-3"
    YAKUHAI_2 = "yakuhai-2"
    YAKUHAI_3 = "yakuhai-3"

    # terminals whose two-sided wait is furiten or impossible: only a pair can wait for them
    PAIR_19_2 = "pair-19-2"
    PAIR_19_3 = "pair-19-3"

    # other numbers, by the evidence against the two-sided waits, and by rank
    SUJI_28 = "suji-28"
    SUJI_37 = "suji-37"
    SUJI_456 = "suji-456"
    NO_CHANCE_28 = "no-chance-28"
    NO_CHANCE_37 = "no-chance-37"
    NO_CHANCE_456 = "no-chance-456"
    ONE_CHANCE_19 = "one-chance-19"
    ONE_CHANCE_2345678 = "one-chance-2345678"
    HALF_SUJI_456 = "half-suji-456"
    """One of the two two-sided waits is furiten or impossible; there is no evidence against the other."""
    OPEN_19 = "open-19"
    OPEN_28 = "open-28"
    OPEN_37 = "open-37"
    OPEN_456 = "open-456"

    # dora, which players keep and wait for
    DORA_HONOUR = "dora-honour"
    DORA_COVERED = "dora-covered"
    """There is evidence against every two-sided wait: suji, no-chance or one-chance."""
    DORA_OPEN = "dora-open"
    """There is no evidence against at least one two-sided wait."""

    @property
    def family(self) -> str:
        """The value without ranks and copies."""
        return _NUMBERS.sub("", self.value)


_NUMBERS = re.compile(r"(-\d+)+$")
GENBUTSU: dict[GenbutsuReason, SafetyReason] = {
    GenbutsuReason.OWN_DISCARD: SafetyReason.OWN_DISCARD,
    GenbutsuReason.PASSED_AFTER_RIICHI: SafetyReason.PASSED_AFTER_RIICHI,
    GenbutsuReason.PASSED_THIS_TURN: SafetyReason.PASSED_THIS_TURN,
}
SAFE_REASONS: frozenset[SafetyReason] = frozenset(
    {SafetyReason.DEAD_HAND, *GENBUTSU.values(), SafetyReason.ALL_SEEN, SafetyReason.NO_WAIT}
)
"""Reasons by which a ron is impossible, whatever the player holds."""

_GUEST = (
    SafetyReason.LAST_COPY,
    SafetyReason.LAST_COPY,
    SafetyReason.GUEST_2,
    SafetyReason.GUEST_3,
    SafetyReason.GUEST_3,
)
_YAKUHAI = (
    SafetyReason.LAST_COPY,
    SafetyReason.LAST_COPY,
    SafetyReason.YAKUHAI_2,
    SafetyReason.YAKUHAI_3,
    SafetyReason.YAKUHAI_3,
)
_PAIR = (
    SafetyReason.LAST_COPY,
    SafetyReason.LAST_COPY,
    SafetyReason.PAIR_19_2,
    SafetyReason.PAIR_19_3,
    SafetyReason.PAIR_19_3,
)
"""By the number of unseen copies, 0 to 4; 4 if the observing seat holds none either."""
_ZONES = ("19", "28", "37", "456", "456", "456", "37", "28", "19")


def safety_reason(
    kind: Kind,
    safe: Mapping[Kind, Genbutsu],
    left: Sequence[int],
    *,
    yakuhai: bool = False,
    dora: bool = False,
    orphans: bool = False,
) -> SafetyReason:
    """The strongest fact about the safety of a kind against a hand that is not dead.

    ``safe`` are the genbutsu against the player, ``left`` the unseen copies of each kind. ``yakuhai`` says
    whether a triplet of the kind is a yaku for the player, ``orphans`` whether thirteen orphans may wait for
    it although no copy is unseen.
    """
    proof = safe.get(kind)
    if proof is not None:
        return GENBUTSU[proof.reason]
    if kind >= EAST:
        return _honour(left[kind], yakuhai, dora, orphans)
    states = [side_state(held, partner, safe, left) for held, partner in TWO_SIDED[kind]]
    if left[kind] == 0 and not orphans and not _can_wait(kind, states, left):
        return SafetyReason.NO_WAIT
    weakest = max(states, key=_WEAKNESS.__getitem__)
    if dora:
        return SafetyReason.DORA_OPEN if weakest is SideState.OPEN else SafetyReason.DORA_COVERED
    return _number(kind, states, weakest, left[kind])


def _honour(left: int, yakuhai: bool, dora: bool, orphans: bool) -> SafetyReason:
    if left == 0 and not orphans:
        return SafetyReason.ALL_SEEN
    if dora and left:
        return SafetyReason.DORA_HONOUR
    return (_YAKUHAI if yakuhai else _GUEST)[left]


def _number(kind: Kind, states: Sequence[SideState], weakest: SideState, left: int) -> SafetyReason:
    zone = _ZONES[kind % 9]
    if weakest is SideState.OPEN and (SideState.SUJI in states or SideState.NO_CHANCE in states):
        return SafetyReason.HALF_SUJI_456
    if zone == "19" and weakest in (SideState.SUJI, SideState.NO_CHANCE):
        return _PAIR[left]
    if zone != "19" and weakest is SideState.ONE_CHANCE:
        return SafetyReason.ONE_CHANCE_2345678
    return _in_zone(weakest, zone)


@cache
def _in_zone(weakest: SideState, zone: str) -> SafetyReason:
    """The reason of a number of that zone whose weakest side has that state."""
    return SafetyReason(f"{weakest.value}-{zone}")


_WEAKNESS = {state: place for place, state in enumerate(SideState)}


def _can_wait(kind: Kind, states: Sequence[SideState], left: Sequence[int]) -> bool:
    """Whether the player may hold two tiles that wait for a number without any unseen copy."""
    rank = kind % 9
    if SideState.ONE_CHANCE in states or SideState.OPEN in states:
        return True
    if 1 <= rank <= 7 and left[kind - 1] and left[kind + 1]:
        return True
    if rank == 2 and left[kind - 2] and left[kind - 1]:
        return True
    return rank == 6 and bool(left[kind + 1] and left[kind + 2])


def orphans_possible(missing: Kind, melds: int, left: Sequence[int]) -> bool:
    """Whether a player with that many melds may wait with thirteen orphans for a kind without unseen copies.

    The hand must then hold the other twelve kinds, one of them twice.
    """
    if melds:
        return False
    others = [left[kind] for kind in ORPHANS if kind != missing]
    return min(others) >= 1 and max(others) >= 2
