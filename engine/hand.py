"""A player's tiles: called groups (chi, pon and the three kans) and the concealed hand.

The hand keeps the keys by which the tables of ``engine.shape`` are looked up. ``forbidden_after`` is
kuikae: what a group just called keeps its owner from discarding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cached_property

import msgspec

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
    parse_tiles,
    sort_tiles,
)

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
        return min([KIND_OF[tile] for tile in self.tiles])

    @property
    def is_kan(self) -> bool:
        return len(self.tiles) == 4

    @property
    def is_open(self) -> bool:
        """Whether the group opens the hand (every one but a closed kan does)."""
        return self.kind is not MeldKind.CLOSED_KAN

    def __str__(self) -> str:
        return f"{self.kind.value}:{format_tiles(self.tiles)}"


def parse_meld(text: str, source: int | None = None) -> Meld:
    """Read a meld such as ``chi:423m``, ``pon:555z``, ``kan:1111s``, ``added:2222p``, ``ankan:3333z``."""
    word, colon, tiles = text.partition(":")
    if not colon or word not in set(MeldKind):
        words = ", ".join(kind.value for kind in MeldKind)
        raise NotationError(f"'{text}' is not a meld (KIND:TILES with KIND one of {words})")
    meld = Meld(MeldKind(word), parse_tiles(tiles), source)
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
    return meld


def is_closed(melds: Sequence[Meld]) -> bool:
    """Whether a hand with these melds still counts as closed."""
    return not melds or all(meld.kind is MeldKind.CLOSED_KAN for meld in melds)


def forbidden_after(meld: Meld, rules: Ruleset) -> frozenset[Kind]:
    """Kinds that may not be discarded after calling this chi or pon (kuikae), red fives as plain ones."""
    called = KIND_OF[meld.tiles[0]]
    kinds = set() if rules.kuikae_same else {called}
    if meld.kind is MeldKind.CHI and not rules.kuikae_other_end:
        if called == meld.first and called % 9 <= 5:
            kinds.add(called + 3)
        elif called == meld.first + 2 and called % 9 >= 3:
            kinds.add(called - 3)
    return frozenset(kinds)


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

    def without(self, tile: Tile) -> Hand:
        """A copy that lacks one concealed tile; raises ValueError when it is not there."""
        twin = self.copy()
        twin.remove(tile)
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
                raise NotationError(f"{NAMES[red]} is a red five, and '{rules.called}' has none in that suit")
            raise NotationError(f"{found} red fives {NAMES[red]}, and '{rules.called}' has {allowed}")
