"""Rough estimates of a hand: dora and yakuhai, average points by han, acceptance, and the chance to win.

At the end: forms whose tiles are gone. The shape of a hand alone knows nothing of tiles that lie open. Most
distances are told as the shape has them, as players count. Thirteen orphans are the exception: without one of
their kinds they do not exist, and what leads to them is useless for every other hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec

from engine import shape
from engine.hand import Hand
from engine.shape import Acceptance
from engine.table import Table
from engine.tiles import COPIES, DORA_OF, EAST, KIND_OF, KINDS, NORTH, ORPHANS, RED_FIVES, Kind, Tile

POINTS: tuple[int, ...] = (
    *(700, 1_300, 2_600, 5_000, 7_900, 8_300),
    *(12_000, 12_000, 16_000, 16_500, 17_000, 24_000),
)
"""Average points of a non-dealer's win by han; the last entry is for that han and more."""
DEALER_SHARE = 1.5
"""Factor for a dealer's win."""


def points_of(han: float, dealer: bool) -> int:
    """Average points for an estimated number of han, interpolated linearly."""
    han = min(max(han, 0.0), len(POINTS) - 1)
    below = int(han)
    above = min(below + 1, len(POINTS) - 1)
    points = POINTS[below] + (han - below) * (POINTS[above] - POINTS[below])
    return round(points * DEALER_SHARE if dealer else points)


class DoraHans(msgspec.Struct, frozen=True):
    """Han of one tile as dora: of each kind, and of each tile with one more for a red five."""

    of_kind: tuple[int, ...]
    of_tile: tuple[int, ...]


def dora_hans(indicators: Iterable[Tile]) -> DoraHans:
    """The dora han of each kind and of each tile under these indicators, cached."""
    return _dora_hans(tuple(indicators))


@lru_cache(maxsize=1_000)
def _dora_hans(indicators: tuple[Tile, ...]) -> DoraHans:
    worth = [0] * KINDS
    for indicator in indicators:
        worth[DORA_OF[KIND_OF[indicator]]] += 1
    return DoraHans(tuple(worth), (*worth, *(worth[KIND_OF[red]] + 1 for red in RED_FIVES)))


def dora_in(tiles: Iterable[Tile], indicators: Iterable[Tile]) -> int:
    """Dora and red fives among the tiles, in han."""
    of_tile = dora_hans(indicators).of_tile
    return sum(of_tile[tile] for tile in tiles)


@lru_cache
def yakuhai_hans(round_wind: Kind, seat_wind: Kind) -> tuple[int, ...]:
    """Han of a triplet of every kind with these winds, remembered."""
    winds = [(kind == round_wind) + (kind == seat_wind) for kind in range(EAST, NORTH + 1)]
    return (*[0] * EAST, *winds, *[1] * (KINDS - NORTH - 1))


def triplet_han(kind: Kind, table: Table, seat: int) -> int:
    """Han of a triplet of that kind for that seat: a dragon, the round wind, the seat wind, or 0."""
    return yakuhai_hans(table.round_wind, table.seat_wind(seat))[kind]


CLOSED_STEPS: tuple[float, ...] = (0.12, 0.16, 0.24, 0.33, 0.43, 0.53)
"""Average chance per turn to win from tenpai, and to lower shanten from 1, 2, …, without calls."""
OPEN_STEPS: tuple[float, ...] = (0.12, 0.17, 0.25, 0.34, 0.44, 0.54)
"""Those chances for a hand that calls."""
RON_REACH = 2.0
"""Rate at which a wait wins, relative to the own draws alone."""
CALL_REACH = 1.1
"""That rate for a tile that may be called."""
HAZARD: tuple[float, ...] = (0.06, 0.18, 0.27, 0.35)
"""Chance per turn that another player ends the hand, by the number of threats."""
_GRAIN = 6
"""Unseen tiles are rounded down to multiples of this, for the cache; the effect on results is small."""


class AcceptedTile(NamedTuple):
    """A kind that lowers the shanten of a hand, with its unseen copies."""

    kind: Kind
    left: int


def live_kinds(kinds: Iterable[Kind], left: Sequence[int]) -> tuple[AcceptedTile, ...]:
    """The kinds with unseen copies, each with their number."""
    return tuple(AcceptedTile(kind, left[kind]) for kind in kinds if left[kind])


def accepted_tiles(accepts: Iterable[Kind], left: Sequence[int]) -> int:
    """Unseen copies of the accepted kinds."""
    return sum(map(left.__getitem__, accepts))


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Remembered(dict[_Key, _Value]):
    """Values that are found when they are first asked for.

    It is a dictionary, so that a bot looks up what is known, hundreds of times in a decision, without a call.
    """

    def __init__(self, find: Callable[[_Key], _Value]) -> None:
        self._find = find

    def __missing__(self, key: _Key) -> _Value:
        self[key] = value = self._find(key)
        return value


WinChances = Remembered[tuple[int, int], float]
"""The rough chance to win at one moment, by shanten and tiles that lower it."""
ChancesByPlan = Remembered[tuple[bool, float], WinChances]
"""The chances of one moment for hands that may call or not, and by the pace of a plan.

The pace is 1, or less for plans that accept fewer tiles than average at the later steps."""


