"""Exchange suits and dragons in a position: another picture of the same decision.

No rule tells the suits apart, except ryuuiisou and the number of red fives; none tells the dragons apart,
and the dora of a dragon follows when they are only turned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

import msgspec

from ai.seat_position import SeatPosition
from engine import events as ev
from engine.dice import Dice
from engine.tiles import EAST, KIND_OF, MJAI, RED, RED_FIVES, TILE_OF, WHITE, Tile

GREEN = frozenset({19, 20, 21, 23, 25, 32})
"""The kinds of ryuuiisou, for which suits are not equivalent."""
NEARLY_GREEN = 9
"""Green tiles from which a hand might become ryuuiisou."""

TileMap = dict[str, str]
"""The tile that replaces each tile, in mjai spelling."""


def random_exchange(moment: SeatPosition, dice: Dice) -> TileMap:
    """A random permutation of suits and rotation of dragons; empty if they are not equivalent here."""
    order = list(permutations(range(3)))[dice.below(6)]
    turn = dice.below(3)
    names = {MJAI[tile]: MJAI[_other(tile, order, turn)] for tile in range(len(MJAI))}
    return names if _alike(moment, names) else {}


def _other(tile: Tile, order: Sequence[int], turn: int) -> Tile:
    if tile < EAST:
        return 9 * order[tile // 9] + tile % 9
    if tile in RED_FIVES:
        return RED_FIVES[order[RED_FIVES.index(tile)]]
    return WHITE + (tile - WHITE + turn) % 3 if WHITE <= tile <= RED else tile


def _alike(moment: SeatPosition, names: TileMap) -> bool:
    """Whether the map changes no rule: equally many red fives in each suit, and no hand near ryuuiisou."""
    tiles = moment.view().hand.tiles
    green = max(
        sum(KIND_OF[tile] in GREEN for tile in tiles),
        sum(KIND_OF[TILE_OF[names[MJAI[tile]]]] in GREEN for tile in tiles),
    )
    return len(set(moment.rules.red_fives)) == 1 and green < NEARLY_GREEN


def exchanged(events: Iterable[ev.Event], names: TileMap) -> tuple[ev.Event, ...]:
    """The events with their tiles replaced; those that the map leaves out stay."""
    return tuple(_exchanged(event, names) for event in events)


def _exchanged(event: ev.Event, names: TileMap) -> ev.Event:
    changed: dict[str, object] = {}
    for field in ("pai", "dora_marker"):
        if hasattr(event, field):
            changed[field] = names.get(getattr(event, field), getattr(event, field))
    if hasattr(event, "consumed"):
        changed["consumed"] = [names.get(name, name) for name in event.consumed]
    if isinstance(event, ev.StartKyoku):
        changed["tehais"] = [[names.get(name, name) for name in hand] for hand in event.tehais]
    return msgspec.structs.replace(event, **changed)
