"""The tables of suits and how to add them up, loaded on first use.

A suit has a *class*, one byte that says what it lacks to groups and a pair (see ``build.py``), and a
*profile*, which counts towards seven pairs and thirteen orphans (see ``forms.py``). Two classes add up by one
look-up, profiles by addition.

Why a file: an asset of 2 MB is read in a fraction of a millisecond, once, and then every hand costs the same
few look-ups. Finding the classes of suits as they turn up would need no file, but would cost milliseconds for
each of the first decisions; building the table would cost a second. It is not compressed, to 93 KB, because
unpacking takes longer than reading. ``build_tables`` makes the file, a test makes it again and compares.

The tables are empty until ``prepare`` fills them: callers look up and, on IndexError, prepare and try again,
so that a hand costs no check.
"""

from __future__ import annotations

from collections.abc import Sequence
from os.path import dirname, join

from engine.shape.special_forms import PROFILES, profile_table
from engine.shape.suit_keys import HAND_TILES, HONOUR_RANKS, HONOUR_SUIT, RANKS, digits
from engine.tiles import COPIES, Kind

ASSET = join(dirname(__file__), "classes.bin")
"""The file; ``os.path`` because ``pathlib`` takes longer to import than the whole engine should."""

SUIT_CLASSES = bytearray()
"""The class of every suit key."""
HONOUR_CLASSES = bytearray()
"""The class of every key of honours."""
SUIT_SHAPES = bytearray()
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


_ONE_LESS = bytes([255, *range(255)])
"""From tiles missing to shanten, as signed bytes."""


def _parts(length: int) -> tuple[int, int, int, int]:
    """Where in the asset suits, honours and forms end, and how many classes there are."""
    suits = 5**RANKS
    honours = suits + 5**HONOUR_RANKS
    forms = honours + PROFILES
    return suits, honours, forms, round(((length - forms) // 2) ** 0.5)


def _load() -> None:
    """Fill the tables; last those by which the others are known to be ready."""
    with open(ASSET, "rb") as file:
        data = memoryview(file.read())
    suits, honours, forms, size = _parts(len(data))
    squares = forms + size * size
    SUMS[:] = [tuple(data[start : start + size]) for start in range(forms, squares, size)]
    for suit, kinds in enumerate(KINDS_OF_MASKS):
        kinds[:] = _kinds_of_masks(suit)
    shanten = memoryview(bytes(data[squares:]).translate(_ONE_LESS)).cast("b")
    SHANTEN[:] = [tuple(shanten[start : start + size]) for start in range(0, size * size, size)]
    FORMS_SHANTEN[:] = memoryview(bytes(data[honours:forms]).translate(_ONE_LESS)).cast("b")
    for suit, shapes, profiles in (
        (0, SUIT_SHAPES, SUIT_PROFILES),
        (HONOUR_SUIT, HONOUR_SHAPES, HONOUR_PROFILES),
    ):
        shapes[:], profiles[:] = profile_table(suit)
    # Equal sums share one int, so that look-ups fetch fewer places of memory.
    shared = list(range(2 * PROFILES))
    SUIT_SUIT_PROFILES[:] = [[shared[one + other] for other in SUIT_PROFILES] for one in SUIT_PROFILES]
    SUIT_HONOUR_PROFILES[:] = [[shared[one + other] for other in HONOUR_PROFILES] for one in SUIT_PROFILES]
    HONOUR_CLASSES[:] = data[suits:honours]
    SUIT_CLASSES[:] = data[:suits]


def _kinds_of_masks(suit: int) -> list[tuple[Kind, ...]]:
    kinds: list[tuple[Kind, ...]] = [()]
    for rank in range(HONOUR_RANKS if suit == HONOUR_SUIT else RANKS):
        kinds += [(*lower, RANKS * suit + rank) for lower in kinds]
    return kinds


def prepare(keys: Sequence[int]) -> None:
    """Load the tables; when that was done, say by ValueError why these keys are not a hand's."""
    if not SUIT_CLASSES:
        _load()
        return
    for suit, key in enumerate(keys):
        ranks = HONOUR_RANKS if suit == HONOUR_SUIT else RANKS
        if not 0 <= key < 5**ranks:
            raise ValueError(f"{key} is no key of a suit of {ranks} kinds")
    tiles = sum(sum(digits(key)) for key in keys)
    raise ValueError(f"a hand of {tiles} concealed tiles: at most {HAND_TILES}, {COPIES} of a kind")
