"""The ground of a tile: the single strongest thing that is known about it against one player."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from ai.reading.genbutsu import Genbutsu, GenbutsuReason
from ai.reading.ryanmen_waits import TWO_SIDED, SideState, side_state
from engine.tiles import EAST, ORPHANS, Kind


class SafetyGround(StrEnum):
    """What a tile's safety rests on; the rows of the measurement (docs/safety.md).

    A number at the end tells ranks, or the copies that nobody has shown.
    """

    # cannot lose
    DEAD_HAND = "dead-hand"
    """The player's hand is dead and cannot win."""
    OWN_DISCARD = "own-discard"
    PASSED_AFTER_RIICHI = "passed-after-riichi"
    PASSED_THIS_TURN = "passed-this-turn"
    ALL_SEEN = "all-seen"
    """An honour of which all four are visible; thirteen orphans is impossible for the player."""
    NO_WAIT = "no-wait"
    """A number of which all four are visible, and no two tiles are left that could wait for it without
    furiten; no thirteen orphans either."""

    LAST_COPY = "last-copy"
    """At most one copy is left of an honour, or of a terminal whose two-sided wait is furiten or impossible:
    only a single wait (tanki) or thirteen orphans can take it."""

    # honours that somebody may hold a pair of, by the copies left
    GUEST_2 = "guest-2"
    """A wind that is no yakuhai of the player."""
    GUEST_3 = "guest-3"
    YAKUHAI_2 = "yakuhai-2"
    YAKUHAI_3 = "yakuhai-3"

    # terminals that only a pair can wait for: the two-sided wait is furiten or impossible
    PAIR_19_2 = "pair-19-2"
    PAIR_19_3 = "pair-19-3"

    # other numbers, by what speaks against the two-sided waits, and by rank
    SUJI_28 = "suji-28"
    SUJI_37 = "suji-37"
    SUJI_456 = "suji-456"
    NO_CHANCE_28 = "no-chance-28"
    NO_CHANCE_37 = "no-chance-37"
    NO_CHANCE_456 = "no-chance-456"
    ONE_CHANCE_19 = "one-chance-19"
    ONE_CHANCE_2345678 = "one-chance-2345678"
    HALF_SUJI_456 = "half-suji-456"
    """One of the two two-sided waits is furiten or impossible, nothing speaks against the other."""
    OPEN_19 = "open-19"
    OPEN_28 = "open-28"
    OPEN_37 = "open-37"
    OPEN_456 = "open-456"

    # dora, which players keep and wait for
    DORA_HONOUR = "dora-honour"
    DORA_COVERED = "dora-covered"
    """Something speaks against every two-sided wait: suji, no-chance or one-chance."""
    DORA_OPEN = "dora-open"
    """Nothing speaks against one two-sided wait, or against any."""

    @property
    def family(self) -> str:
        """The name without ranks and copies."""
        return _NUMBERS.sub("", self.value)


_NUMBERS = re.compile(r"(-\d+)+$")
GENBUTSU: dict[GenbutsuReason, SafetyGround] = {
    GenbutsuReason.OWN_DISCARD: SafetyGround.OWN_DISCARD,
    GenbutsuReason.PASSED_AFTER_RIICHI: SafetyGround.PASSED_AFTER_RIICHI,
    GenbutsuReason.PASSED_THIS_TURN: SafetyGround.PASSED_THIS_TURN,
}
CANNOT_LOSE: frozenset[SafetyGround] = frozenset(
    {SafetyGround.DEAD_HAND, *GENBUTSU.values(), SafetyGround.ALL_SEEN, SafetyGround.NO_WAIT}
)
"""Grounds on which a ron is impossible, whatever the player holds."""

