"""The wall: deal, live tiles, and the dead wall with replacement tiles, dora and ura indicators."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice import Dice
from engine.hand import HAND_SIZE
from engine.rules import Ruleset
from engine.tiles import Kind, Tile, all_tiles

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
