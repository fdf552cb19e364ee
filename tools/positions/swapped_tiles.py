"""Change tiles of a hand in a played position: what was dealt or drawn, and is still held, was another tile.

Nothing else changes, and the new tiles were unseen, so the events are still a legal beginning of a hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from msgspec.structs import replace as replace_fields

from ai.seat_position import SeatPosition
from engine import events as ev
from engine.tiles import KIND_OF, MJAI, TILE_OF, Kind, Tile, all_tiles
from engine.view import SeatView
from engine.wall import Dice


def swap(
    position: SeatPosition,
    view: SeatView,
    kinds: Collection[Kind],
    taken: Collection[Kind],
    dice: Dice,
    certain: Kind | None = None,
) -> SeatPosition | None:
    """The position with every concealed tile of these kinds replaced by a random unseen one of ``taken``.

    One of them becomes a tile of the kind ``certain``, if there is one. None if there are not enough of them,
    or if the seat discarded or melded a tile of these kinds: then it would not be certain which one is held.
    """
    unseen = all_tiles(position.rules.red_fives)
    for tile in view.visible():
        unseen.remove(tile)
    offered = dice.shuffled([tile for tile in unseen if KIND_OF[tile] in taken])
    replaced = sum(KIND_OF[tile] in kinds for tile in view.hand.tiles)
    if certain is not None:
        offered.append(next(tile for tile in unseen if KIND_OF[tile] == certain))
    if len(offered) < replaced or not _left(position.seat, position.events).isdisjoint(kinds):
        return None

    def other(name: str) -> str:
        return MJAI[offered.pop()] if KIND_OF[TILE_OF[name]] in kinds else name

    events: list[ev.Event] = []
    for event in position.events:
        if isinstance(event, ev.StartKyoku):
            hands = list(event.tehais)
            hands[position.seat] = [other(name) for name in hands[position.seat]]
            events.append(replace_fields(event, tehais=hands))
        elif isinstance(event, ev.Tsumo) and event.actor == position.seat:
            events.append(replace_fields(event, pai=other(event.pai)))
        else:
            events.append(event)
    return replace(position, events=tuple(events))


def _left(seat: int, events: Iterable[ev.Event]) -> set[Kind]:
    """The kinds of which a tile left the concealed hand of the seat."""
    tiles: list[Tile] = []
    for event in events:
        match event:
            case ev.Dahai(actor=actor, pai=pai) | ev.Kakan(actor=actor, pai=pai) if actor == seat:
                tiles.append(TILE_OF[pai])
            case ev.DiscardCall() | ev.Ankan() if event.actor == seat:
                tiles += [TILE_OF[name] for name in event.consumed]
    return {KIND_OF[tile] for tile in tiles}
