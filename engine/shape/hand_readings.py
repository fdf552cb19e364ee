"""All ways to read the concealed tiles of a complete hand.

Each suit is read once and remembered under its key, so a hand costs four look-ups and the product of
what they hold. A suit is read from its lowest kind upwards: what is left of the lowest kind can only be
a pair, a triplet and the beginnings of sequences, and each such choice leads to different readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from engine.shape.tables import BLOCKS, HONOUR_SUIT, RANKS, digits, orphan_ranks
from engine.tiles import KINDS, Kind


class Form(StrEnum):
    """The three forms of a complete hand."""

    STANDARD = "standard"
    """Four groups and a pair."""
    SEVEN_PAIRS = "seven-pairs"
    ORPHANS = "orphans"
    """One of each terminal and honour, and one more of them."""


class Group(NamedTuple):
    """Three concealed tiles: a sequence from ``first`` upwards, or a triplet of ``first``."""

    first: Kind
    is_sequence: bool


class Reading(msgspec.Struct, frozen=True):
    """One way to read a complete hand.

    ``pair`` is the pair of the standard form and the doubled kind of the thirteen orphans, None for seven
    pairs. ``groups`` holds the concealed groups of the standard form in order of kind.
    """

    form: Form
    pair: Kind | None
    groups: tuple[Group, ...]


class _Suit(NamedTuple):
    """One suit's part of a reading; every way has the same number of groups and pairs."""

    ways: tuple[tuple[Kind, tuple[Group, ...]], ...]
    """Pair and groups of each way to use up the suit's tiles. No pair is 0, like a pair of the lowest
    kind: ``blocks`` distinguishes them, and of four suits, one with a pair, the pairs can be added up."""
    blocks: int
    """Groups plus ``_PAIR`` for a pair; ``_UNREADABLE`` when there is no way."""
    pairs: int
    """The number of pairs when the suit holds nothing but different pairs, else ``_UNREADABLE``."""
    covers_orphans: bool
    """Whether the suit holds all its orphans and nothing else."""


_PAIR = 16
_UNREADABLE = 1000
_PAIRS_OF_SEVEN = 7
_CACHE_CAP = 20_000

_STANDARD = Form.STANDARD
_SEVEN_PAIRS = Reading(Form.SEVEN_PAIRS, None, ())

_M: dict[int, _Suit] = {}
_P: dict[int, _Suit] = {}
_S: dict[int, _Suit] = {}
_Z: dict[int, _Suit] = {}


def readings(keys: Sequence[int], melds: int = 0) -> tuple[Reading, ...]:
    """All ways to read the concealed tiles of a complete hand; empty when it is not complete.

    ``keys`` are the four base-5 keys of the concealed tiles (see ``Hand.keys``), the winning tile among
    them; ``melds`` is the number of called groups, kans included.
    """
    key_m, key_p, key_s, key_z = keys
    ways_m, blocks_m, pairs_m, orphans_m = _M.get(key_m) or _read_suit(0, key_m)
    ways_p, blocks_p, pairs_p, orphans_p = _P.get(key_p) or _read_suit(1, key_p)
    ways_s, blocks_s, pairs_s, orphans_s = _S.get(key_s) or _read_suit(2, key_s)
    ways_z, blocks_z, pairs_z, orphans_z = _Z.get(key_z) or _read_suit(3, key_z)
    found = []
    if blocks_m + blocks_p + blocks_s + blocks_z == _PAIR + BLOCKS - melds:
        found = [
            Reading(_STANDARD, pair_m + pair_p + pair_s + pair_z, groups_m + groups_p + groups_s + groups_z)
            for pair_m, groups_m in ways_m
            for pair_p, groups_p in ways_p
            for pair_s, groups_s in ways_s
            for pair_z, groups_z in ways_z
        ]
    if melds == 0:
        if pairs_m + pairs_p + pairs_s + pairs_z == _PAIRS_OF_SEVEN:
            found.append(_SEVEN_PAIRS)
        elif orphans_m and orphans_p and orphans_s and orphans_z:
            found += _orphans(keys)
    return tuple(found)


