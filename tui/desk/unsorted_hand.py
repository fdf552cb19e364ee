"""The own tiles as they came: the hand for somebody who does not want it sorted."""

from __future__ import annotations

from engine import events as ev
from engine.tiles import TILE_OF, Tile


class UnsortedHand:
    """The concealed tiles of a seat, the one drawn last at the end; nothing else moves."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._tiles: list[Tile] = []

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order in which they came."""
        return tuple(self._tiles)

    def event(self, event: ev.Event) -> None:
        """Take in an event as the seat sees it."""
        if isinstance(event, ev.StartKyoku):
            self._tiles = [TILE_OF[name] for name in event.tehais[self._seat]]
        elif getattr(event, "actor", None) == self._seat:
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
