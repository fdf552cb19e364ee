"""Numbers of tiles as one integer: four bits for each kind, of which as many are set as there are copies.

The tiles of a set of kinds are then counted by two operations, however large the set:
``(tiles & kinds).bit_count()``. Bots count the unseen tiles of a plan dozens of times in a decision.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.tiles import COPIES

ALL_COPIES = (1 << COPIES) - 1
"""The bits of a kind with all of its copies."""
_DIGITS = ("0", "1", "3", "7", "f", "0", "0", "0", "0")
"""The bits of 0 to 4 copies, as a hexadecimal digit; then nothing for -4 to -1, which index from the end.

Positions that cannot be, such as those of a careless test, may show a fifth copy.
"""


def tile_bits(copies: Sequence[int]) -> int:
    """The tile bits of that many copies of each kind, at most 4; less than none counts as none."""
    return int("".join([_DIGITS[count] for count in reversed(copies)]), 16)
