"""Tiles as numbers: keys and bits of a hand, the tables of suits, and the two forms that need only four.

A key holds the tiles of one suit (m, p, s, honours): the digit of weight ``5**i`` is the number of copies of
the suit's i-th kind. ``Hand.keys`` keeps them in step with the hand.

Tile bits are numbers of tiles as one integer: four bits for each kind, of which as many are set as there are
copies. The tiles of a set of kinds are then counted by two operations, however large the set:
``(tiles & kinds).bit_count()``. Bots count the unseen tiles of a plan dozens of times in a decision.

A suit has a *class*, one byte that says what it lacks to groups and a pair, and a *profile*, which counts
towards seven pairs and thirteen orphans. Two classes add up by one look-up, profiles by addition.

Why files: finding the classes of suits as they turn up would need none, but would cost milliseconds for each
of the first decisions; building the tables would cost a second. The two tables that have a byte for every
suit, 2 MB each, are mapped into memory and not read: a start needs a few pages of them, and to read and keep
them whole took most of the time of the first hand. They are not compressed, to some 100 KB, because unpacking
takes longer still. ``python -m tools.measure.suit_tables`` makes the files, a test makes them again and
compares.

The other tables are empty until ``prepare`` fills them: callers look up and, on IndexError, prepare and try
again, so that a hand costs no check.

Seven pairs and thirteen orphans depend on four numbers of a hand only: its pairs, kinds, kinds of orphans and
pairs of orphans (three or four copies count as one pair). The *profile* of a suit packs its four numbers into
one. The sum of the suits' profiles is the profile of the hand, the index into a table of missing tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from mmap import ACCESS_READ, mmap
from os.path import dirname, join
from typing import NamedTuple

from engine.tiles import COPIES, IS_ORPHAN, KINDS, ORPHANS, Kind

RANKS = 9
"""Digits of a key; the honours use ``HONOUR_RANKS`` of them."""
HONOUR_RANKS = 7
HONOUR_SUIT = 3
HAND_TILES = 14
"""Tiles of a complete hand, a kan counting as three."""
BLOCKS = 4
"""Groups of a complete hand in the standard form."""

_HALF_RANKS = 5
_HALF: int = 5**_HALF_RANKS

POWERS: tuple[int, ...] = tuple(5**rank for rank in range(RANKS))


def digits(key: int) -> list[int]:
    """The copies of each of the nine ranks that a key encodes."""
    upper, lower = divmod(key, _HALF)
    return [*_low_digits(lower), *_low_digits(upper)[: RANKS - _HALF_RANKS]]


@cache
def _low_digits(key: int) -> tuple[int, ...]:
    """The five lowest digits of a key: few enough to be kept, and most keys are asked for once."""
    counts = []
    for _ in range(_HALF_RANKS):
        key, count = divmod(key, 5)
        counts.append(count)
    return tuple(counts)


def tiles_of(key: int) -> int:
    """The number of tiles that a key encodes."""
    return _LOW_TILES[key % _HALF] + _LOW_TILES[key // _HALF]


def _of_low_keys(worth: Callable[[int, int], int]) -> bytes:
    """For every key of the five lowest digits the sum of what each rank with its copies is worth."""
    sums, numbers = bytes(1), bytes(range(256))
    for rank in range(_HALF_RANKS):
        worths = [worth(rank, copies) for copies in range(COPIES + 1)]
        sums = b"".join([sums.translate(numbers[more:] + numbers[:more]) for more in worths])
    return sums


_LOW_TILES = _of_low_keys(lambda rank, copies: copies)
_LOW_ABSENT = _of_low_keys(lambda rank, copies: (copies == 0) << rank)
_LOW_SINGLE = _of_low_keys(lambda rank, copies: (copies == 1) << rank)


def check_melds(melds: int) -> None:
    """Raise ValueError for a number of melds that no hand has."""
    if not 0 <= melds <= BLOCKS:
        raise ValueError(f"a hand has 0 to {BLOCKS} melds, not {melds}")


_COUNT_DIGITS = bytes([*b"01234", *b"x" * 251])
"""Copies of a kind as a digit of base 5; what no kind has is none."""


def keys_of(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """The four keys of 34 copies-per-kind, such as ``Hand.counts``.

    The counts are read as one number in base 5, which takes less time than a loop. Raises ValueError when
    they are not a hand's.
    """
    tiles = bytes(counts)
    if len(tiles) != KINDS:
        raise ValueError(f"a hand is given as {KINDS} counts, not {len(tiles)}")
    try:
        honours_to_m = int(tiles.translate(_COUNT_DIGITS)[::-1], 5)
    except ValueError:
        raise ValueError(f"a hand with {max(tiles)} of one kind: at most {COPIES}") from None
    rest, m = divmod(honours_to_m, SUIT_KEYS)
    rest, p = divmod(rest, SUIT_KEYS)
    z, s = divmod(rest, SUIT_KEYS)
    return m, p, s, z


@cache
def orphan_ranks(suit: int) -> tuple[int, ...]:
    """The terminals of a suit, or all seven honours, as ranks from 0."""
    return tuple(kind % 9 for kind in ORPHANS if kind // 9 == suit)


ALL_COPIES = (1 << COPIES) - 1
"""The bits of a kind with all of its copies."""
_DIGITS = ("0", "1", "3", "7", "f", "0", "0", "0", "0")
"""The bits of 0 to 4 copies, as a hexadecimal digit; then nothing for -4 to -1, which index from the end.

