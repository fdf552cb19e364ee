"""Find the tenpai hands that a draw leads to, and those of them without furiten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ai.reading.acceptance import AcceptedTile, live_kinds
from engine import shape
from engine.furiten import Cause
from engine.hand import Hand
from engine.tenpai import tenpai_waits
from engine.tiles import KIND_OF, Kind, Tile
from engine.view import SeatView


class ReachedTenpai(NamedTuple):
    """A tenpai reached by a draw and a discard."""

    discard: Tile
    waits: tuple[Kind, ...]
    furiten: tuple[Cause, ...]


class FreeingDraw(msgspec.Struct, frozen=True):
    """A draw that leads to a wait without furiten, with the discard that leaves the most tiles to win on."""

    kind: Kind
    left: int
    """Unseen copies of the drawn kind."""
    discard: Tile
    waits: tuple[AcceptedTile, ...]
    """The new waits; the drawn tile is not counted as left."""

    @property
    def acceptance(self) -> int:
        """Unseen tiles of the new waits."""
        return sum(wait.left for wait in self.waits)


def tenpais(view: SeatView, hand: Hand, drawn: Kind, discarded: tuple[Tile, ...]) -> Iterator[ReachedTenpai]:
    """Every tenpai that a hand of 13 tiles reaches by drawing the kind, one for each kind discarded.

    ``discarded`` are own discards that will be made before the draw.
    """
    full = hand.copy()
    full.add(drawn)
    for kind, (shanten, kinds) in shape.discards(full.keys, len(full.melds)).items():
        if shanten != 0:
            continue
        discard = min(tile for tile in full.tiles if KIND_OF[tile] == kind)  # a plain five before a red one
        rest = full.copy()
        rest.remove(discard)
        if waits := tenpai_waits(rest, view.rules, kinds):
            yield ReachedTenpai(discard, waits, view.furiten_with(waits, extra=(*discarded, discard)))


def freeing_draws(
    view: SeatView, hand: Hand, draws: Iterable[Kind], discarded: tuple[Tile, ...] = ()
) -> tuple[FreeingDraw, ...]:
    """The draws that lead a hand of 13 tiles, not in riichi, to a wait without furiten.

    A wait without unseen tiles does not count. Of several discards the one that leaves most tiles is used.
    """
    left = view.left()
    found = []
    for kind in draws:
        if not left[kind]:
            continue
        left[kind] -= 1
        best: FreeingDraw | None = None
        for tenpai in tenpais(view, hand, kind, discarded):
            draw = FreeingDraw(kind, left[kind] + 1, tenpai.discard, live_kinds(tenpai.waits, left))
            if not tenpai.furiten and draw.acceptance > (best.acceptance if best else 0):
                best = draw
        left[kind] += 1
        if best is not None:
            found.append(best)
    return tuple(found)
