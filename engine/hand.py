"""A player's hand: concealed tiles and melds, with the keys that the shape tables look up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.melds import Meld, is_closed
from engine.rules import Ruleset
from engine.tiles import (
    COPIES,
    KIND_OF,
    KINDS,
    MJAI,
    NAMES,
    RED_FIVES,
    Kind,
    NotationError,
    Tile,
    format_tiles,
    sort_tiles,
)

HAND_SIZE = 13
"""Tiles of a hand between turns, a kan counting as three."""

POWERS: tuple[int, ...] = tuple(5 ** (kind % 9) for kind in range(KINDS))
SUIT_OF: tuple[int, ...] = tuple(kind // 9 for kind in range(KINDS))


class Hand:
    """Concealed tiles and melds; changes as tiles come and go.

    ``counts`` holds the concealed tiles of each of the 34 kinds; ``keys`` the same as four numbers in
    base 5 (m, p, s, honours; the digit of weight ``5**i`` counts the suit's i-th kind), which is what the
    tables of ``engine.shape`` are indexed by. Both are kept in step with ``tiles``; treat them as read-only.
    """

    __slots__ = ("counts", "keys", "melds", "tiles")

    def __init__(self, tiles: Iterable[Tile] = (), melds: Iterable[Meld] = ()) -> None:
        self.tiles: list[Tile] = []
        self.melds: list[Meld] = list(melds)
        self.counts: list[int] = [0] * KINDS
        self.keys: list[int] = [0, 0, 0, 0]
        for tile in tiles:
            self.add(tile)

    def add(self, tile: Tile) -> None:
        """Take a tile into the concealed part."""
        kind = KIND_OF[tile]
        self.tiles.append(tile)
        self.counts[kind] += 1
        self.keys[SUIT_OF[kind]] += POWERS[kind]

    def remove(self, tile: Tile) -> None:
        """Give a tile up from the concealed part; raises ValueError when it is not there."""
        kind = KIND_OF[tile]
        try:
            self.tiles.remove(tile)
        except ValueError:
            raise ValueError(f"{MJAI[tile]} is not in the hand") from None
        self.counts[kind] -= 1
        self.keys[SUIT_OF[kind]] -= POWERS[kind]

    def copy(self) -> Hand:
        """An independent hand with the same tiles and melds."""
        twin = Hand.__new__(Hand)
        twin.tiles = self.tiles.copy()
        twin.melds = self.melds.copy()
        twin.counts = self.counts.copy()
        twin.keys = self.keys.copy()
        return twin

    @property
    def is_closed(self) -> bool:
        """Whether no meld opens the hand."""
        return is_closed(self.melds)

    @property
    def size(self) -> int:
        """Concealed tiles plus three for each meld: 13 between turns, 14 on the own turn."""
        return len(self.tiles) + 3 * len(self.melds)

    def sorted(self) -> list[Tile]:
        """The concealed tiles as they lie on the table."""
        return sort_tiles(self.tiles)

    def holds(self, kind: Kind) -> int:
        """Copies of a kind in the whole hand, melds included."""
        return self.counts[kind] + sum(
            1 for meld in self.melds for tile in meld.tiles if KIND_OF[tile] == kind
        )

    def all_tiles(self) -> list[Tile]:
        """Concealed tiles and the tiles of all melds."""
        return self.tiles + [tile for meld in self.melds for tile in meld.tiles]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return sort_tiles(self.tiles) == sort_tiles(other.tiles) and self.melds == other.melds

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Hand({' '.join([format_tiles(self.sorted()), *map(str, self.melds)])})"


def check_copies(tiles: Sequence[Tile], rules: Ruleset) -> None:
    """Raise NotationError for a fifth copy of a kind or a red five that the ruleset does not have."""
    counts = [0] * KINDS
    for tile in tiles:
        kind = KIND_OF[tile]
        counts[kind] += 1
        if counts[kind] > COPIES:
            raise NotationError(f"five copies of {NAMES[kind]}")
    for red, allowed in zip(RED_FIVES, rules.red_fives, strict=True):
        found = tiles.count(red)
        if found > allowed:
            if not allowed:
                raise NotationError(f"{NAMES[red]} is a red five, and '{rules.name}' has none in that suit")
            raise NotationError(f"{found} red fives {NAMES[red]}, and '{rules.name}' has {allowed}")
