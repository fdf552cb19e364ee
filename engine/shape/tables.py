"""The tables of suits and how to add them up, loaded on first use.

A suit has a *class*, one byte that says what it lacks to groups and a pair (see ``build_tables``), and a
*profile*, which counts towards seven pairs and thirteen orphans (see ``special_forms``). Two classes add up
by one look-up, profiles by addition.

Why files: finding the classes of suits as they turn up would need none, but would cost milliseconds for each
of the first decisions; building the tables would cost a second. The two tables that have a byte for every
suit, 2 MB each, are mapped into memory and not read: a start needs a few pages of them, and to read and keep
them whole took most of the time of the first hand. They are not compressed, to some 100 KB, because unpacking
takes longer still. ``build_tables`` makes the files, a test makes them again and compares.

The other tables are empty until ``prepare`` fills them: callers look up and, on IndexError, prepare and try
again, so that a hand costs no check.
"""

from __future__ import annotations

from collections.abc import Sequence
from mmap import ACCESS_READ, mmap
from os.path import dirname, join

from engine.shape.special_forms import PROFILES
from engine.shape.suit_keys import ALL_COPIES, HAND_TILES, HONOUR_RANKS, HONOUR_SUIT, RANKS, digits
from engine.tiles import COPIES, Kind

CLASSES_ASSET = join(dirname(__file__), "classes.bin")
PROFILES_ASSET = join(dirname(__file__), "profiles.bin")
"""The files; ``os.path`` because ``pathlib`` takes longer to import than the whole engine should."""
SUIT_KEYS, HONOUR_KEYS = 5**RANKS, 5**HONOUR_RANKS
"""Keys of a suit of numbers, and of the honours. Both files begin with a byte for each, in this order."""


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
FORMS_SHANTEN: list[int] = []
"""``FORMS_SHANTEN[profile]`` is the shanten to the nearer of seven pairs and thirteen orphans."""

KINDS_OF_MASKS: tuple[list[tuple[Kind, ...]], ...] = ([], [], [], [])
"""For each suit, the kinds of every bit mask of ranks."""
BITS_OF_MASKS: tuple[list[int], ...] = ([], [], [], [])
"""For each suit, the tile bits of every bit mask of ranks: all four of each kind (see ``tile_bits``)."""


_ONE_LESS = bytes([255, *range(255)])
"""From tiles missing to shanten, as signed bytes."""


def _load() -> None:
    """Fill the tables; last those by which the others are known to be ready."""
    _load_profiles()
    for suit, kinds in enumerate(KINDS_OF_MASKS):
        kinds[:] = _kinds_of_masks(suit)
    for suit, bits in enumerate(BITS_OF_MASKS):
        bits[:] = _bits_of_masks(suit)
    honours, missing, addition = _rest_of(CLASSES_ASSET, HONOUR_KEYS, PROFILES)
    HONOUR_CLASSES[:] = honours
    FORMS_SHANTEN[:] = memoryview(missing.translate(_ONE_LESS)).cast("b")
    square = len(addition) // 2
    size = round(square**0.5)
    shanten = memoryview(addition[square:].translate(_ONE_LESS)).cast("b")
    SHANTEN[:] = [tuple(shanten[start : start + size]) for start in range(0, square, size)]
    SUMS[:] = [tuple(addition[start : start + size]) for start in range(0, square, size)]


def _load_profiles() -> None:
    shapes, count, numbers = _rest_of(PROFILES_ASSET, HONOUR_KEYS, 1)
    HONOUR_SHAPES[:] = shapes
    profiles = [low + 256 * high for low, high in zip(numbers[::2], numbers[1::2], strict=True)]
    SUIT_PROFILES[:], HONOUR_PROFILES[:] = profiles[: count[0]], profiles[count[0] :]
    # Equal sums share one int, so that look-ups fetch fewer places of memory.
    shared = list(range(max(SUIT_PROFILES) + max(profiles) + 1))
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


def _bits_of_masks(suit: int) -> list[int]:
    masks = [0]
    for rank in range(HONOUR_RANKS if suit == HONOUR_SUIT else RANKS):
        copies = ALL_COPIES << COPIES * (RANKS * suit + rank)
        masks += [lower | copies for lower in masks]
    return masks


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
