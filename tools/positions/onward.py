"""A position and what follows it, with tiles of kinds that the finder of a question asks for."""

from __future__ import annotations

from ai.drills.kinds.passing import Continuation
from engine import events as ev
from engine.tiles import COPIES, KIND_OF, KINDS, MJAI, UNKNOWN, Kind, Tile


class Onward(Continuation):
    """A continuation in which players draw what is asked for, and declare kans."""

    def holds(self, kind: Kind) -> bool:
        """Whether an unseen tile of that kind is left."""
        return any(KIND_OF[tile] == kind for tile in self._unseen)

    def draw(self, kind: Kind) -> Tile:
        """The next player draws a tile of that kind.

        Returns the tile. The event hides it for other seats; it is then the tile they will discard.
        """
        tile = next(tile for tile in self._unseen if KIND_OF[tile] == kind)
        self.draw_exactly(tile)
        return tile

    def kan(self) -> bool:
        """The next player, another seat, draws and declares a closed kan of four unseen tiles.

        Returns False and changes nothing if there are no such four.
        """
        unseen = [KIND_OF[tile] for tile in self._unseen]
        whole = {kind for kind in range(KINDS) if kind not in self._keep and unseen.count(kind) == COPIES}
        if not whole:
            return False
        kind = next(kind for kind in unseen if kind in whole)
        tiles = sorted(tile for tile in self._unseen if KIND_OF[tile] == kind)
        self._unseen = [tile for tile in self._unseen if KIND_OF[tile] != kind]
        self._append_draw(UNKNOWN)
        self.append(ev.Ankan(self.view.table.turn, [MJAI[tile] for tile in tiles]))
        return True
