"""Seven pairs and thirteen orphans.

Both forms depend on four numbers of a hand only: its pairs, kinds, kinds of orphans and pairs of orphans
(three or four copies count as one pair). The *profile* of a suit packs its four numbers into one. The sum of
the suits' profiles is the profile of the hand, the index into a table of missing tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.shape.suit_keys import (
    HAND_TILES,
    HONOUR_RANKS,
    HONOUR_SUIT,
    RANKS,
    digits,
    orphan_ranks,
    tile_bits,
)
from engine.tiles import COPIES, IS_ORPHAN, ORPHANS

_PAIR, _KIND, _ORPHAN, _ORPHAN_PAIR = 1, 1 << 3, 1 << 7, 1 << 11
PROFILES = 1 << 14
"""Profiles of hands of at most fourteen tiles are below this."""

_PAIRS = 7
_ORPHAN_BITS = tile_bits([COPIES * orphan for orphan in IS_ORPHAN])
_ORPHAN_MASKS = tuple(sum(1 << rank for rank in orphan_ranks(suit)) for suit in range(HONOUR_SUIT + 1))
_ALL_MASKS = (*((1 << RANKS) - 1,) * HONOUR_SUIT, (1 << HONOUR_RANKS) - 1)


def _rank_profile(suit: int, rank: int, copies: int) -> int:
    """The profile of some copies of one kind."""
    orphan = rank in orphan_ranks(suit)
    total = (_KIND + _ORPHAN * orphan) * (copies > 0)
    return total + (_PAIR + _ORPHAN_PAIR * orphan) * (copies > 1)


def profile(suit: int, counts: Sequence[int]) -> int:
    """The profile of one suit (0–3) with that many copies of each rank."""
    return sum(_rank_profile(suit, rank, copies) for rank, copies in enumerate(counts) if copies)


def profile_table(suit: int) -> tuple[bytes, list[int]]:
    """The profile of every key of a suit: an index for each key, and the profiles that they index.

    The table is built rank by rank. Profiles of suits of more than fourteen tiles are undefined.
    """
    table, profiles = bytes(1), [0]
    numbers = {0: 0}
    for rank in range(HONOUR_RANKS if suit == HONOUR_SUIT else RANKS):
        grown = [table]
        before = profiles.copy()
        for copies in (1, 2):
            more = _rank_profile(suit, rank, copies)
            renumbered = bytearray(256)
            for number, profile in enumerate(before):
                total = profile + more
                if total % _KIND + total % _ORPHAN // _KIND > HAND_TILES:
                    continue
                if total not in numbers:
                    numbers[total] = len(profiles)
                    profiles.append(total)
                renumbered[number] = numbers[total]
            grown.append(table.translate(renumbered))
        table = b"".join((*grown, grown[2], grown[2]))
    return table, profiles


def pairs_of(profile: int) -> int:
    """The pairs that a profile counts: kinds with two or more copies."""
    return profile % _KIND


def seven_pairs_missing(pairs: int, kinds: int) -> int:
    """Tiles a hand lacks to seven different pairs."""
    return _PAIRS - pairs + max(0, _PAIRS - kinds)


def orphans_missing(orphans: int, has_pair: bool) -> int:
    """Tiles a hand lacks to thirteen orphans, holding that many kinds of them."""
    return HAND_TILES - orphans - has_pair


def _unpack(profile: int) -> tuple[int, int]:
    """Tiles missing to seven pairs and to thirteen orphans."""
    pairs, kinds = profile % _KIND, profile % _ORPHAN // _KIND
    orphans, has_pair = profile % _ORPHAN_PAIR // _ORPHAN, profile >= _ORPHAN_PAIR
    return seven_pairs_missing(pairs, kinds), orphans_missing(orphans, has_pair)


def missing_table() -> bytes:
    """Tiles missing to the nearer of the two forms, for every profile that a hand can have."""
    table = bytearray(PROFILES)
    for profile in range(PROFILES):
        pairs, kinds = profile % _KIND, profile % _ORPHAN // _KIND
        orphans = profile % _ORPHAN_PAIR // _ORPHAN
        if pairs <= kinds and orphans <= min(kinds, len(ORPHANS)):
            table[profile] = min(_unpack(profile))
    return bytes(table)


@lru_cache(maxsize=8192)
def _absent_and_single(suit: int, key: int) -> tuple[int, int]:
    """Ranks of which the suit has no tile, and one, as bit masks."""
    counts = digits(key)
    absent = sum(1 << rank for rank, count in enumerate(counts) if count == 0)
    single = sum(1 << rank for rank, count in enumerate(counts) if count == 1)
    return absent & _ALL_MASKS[suit], single


_Wanted = tuple[bool, bool, bool, bool]
"""Whether seven pairs want a second and a first tile of a kind, and whether thirteen orphans do."""


@lru_cache(maxsize=PROFILES)
def _wanted(hand_profile: int) -> _Wanted:
    """The tiles that bring a hand closer to the nearer of the two forms."""
    pairs_missing, orphans_missing = _unpack(hand_profile)
    pairs, orphans = pairs_missing <= orphans_missing, orphans_missing <= pairs_missing
    short_of_kinds = hand_profile % _ORPHAN // _KIND < _PAIRS
    has_pair = hand_profile >= _ORPHAN_PAIR
    return pairs, pairs and short_of_kinds, orphans and not has_pair, orphans


@lru_cache(maxsize=8192)
def _accepted_mask(suit: int, key: int, wanted: _Wanted) -> int:
    """The wanted ranks of one suit, as a bit mask."""
    absent, single = _absent_and_single(suit, key)
    second, first, second_orphan, first_orphan = wanted
    orphans = single * second_orphan | absent * first_orphan
    return single * second | absent * first | orphans & _ORPHAN_MASKS[suit]


def accepted_masks(keys: Sequence[int], hand_profile: int) -> tuple[int, int, int, int]:
    """The ranks of each suit, as bit masks, that bring the hand closer to the nearer of the two forms."""
    m, p, s, z = keys
    wanted = _wanted(hand_profile)
    return (
        _accepted_mask(0, m, wanted),
        _accepted_mask(0, p, wanted),
        _accepted_mask(0, s, wanted),
        _accepted_mask(HONOUR_SUIT, z, wanted),
    )


def absent_and_single(keys: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """For each suit the ranks of which it has no tile, and those with one, as bit masks."""
    m, p, s, z = keys
    numbers = _absent_and_single(0, m), _absent_and_single(0, p), _absent_and_single(0, s)
    return (*numbers, _absent_and_single(HONOUR_SUIT, z))


def accepted_bits(absent: int, single: int, hand_profile: int) -> int:
    """The tile bits that bring a hand closer to the nearer of the two forms.

    ``absent`` and ``single`` are those of the kinds of which it has no tile and one.
    """
    second, first, second_orphan, first_orphan = _wanted(hand_profile)
    accepted = (single if second else 0) | (absent if first else 0)
    if first_orphan:
        accepted |= (absent | single if second_orphan else absent) & _ORPHAN_BITS
    return accepted
