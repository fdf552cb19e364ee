"""A kind of question as one value: what it stores, how it asks, and how that changes with other tiles.

An exchange replaces suits and dragons in a position, or mirrors its numbers: another picture of the same
decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, NamedTuple, TypeVar

import msgspec

from ai.drills.question import LEVELS, NOTHING, Asked, Draft, DrillKind
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
        return {name: MJAI[self.tile(tile)] for tile, name in enumerate(MJAI)}

    @property
    def indicators(self) -> TileMap:
        return {name: MJAI[self.indicator(tile)] for tile, name in enumerate(MJAI)}


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


A = TypeVar("A", bound=Asked)

Bands = tuple[tuple[int, int], ...]
"""The lowest and highest difficulty of each level."""


def unchanged(asked: A, exchange: Exchange) -> A:
    """Fields without tiles: other tiles change nothing."""
    return asked


def whole(moment: SeatPosition, only: str) -> Asked | None:
    """The ``mistake`` of a kind that needs only the position: no detail fits."""
    return None if only else NOTHING


@dataclass(frozen=True, slots=True)
class Drill(Generic[A]):
    """A kind of question. Each module of ``ai.drills.kinds`` has one, ``DRILL``."""

    kind: DrillKind
    bands: Bands
    asked: type[A]
    """What is stored besides the position; ``Asked`` itself if the position is enough."""
    ask: Callable[[SeatPosition, A], Draft | None]
    """The question about a position, the same each time; None if there is nothing to ask."""
    exchange: Callable[[A, Exchange], A] = unchanged
    """Change what is stored to other tiles."""
    mistake: Callable[[SeatPosition, str], A | None] | None = None
    """What is asked about a position of an own game, with the detail that is stored with it
    (``StoredPosition.only``); None if the detail does not fit. A kind without it asks about none."""
    measured: bool = False
    """Whether figures were measured with these tiles: only an exchange that changes no rule keeps them."""

    def level(self, difficulty: int) -> int:
        """The level of a difficulty, the nearest one if it is outside of all bands."""
        levels = zip(LEVELS, self.bands, strict=True)
        return next((level for level, (_, high) in levels if difficulty <= high), LEVELS[-1])


def drill_of(kind: DrillKind) -> Drill[Asked]:
    """The drill of a kind, whose module is imported when it is first asked for."""
    drill: Drill[Asked] = import_module(f".kinds.{kind.module}", __package__).DRILL
    return drill