def win_chances(unseen: int, draws: int, threats: int) -> ChancesByPlan:
    """The rough chances to win at one moment; they are remembered for all like it.

    ``draws`` own draws are left; ``threats`` counts the opponents who are likely tenpai. Of the ``unseen``
    tiles some lower the shanten.
    """
    return _win_chances(max(unseen // _GRAIN, 1) * _GRAIN, draws, min(threats, len(HAZARD) - 1))


@lru_cache(maxsize=300)
def _win_chances(unseen: int, draws: int, threats: int) -> ChancesByPlan:
    def of_way(way: tuple[bool, float]) -> WinChances:
        calls, pace = way

        def of_step(step: tuple[int, int]) -> float:
            shanten, tiles = step
            reach = RON_REACH if shanten == 0 else CALL_REACH if calls else 1.0
            return _chance(shanten, min(tiles * reach / unseen, 0.9), draws, calls, threats, pace)

        return Remembered(of_step)

    return Remembered(of_way)


def _chance(shanten: int, rate: float, draws: int, calls: bool, threats: int, pace: float) -> float:
    """Chance to win if each turn lowers shanten with probability ``rate``."""
    total, here, goes_on = 0.0, 1.0, (1.0 - rate) * (1.0 - HAZARD[threats])
    for then in _chances_from(shanten - 1, draws, calls, threats, pace):
        total += here * rate * then
        here *= goes_on
    return total


@lru_cache(maxsize=4_000)
def _chances_from(shanten: int, draws: int, calls: bool, threats: int, pace: float) -> tuple[float, ...]:
    """Chances to win from an average hand of that shanten, after each of so many draws."""
    if shanten < 0:
        return (1.0,) * draws
    steps = OPEN_STEPS if calls else CLOSED_STEPS
    rate = pace * steps[min(shanten, len(steps) - 1)]
    return tuple([_chance(shanten, rate, left, calls, threats, pace) for left in reversed(range(draws))])


def usefulness(kind: Kind, counts: Sequence[int], left: Sequence[int]) -> int:
    """The potential of an isolated tile: a weighted count of unseen tiles that would pair or neighbour it.

    ``counts`` are the concealed tiles; neighbours already held count too.
    """
    worth = 3 * left[kind]
    for other, weight in _NEIGHBOURS[kind]:
        worth += weight * (left[other] + 2 if counts[other] else left[other])
    return worth


_NEIGHBOURS: tuple[tuple[tuple[Kind, int], ...], ...] = tuple(
    tuple(
        (kind + step, weight)
        for step, weight in ((-2, 1), (-1, 2), (1, 2), (2, 1))
        if kind < EAST and 0 <= kind % 9 + step <= 8
    )
    for kind in range(KINDS)
)
"""The neighbours of each kind in its suit, with the weight of one."""


_PAIRS = 7


def without_dead_orphans(found: Acceptance, hand: Hand, left: Sequence[int]) -> Acceptance:
    """Shanten and acceptance of a hand of 13 tiles, without thirteen orphans if these cannot be completed.

    ``found`` is what its shape alone says, ``left`` the unseen copies. A hand that is tenpai stays so: the
    rules pay tenpai on a wait of which no tile is left.
    """
    if not _is_near_dead_orphans(found[0], hand, left):
        return found
    return _other_shanten(hand.counts), lowering(hand.counts, _other_shanten)


def shanten_without_dead_orphans(hand: Hand, left: Sequence[int]) -> int:
    """The shanten of a hand of 13 or 14 tiles, without thirteen orphans if these cannot be completed."""
    shanten = shape.shanten_of(hand.keys, len(hand.melds))
    return _other_shanten(hand.counts) if _is_near_dead_orphans(shanten, hand, left) else shanten


def _is_near_dead_orphans(shanten: int, hand: Hand, left: Sequence[int]) -> bool:
    """Whether nothing is nearer to a hand before tenpai than thirteen orphans that cannot be completed."""
    if shanten <= 0 or hand.melds or shape.orphans_shanten(hand.counts) > shanten:
        return False
    return not orphans_are_there(hand.counts, left)


def discards_without_dead_orphans(hand: Hand, left: Sequence[int]) -> dict[Kind, Acceptance]:
    """``without_dead_orphans`` of a hand of 14 tiles, after the discard of each kind."""
    found = shape.discards(hand.keys, len(hand.melds))
    farthest = max((shanten for shanten, _ in found.values()), default=0)
    if hand.melds or shape.orphans_shanten(hand.counts) > farthest:
        return found
    tiles = {KIND_OF[tile]: tile for tile in hand.tiles}
    return {kind: without_dead_orphans(each, hand.without(tiles[kind]), left) for kind, each in found.items()}


def orphans_are_there(counts: Sequence[int], left: Sequence[int]) -> bool:
    """Whether every kind of thirteen orphans is held or unseen, and one of them twice."""
    there = [counts[kind] + left[kind] for kind in ORPHANS]
    return min(there) > 0 and max(there) > 1


def _other_shanten(counts: Sequence[int]) -> int:
    return min(shape.standard_shanten(counts), shape.seven_pairs_shanten(counts))


def lowering(counts: Sequence[int], distance: Callable[[Sequence[int]], int]) -> tuple[Kind, ...]:
    """The kinds of which one more lowers a distance."""
    held = list(counts)
    now = distance(held)
    accepts = []
    for kind in range(KINDS):
        if held[kind] < COPIES:
            held[kind] += 1
            if distance(held) < now:
                accepts.append(kind)
            held[kind] -= 1
    return tuple(accepts)


def seven_pairs(counts: Sequence[int], left: Sequence[int]) -> Acceptance | None:
    """Shanten for seven pairs of tiles that are there, and the kinds that lower it; None if there are none.

    A single tile of which no copy is unseen is as good as none.
    """
    there = [counts[kind] + left[kind] >= 2 for kind in range(KINDS)]
    if sum(there) < _PAIRS:
        return None
    useful = [count if pair else 0 for count, pair in zip(counts, there, strict=True)]
    more = sum(map(bool, useful)) < _PAIRS  # whether a pair of a new kind is needed
    accepts = [
        kind for kind in range(KINDS) if useful[kind] == 1 or (more and there[kind] and not useful[kind])
    ]
    return shape.seven_pairs_shanten(useful), tuple(accepts)
