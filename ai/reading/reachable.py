"""What a hand can still become: forms whose tiles are there, and yaku that the rest of the wall has time for.

The shape of a hand alone knows nothing of tiles that lie open. Most distances are told as the shape has
them, as players count. Thirteen orphans are the exception: without one of their kinds they do not exist, and
what leads to them is useless for every other hand. Yaku with fixed tiles count on unseen tiles alone.

Time is counted as if nobody calls: four tiles of the wall a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import shape
from engine.hand import Hand
from engine.legal import refuse_riichi_with
from engine.shape import Acceptance
from engine.tiles import COPIES, KIND_OF, KINDS, ORPHANS, Kind
from engine.view import SeatView
from engine.wall import PLAYERS

_PAIRS = 7


# -- forms -------------------------------------------------------------------------------------------


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
    """The same for a hand of 14 tiles after the discard of each kind."""
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


# -- time --------------------------------------------------------------------------------------------


class TimeLeft:
    """What the wall leaves to a hand: between turns, or after a discard on the own turn."""

    def __init__(self, view: SeatView) -> None:
        table = view.table
        self._view = view
        self._draws = view.own_draws
        offered = table.offer is not None and table.turn != view.seat
        self._tiles = view.own_draws + view.others_discards + offered
        """Tiles that the hand can still draw or claim."""

    def _live(self, shanten: int) -> int:
        """Tiles in the wall at the own discard that makes the hand tenpai after so many draws."""
        if not shanten and self._view.my_turn:
            return self._view.table.live
        return self._view.live_after_draw - PLAYERS * (max(shanten, 1) - 1)

    def for_closed(self, shanten: int) -> bool:
        """Whether a hand so far from tenpai can win without a call."""
        if not shanten:
            return self._tiles > 0
        return shanten <= self._draws and self._live(shanten) > 0

    def for_riichi(self, hand: Hand, shanten: int) -> bool:
        """Whether the hand, so far from tenpai, can declare riichi and win."""
        refusal = refuse_riichi_with(self._view, hand, self._live(shanten))
        return refusal is None and self.for_closed(shanten)

    def for_tsumo(self, shanten: int) -> bool:
        """Whether a hand so far from tenpai can win by its own draw without a call."""
        return shanten < self._draws

    def for_calls(self, shanten: int) -> bool:
        """Whether a hand so far from tenpai can win if it claims whatever it does not draw."""
        return shanten < self._tiles