_GUEST = (
    SafetyGround.LAST_COPY,
    SafetyGround.LAST_COPY,
    SafetyGround.GUEST_2,
    SafetyGround.GUEST_3,
    SafetyGround.GUEST_3,
)
_YAKUHAI = (
    SafetyGround.LAST_COPY,
    SafetyGround.LAST_COPY,
    SafetyGround.YAKUHAI_2,
    SafetyGround.YAKUHAI_3,
    SafetyGround.YAKUHAI_3,
)
_PAIR = (
    SafetyGround.LAST_COPY,
    SafetyGround.LAST_COPY,
    SafetyGround.PAIR_19_2,
    SafetyGround.PAIR_19_3,
    SafetyGround.PAIR_19_3,
)
"""By the copies left; one more than three for a kind that the asker does not hold."""
_ZONES = ("19", "28", "37", "456", "456", "456", "37", "28", "19")


def ground(
    kind: Kind,
    safe: Mapping[Kind, Genbutsu],
    left: Sequence[int],
    *,
    yakuhai: bool = False,
    dora: bool = False,
    orphans: bool = False,
) -> SafetyGround:
    """The strongest thing known about a kind against a living hand.

    ``safe`` are the genbutsu of the player, ``left`` the copies of each kind that the one who asks cannot
    see; ``yakuhai`` says that a triplet of it is worth a yaku to the player, ``orphans`` that thirteen
    orphans may wait for it although no copy is left.
    """
    proof = safe.get(kind)
    if proof is not None:
        return GENBUTSU[proof.reason]
    if kind >= EAST:
        return _honour(left[kind], yakuhai, dora, orphans)
    states = [side_state(held, partner, safe, left) for held, partner in TWO_SIDED[kind]]
    if left[kind] == 0 and not orphans and not _can_wait(kind, states, left):
        return SafetyGround.NO_WAIT
    weakest = max(states, key=_WEAKNESS.__getitem__)
    if dora:
        return SafetyGround.DORA_OPEN if weakest is SideState.OPEN else SafetyGround.DORA_COVERED
    return _number(kind, states, weakest, left[kind])


def _honour(left: int, yakuhai: bool, dora: bool, orphans: bool) -> SafetyGround:
    if left == 0 and not orphans:
        return SafetyGround.ALL_SEEN
    if dora and left:
        return SafetyGround.DORA_HONOUR
    return (_YAKUHAI if yakuhai else _GUEST)[left]


def _number(kind: Kind, states: Sequence[SideState], weakest: SideState, left: int) -> SafetyGround:
    zone = _ZONES[kind % 9]
    if weakest is SideState.OPEN and (SideState.SUJI in states or SideState.NO_CHANCE in states):
        return SafetyGround.HALF_SUJI_456
    if zone == "19" and weakest in (SideState.SUJI, SideState.NO_CHANCE):
        return _PAIR[left]
    if zone != "19" and weakest is SideState.ONE_CHANCE:
        return SafetyGround.ONE_CHANCE_2345678
    return SafetyGround(f"{weakest.value}-{zone}")


_WEAKNESS = {state: place for place, state in enumerate(SideState)}


def _can_wait(kind: Kind, states: Sequence[SideState], left: Sequence[int]) -> bool:
    """Whether two tiles may be held that wait for a number of which no copy is left for a pair."""
    rank = kind % 9
    if SideState.ONE_CHANCE in states or SideState.OPEN in states:
        return True
    if 1 <= rank <= 7 and left[kind - 1] and left[kind + 1]:
        return True
    if rank == 2 and left[kind - 2] and left[kind - 1]:
        return True
    return rank == 6 and bool(left[kind + 1] and left[kind + 2])


def orphans_possible(missing: Kind, melds: int, left: Sequence[int]) -> bool:
    """Whether a player with so many melds may wait with thirteen orphans for a kind of which none is left.

    The other twelve kinds must be in the hand, one of them twice.
    """
    if melds:
        return False
    others = [left[kind] for kind in ORPHANS if kind != missing]
    return min(others) >= 1 and max(others) >= 2