Positions that cannot be, such as those of a careless test, may show a fifth copy.
"""


def tile_bits(copies: Sequence[int]) -> int:
    """The tile bits of that many copies of each kind, at most 4; less than none counts as none."""
    return int("".join([_DIGITS[count] for count in reversed(copies)]), 16)


SUIT_KEYS, HONOUR_KEYS = 5**RANKS, 5**HONOUR_RANKS
"""Keys of a suit of numbers, and of the honours. Both files begin with a byte for each, in this order."""
CLASSES_ASSET = join(dirname(__file__), "classes.bin")
PROFILES_ASSET = join(dirname(__file__), "profiles.bin")
"""The files; ``os.path`` because ``pathlib`` takes longer to import than the whole engine should."""


def _mapped(asset: str) -> mmap:
    """The bytes of that file for the keys of a suit of numbers."""
    with open(asset, "rb") as file:
        return mmap(file.fileno(), SUIT_KEYS, access=ACCESS_READ)


SUIT_CLASSES = _mapped(CLASSES_ASSET)
"""The class of every suit key."""
HONOUR_CLASSES = bytearray()
"""The class of every key of honours."""
SUIT_SHAPES = _mapped(PROFILES_ASSET)
"""The index in ``SUIT_PROFILES`` of every suit key."""
HONOUR_SHAPES = bytearray()
SUIT_PROFILES: list[int] = []
HONOUR_PROFILES: list[int] = []
SUIT_SUIT_PROFILES: list[list[int]] = []
"""The sum of two suits' profiles, by their indices: saves ``shanten_of`` a tenth of its time."""
SUIT_HONOUR_PROFILES: list[list[int]] = []
"""The sum of the profiles of a suit and of honours, by their indices."""

SUMS: list[tuple[int, ...]] = []
"""``SUMS[one][other]`` is the class of two classes together; class n (0–4) is that of n called groups."""
SHANTEN: list[tuple[int, ...]] = []
"""``SHANTEN[one][other]`` is the standard shanten of a hand that consists of two classes."""
INVALID = 255
"""The class of suits of more than fourteen tiles, and of those with a fifth copy."""
_ANY_BYTE, _INVALID_BYTE = 256, bytes([INVALID])
MISSING: list[bytes] = []
"""``MISSING[one][other]`` are the tiles that a hand of two classes lacks: its shanten and one."""


class _LowerClasses(dict[int, bytes]):
    """Tables for ``bytes.translate``: a 1 for the classes that lack less with a rest than that many tiles.

    They are found under ``rest << 4 | missing``.
    """

    def __missing__(self, code: int) -> bytes:
        below = b"1" * (code & 15)
        self[code] = table = MISSING[code >> 4].translate(below.ljust(_ANY_BYTE, b"0"))
        return table


