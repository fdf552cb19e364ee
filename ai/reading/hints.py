"""What a hand may be worth: the dora in it, and the yaku within its reach."""

from __future__ import annotations

from dataclasses import dataclass

from ai.reading.efficiency import Accepted, accepted
from ai.reading.plans import Plan, Yaku, plans
from ai.reading.position import Position
from engine import shape
from engine.hand import HAND_SIZE, Hand
from engine.tiles import SORT_KEY, Tile
from engine.view import SeatView

REACH = 3
"""A yaku farther from tenpai than this is not within reach …"""
DETOUR = 1
"""… nor is one that lies so many steps beyond the nearest win of the hand, or more."""


@dataclass(frozen=True, slots=True)
class YakuHint:
    """A yaku that the hand could still get.

    ``shanten`` is the distance to tenpai for a win with it; ``accepts`` brings that closer.
    """

    yaku: Yaku
    shanten: int
    accepts: tuple[Accepted, ...]

    @property
    def missing(self) -> int:
        """Tiles that the hand lacks to a win with it."""
        return self.shanten + 1


@dataclass(frozen=True, slots=True)
class Hints:
    """What speaks for the value of a hand."""

    dora: tuple[tuple[Tile, int], ...]
    """Each tile of the hand and its melds that is dora or red, as it lies, with its han."""
    yaku: tuple[YakuHint, ...]
    """The yaku within reach, the nearest first."""

    @property
    def dora_han(self) -> int:
        """Han of all dora."""
        return sum(han for _, han in self.dora)


def value_hints(view: SeatView, after: Tile | None = None) -> Hints:
    """Dora and yaku of the own hand, or of what a discard would leave of it."""
    hand = view.hand
    if after is not None:
        hand = hand.copy()
        hand.remove(after)
    position = Position(view)
    tiles = sorted(hand.all_tiles(), key=SORT_KEY.__getitem__)
    dora = tuple((tile, han) for tile in tiles if (han := position.tile_han(tile)))
    return Hints(dora, _yaku(position, hand))


def _yaku(position: Position, hand: Hand) -> tuple[YakuHint, ...]:
    nearest = shape.shanten_of(hand.keys, len(hand.melds))
    hints: dict[Yaku, YakuHint] = {}
    for plan in plans(position, hand):
        shanten, kinds = _distance(plan, hand)
        hint = YakuHint(plan.yaku, shanten, accepted(kinds, position.left))
        if shanten <= min(REACH, nearest + DETOUR) and hint.accepts:
            known = hints.get(plan.yaku)
            if known is None or shanten < known.shanten:
                hints[plan.yaku] = hint
    return tuple(sorted(hints.values(), key=lambda hint: hint.shanten))


def _distance(plan: Plan, hand: Hand) -> shape.Accepted:
    """Shanten and acceptance of the plan; of 14 tiles after the discard that serves it best."""
    if hand.size == HAND_SIZE:
        return plan.as_it_stands()
    found = [plan.as_it_stands()] if _unserved(plan, hand) else []
    return min((*found, *plan.discards().values()), key=lambda each: (each[0], -len(each[1])))


def _unserved(plan: Plan, hand: Hand) -> bool:
    """Whether the hand has a tile that does not serve the plan, and so can be discarded freely."""
    return any(count and not serves for count, serves in zip(hand.counts, plan.serves, strict=True))
