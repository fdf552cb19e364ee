"""What drawing a tile may lead to: the tenpai hands in reach, and which of them are not furiten."""

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
    """A tenpai hand that a draw and a discard lead to."""

    discard: Tile
    waits: tuple[Kind, ...]
    furiten: tuple[Cause, ...]


class Change(msgspec.Struct, frozen=True):
    """A draw that leads to a wait which is not furiten, with the discard that leaves most tiles to win on."""

    kind: Kind
    left: int
    """Copies of the drawn kind that this seat cannot see."""
    discard: Tile
    waits: tuple[AcceptedTile, ...]
    """The new waits, the drawn tile no longer counted as left."""

    @property
    def acceptance(self) -> int:
        """Tiles left that the new waits win on."""
        return sum(wait.left for wait in self.waits)


def tenpais(view: SeatView, hand: Hand, drawn: Kind, thrown: tuple[Tile, ...]) -> Iterator[ReachedTenpai]:
    """Every tenpai that drawing the kind gives a hand of 13 tiles, one for each kind to discard.

    ``thrown`` are own discards that have not been made yet, but will be before the draw.
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
            yield ReachedTenpai(discard, waits, view.furiten_with(waits, extra=(*thrown, discard)))


def changes(
    view: SeatView, hand: Hand, draws: Iterable[Kind], thrown: tuple[Tile, ...] = ()
) -> tuple[Change, ...]:
    """Those of the draws that lead a hand of 13 tiles, not in riichi, to a wait free of furiten.

    A wait of which no tile is left is none. Of several discards the one counts that leaves most tiles.
    """
    left = view.left()
    found = []
    for kind in draws:
        if not left[kind]:
            continue
        left[kind] -= 1
        best: Change | None = None
        for tenpai in tenpais(view, hand, kind, thrown):
            change = Change(kind, left[kind] + 1, tenpai.discard, live_kinds(tenpai.waits, left))
            if not tenpai.furiten and change.acceptance > (best.acceptance if best else 0):
                best = change
        left[kind] += 1
        if best is not None:
            found.append(best)
    return tuple(found)
