"""What a hand may be worth: the dora in it, and the yaku within its reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.reading.efficiency import Accepted, accepted
from ai.reading.forms import forms
from ai.reading.plans import Plan, Yaku, plans
from ai.reading.position import Position
from engine import shape
from engine.hand import HAND_SIZE, Hand
from engine.tiles import EAST, KINDS, SORT_KEY, Kind, Tile
from engine.view import SeatView

REACH = 3
"""A yaku farther from tenpai than this is not within reach …"""
DETOUR = 1
"""… nor is one that lies more steps than this beyond the nearest win of the hand."""


@dataclass(frozen=True, slots=True)
class YakuHint:
    """A yaku that the hand could still get.

    ``about`` are the kinds that it is about: the honours of yakuhai, the first tiles of the sequences of
    sanshoku and ittsu, the one of the suit of honitsu. ``shanten`` is the distance to tenpai for a win
    with it; ``accepts`` brings that closer. Of a hand with 14 tiles they are those after the discard that
    serves the yaku best.
    """

    yaku: Yaku
    about: tuple[Kind, ...]
    shanten: int
    accepts: tuple[Accepted, ...]

    @property
    def missing(self) -> int:
        """Tiles that the hand lacks to a win with it."""
        return self.shanten + 1

    @property
    def acceptance(self) -> int:
        """Tiles left that bring it closer."""
        return sum(accepted.left for accepted in self.accepts)


@dataclass(frozen=True, slots=True)
class Hints:
    """What speaks for the value of a hand."""

    dora: tuple[tuple[Tile, int], ...]
    """Each tile of the hand and its melds that is dora or red, sorted, with its han."""
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
        hand = _without(hand, after)
    position = Position(view)
    tiles = sorted(hand.all_tiles(), key=SORT_KEY.__getitem__)
    dora = tuple((tile, han) for tile in tiles if (han := position.tile_han(tile)))
    return Hints(dora, _within_reach(position, hand))


def _without(hand: Hand, tile: Tile) -> Hand:
    rest = hand.copy()
    rest.remove(tile)
    return rest


def _within_reach(position: Position, hand: Hand) -> tuple[YakuHint, ...]:
    """The nearest version of each yaku; of equally near ones that with the most tiles left."""
    hands = [hand] if hand.size == HAND_SIZE else [_without(hand, tile) for tile in set(hand.tiles)]
    nearest = min(shape.shanten_of(each.keys, len(each.melds)) for each in hands)
    farthest = min(REACH, nearest + DETOUR)
    best: dict[tuple[Yaku, tuple[Kind, ...]], YakuHint] = {}
    for each in hands:
        for hint in _all(position, each):
            known = best.setdefault((hint.yaku, hint.about), hint)
            if _farness(hint) < _farness(known):
                best[hint.yaku, hint.about] = hint
    reached = [hint for hint in best.values() if hint.shanten <= farthest and hint.accepts]
    return tuple(sorted(reached, key=_farness))


def _farness(hint: YakuHint) -> tuple[int, int]:
    return hint.shanten, -hint.acceptance


def _all(position: Position, hand: Hand) -> Iterator[YakuHint]:
    """Every yaku that a hand of 13 tiles can be led to, some of them far."""
    for plan in plans(position, hand):
        shanten, kinds = plan.as_it_stands()
        yield YakuHint(plan.yaku, _about(plan, position, hand), shanten, accepted(kinds, position.left))
    for form in forms(hand, REACH):
        yield YakuHint(form.yaku, form.about, form.shanten, accepted(form.accepts, position.left))


def _about(plan: Plan, position: Position, hand: Hand) -> tuple[Kind, ...]:
    """The kinds that a plan is about."""
    match plan.yaku:
        case Yaku.YAKUHAI:
            return tuple(
                kind for kind in range(EAST, KINDS) if position.yakuhai[kind] and hand.holds(kind) >= 3
            )
        case Yaku.YAKUHAI_PAIR if plan.pair is not None:
            return (plan.pair,)
        case Yaku.HONITSU:
            return (plan.serves.index(True),)
    return ()
