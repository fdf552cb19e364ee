"""Reasons of safety against one player: the strongest fact about a tile, the tiers, and their classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum, StrEnum
from functools import cache

from ai.reading.evidence import TWO_SIDED, Evidence, GenbutsuReason, MeldReading, SideState, side_state
from engine.tiles import EAST, ORPHANS, Kind


class Tier(IntEnum):
    """Safety of a tile against a tenpai player, the safest first; each is a band of the chance to deal in."""

    SAFE = 0
    """Cannot lose."""
    A = 1
    B = 2
    C = 3
    D = 4
    E = 5
    F = 6
    G = 7
    H = 8


class SafetyClass(IntEnum):
    """The safety of a tile against a tenpai player at a glance, the safest first."""

    CANNOT_LOSE = 0
    """The player cannot win on the tile, whatever the hand."""
    VERY_SAFE = 1
    RATHER_SAFE = 2
    RISKY = 3
    DANGEROUS = 4


TIER_FROM: tuple[tuple[Tier, float], ...] = (
    (Tier.H, 0.14),
    (Tier.G, 0.10),
    (Tier.F, 0.08),
    (Tier.E, 0.06),
    (Tier.D, 0.04),
    (Tier.C, 0.02),
    (Tier.B, 0.01),
    (Tier.A, 0.0),
)
"""The least chance to deal in of each tier that can lose."""
_CLASS_FROM = {
    SafetyClass.DANGEROUS: Tier.G,
    SafetyClass.RISKY: Tier.E,
    SafetyClass.RATHER_SAFE: Tier.C,
    SafetyClass.VERY_SAFE: Tier.A,
    SafetyClass.CANNOT_LOSE: Tier.SAFE,
}
"""The first tier of each class."""


def tier_of(chance: float) -> Tier:
    """The tier of a tile that can lose, by its chance to deal in to a player who is tenpai, 0 to 1."""
    return next(tier for tier, least in TIER_FROM if chance >= least)


@cache
def safety_class(tier: Tier) -> SafetyClass:
    """The class that a tier belongs to."""
    return next(each for each, first in _CLASS_FROM.items() if tier >= first)


class SafetyReason(StrEnum):
    """The strongest fact about the safety of a tile; the rows of the measurement (docs/lab/safety.md).

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

    TANKI = "tanki"
    """Four melds: a single concealed tile waits, and two or more copies are unseen."""

    # honours of which a player may hold a pair, by the unseen copies
    GUEST_2 = "guest-2"
    """A wind that is not a yakuhai for the player."""
    GUEST_3 = "guest-3"
    YAKUHAI_2 = "yakuhai-2"
    YAKUHAI_3 = "yakuhai-3"

    # terminals whose two-sided wait is furiten or impossible: only a pair can wait for them
    PAIR_19_2 = "pair-19-2"
    PAIR_19_3 = "pair-19-3"

    # against melds that tell what the hand can still be
    SIMPLES_OUTSIDE = "simples-outside"
    """A terminal or a guest wind; all melds are of simples, so the hand goes for tanyao."""
    OUTSIDE_456 = "outside-456"
    """All melds have a terminal or honour, and none is a yakuhai; not both two-sided waits are ruled out."""
    FLUSH_SUIT = "flush-suit"
    """A 1 2 3 or 7 8 9 of the suit of a possible flush whose two-sided wait is not ruled out."""
    FLUSH_SUIT_456 = "flush-suit-456"
    """A 4, 5 or 6 of it of which not both two-sided waits are ruled out."""
    FLUSH_OTHER = "flush-other"
    """A number of another suit than that of a possible flush; a two-sided wait is open."""
    NEEDED_YAKUHAI = "needed-yakuhai"
    """A yakuhai with two or more copies unseen; the melds rule out tanyao, and none of them is a yakuhai."""

    # other numbers, by the evidence against the two-sided waits, and by rank
    SUJI_28 = "suji-28"
    SUJI_37 = "suji-37"
    SUJI_456 = "suji-456"
    RIICHI_SUJI_28 = "riichi-suji-28"
    """The suji of the riichi tile: no other discard makes the two-sided wait furiten."""
    RIICHI_SUJI_37 = "riichi-suji-37"
    RIICHI_SUJI_456 = "riichi-suji-456"
    """Suji on both sides, on one of them by the riichi tile alone."""
    NO_CHANCE_28 = "no-chance-28"
    NO_CHANCE_37 = "no-chance-37"
    NO_CHANCE_456 = "no-chance-456"
    ONE_CHANCE_19 = "one-chance-19"
    ONE_CHANCE_2345678 = "one-chance-2345678"
    HALF_SUJI_456 = "half-suji-456"
    """One of the two two-sided waits is furiten or impossible; there is no evidence against the other."""
    EARLY_OUTSIDE_19 = "early-outside-19"
    """The tile lies one or two steps outside an early discard, and a two-sided wait is not ruled out, or only
    by the riichi tile. Also a 1 9 of which three copies are left."""
    EARLY_OUTSIDE_28 = "early-outside-28"
    EARLY_OUTSIDE_37 = "early-outside-37"
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
        return re.sub(_NUMBERS, "", self.value)


