"""The wall: deal, live tiles, the dead wall with its replacement tiles and indicators; and its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.hand import HAND_SIZE
from engine.rules import Ruleset
from engine.tiles import Kind, Tile, all_tiles

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

_T = TypeVar("_T")


def _mix(value: int) -> int:
    """The output function of SplitMix64 (Steele, Lea and Flood 2014), a bijection of 64-bit numbers."""
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB & _MASK
    return value ^ (value >> 31)


class Dice:
    """A SplitMix64 stream, started from any whole numbers."""

    __slots__ = ("_state",)

    def __init__(self, *seeds: int) -> None:
        state = 0
        for seed in seeds:
            while True:
                state = _mix((state + (seed & _MASK) + _GOLDEN) & _MASK)
                seed >>= 64
                if seed in (0, -1):
                    break
        self._state = state

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        return _mix(self._state)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, each equally likely."""
        # values past the last full range would favour the small ones: draw again
        usable = (_MASK + 1) // limit * limit
        while (value := self.bits()) >= usable:
            pass
        return value % limit

    def shuffled(self, items: Sequence[_T]) -> list[_T]:
        """The items in an order drawn at random (Fisher and Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck


PLAYERS = 4
DEAD_WALL = 14
MAX_KANS = 4
"""A fifth kan is impossible: the dead wall has four replacement tiles."""
DEALT = PLAYERS * HAND_SIZE
LIVE_AT_START = 136 - DEAD_WALL - DEALT
"""Tiles left to draw after the deal: 70, the dealer's first draw among them."""


class Wall:
    """136 tiles in their order.

    The first 52 are dealt (13 to East, then South, West, North), the next 70 drawn from the front.
    The last 14 are the dead wall: four replacement tiles, five dora indicators, five ura indicators. Each
    replacement moves the last live tile into the dead wall, so the dead wall always holds fourteen tiles.
    """

    __slots__ = ("_drawn", "_replaced", "tiles")

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self.tiles: tuple[Tile, ...] = tuple(tiles)
        """All of them, drawn or not."""
        self._drawn = 0
        self._replaced = 0

    @property
    def live(self) -> int:
        return LIVE_AT_START - self._drawn - self._replaced

    def dealt(self, wind: int) -> tuple[Tile, ...]:
        """The thirteen tiles dealt to East (0), South (1), West (2) or North (3)."""
        return self.tiles[wind * HAND_SIZE : (wind + 1) * HAND_SIZE]

    def draw(self) -> Tile:
        """Take the next tile of the live wall."""
        tile = self.tiles[DEALT + self._drawn]
        self._drawn += 1
        return tile

    def draw_replacement(self) -> Tile:
        """Take the next replacement tile of the dead wall after a kan."""
        tile = self.tiles[len(self.tiles) - DEAD_WALL + self._replaced]
        self._replaced += 1
        return tile

    def indicator(self, number: int) -> Tile:
        """The dora indicator of that number, 0 the first, 1 to 4 those of kans."""
        return self.tiles[len(self.tiles) - DEAD_WALL + MAX_KANS + number]

    def ura_indicator(self, number: int) -> Tile:
        """The tile under that dora indicator."""
        return self.tiles[len(self.tiles) - DEAD_WALL + 2 * MAX_KANS + 1 + number]

    def dealt_again(self) -> Wall:
        """A wall of these tiles before the deal."""
        return Wall(self.tiles)

    def rest(self) -> tuple[Tile, ...]:
        """All tiles that have not been drawn: live and dead wall, indicators among them."""
        dead = len(self.tiles) - DEAD_WALL
        return self.tiles[DEALT + self._drawn : dead] + self.tiles[dead + self._replaced :]


def seeded_wall(
    rules: Ruleset, seed: int, round_wind: Kind, kyoku: int, honba: int, redeals: int = 0
) -> Wall:
    """The wall of one hand; depends on the seed, the round wind, the hand and the honba alone.

    A hand dealt again after a chombo gets another wall each time.
    """
    again = (redeals,) if redeals else ()
    dice = Dice(seed, round_wind, kyoku, honba, *again)
    return Wall(dice.shuffled(all_tiles(rules.red_fives)))
