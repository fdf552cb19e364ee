"""The own concealed tiles in the order shown: sorted, or in the order in which they were drawn."""

from __future__ import annotations

import msgspec

from engine import events as ev
from engine.tiles import TILE_OF, Tile, sort_tiles
from engine.view import SeatView


class LaidHand(msgspec.Struct, frozen=True):
    """The concealed tiles of a seat from left to right. A place in the hand is an index of them."""

    tiles: tuple[Tile, ...]
    drawn_place: int | None = None
    """The place of the tile just drawn, which is last and apart; None if no tile was drawn."""

    @classmethod
    def sorted(cls, view: SeatView) -> LaidHand:
        """The hand in the usual order: sorted, with the drawn tile last."""
        tiles = list(view.hand.tiles)
        if view.drawn is None:
            return cls(tuple(sort_tiles(tiles)))
        tiles.remove(view.drawn)
        return cls((*sort_tiles(tiles), view.drawn), len(tiles))

    def is_drawn(self, place: int) -> bool:
        """Whether the tile at that place is the one just drawn."""
        return place == self.drawn_place


class UnsortedHand:
    """The concealed tiles of a seat in the order in which they were drawn. No tile changes its place."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._tiles: list[Tile] = []

    def laid(self, view: SeatView) -> LaidHand:
        """The tiles in the order in which they were drawn. ``view`` must have folded the same events."""
        return LaidHand(tuple(self._tiles), None if view.drawn is None else len(self._tiles) - 1)

    def event(self, event: ev.Event) -> None:
        """Fold an event, masked for the seat."""
        if isinstance(event, ev.StartKyoku):
            self._tiles = [TILE_OF[name] for name in event.tehais[self._seat]]
        elif ev.actor_of(event) == self._seat:
            self._own(event)

    def _own(self, event: ev.Event) -> None:
        match event:
            case ev.Tsumo(pai=name):
                self._tiles.append(TILE_OF[name])
            case ev.Dahai(tsumogiri=True):
                self._tiles.pop()
            case ev.Dahai(pai=name) | ev.Kakan(pai=name):
                self._tiles.remove(TILE_OF[name])
            case ev.Chi(consumed=names) | ev.Pon(consumed=names):
                self._give(names)
            case ev.Daiminkan(consumed=names) | ev.Ankan(consumed=names):
                self._give(names)

    def _give(self, names: list[str]) -> None:
        for name in names:
            self._tiles.remove(TILE_OF[name])
