"""Distance of a hand to sanshoku, ittsu, seven pairs and thirteen orphans.

The distance is the number of tiles that a hand of 13 lacks to a tenpai that wins with the yaku. Each comes
with the kinds that lower it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ai.reading.yaku_plans import PlannedYaku
from engine import shape
from engine.hand import Hand
from engine.melds import MeldKind
from engine.tiles import COPIES, KINDS, Kind


class YakuDistance(NamedTuple):
    """The distance of a hand to one yaku."""

    yaku: PlannedYaku
    about: tuple[Kind, ...]
    """The first kinds of the sequences that the yaku needs."""
    shanten: int
    accepts: tuple[Kind, ...]


SANSHOKU: tuple[tuple[Kind, ...], ...] = tuple((rank, 9 + rank, 18 + rank) for rank in range(7))
ITTSU: tuple[tuple[Kind, ...], ...] = tuple((suit, suit + 3, suit + 6) for suit in (0, 9, 18))
_OTHER_SETS = 1
"""Number of sets besides the three sequences."""


def yaku_distances(hand: Hand, within: int) -> Iterator[YakuDistance]:
    """The distances of a hand of 13 tiles to these yaku, up to ``within``."""
    for yaku, all_groups in ((PlannedYaku.SANSHOKU, SANSHOKU), (PlannedYaku.ITTSU, ITTSU)):
        for groups in all_groups:
            found = _sequences(hand, groups, within)
            if found is not None and found[0] <= within:
                yield YakuDistance(yaku, groups, *found)
    if hand.melds:
        return
    for yaku, distance in (
        (PlannedYaku.SEVEN_PAIRS, shape.seven_pairs_shanten),
        (PlannedYaku.ORPHANS, shape.orphans_shanten),
    ):
        shanten = distance(hand.counts)
        if shanten <= within:
            yield YakuDistance(yaku, (), shanten, _lowering(hand.counts, distance))


def _sequences(hand: Hand, groups: Sequence[Kind], within: int) -> shape.Acceptance | None:
    """Distance to a hand with these sequences; None if melds leave no room for them, or it is too far.

    The tiles of the sequences that the hand holds are removed; the rest is a hand with that many more melds.
    """
    wanted = list(groups)
    for meld in hand.melds:
        if meld.kind is MeldKind.CHI and meld.first in wanted:
            wanted.remove(meld.first)
    if len(hand.melds) + len(wanted) > len(groups) + _OTHER_SETS:
        return None
    counts = hand.counts.copy()
    missing = []
    for kind in (first + step for first in wanted for step in range(3)):
        if counts[kind]:
            counts[kind] -= 1
        else:
            missing.append(kind)
    if len(missing) > within + 1:
        return None
    rest, accepts = shape.acceptance(shape.keys_of(counts), len(hand.melds) + len(wanted))
    return rest + len(missing), tuple(sorted({*missing, *accepts}))


def _lowering(counts: Sequence[int], distance: Callable[[Sequence[int]], int]) -> tuple[Kind, ...]:
    """The kinds that lower the distance."""
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
