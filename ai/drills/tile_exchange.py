"""Exchange suits and dragons in a position, or mirror its numbers: another picture of the same decision.

No rule tells the suits apart, except ryuuiisou and the number of red fives; none tells the dragons apart,
and the dora of a dragon follows when they are only turned. Mirrored, 1 becomes 9 and 9 becomes 1. An
indicator shows the tile before the dora, so it becomes the one before the mirrored dora, and not its own
mirror image: 3 shows 4, which becomes 6, which 5 shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ai.seat_position import SeatPosition
from engine import events as ev
from engine.tiles import (
    DORA_OF,
    EAST,
    KIND_OF,
    MJAI,
    NAMES,
    RED_FIVES,
    TILE_OF,
    WHITE,
    NotationError,
    Tile,
    format_tiles,
    parse_tile,
    parse_tiles,
    sort_tiles,
)

GREEN = frozenset({19, 20, 21, 23, 25, 32})
"""The kinds of ryuuiisou, for which suits are not equivalent."""
NEARLY_GREEN = 9
"""Green tiles from which a hand might become ryuuiisou."""

RANKS, DRAGONS = 9, 3
"""Numbers of a suit, and dragons."""
DRAGON_YAKU: tuple[str, ...] = ("haku", "hatsu", "chun")
"""The yaku of white, green and red."""

TileMap = dict[str, str]
"""The tile that replaces each tile, in mjai spelling."""


class Exchange(NamedTuple):
    """Which tile stands for each tile."""

    suits: Sequence[int] = (0, 1, 2)
    """The suit that replaces each suit, as 0 to 2."""
    dragons: int = 0
    """How far the dragons are turned, 0 to 2."""
    mirrored: bool = False
    """Whether 1 to 9 become 9 to 1."""

    def tile(self, tile: Tile) -> Tile:
        """The tile that replaces a tile; a red five stays red."""
        if tile in RED_FIVES:
            return RED_FIVES[self.suits[RED_FIVES.index(tile)]]
        if tile < EAST:
            number = RANKS - 1 - tile % RANKS if self.mirrored else tile % RANKS
            return RANKS * self.suits[tile // RANKS] + number
        return WHITE + (tile - WHITE + self.dragons) % DRAGONS if tile >= WHITE else tile

    def indicator(self, tile: Tile) -> Tile:
        """The tile that replaces an indicator."""
        kind = KIND_OF[tile]
        if kind >= EAST or not self.mirrored:
            return self.tile(tile)
        return DORA_OF.index(self.tile(DORA_OF[kind]))

    def name(self, name: str) -> str:
        """The name of the tile that replaces a named one."""
        return NAMES[self.tile(parse_tile(name))]

    def id(self, id: str) -> str:
        """The id of an option after the exchange.

        Words stay, also those before the tiles that they are about; the yaku of a dragon becomes that of
        another one.
        """
        if id in DRAGON_YAKU:
            return DRAGON_YAKU[(DRAGON_YAKU.index(id) + self.dragons) % DRAGONS]
        words, colon, named = id.rpartition(":")
        try:
            tiles = parse_tiles(named)
        except NotationError:
            return id
        return f"{words}{colon}{format_tiles(sort_tiles(map(self.tile, tiles)))}"

    @property
    def names(self) -> TileMap:
        """The map of tiles by their names."""
        return {name: MJAI[self.tile(tile)] for tile, name in enumerate(MJAI)}

    @property
    def indicators(self) -> TileMap:
        """The map of indicators by their names."""
        return {name: MJAI[self.indicator(tile)] for tile, name in enumerate(MJAI)}


def alike(moment: SeatPosition, exchange: Exchange) -> bool:
    """Whether it changes no rule: equally many red fives in each suit, and no hand near ryuuiisou."""
    tiles = [KIND_OF[tile] for tile in moment.view().hand.tiles]
    before, after = (sum(kind in GREEN for kind in each) for each in (tiles, map(exchange.tile, tiles)))
    return len(set(moment.rules.red_fives)) == 1 and max(before, after) < NEARLY_GREEN


def exchanged(
    events: Iterable[ev.Event], names: TileMap, indicators: TileMap | None = None
) -> tuple[ev.Event, ...]:
    """The events with their tiles replaced; those that the map leaves out stay.

    ``indicators`` is the map of indicators, if it is another one.
    """
    shown = names if indicators is None else indicators
    return tuple(_exchanged(event, names, shown) for event in events)


def _exchanged(event: ev.Event, names: TileMap, indicators: TileMap) -> ev.Event:
    changed: dict[str, object] = {}
    for field, known in (("pai", names), ("dora_marker", indicators)):
        if hasattr(event, field):
            changed[field] = known.get(getattr(event, field), getattr(event, field))
    if hasattr(event, "consumed"):
        # in ascending order, as the engine tells them
        held = (names.get(name, name) for name in event.consumed)
        changed["consumed"] = sorted(held, key=lambda name: KIND_OF[TILE_OF[name]])
    if isinstance(event, ev.StartKyoku):
        changed["tehais"] = [[names.get(name, name) for name in hand] for hand in event.tehais]
    return msgspec.structs.replace(event, **changed)
