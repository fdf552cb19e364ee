"""All ways to read the concealed tiles of a complete hand.

Each suit is read once and remembered under its key, so a hand costs four look-ups and the product of
what they hold. A suit is read from its lowest kind upwards: what is left of the lowest kind can only be
a pair, a triplet and the beginnings of sequences, and each such choice leaves a smaller suit, which is
read and remembered in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from engine.shape.tables import BLOCKS, HONOUR_SUIT, POWERS, RANKS, orphan_ranks, tiles_of
from engine.tiles import ORPHANS, Kind


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
    pairs. The other two hold the concealed groups of the standard form in order of kind: the first kinds of
    the sequences, and the kinds of the triplets.
    """

    form: Form
    pair: Kind | None
    sequences: tuple[Kind, ...] = ()
    triplets: tuple[Kind, ...] = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """All concealed groups in order of kind, a triplet before a sequence that begins with its kind."""
        groups = [Group(first, True) for first in self.sequences]
        return tuple(sorted([*groups, *[Group(kind, False) for kind in self.triplets]]))


_Way = tuple[Kind, tuple[Kind, ...], tuple[Kind, ...]]
"""Pair, sequences and triplets of one way to use up the tiles of a suit. No pair is 0, like a pair of the
lowest kind: the blocks of the suit distinguish them, and of four suits, one with a pair, the pairs can be
added up."""
_Suit = tuple[list[_Way], int, int]
"""One suit's part of a reading: its ways, its blocks, its pairs.

Blocks are groups plus ``_PAIR`` for a pair, the same for every way, or ``_UNREADABLE`` when there is no way.
Pairs are counted when the suit holds nothing but different ones, else they are ``_UNREADABLE``.
"""

_PAIR = 16
_UNREADABLE = 1000
_PAIRS_OF_SEVEN = 7
_CACHE_CAP = 20_000

_STANDARD = Form.STANDARD
_SEVEN_PAIRS = Reading(Form.SEVEN_PAIRS, None)
_SEQUENCE = sum(POWERS[:3])
"""The key of a sequence from the lowest rank."""
_EMPTY: _Suit = ([(0, (), ())], 0, 0)

_KNOWN: tuple[dict[int, _Suit], ...] = ({}, {}, {}, {})
_M, _P, _S, _Z = _KNOWN


def _numbers_of_pairs() -> dict[int, int]:
    """The number of pairs by the key of a suit that holds nothing but different pairs."""
    numbers = {0: 0}
    for power in POWERS:
        numbers |= {key + 2 * power: pairs + 1 for key, pairs in numbers.items()}
    return numbers


def _orphans() -> dict[tuple[int, ...], Reading]:
    """The readings of thirteen orphans by the keys of the hand."""
    singles = [sum([POWERS[rank] for rank in orphan_ranks(suit)]) for suit in range(len(_KNOWN))]
    found = {}
    for kind in ORPHANS:
        keys = singles.copy()
        keys[kind // RANKS] += POWERS[kind % RANKS]
        found[tuple(keys)] = Reading(Form.ORPHANS, kind)
    return found


_NUMBERS_OF_PAIRS = _numbers_of_pairs()
_ORPHANS = _orphans()


def readings(keys: Sequence[int], melds: int = 0) -> tuple[Reading, ...]:
    """All ways to read the concealed tiles of a complete hand; empty when it is not complete.

    ``keys`` are the four base-5 keys of the concealed tiles (see ``Hand.keys``), the winning tile among
    them; ``melds`` is the number of called groups, kans included.
    """
    key_m, key_p, key_s, key_z = keys
    ways_m, blocks_m, pairs_m = _M.get(key_m) or _read_suit(0, key_m)
    ways_p, blocks_p, pairs_p = _P.get(key_p) or _read_suit(1, key_p)
    ways_s, blocks_s, pairs_s = _S.get(key_s) or _read_suit(2, key_s)
    ways_z, blocks_z, pairs_z = _Z.get(key_z) or _read_suit(3, key_z)
    found = []
    if blocks_m + blocks_p + blocks_s + blocks_z == _PAIR + BLOCKS - melds:
        for pair_m, sequences_m, triplets_m in ways_m:
            for pair_p, sequences_p, triplets_p in ways_p:
                for pair_s, sequences_s, triplets_s in ways_s:
                    for pair_z, _, triplets_z in ways_z:
                        pair = pair_m + pair_p + pair_s + pair_z
                        sequences = sequences_m + sequences_p + sequences_s
                        triplets = triplets_m + triplets_p + triplets_s + triplets_z
                        found.append(Reading(_STANDARD, pair, sequences, triplets))
    if melds == 0:
        if pairs_m + pairs_p + pairs_s + pairs_z == _PAIRS_OF_SEVEN:
            found.append(_SEVEN_PAIRS)
        elif not found and (orphans := _ORPHANS.get((key_m, key_p, key_s, key_z))):
            found.append(orphans)
    return tuple(found)


def _read_suit(suit: int, key: int) -> _Suit:
    """Read a suit that is not known yet: its ways from the lowest rank up, a triplet first, a pair last."""
    known = _KNOWN[suit]
    if not key:
        known[key] = _EMPTY
        return _EMPTY
    rest, rank = key, 0
    while rest % 5 == 0:
        rest //= 5
        rank += 1
    copies, kind, power = rest % 5, RANKS * suit + rank, POWERS[rank]
    ways: list[_Way] = []
    blocks = _UNREADABLE
    if copies >= 3:
        left = key - 3 * power
        more, number, _ = known.get(left) or _read_suit(suit, left)
        if more:
            ways = [(pair, sequences, (kind, *triplets)) for pair, sequences, triplets in more]
            blocks = number + 1
    if suit != HONOUR_SUIT and rest // 5 % 5 >= copies and rest // 25 % 5 >= copies:
        left = key - copies * _SEQUENCE * power
        more, number, _ = known.get(left) or _read_suit(suit, left)
        if more:
            begun = (kind,) * copies
            ways += [(pair, begun + sequences, triplets) for pair, sequences, triplets in more]
            blocks = number + copies
    if copies >= 2 and tiles_of(key) % 3 == 2:
        left = key - 2 * power
        more, number, _ = known.get(left) or _read_suit(suit, left)
        if more:
            ways += [(kind, sequences, triplets) for _, sequences, triplets in more]
            blocks = number + _PAIR
    if len(known) >= _CACHE_CAP:
        known.clear()
    read = known[key] = ways, blocks, _NUMBERS_OF_PAIRS.get(key, _UNREADABLE)
    return read