def _orphans(keys: Sequence[int]) -> Iterator[Reading]:
    """The reading of thirteen orphans, when exactly one of them is double."""
    doubled = [
        9 * suit + rank
        for suit, key in enumerate(keys)
        for rank, count in enumerate(digits(key))
        if count > 1
    ]
    singles = sum(sum(digits(key)) for key in keys) - len(doubled)
    if len(doubled) == 1 and singles == 13:
        yield Reading(Form.ORPHANS, doubled[0], ())


def _read_suit(suit: int, key: int) -> _Suit:
    counts = digits(key)
    ways = _ways(suit, counts)
    blocks = len(ways[0][1]) + _PAIR * (ways[0][0] is not None) if ways else _UNREADABLE
    pairs = counts.count(2) if set(counts) <= {0, 2} else _UNREADABLE
    held = tuple([rank for rank, count in enumerate(counts) if count])
    read = _Suit(
        tuple([(pair or 0, groups) for pair, groups in ways]), blocks, pairs, held == orphan_ranks(suit)
    )
    known = (_M, _P, _S, _Z)[suit]
    if len(known) >= _CACHE_CAP:
        known.clear()
    known[key] = read
    return read


_TRIPLETS, _SEQUENCES = (
    tuple([(Group(kind, is_sequence),) for kind in range(KINDS)]) for is_sequence in (False, True)
)
"""By kind, the triplet and the sequence that begins there: each is made once."""

_Way = tuple[Kind | None, tuple[Group, ...]]


def _ways(suit: int, counts: list[int]) -> list[_Way]:
    """Each way to use up the tiles: from the lowest rank up, no pair first, and a triplet first."""
    odd = sum(counts) % 3
    if odd == 0:
        return [(None, groups) for groups in _groups(suit, counts, 0, ())]
    found: list[_Way] = []
    if odd == 2:
        # the ranks of a group add up to a multiple of 3, so those of all tiles tell which pairs may be left
        over = sum([rank * copies for rank, copies in enumerate(counts)])
        for rank, copies in enumerate(counts):
            if copies >= 2 and (over - 2 * rank) % 3 == 0:
                counts[rank] = copies - 2
                found += [(RANKS * suit + rank, groups) for groups in _groups(suit, counts, 0, ())]
                counts[rank] = copies
    return sorted(found, key=_choices) if len(found) > 1 else found


def _choices(way: _Way) -> list[tuple[bool, bool]]:
    pair, groups = way
    triplets = {first for first, is_sequence in groups if not is_sequence}
    suit = RANKS * (groups[0].first // RANKS) if groups else 0
    return [(kind == pair, kind not in triplets) for kind in range(suit, suit + RANKS)]


def _groups(suit: int, counts: list[int], rank: int, groups: tuple[Group, ...]) -> list[tuple[Group, ...]]:
    """Each way to use up the tiles from ``rank`` on by groups behind these, those with a triplet first."""
    while rank < RANKS and not counts[rank]:
        rank += 1
    if rank == RANKS:
        return [groups]
    copies, kind = counts[rank], RANKS * suit + rank
    found = []
    for triplets in (1, 0) if copies >= 3 else (0,):
        sequences = copies - 3 * triplets
        if not sequences:
            found += _groups(suit, counts, rank + 1, groups + _TRIPLETS[kind])
        elif suit != HONOUR_SUIT and rank <= RANKS - 3 and min(counts[rank + 1 : rank + 3]) >= sequences:
            left = counts.copy()
            left[rank + 1] -= sequences
            left[rank + 2] -= sequences
            added = _TRIPLETS[kind] * triplets + _SEQUENCES[kind] * sequences
            found += _groups(suit, left, rank + 1, groups + added)
    return found