_NUMBERS = r"(-\d+)+$"
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
    kind: Kind, known: Evidence, *, yakuhai: bool = False, dora: bool = False, orphans: bool = False
) -> SafetyReason:
    """The strongest fact about the safety of a kind against a hand that is not dead.

    ``yakuhai`` says whether a triplet of the kind is a yaku for the player, ``orphans`` whether thirteen
    orphans may wait for it although no copy is unseen.
    """
    proof = known.safe.get(kind)
    if proof is not None:
        return GENBUTSU[proof.reason]
    left = known.left[kind]
    if known.tanki and left <= 1:
        return SafetyReason.LAST_COPY if left else _NOTHING_LEFT[kind >= EAST]
    if known.tanki:
        return SafetyReason.TANKI
    if kind >= EAST:
        if left == 0 and not orphans:
            return SafetyReason.ALL_SEEN
        if left <= 1:
            return SafetyReason.LAST_COPY
        if not yakuhai and known.melds is MeldReading.SIMPLES and known.flush is None:
            return SafetyReason.SIMPLES_OUTSIDE
        if dora:
            return SafetyReason.DORA_HONOUR
        if yakuhai and known.melds in (MeldReading.NEEDS_YAKU, MeldReading.OUTSIDE):
            return SafetyReason.NEEDED_YAKUHAI
        return (_YAKUHAI if yakuhai else _GUEST)[left]
    states = [side_state(held, partner, known.safe, known.left) for held, partner in TWO_SIDED[kind]]
    if left == 0 and not orphans and not _can_wait(kind, states, known.left):
        return SafetyReason.NO_WAIT
    weakest = max(states, key=_WEAKNESS.__getitem__)
    zone = _ZONES[kind % 9]
    ruled_out = weakest.rules_out
    if zone == "19" and ruled_out and left <= 1:
        return SafetyReason.LAST_COPY
    in_flush = known.flush == kind // 9
    if zone == "19" and known.melds is MeldReading.SIMPLES and not in_flush:
        return SafetyReason.SIMPLES_OUTSIDE
    if dora:
        return SafetyReason.DORA_OPEN if weakest is SideState.OPEN else SafetyReason.DORA_COVERED
    if in_flush and not ruled_out:
        return SafetyReason.FLUSH_SUIT_456 if zone == "456" else SafetyReason.FLUSH_SUIT
    if zone == "456" and known.melds is MeldReading.OUTSIDE and not ruled_out:
        return SafetyReason.OUTSIDE_456
    by_riichi = weakest is SideState.SUJI and any(
        state is SideState.SUJI and partner == known.riichi_tile
        for state, (_, partner) in zip(states, TWO_SIDED[kind], strict=True)
    )
    # outside an early discard is the stronger fact beside three copies, and beside suji by the riichi tile
    early = zone != "456" and kind in known.early
    if early and (not ruled_out or by_riichi or (zone == "19" and left > 2)):
        return _in_zone("early-outside", zone)
    if zone == "19" and ruled_out:
        return _PAIR[left]
    if known.flush is not None and weakest is SideState.OPEN:
        return SafetyReason.FLUSH_OTHER
    if weakest is SideState.OPEN and any([state.rules_out for state in states]):  # noqa: C419 - faster
        return SafetyReason.HALF_SUJI_456
    if zone != "19" and weakest is SideState.ONE_CHANCE:
        return SafetyReason.ONE_CHANCE_2345678
    if by_riichi:
        return _in_zone("riichi-suji", zone)
    return _in_zone(weakest.value, zone)


@cache
def _in_zone(family: str, zone: str) -> SafetyReason:
    """The reason of that family for the ranks of a zone."""
    return SafetyReason(f"{family}-{zone}")


_NOTHING_LEFT = {True: SafetyReason.ALL_SEEN, False: SafetyReason.NO_WAIT}
"""The reason of a tile without a copy left where only a single tile can wait, for honours and numbers."""
_WEAKNESS = {state: place for place, state in enumerate(SideState)}


def _can_wait(kind: Kind, states: Sequence[SideState], left: Sequence[int]) -> bool:
    """Whether the player may hold two tiles that wait for a number without any unseen copy."""
    if SideState.ONE_CHANCE in states or SideState.OPEN in states:
        return True
    return closed_wait(kind, left) or edge_wait(kind, left)


def closed_wait(kind: Kind, left: Sequence[int]) -> bool:
    """Whether a kanchan on the kind is possible: both neighbours of the number are unseen."""
    return kind < EAST and 1 <= kind % 9 <= 7 and bool(left[kind - 1] and left[kind + 1])


def edge_wait(kind: Kind, left: Sequence[int]) -> bool:
    """Whether a penchan on the kind is possible: 1-2 for a 3, 8-9 for a 7."""
    if kind >= EAST or kind % 9 not in (2, 6):
        return False
    step = -1 if kind % 9 == 2 else 1
    return bool(left[kind + step] and left[kind + 2 * step])


def orphans_possible(kind: Kind, melds: int, left: Sequence[int]) -> bool:
    """Whether a player with that many melds may wait for the kind with thirteen orphans.

    The hand must then hold the other twelve kinds, and one of them twice or this kind as well.
    """
    if melds:
        return False
    others = [left[other] for other in ORPHANS if other != kind]
    return min(others) >= 1 and (max(others) >= 2 or left[kind] >= 1)
