"""What a hand may be worth: the dora in it, and the yaku within its reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ai.reading.acceptance import AcceptedTile, live_kinds
from ai.reading.seat_reading import PositionAnalysis
from ai.reading.tenpai_in_reach import tenpais
from ai.reading.wait_outlook import outlook_after, outlook_now
from ai.reading.wait_scores import WaitWorth, wait_worths
from ai.reading.yaku_plans import PlannedYaku, YakuPlan, plans
from ai.reading.yaku_shapes import forms
from engine import shape
from engine.hand import HAND_SIZE, Hand
from engine.legal.wins import later_win
from engine.score import NoWin, score
from engine.tiles import EAST, KINDS, SORT_KEY, Kind, Tile
from engine.view import SeatView

REACH = 3
"""A yaku farther from tenpai than this is not within reach …"""
DETOUR = 1
"""… nor is one that lies more steps than this beyond the nearest win of the hand."""
ANY_DISTANCE = frozenset({PlannedYaku.CLOSED, PlannedYaku.SEVEN_PAIRS, PlannedYaku.ORPHANS})
"""These are what the nearest win of a hand itself has, however far it is."""
SCORED = {"pinfu": PlannedYaku.PINFU, "iipeikou": PlannedYaku.IIPEIKOU, "chanta": PlannedYaku.CHANTA}
"""What depends on the whole hand: up to one away from tenpai every ron is scored to find them."""


class YakuHint(msgspec.Struct, frozen=True):
    """A yaku that the hand could still get.

    ``about`` are the kinds that it is about: the honours of yakuhai, the first tiles of the sequences of
    sanshoku and ittsu, the one of the suit of honitsu. ``shanten`` is the distance to tenpai for a win
    with it; ``accepts`` brings that closer. Of a hand with 14 tiles they are those after the discard that
    serves the yaku best.
    """

    yaku: PlannedYaku
    about: tuple[Kind, ...]
    shanten: int
    accepts: tuple[AcceptedTile, ...]

    @property
    def acceptance(self) -> int:
        """Tiles left that bring it closer."""
        return sum(tile.left for tile in self.accepts)


class ValueHints(msgspec.Struct, frozen=True):
    """What speaks for the value of a hand."""

    dora: tuple[tuple[Tile, int], ...]
    """Each tile of the hand and its melds that is dora or red, sorted, with its han."""
    yaku: tuple[YakuHint, ...]
    """The yaku within reach, the nearest first."""
    wins: tuple[WaitWorth, ...] = ()
    """What the wins of a tenpai hand would score."""
    searched: int | None = None
    """How far from tenpai yaku were looked for; None in riichi, where the hand cannot change."""

    @property
    def dora_han(self) -> int:
        """Han of all dora."""
        return sum(han for _, han in self.dora)


def value_hints(view: SeatView, after: Tile | None = None, *, riichi: bool = False) -> ValueHints:
    """Dora and yaku of the own hand, or of what a discard would leave of it, and what its wins would score.

    ``riichi`` is one declared with the discard.
    """
    hand = view.hand if after is None else _without(view.hand, after)
    position = PositionAnalysis(view)
    tiles = sorted(hand.all_tiles(), key=SORT_KEY.__getitem__)
    dora = tuple((tile, han) for tile in tiles if (han := position.tile_han[tile]))
    wins = _wins(view, hand, after, riichi=riichi)
    if riichi or view.me.riichi:
        return ValueHints(dora, (), wins)
    hands = _hands(hand)
    nearest = min(shape.shanten_of(each.keys, len(each.melds)) for each in hands)
    return ValueHints(dora, _within_reach(position, hands, nearest), wins, _farthest(nearest))


def _wins(view: SeatView, hand: Hand, after: Tile | None, *, riichi: bool) -> tuple[WaitWorth, ...]:
    if hand.size != HAND_SIZE:
        return ()
    outlook = outlook_now(view) if after is None else outlook_after(view, after, riichi=riichi)
    return wait_worths(view, hand, outlook, discard=after, riichi=riichi)


def _without(hand: Hand, tile: Tile) -> Hand:
    rest = hand.copy()
    rest.remove(tile)
    return rest


def _hands(hand: Hand) -> list[Hand]:
    """The hand of 13 tiles, or those that a discard can leave of 14."""
    return [hand] if hand.size == HAND_SIZE else [_without(hand, tile) for tile in set(hand.tiles)]


def _farthest(nearest: int) -> int:
    """How far from tenpai a yaku may be, when so many steps are the fewest."""
    return min(REACH, nearest + DETOUR)


def _within_reach(position: PositionAnalysis, hands: Iterable[Hand], nearest: int) -> tuple[YakuHint, ...]:
    """The nearest version of each yaku; of equally near ones that with the most tiles left."""
    best: dict[tuple[PlannedYaku, tuple[Kind, ...]], YakuHint] = {}
    for each in hands:
        for hint in _all(position, each, nearest):
            known = best.setdefault((hint.yaku, hint.about), hint)
            if _farness(hint) < _farness(known):
                best[hint.yaku, hint.about] = hint
    reached = [hint for hint in best.values() if hint.accepts and _is_near(hint, nearest)]
    return tuple(sorted(reached, key=_farness))


def _is_near(hint: YakuHint, nearest: int) -> bool:
    """Whether a yaku is worth a hint, when so many steps are the fewest of the hand."""
    if hint.yaku in ANY_DISTANCE and hint.shanten == nearest:
        return True
    return hint.shanten <= _farthest(nearest)


def _farness(hint: YakuHint) -> tuple[int, int]:
    return hint.shanten, -hint.acceptance


def _all(position: PositionAnalysis, hand: Hand, nearest: int) -> Iterator[YakuHint]:
    """Every yaku that a hand of 13 tiles can be led to, some of them far."""
    for plan in plans(position, hand):
        shanten, kinds = plan.as_it_stands()
        yield YakuHint(plan.yaku, _about(plan, position, hand), shanten, live_kinds(kinds, position.left))
    for form in forms(hand, max(REACH, nearest)):
        yield YakuHint(form.yaku, form.about, form.shanten, live_kinds(form.accepts, position.left))
    yield from _scored(position, hand, nearest)


def _scored(position: PositionAnalysis, hand: Hand, nearest: int) -> Iterator[YakuHint]:
    """The yaku of every ron of a tenpai hand, or one that a draw makes tenpai, with the tiles they take."""
    shanten, kinds = shape.acceptance(hand.keys, len(hand.melds))
    if shanten != nearest or shanten not in (0, 1):
        return
    draws: dict[PlannedYaku, list[AcceptedTile]] = {}
    for draw in live_kinds(kinds, position.left):
        won = _won_after(position, hand, draw.kind) if shanten else _won(position, hand, draw.kind)
        for yaku in sorted(won):
            draws.setdefault(yaku, []).append(draw)
    for yaku, accepts in draws.items():
        yield YakuHint(yaku, (), shanten, tuple(accepts))


def _won_after(position: PositionAnalysis, hand: Hand, drawn: Kind) -> set[PlannedYaku]:
    """What the rons of every tenpai that a draw leads to are won with."""
    found: set[PlannedYaku] = set()
    for tenpai in tenpais(position.view, hand, drawn, ()):
        rest = hand.copy()
        rest.add(drawn)
        rest.remove(tenpai.discard)
        for wait in tenpai.waits:
            found |= _won(position, rest, wait)
    return found


def _won(position: PositionAnalysis, hand: Hand, wait: Kind) -> set[PlannedYaku]:
    """What a ron of a tenpai hand is won with."""
    worth = score(later_win(position.view, hand, wait))
    if isinstance(worth, NoWin):
        return set()
    return {SCORED[item.name] for item in worth.yaku if item.name in SCORED}


def _about(plan: YakuPlan, position: PositionAnalysis, hand: Hand) -> tuple[Kind, ...]:
    """The kinds that a plan is about."""
    match plan.yaku:
        case PlannedYaku.YAKUHAI:
            return tuple(
                kind for kind in range(EAST, KINDS) if position.yakuhai[kind] and hand.holds(kind) >= 3
            )
        case PlannedYaku.YAKUHAI_PAIR if plan.pair is not None:
            return (plan.pair,)
        case PlannedYaku.HONITSU:
            return (plan.serves.index(True),)
    return ()
