"""Plans for a yaku: the yaku that a hand can aim for, and its shanten and acceptance for each.

A plan counts only the tiles of the hand that it can use. The shanten for tanyao, for example, is that of the
simples alone; terminals and honours are only discards for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ai.reading.position_analysis import PositionAnalysis
from engine import shape
from engine.hand import POWERS, SUIT_OF, Hand
from engine.melds import MeldKind
from engine.shape import Acceptance
from engine.tiles import EAST, IS_ORPHAN, KINDS, Kind

_NINES = POWERS[8]
_BLOCKS = 5
"""The number of groups of a complete hand, pair included."""
HONITSU_TILES = 8
"""The fewest tiles of one suit and honours for a honitsu plan."""
TOITOI_SETS = 4
"""The fewest pairs and triplets for a toitoi plan."""

_ALL = (True,) * KINDS
_SIMPLE = tuple(not orphan for orphan in IS_ORPHAN)
_FLUSH = tuple(tuple(kind >= EAST or kind // 9 == suit for kind in range(KINDS)) for suit in range(3))


class PlannedYaku(StrEnum):
    """The yaku that a plan aims for."""

    CLOSED = "closed"
    """Riichi or a closed tsumo."""
    YAKUHAI = "yakuhai"
    """A triplet of honours that the hand already has."""
    YAKUHAI_PAIR = "yakuhai-pair"
    """A pair of honours that still has to become a triplet."""
    TANYAO = "tanyao"
    HONITSU = "honitsu"
    TOITOI = "toitoi"
    SANSHOKU = "sanshoku"
    """This member and those below occur only in hints: there are no plans for them."""
    PINFU = "pinfu"
    IIPEIKOU = "iipeikou"
    CHANTA = "chanta"
    ITTSU = "ittsu"
    SEVEN_PAIRS = "seven-pairs"
    ORPHANS = "orphans"


class YakuPlan(NamedTuple):
    """A way to a yaku, with the part of the hand that it can use."""

    yaku: PlannedYaku
    keys: Sequence[int]
    """Keys of the concealed tiles that the plan can use."""
    melds: int
    usable: tuple[bool, ...] = _ALL
    """Whether the plan can use a kind, by kind."""
    pair: Kind | None = None
    """The pair that must become a triplet; it is counted as a meld, with one added to the shanten."""

    def tiles_after_discards(self, left: Sequence[int]) -> dict[Kind, tuple[int, int]]:
        """Shanten after the each usable discard, and the unseen tiles (``left``, by kind) that lower it.

        It counts tiles without collecting their kinds: bots ask this for every plan of every turn.
        """
        if self.yaku is PlannedYaku.TOITOI:
            return _toitoi_tiles(self.keys, self.melds, left)
        if self.usable is not _ALL:
            left = [copies if usable else 0 for copies, usable in zip(left, self.usable, strict=True)]
        found = shape.tiles_after_discards(self.keys, self.melds, left)
        if self.pair is None:
            return found
        extra = left[self.pair]
        return {kind: (shanten + 1, tiles + extra) for kind, (shanten, tiles) in found.items()}

    def acceptance(self) -> Acceptance:
        """Shanten and acceptance of the usable tiles."""
        if self.yaku is PlannedYaku.TOITOI:
            return _toitoi(_counts(self.keys), self.melds)
        return self._found(shape.acceptance(self.keys, self.melds))

    def uses_all(self, hand: Hand) -> bool:
        """Whether the plan can use every concealed tile of its hand."""
        return self.usable is _ALL or self.keys == hand.keys

    def _found(self, found: Acceptance) -> Acceptance:
        shanten, accepts = found
        if self.usable is not _ALL:
            usable = self.usable
            accepts = tuple([kind for kind in accepts if usable[kind]])
        if self.pair is not None:
            return shanten + 1, (*accepts, self.pair)
        return shanten, accepts


def plans(position: PositionAnalysis, hand: Hand) -> list[YakuPlan]:
    """Every plan for the hand."""
    found = []
    melds = len(hand.melds)
    if hand.is_closed:
        found.append(YakuPlan(PlannedYaku.CLOSED, hand.keys, melds))
    found += _yakuhai(position, hand)
    if position.view.rules.open_tanyao or hand.is_closed:
        found += _tanyao(hand)
    found += _honitsu(hand)
    found += _toitoi_plan(hand)
    return found


def _yakuhai(position: PositionAnalysis, hand: Hand) -> list[YakuPlan]:
    melds = len(hand.melds)
    if any(position.yakuhai[meld.first] for meld in hand.melds) or any(
        hand.counts[kind] >= 3 and position.yakuhai[kind] for kind in range(EAST, KINDS)
    ):
        return [YakuPlan(PlannedYaku.YAKUHAI, hand.keys, melds)]
    found = []
    for kind in range(EAST, KINDS):
        if hand.counts[kind] == 2 and position.yakuhai[kind] and position.left[kind] and melds < 4:
            keys = list(hand.keys)
            keys[SUIT_OF[kind]] -= 2 * POWERS[kind]
            found.append(YakuPlan(PlannedYaku.YAKUHAI_PAIR, keys, melds + 1, pair=kind))
    return found


def _tanyao(hand: Hand) -> list[YakuPlan]:
    for meld in hand.melds:
        first = meld.first
        if IS_ORPHAN[first] or (meld.kind is MeldKind.CHI and first % 9 == 6):
            return []
    keys = [key - key % 5 - key // _NINES * _NINES for key in hand.keys[:3]]
    return [YakuPlan(PlannedYaku.TANYAO, [*keys, 0], len(hand.melds), _SIMPLE)]


def _honitsu(hand: Hand) -> list[YakuPlan]:
    found = []
    honours = sum(hand.counts[EAST:])
    for suit in range(3):
        usable = _FLUSH[suit]
        tiles = sum(hand.counts[9 * suit : 9 * suit + 9]) + honours + 3 * len(hand.melds)
        if tiles >= HONITSU_TILES and all(usable[meld.first] for meld in hand.melds):
            keys = [key if place in (suit, 3) else 0 for place, key in enumerate(hand.keys)]
            found.append(YakuPlan(PlannedYaku.HONITSU, keys, len(hand.melds), usable))
    return found


def _toitoi_plan(hand: Hand) -> list[YakuPlan]:
    if any(meld.kind is MeldKind.CHI for meld in hand.melds):
        return []
    sets = sum(1 for count in hand.counts if count >= 2) + len(hand.melds)
    return [YakuPlan(PlannedYaku.TOITOI, hand.keys, len(hand.melds))] if sets >= TOITOI_SETS else []


def _counts(keys: Sequence[int]) -> list[int]:
    return [keys[SUIT_OF[kind]] // POWERS[kind] % 5 for kind in range(KINDS)]


def _toitoi(counts: Sequence[int], melds: int) -> Acceptance:
    """Shanten for four triplets and a pair, and the kinds that lower it."""
    triplets = melds + sum(1 for count in counts if count >= 3)
    pairs = sum(1 for count in counts if count == 2)
    shanten = 2 * (_BLOCKS - 1) - 2 * triplets - min(pairs, _BLOCKS - triplets)
    wanted = {2} if triplets + pairs >= _BLOCKS else {1, 2}
    if triplets == _BLOCKS - 1:
        wanted = {1}
    return shanten, tuple(kind for kind in range(KINDS) if counts[kind] in wanted)


def _toitoi_tiles(keys: Sequence[int], melds: int, left: Sequence[int]) -> dict[Kind, tuple[int, int]]:
    """Shanten for four triplets and a pair after each discard, and the unseen tiles that lower it."""
    counts = _counts(keys)
    found = {}
    for kind in range(KINDS):
        if counts[kind]:
            counts[kind] -= 1
            shanten, accepts = _toitoi(counts, melds)
            found[kind] = shanten, sum(map(left.__getitem__, accepts))
            counts[kind] += 1
    return found
