"""A win as options: its fu item by item, its points and payments, its yaku, and the wrong ones beside them.

Wrong points and payments are those that a slip leads to; wrong yaku are those that the hand nearly has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.hand import MeldKind
from engine.rules import Ruleset
from engine.score import FuItem, Payment, Score, Win, payment
from engine.score.points import (
    BASE,
    CLOSED_RON,
    CLOSED_TRIPLET,
    COUNTED_HAN,
    DOUBLE_WIND_PAIR,
    FU_OF_SEVEN_PAIRS,
    MANGAN,
    MANGAN_HAN,
    MELDS,
    OPEN_PINFU,
    OPEN_TRIPLET,
    ROUNDED_UP_TO_MANGAN,
    TSUMO,
    VALUE_PAIR,
    WAITS,
    basic_points,
)
from engine.score.yaku import AKA_DORA, DORA, URA_DORA
from engine.shape import Form
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, NAMES, NORTH, WHITE, Kind
from engine.wall import PLAYERS

PAIRS: dict[str, FuItem] = {item.name: item for item in (VALUE_PAIR, DOUBLE_WIND_PAIR)}
GROUPS: dict[str, FuItem] = {
    item.name: item for items in (OPEN_TRIPLET, CLOSED_TRIPLET, *MELDS.values()) for item in items
}
"""Triplets and kans by name."""
OTHERS: dict[str, FuItem] = {
    item.name: item for item in (BASE, CLOSED_RON, TSUMO, OPEN_PINFU, *WAITS.values())
}
FU: dict[str, int] = {item.name: item.fu for items in (PAIRS, GROUPS, OTHERS) for item in items.values()}
"""The fu of each item."""


class FuOption(NamedTuple):
    """An item and the kind that it is about; None for a wait and for the way of winning."""

    name: str
    kind: Kind | None = None

    @property
    def id(self) -> str:
        return self.name if self.kind is None else f"{self.name}:{NAMES[self.kind]}"


def is_counted_by_items(value: Score) -> bool:
    """Whether somebody has to add up the fu of the hand.

    Seven pairs and pinfu by tsumo have a fixed number, and from a mangan's five han on fu do not matter.
    """
    standard = value.reading.form is Form.STANDARD and value.han is not None and value.han < 5
    return standard and len(value.fu_items) > 1


def fu_options(win: Win, value: Score) -> tuple[FuOption, ...]:
    """The items of a win in the standard form."""
    found = [FuOption(item.name) for item in value.fu_items if item.name in OTHERS]
    pair = value.reading.pair
    found += [FuOption(item.name, pair) for item in value.fu_items if item.name in PAIRS]
    found += _groups(win, value)
    order = [item.name for item in value.fu_items]
    return tuple(sorted(found, key=lambda option: (order.index(option.name), option.kind or 0)))


def _groups(win: Win, value: Score) -> list[FuOption]:
    """Its triplets and kans; one that a ron completed counts as open."""
    called = [
        FuOption(MELDS[meld.kind][meld.first].name, meld.first)
        for meld in win.melds
        if meld.kind is not MeldKind.CHI
    ]
    left = [item.name for item in value.fu_items if item.name in GROUPS]
    for option in called:
        left.remove(option.name)
    found = []
    for kind in value.reading.triplets:
        by_ron = not win.tsumo and kind == KIND_OF[win.winning_tile] and OPEN_TRIPLET[kind].name in left
        found.append(FuOption((OPEN_TRIPLET if by_ron else CLOSED_TRIPLET)[kind].name, kind))
    return [*called, *found]


def wrong_fu_options(win: Win, value: Score) -> list[FuOption]:
    """Items that look as if they counted: other values of its groups and its pair, waits, other ways."""
    right = fu_options(win, value)
    found = [FuOption(name) for name in OTHERS if name != OPEN_PINFU.name or value.fu == 30]
    for option in right:
        if option.name in GROUPS and option.kind is not None:
            found += [FuOption(name, option.kind) for name in _alike(option.name)]
    pair = value.reading.pair
    assert pair is not None
    found.append(FuOption(VALUE_PAIR.name, pair))
    if EAST <= pair <= NORTH:
        found.append(FuOption(DOUBLE_WIND_PAIR.name, pair))
    return [option for option in found if option not in right]


def _alike(name: str) -> Iterator[str]:
    """The names of a group with the same number of tiles, open or closed, of simples or of others."""
    size = name.rpartition("-")[2]
    yield from (other for other in GROUPS if other.endswith(size) and other != name)


PAYERS = PLAYERS - 1
FU_STEP = 10
LEAST_FU, MOST_FU = 20, 110
"""110 fu is the most for 1 and 2 han."""
UNROUNDED = 1_920
"""Basic points that a ruleset may round up to a mangan."""
HALF_OFF, FAR_OFF = 2, 4
"""So many steps of han and fu are a slip, and of han where limits decide."""


def payment_id(paid: Payment) -> str:
    """The id of an option that is a payment: ``3900``, ``1000-all``, ``1000-2000``."""
    if paid.from_others is None:
        return str(paid.ron)
    return f"{paid.from_others}-{'all' if paid.from_dealer is None else paid.from_dealer}"


def read_payment(id: str) -> Payment:
    """The payment of an id; raises ValueError."""
    first, dash, second = id.partition("-")
    if not dash:
        return Payment(int(first))
    return Payment(None, None if second == "all" else int(second), int(first))


class Counters(NamedTuple):
    """Honba and riichi sticks that the winner gets."""

    honba: int
    sticks: int


def payments_id(paid: Payment, sticks: int) -> str:
    """The id of payments, honba counted, with so many points of riichi sticks for the winner."""
    return f"{payment_id(paid)}/{paid.total + sticks}"


def paid_with(paid: Payment, counters: Counters, rules: Ruleset) -> str:
    """The id of the right payments of a hand."""
    honba = counters.honba * rules.counter_points
    return payments_id(paid.more(honba, honba // PAYERS), counters.sticks * rules.riichi_bet)


# -- slips -----------------------------------------------------------------------------------------------


class Extent(NamedTuple):
    """Han, fu, and the basic points that they make."""

    han: int
    fu: int
    base: int

    @classmethod
    def of(cls, value: Score) -> Extent:
        """The extent of a hand; it has han and fu."""
        assert value.han is not None
        assert value.fu is not None
        return cls(value.han, value.fu, value.base)


class Slip(NamedTuple):
    """Points that a slip leads to."""

    paid: Payment
    near: int
    """How near it is: the likelier, the greater."""
    extent: Extent
    """Whose points they are."""


def wrong_points(extent: Extent, rules: Ruleset, *, dealer: bool, tsumo: bool) -> Iterator[Slip]:
    """Points that slips lead to: the next han or fu, East's share, kiriage."""
    for other, near in _bases(extent, rules):
        yield Slip(payment(other.base, dealer, tsumo), near, other)
        if other.base == extent.base:
            yield Slip(payment(other.base, not dealer, tsumo), 3, extent)
    if extent[:2] in ROUNDED_UP_TO_MANGAN:
        base = UNROUNDED if extent.base == MANGAN else MANGAN
        yield Slip(payment(base, dealer, tsumo), 6, extent)


