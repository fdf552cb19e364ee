"""The yaku that a hand can aim for: plans with shanten and acceptance, and the distance to other yaku.

A plan counts only the tiles of the hand that it can use. The shanten for tanyao, for example, is that of the
simples alone; terminals and honours are only discards for it. The distance to sanshoku, ittsu, seven pairs
and thirteen orphans is the number of tiles that a hand of 13 lacks to a tenpai that wins with the yaku; these
tiles have to be unseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from ai.reading.estimates import accepted_tiles, lowering, orphans_are_there, seven_pairs
from ai.reading.safety import PositionAnalysis
from engine import shape
from engine.hand import POWERS, SUIT_OF, Hand, MeldKind
from engine.shape import Acceptance, tile_bits
from engine.tiles import COPIES, EAST, IS_ORPHAN, KINDS, Kind

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
_ALL_BITS, _SIMPLE_BITS = (tile_bits([COPIES * usable for usable in kinds]) for kinds in (_ALL, _SIMPLE))
_FLUSH_BITS = tuple([tile_bits([COPIES * usable for usable in kinds]) for kinds in _FLUSH])


class PlannedYaku(StrEnum):
    """The yaku that a plan aims for."""

    CLOSED = "closed"
    """Riichi or a closed tsumo; in hints riichi."""
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
    MENZEN_TSUMO = "menzen-tsumo"
    """A closed tsumo of a hand that cannot declare riichi."""


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
    usable_bits: int = _ALL_BITS
    """The tile bits of ``usable``."""

    def tiles_after_discards(self, left: Sequence[int], bits: int) -> dict[Kind, tuple[int, int]]:
        """Shanten after each usable discard, and the unseen tiles that lower it.

        ``left`` has the unseen tiles by kind, ``bits`` the same as tile bits. They are counted without
        collecting their kinds: bots ask this for every plan of every turn.
        """
        if self.yaku is PlannedYaku.TOITOI:
            return _toitoi_tiles(self.keys, self.melds, left)
        found = shape.tiles_after_discards(self.keys, self.melds, bits & self.usable_bits)
        if self.pair is None:
            return found
        extra = left[self.pair]
        return {kind: (shanten + 1, tiles + extra) for kind, (shanten, tiles) in found.items()}

    def tiles(self, left: Sequence[int], bits: int) -> tuple[int, int]:
        """``acceptance`` with the number of unseen tiles in place of their kinds."""
        if self.yaku is PlannedYaku.TOITOI:
            shanten, accepts = self.acceptance()
            return shanten, accepted_tiles(accepts, left)
        shanten, tiles = shape.tiles_accepted(self.keys, self.melds, bits & self.usable_bits)
        return (shanten, tiles) if self.pair is None else (shanten + 1, tiles + left[self.pair])

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
    """Every plan for a yaku that the hand has a start for."""
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
    melds, counts, yakuhai = len(hand.melds), hand.counts, position.yakuhai
    for meld in hand.melds:
        if yakuhai[meld.first]:
            return [YakuPlan(PlannedYaku.YAKUHAI, hand.keys, melds)]
    pairs = []
    for kind in range(EAST, KINDS):
        if counts[kind] >= 2 and yakuhai[kind]:
            if counts[kind] >= 3:
                return [YakuPlan(PlannedYaku.YAKUHAI, hand.keys, melds)]
            pairs.append(kind)
    found = []
    for kind in pairs:
        if position.left[kind] and melds < 4:
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
    return [YakuPlan(PlannedYaku.TANYAO, [*keys, 0], len(hand.melds), _SIMPLE, None, _SIMPLE_BITS)]


def _honitsu(hand: Hand) -> list[YakuPlan]:
    found = []
    counts, melds = hand.counts, len(hand.melds)
    others = sum(counts[EAST:]) + 3 * melds
    for suit in range(3):
        if sum(counts[9 * suit : 9 * suit + 9]) + others >= HONITSU_TILES:
            usable = _FLUSH[suit]
            if all([usable[meld.first] for meld in hand.melds]):  # noqa: C419
                keys = [key if place in (suit, 3) else 0 for place, key in enumerate(hand.keys)]
                found.append(YakuPlan(PlannedYaku.HONITSU, keys, melds, usable, None, _FLUSH_BITS[suit]))
    return found


def _toitoi_plan(hand: Hand) -> list[YakuPlan]:
    for meld in hand.melds:
        if meld.kind is MeldKind.CHI:
            return []
    sets = len(hand.melds) + shape.pair_count(hand.keys)
    return [YakuPlan(PlannedYaku.TOITOI, hand.keys, len(hand.melds))] if sets >= TOITOI_SETS else []


def _counts(keys: Sequence[int]) -> list[int]:
    return [keys[SUIT_OF[kind]] // POWERS[kind] % 5 for kind in range(KINDS)]


def _toitoi(counts: Sequence[int], melds: int) -> Acceptance:
    """Shanten for four triplets and a pair, and the kinds that lower it."""
    triplets = melds + sum(1 for count in counts if count >= 3)
    shanten, wanted = _toitoi_wanted(triplets, sum(1 for count in counts if count == 2))
    return shanten, tuple(kind for kind in range(KINDS) if counts[kind] in wanted)


def _toitoi_wanted(triplets: int, pairs: int) -> tuple[int, tuple[int, ...]]:
    """Shanten for four triplets and a pair, and the numbers of copies of which one more lowers it."""
    shanten = 2 * (_BLOCKS - 1) - 2 * triplets - min(pairs, _BLOCKS - triplets)
    if triplets == _BLOCKS - 1:
        return shanten, (1,)
    return shanten, (2,) if triplets + pairs >= _BLOCKS else (1, 2)


def _toitoi_tiles(keys: Sequence[int], melds: int, left: Sequence[int]) -> dict[Kind, tuple[int, int]]:
    """Shanten for four triplets and a pair after each discard, and the unseen tiles that lower it."""
    counts = _counts(keys)
    kinds = [0] * (COPIES + 1)
    unseen = [0] * (COPIES + 1)
    for kind, count in enumerate(counts):
        kinds[count] += 1
        unseen[count] += left[kind]
    triplets, pairs = melds + kinds[3] + kinds[4], kinds[2]
    found = {}
    for kind, count in enumerate(counts):
        if count:
            shanten, wanted = _toitoi_wanted(triplets - (count == 3), pairs + (count == 3) - (count == 2))
            tiles = sum([unseen[copies] for copies in wanted])
            tiles += left[kind] * ((count - 1 in wanted) - (count in wanted))
            found[kind] = shanten, tiles
    return found


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
_SETS: tuple[tuple[Kind, ...], ...] = (
    *((kind, kind + 1, kind + 2) for kind in range(EAST) if kind % 9 < 7),
    *((kind,) * 3 for kind in range(KINDS)),
)


def yaku_distances(hand: Hand, within: int, left: Sequence[int]) -> Iterator[YakuDistance]:
    """The distances of a hand of 13 tiles to these yaku, up to ``within``.

    ``left`` are the unseen copies: the hand reaches a yaku with these alone.
    """
    for yaku, all_groups in ((PlannedYaku.SANSHOKU, SANSHOKU), (PlannedYaku.ITTSU, ITTSU)):
        for groups in all_groups:
            found = _sequences(hand, groups, within, left)
            if found is not None:
                yield YakuDistance(yaku, groups, *found)
    if hand.melds:
        return
    pairs = seven_pairs(hand.counts, left)
    if pairs is not None and pairs[0] <= within:
        yield YakuDistance(PlannedYaku.SEVEN_PAIRS, (), *pairs)
    orphans = shape.orphans_shanten(hand.counts)
    if orphans <= within and orphans_are_there(hand.counts, left):
        accepts = lowering(hand.counts, shape.orphans_shanten)
        yield YakuDistance(PlannedYaku.ORPHANS, (), orphans, accepts)


def _sequences(
    hand: Hand, groups: Sequence[Kind], within: int, left: Sequence[int]
) -> shape.Acceptance | None:
    """Distance to a hand with these sequences; None if it is too far, or melds or unseen tiles forbid it.

    The tiles of the sequences that the hand holds are removed; the rest is a hand with that many more melds.
    """
    wanted = list(groups)
    for meld in hand.melds:
        if meld.kind is MeldKind.CHI and meld.first in wanted:
            wanted.remove(meld.first)
    melds = len(hand.melds) + len(wanted)
    if melds > len(groups) + _OTHER_SETS:
        return None
    counts = hand.counts.copy()
    missing = []
    for kind in (first + step for first in wanted for step in range(3)):
        if counts[kind]:
            counts[kind] -= 1
        elif left[kind]:
            missing.append(kind)
        else:
            return None
    # the shape of the rest alone is never farther, and soon found
    if len(missing) > within + 1 or shape.shanten_of(shape.keys_of(counts), melds) + len(missing) > within:
        return None
    rest = list(left)
    for kind in missing:
        rest[kind] -= 1
    most = within + 1 - len(missing)
    found = _set_and_pair(counts, rest, most, () if melds > len(groups) else _SETS)
    if found is None:
        return None
    lacking, accepts = found
    return lacking + len(missing) - 1, tuple(sorted({*missing, *accepts}))


def _set_and_pair(
    counts: Sequence[int], left: Sequence[int], most: int, sets: Sequence[tuple[Kind, ...]]
) -> tuple[int, set[Kind]] | None:
    """The fewest tiles, up to ``most``, that the hand lacks to one of the sets and a pair, and their kinds.

    Without sets to a pair. Every tile lacking has to be unseen; None if that is impossible.
    """
    accepts: set[Kind] = set()
    found = False
    wanted = ((max(2 - counts[pair], 0), pair) for pair in range(KINDS))
    pairs = sorted((wants, pair) for wants, pair in wanted if wants <= min(left[pair], most))
    for group in sets or ((),):
        lacks = [kind for place, kind in enumerate(group) if group[:place].count(kind) >= counts[kind]]
        if len(lacks) > most or not all(lacks.count(kind) <= left[kind] for kind in lacks):
            continue
        for alone, pair in pairs:
            if len(lacks) + alone > most:
                break
            both = [*lacks, *[pair] * alone]
            if pair in group:
                wants = group.count(pair) + 2 - counts[pair]  # the set needs some of that kind too
                both = [kind for kind in lacks if kind != pair] + [pair] * max(wants, 0)
                if wants > left[pair] or len(both) > most:
                    continue
            if len(both) < most or not found:
                accepts.clear()
                most, found = len(both), True
            accepts.update(both)
    return (most, accepts) if found else None