LOWER_CLASSES = _LowerClasses()

FORMS_SHANTEN: list[int] = []
"""``FORMS_SHANTEN[profile]`` is the shanten to the nearer of seven pairs and thirteen orphans."""

KINDS_OF_MASKS: tuple[list[tuple[Kind, ...]], ...] = ([], [], [], [])
"""For each suit, the kinds of every bit mask of ranks."""


class BitsOfMasks(NamedTuple):
    """A sort of bits for kinds: for each suit, the bits of every bit mask of ranks."""

    suits: tuple[list[int], list[int], list[int], list[int]]
    orphans: int
    """The bits of all terminals and honours."""


KIND_BITS = BitsOfMasks(([], [], [], []), sum(1 << kind for kind in ORPHANS))
"""A bit for each kind."""
TILE_BITS = BitsOfMasks(([], [], [], []), tile_bits([COPIES * orphan for orphan in IS_ORPHAN]))
"""The tile bits of all four copies (see ``tile_bits``)."""


_ONE_LESS = bytes([255, *range(255)])
"""From tiles missing to shanten, as signed bytes."""


def _load() -> None:
    """Fill the tables; last those by which the others are known to be ready."""
    _load_profiles()
    for suit, kinds in enumerate(KINDS_OF_MASKS):
        kinds[:] = _kinds_of_masks(suit)
    for suit, (kind_bits, bits) in enumerate(zip(KIND_BITS.suits, TILE_BITS.suits, strict=True)):
        kind_bits[:] = _bits_of_masks(suit, 1, 1)
        bits[:] = _bits_of_masks(suit, ALL_COPIES, COPIES)
    honours, missing, addition = _rest_of(CLASSES_ASSET, HONOUR_KEYS, PROFILES)
    HONOUR_CLASSES[:] = honours
    FORMS_SHANTEN[:] = memoryview(missing.translate(_ONE_LESS)).cast("b")
    square = len(addition) // 2
    size = round(square**0.5)
    shanten = memoryview(addition[square:].translate(_ONE_LESS)).cast("b")
    MISSING[:] = [
        addition[start : start + size].ljust(_ANY_BYTE, _INVALID_BYTE)
        for start in range(square, 2 * square, size)
    ]
    SHANTEN[:] = [tuple(shanten[start : start + size]) for start in range(0, square, size)]
    SUMS[:] = [tuple(addition[start : start + size]) for start in range(0, square, size)]


def _load_profiles() -> None:
    shapes, count, numbers = _rest_of(PROFILES_ASSET, HONOUR_KEYS, 1)
    HONOUR_SHAPES[:] = shapes
    profiles = [low + 256 * high for low, high in zip(numbers[::2], numbers[1::2], strict=True)]
    SUIT_PROFILES[:], HONOUR_PROFILES[:] = profiles[: count[0]], profiles[count[0] :]


def _add_profiles() -> None:
    """Fill the sums of profiles."""
    # Equal sums share one int, so that look-ups fetch fewer places of memory.
    shared = list(range(max(SUIT_PROFILES) + max(*SUIT_PROFILES, *HONOUR_PROFILES) + 1))
    SUIT_SUIT_PROFILES[:] = [[shared[one + other] for other in SUIT_PROFILES] for one in SUIT_PROFILES]
    SUIT_HONOUR_PROFILES[:] = [[shared[one + other] for other in HONOUR_PROFILES] for one in SUIT_PROFILES]


def _rest_of(asset: str, one: int, two: int) -> tuple[bytes, bytes, bytes]:
    """The parts of that file behind the suits of numbers: two of so many bytes, and the rest."""
    with open(asset, "rb") as file:
        file.seek(SUIT_KEYS)
        return file.read(one), file.read(two), file.read()


