"""Build a wall with chosen tiles in their places, filled up from the rest of the set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.lessons.move_notation import MoveError
from engine.dice import Dice
from engine.rules import Ruleset
from engine.tiles import EAST, KIND_OF, NAMES, Tile, all_tiles
from engine.wall import DEALT, LIVE_AT_START, MAX_KANS, PLAYERS, Wall


class Supply:
    """The tiles of the set that are not placed yet."""

    def __init__(self, rules: Ruleset, dice: Dice) -> None:
        self.left = dice.shuffled(all_tiles(rules.red_fives))

    def take(self, tiles: Iterable[Tile], what: str) -> list[Tile]:
        """Take these tiles; raises MoveError, which names ``what`` they are for, if one is not left."""
        taken = list(tiles)
        for tile in taken:
            if tile not in self.left:
                raise MoveError(f"{what}: no {NAMES[tile]} is left")
            self.left.remove(tile)
        return taken

    def fill(self, tiles: Sequence[Tile], size: int) -> list[Tile]:
        """The tiles, filled up with any others to ``size``."""
        return [*tiles, *(self.left.pop() for _ in range(size - len(tiles)))]

    def hand(self, held: Sequence[Tile], size: int) -> list[Tile]:
        """A typical hand in the middle of play: these tiles, a pair, sequences, and single tiles.

        It has at most two sequences, so that it is not tenpai.
        """
        hand = [*held]
        if len(hand) > size:
            raise MoveError(f"a hand of {size} tiles has no room for {len(hand)}")
        if len(hand) + 2 <= size:
            hand += self._pair()
        for _ in range(min(2, (size - len(hand)) // 3)):
            hand += self._sequence()
        return self.fill(hand, size)

    def _sequence(self) -> list[Tile]:
        for first in list(self.left):
            kind = KIND_OF[first]
            if kind < EAST and kind % 9 <= 6:
                found = [self._of_kind(kind + step) for step in range(3)]
                if None not in found:
                    return self.take([tile for tile in found if tile is not None], "a hand")
        raise MoveError("too few tiles are left for another hand: name it")

    def _pair(self) -> list[Tile]:
        for first in list(self.left):
            twins = [tile for tile in self.left if KIND_OF[tile] == KIND_OF[first]][:2]
            if len(twins) == 2:
                return self.take(twins, "a hand")
        raise MoveError("too few tiles are left for another hand: name it")

    def _of_kind(self, kind: int) -> Tile | None:
        return next((tile for tile in self.left if KIND_OF[tile] == kind), None)


def wall_of(
    supply: Supply,
    dealt: Sequence[Sequence[Tile]],
    live: Sequence[Tile],
    replacements: Sequence[Tile],
    indicators: Sequence[Tile],
    ura: Sequence[Tile],
) -> Wall:
    """The wall with these tiles, all taken from the supply, at the front of its parts.

    ``dealt`` are four hands of thirteen from East on. Raises MoveError if a part gets too many tiles.
    """
    parts = (
        ("the draws", live, LIVE_AT_START),
        ("the replacement tiles", replacements, MAX_KANS),
        ("the indicators", indicators, MAX_KANS + 1),
        ("the ura indicators", ura, MAX_KANS + 1),
    )
    tiles = [tile for hand in dealt for tile in hand]
    if len(tiles) != DEALT or len(dealt) != PLAYERS:
        raise MoveError(f"{len(tiles)} tiles are dealt instead of {DEALT}")
    for what, named, size in parts:
        if len(named) > size:
            raise MoveError(f"{what}: {len(named)} tiles, and there is room for {size}")
        tiles += supply.fill(named, size)
    return Wall(tiles)
