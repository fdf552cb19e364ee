"""Called groups: chi, pon and the three kans."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property

import msgspec

from engine.tiles import KIND_OF, NAMES, Kind, NotationError, Tile, format_tiles, parse_tiles

MOST_MELDS = 4
"""A hand has no more; then a single tile is concealed."""


class MeldKind(StrEnum):
    """The five ways to lay a group open; the values are the words of the meld notation."""

    CHI = "chi"
    PON = "pon"
    OPEN_KAN = "kan"
    ADDED_KAN = "added"
    CLOSED_KAN = "ankan"


class Meld(msgspec.Struct, frozen=True, dict=True):
    """One called group.

    ``tiles`` holds the called tile first; an added kan holds its pon (called tile first) and the added
    tile last. ``source`` is the seat the called tile came from, None for a closed kan or when unknown.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    source: int | None = None

    @property
    def called(self) -> Tile | None:
        """The tile taken from another player, None for a closed kan."""
        return None if self.kind is MeldKind.CLOSED_KAN else self.tiles[0]

    @cached_property
    def first(self) -> Kind:
        """The lowest kind of the group."""
        return min(KIND_OF[tile] for tile in self.tiles)

    @property
    def is_kan(self) -> bool:
        """Whether the group has four tiles."""
        return len(self.tiles) == 4

    @property
    def is_open(self) -> bool:
        """Whether the group opens the hand (every one but a closed kan does)."""
        return self.kind is not MeldKind.CLOSED_KAN

    def __str__(self) -> str:
        return f"{self.kind.value}:{format_tiles(self.tiles)}"


def check_meld(meld: Meld) -> None:
    """Raise NotationError unless the tiles make the group they claim to be."""
    kinds = sorted(KIND_OF[tile] for tile in meld.tiles)
    size = 3 if meld.kind in (MeldKind.CHI, MeldKind.PON) else 4
    if len(kinds) != size:
        raise NotationError(f"'{meld}' needs {size} tiles, not {len(kinds)}")
    if meld.kind is MeldKind.CHI:
        one_suit = kinds[0] // 9 == kinds[2] // 9 and kinds[2] < 27
        if not one_suit or kinds != [kinds[0], kinds[0] + 1, kinds[0] + 2]:
            raise NotationError(f"'{meld}' is not a sequence")
    elif len(set(kinds)) != 1:
        raise NotationError(f"'{meld}' is not {size} of one kind: {NAMES[kinds[0]]} and {NAMES[kinds[-1]]}")


def parse_meld(text: str, source: int | None = None) -> Meld:
    """Read a meld such as ``chi:423m``, ``pon:555z``, ``kan:1111s``, ``added:2222p``, ``ankan:3333z``."""
    word, colon, tiles = text.partition(":")
    if not colon or word not in set(MeldKind):
        words = ", ".join(kind.value for kind in MeldKind)
        raise NotationError(f"'{text}' is not a meld (KIND:TILES with KIND one of {words})")
    meld = Meld(MeldKind(word), parse_tiles(tiles), source)
    check_meld(meld)
    return meld


def is_closed(melds: Sequence[Meld]) -> bool:
    """Whether a hand with these melds still counts as closed."""
    return not melds or all(meld.kind is MeldKind.CLOSED_KAN for meld in melds)