def _kinds_of_masks(suit: int) -> list[tuple[Kind, ...]]:
    kinds: list[tuple[Kind, ...]] = [()]
    for rank in range(HONOUR_RANKS if suit == HONOUR_SUIT else RANKS):
        kinds += [(*lower, RANKS * suit + rank) for lower in kinds]
    return kinds


def _bits_of_masks(suit: int, of_kind: int, width: int) -> list[int]:
    """For every bit mask of ranks the bits of its kinds, which lie so far apart."""
    masks = [0]
    for rank in range(HONOUR_RANKS if suit == HONOUR_SUIT else RANKS):
        kind = of_kind << width * (RANKS * suit + rank)
        masks += [lower | kind for lower in masks]
    return masks


def prepare_sums(keys: Sequence[int]) -> None:
    """``prepare`` with the sums of profiles, of which a start has no need."""
    if SUIT_SUIT_PROFILES:
        prepare(keys)
        return
    if not SUMS:
        _load()
    _add_profiles()


def prepare(keys: Sequence[int]) -> None:
    """Load the tables; when that was done, say by ValueError why these keys are not a hand's."""
    if not SUMS:
        _load()
        return
    for suit, key in enumerate(keys):
        ranks = HONOUR_RANKS if suit == HONOUR_SUIT else RANKS
        if not 0 <= key < 5**ranks:
            raise ValueError(f"{key} is no key of a suit of {ranks} kinds")
    tiles = sum(sum(digits(key)) for key in keys)
    raise ValueError(f"a hand of {tiles} concealed tiles: at most {HAND_TILES}, {COPIES} of a kind")


_PAIR, _KIND, _ORPHAN, _ORPHAN_PAIR = 1, 1 << 3, 1 << 7, 1 << 11
PROFILES = 1 << 14
"""Profiles of hands of at most fourteen tiles are below this."""

_PAIRS = 7
_ALL_MASKS = (*((1 << RANKS) - 1,) * HONOUR_SUIT, (1 << HONOUR_RANKS) - 1)


def _rank_profile(suit: int, rank: int, copies: int) -> int:
    """The profile of some copies of one kind."""
    orphan = rank in orphan_ranks(suit)
    total = (_KIND + _ORPHAN * orphan) * (copies > 0)
    return total + (_PAIR + _ORPHAN_PAIR * orphan) * (copies > 1)


def lost_profiles(suit: int) -> tuple[tuple[int, ...], ...]:
    """The part of its profile that a suit loses with one tile, by the rank and its copies before."""
    return tuple(
        [
            tuple(
                [
                    _rank_profile(suit, rank, copies) - _rank_profile(suit, rank, copies - 1)
                    for copies in range(COPIES + 1)
                ]
            )
            for rank in range(HONOUR_RANKS if suit == HONOUR_SUIT else RANKS)
        ]
    )


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


def _absent_and_single(suit: int, key: int) -> tuple[int, int]:
    """Ranks of which the suit has no tile, and one, as bit masks."""
    low, high = key % _HALF, key // _HALF
    absent = (_LOW_ABSENT[low] | _LOW_ABSENT[high] << _HALF_RANKS) & _ALL_MASKS[suit]
    return absent, _LOW_SINGLE[low] | _LOW_SINGLE[high] << _HALF_RANKS


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


def absent_and_single(keys: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """For each suit the ranks of which it has no tile, and those with one, as bit masks."""
    m, p, s, z = keys
    numbers = _absent_and_single(0, m), _absent_and_single(0, p), _absent_and_single(0, s)
    return (*numbers, _absent_and_single(HONOUR_SUIT, z))


def accepted_bits(absent: int, single: int, hand_profile: int, orphans: int) -> int:
    """The bits of the kinds that bring a hand closer to the nearer of the two forms.

    ``absent`` and ``single`` are those of the kinds of which it has no tile and one, ``orphans`` those of all
    orphans, all of one sort.
    """
    second, first, second_orphan, first_orphan = _wanted(hand_profile)
    accepted = (single if second else 0) | (absent if first else 0)
    if first_orphan:
        accepted |= (absent | single if second_orphan else absent) & orphans
    return accepted