def _bases(extent: Extent, rules: Ruleset) -> Iterator[tuple[Extent, int]]:
    """Near han and fu, and how near they are.

    Nothing is above the highest limit, however many han: it is left downwards, from its fewest han.
    """
    han, fu, base = extent
    limit = han >= MANGAN_HAN
    if base == basic_points(COUNTED_HAN, fu, rules)[0]:
        han = next(
            fewest
            for fewest in range(MANGAN_HAN, COUNTED_HAN + 1)
            if basic_points(fewest, fu, rules)[0] == base
        )
    fus = [fu] if limit else range(LEAST_FU, MOST_FU + 1, FU_STEP)
    if fu == FU_OF_SEVEN_PAIRS and not limit:
        fus = [LEAST_FU, fu, LEAST_FU + FU_STEP]
    most = FAR_OFF if limit else HALF_OFF
    for other_han in range(max(1, han - most), min(COUNTED_HAN, han + most) + 1):
        for other_fu in fus:
            off = abs(other_han - han) + -(-abs(other_fu - fu) // FU_STEP)
            if off <= most and (other_fu > LEAST_FU or other_han > 1):
                base = basic_points(other_han, other_fu, rules)[0]
                yield Extent(other_han, other_fu, base), most + 1 - off


def wrong_payments(
    right: Payment, nearly: Payment, counters: Counters, rules: Ruleset, *, own_stick: bool
) -> Iterator[str]:
    """Payments with these counters, and those that slips lead to.

    ``nearly`` are wrong points, ``own_stick`` a riichi bet of the winner.
    """
    yield paid_with(right, counters, rules)
    honba, sticks = counters.honba * rules.counter_points, counters.sticks * rules.riichi_bet
    paid = right.more(honba, honba // PAYERS)
    yield payments_id(paid, 0)
    yield payments_id(right, sticks)
    yield payments_id(right.more(honba // PAYERS, honba), sticks)
    yield payments_id(right, 0)
    if own_stick:
        yield payments_id(paid, sticks - rules.riichi_bet)
    yield payments_id(paid, sticks + rules.riichi_bet)
    yield payments_id(right.more(honba + rules.counter_points, honba // PAYERS + 100), sticks)
    yield payments_id(nearly.more(honba, honba // PAYERS), sticks)


MINDED, NEAR, USUAL, SELDOM = 4, 3, 2, 1
"""How likely somebody is to count a yaku that is not there."""
FEW_ORPHANS, FEW_OTHERS, FEW_SIMPLES = 3, 4, 4


class _Shape:
    """A win as the checks look at it: groups, kinds and the way of winning."""

    def __init__(self, win: Win, value: Score) -> None:
        self.win, self.reading = win, value.reading
        self.closed = not any(meld.is_open for meld in win.melds)
        tiles = [*win.tiles, *(tile for meld in win.melds for tile in meld.tiles)]
        self.kinds = [KIND_OF[tile] for tile in tiles]
        self.standard = value.reading.form is Form.STANDARD
        self.runs: list[Kind] = list(value.reading.sequences)
        self.runs += [meld.first for meld in win.melds if meld.kind is MeldKind.CHI]
        self.triplets: list[Kind] = list(value.reading.triplets)
        self.triplets += [meld.first for meld in win.melds if meld.kind is not MeldKind.CHI]

    @property
    def orphans(self) -> int:
        return sum(IS_ORPHAN[kind] for kind in self.kinds)

    def outside(self) -> int:
        """Groups with a terminal or an honour."""
        runs = sum(first % 9 in (0, 6) for first in self.runs)
        return runs + sum(IS_ORPHAN[kind] for kind in self.triplets)

    def off_suit(self) -> int:
        """Tiles outside the longest suit, honours left out."""
        suits = [sum(kind // 9 == suit for kind in self.kinds if kind < EAST) for suit in range(3)]
        return sum(suits) - max(suits)

    def same_in_suits(self, firsts: list[Kind]) -> int:
        """The most suits in which there is a group of the same number."""
        numbers = {first % 9 for first in firsts if first < EAST}
        return max((sum(number + 9 * suit in firsts for suit in range(3)) for number in numbers), default=0)

    def straight(self) -> int:
        """The most of 123, 456 and 789 in one suit."""
        return max(sum(9 * suit + step in self.runs for step in (0, 3, 6)) for suit in range(3))

    def twins(self) -> bool:
        return len(set(self.runs)) < len(self.runs)

    def held(self, kind: Kind) -> int:
        return self.kinds.count(kind)

    def dragon(self, number: int) -> int:
        """How likely a dragon is counted."""
        return MINDED if self.held(WHITE + number) else 0


def _menzen(s: _Shape) -> int:
    return MINDED if s.win.tsumo and not s.closed else USUAL if s.closed and not s.win.tsumo else 0


_CHECKS: Mapping[str, Callable[[_Shape], int]] = {
    "riichi": lambda s: USUAL if s.closed and not s.win.riichi else 0,
    "double-riichi": lambda s: USUAL if s.win.riichi else 0,
    "ippatsu": lambda s: USUAL if s.win.riichi else 0,
    "menzen-tsumo": _menzen,
    "pinfu": lambda s: MINDED if s.standard and len(s.runs) == 4 else SELDOM if len(s.runs) == 3 else 0,
    "tanyao": lambda s: MINDED if not s.orphans else NEAR if s.orphans <= FEW_ORPHANS else 0,
    "iipeikou": lambda s: MINDED if s.twins() else 0,
    "seat-wind": lambda s: NEAR if s.held(s.win.seat_wind) else 0,
    "round-wind": lambda s: NEAR if s.held(s.win.round_wind) else 0,
    "haku": lambda s: s.dragon(0),
    "hatsu": lambda s: s.dragon(1),
    "chun": lambda s: s.dragon(2),
    "rinshan": lambda s: SELDOM if s.win.tsumo and any(meld.is_kan for meld in s.win.melds) else 0,
    "chiitoitsu": lambda s: MINDED if s.standard and s.closed and s.twins() else 0,
    "sanshoku-doujun": lambda s: NEAR if s.same_in_suits(s.runs) == 2 else 0,
    "sanshoku-doukou": lambda s: NEAR if s.same_in_suits(s.triplets) == 2 else 0,
    "ittsu": lambda s: NEAR if s.straight() == 2 else 0,
    "chanta": lambda s: NEAR if s.outside() >= 3 else 0,
    "junchan": lambda s: USUAL if s.outside() >= 3 else 0,
    "toitoi": lambda s: NEAR if len(s.triplets) >= 2 else 0,
    "sanankou": lambda s: MINDED if len(s.triplets) >= 3 else SELDOM if len(s.triplets) == 2 else 0,
    "sankantsu": lambda s: NEAR if sum(meld.is_kan for meld in s.win.melds) == 2 else 0,
    "honroutou": lambda s: NEAR if len(s.kinds) - s.orphans <= FEW_SIMPLES else 0,
    "shousangen": lambda s: NEAR if sum(s.held(kind) > 1 for kind in range(WHITE, WHITE + 3)) == 2 else 0,
    "honitsu": lambda s: NEAR if s.off_suit() <= FEW_OTHERS else 0,
    "chinitsu": lambda s: USUAL if not s.off_suit() else 0,
    DORA: lambda s: USUAL,
    AKA_DORA: lambda s: USUAL if any(s.win.rules.red_fives) else 0,
    URA_DORA: lambda s: USUAL if s.win.riichi and s.win.rules.ura_dora else 0,
    "haitei": lambda s: SELDOM if s.win.tsumo else 0,
    "houtei": lambda s: 0 if s.win.tsumo else SELDOM,
}


def wrong_yaku(win: Win, value: Score) -> dict[str, int]:
    """Yaku and dora that a win has not, those that somebody may count, and how likely that is."""
    shape, right = _Shape(win, value), {item.name for item in value.yaku}
    if "double-riichi" in right:
        right.add("riichi")
    found = {name: check(shape) for name, check in _CHECKS.items() if name not in right}
    return {name: weight for name, weight in found.items() if weight}
