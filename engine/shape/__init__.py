"""Tile mathematics: how far a hand is, what it waits on, what would help it, and how it can be read.

Hands come as the four keys that ``Hand.keys`` keeps, or as 34 counts of the concealed tiles; melds are only
counted. The words: ``shanten`` is the distance to tenpai (-1 is complete), ``acceptance`` the kinds
that shorten it, ``readings`` the ways to divide a complete hand. It may import ``hand`` and the
layers below it. Readings are imported when they are first asked for: most hands are never complete.
"""

from typing import TYPE_CHECKING

from engine.shape.shanten_number import (
    orphans_shanten,
    seven_pairs_shanten,
    shanten,
    shanten_of,
    standard_shanten,
)
from engine.shape.tables import keys_of, tile_bits
from engine.shape.ukeire import (
    Acceptance,
    acceptance,
    discards,
    nearest_discards,
    pair_count,
    tiles_accepted,
    tiles_after_discards,
    waits,
)

if TYPE_CHECKING:
    from engine.shape.hand_readings import Form, Group, Reading, readings

__all__ = [
    "Acceptance",
    "Form",
    "Group",
    "Reading",
    "acceptance",
    "discards",
    "keys_of",
    "nearest_discards",
    "orphans_shanten",
    "pair_count",
    "readings",
    "seven_pairs_shanten",
    "shanten",
    "shanten_of",
    "standard_shanten",
    "tile_bits",
    "tiles_accepted",
    "tiles_after_discards",
    "waits",
]


def __getattr__(name: str) -> object:
    """Import the readings at their first use (PEP 562)."""
    if name in ("Form", "Group", "Reading", "readings"):
        from engine.shape import hand_readings

        globals()[name] = found = getattr(hand_readings, name)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
