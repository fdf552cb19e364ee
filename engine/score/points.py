"""Fu by source, and from han and fu to points: who pays how much, and the table of payments.

Fu: 20 for each hand; triplets 2, twice that closed, twice that of terminals and honours, four times that
as a kan; 2 for a pair with value and for a closed, edge or pair wait; 10 for a closed ron; 2 for a tsumo
(fu article of the Japanese Mahjong Wiki, revision of 8 August 2024).

The formula is the one all rulebooks share (EMA 2016 section 4, the fu article of the Japanese Mahjong
Wiki): basic points are fu × 2^(2 + han), held down by the limits; a payment is one, two, four or six times
that, rounded up to hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

import msgspec

from engine.hand import Meld, MeldKind
from engine.rules import Ruleset
from engine.score.win import Arrangement, FuItem, Limit, WaitType
from engine.shape import Form
from engine.tiles import EAST, IS_ORPHAN, KINDS, WHITE, Kind

BASE = FuItem("base", 20)
SEVEN_PAIRS = FuItem("chiitoitsu", 25)
CLOSED_RON = FuItem("closed-ron", 10)
TSUMO = FuItem("tsumo", 2)
OPEN_PINFU = FuItem("open-pinfu", 2)
"""An open hand without any other fu is lifted from 20 to 30."""
VALUE_PAIR = FuItem("value-pair", 2)
DOUBLE_WIND_PAIR = FuItem("double-wind-pair", 4)
WAITS: dict[WaitType, FuItem] = {
    wait: FuItem(wait.value, 2) for wait in (WaitType.KANCHAN, WaitType.PENCHAN, WaitType.TANKI)
}
TRIPLET = 2
"""An open triplet of simples; each doubling below doubles it."""


def _group_items(is_open: bool, is_kan: bool) -> tuple[FuItem, ...]:
    """The item for a triplet or kan of each kind."""
    items = []
    for kind in range(KINDS):
        fu = TRIPLET * (1 if is_open else 2) * (2 if IS_ORPHAN[kind] else 1) * (4 if is_kan else 1)
        words = (
            "open" if is_open else "closed",
            "terminal" if IS_ORPHAN[kind] else "simple",
            "kan" if is_kan else "triplet",
        )
        items.append(FuItem("-".join(words), fu))
    return tuple(items)


OPEN_TRIPLET = _group_items(True, False)
CLOSED_TRIPLET = _group_items(False, False)
TRIPLET_BY_RON = {
    "open-simple-triplet": "ron-simple-triplet",
    "open-terminal-triplet": "ron-terminal-triplet",
}
"""What the item of an open triplet is called if a ron completed it."""
MELDS: dict[MeldKind, tuple[FuItem, ...]] = {
    MeldKind.PON: OPEN_TRIPLET,
    MeldKind.OPEN_KAN: _group_items(True, True),
    MeldKind.ADDED_KAN: _group_items(True, True),
    MeldKind.CLOSED_KAN: _group_items(False, True),
}
FU_VALUES: dict[str, int] = {
    item.name: item.fu
    for item in (
        BASE,
        SEVEN_PAIRS,
        CLOSED_RON,
        TSUMO,
        OPEN_PINFU,
        *WAITS.values(),
        VALUE_PAIR,
        DOUBLE_WIND_PAIR,
        *dict.fromkeys((*OPEN_TRIPLET, *CLOSED_TRIPLET)),
        *dict.fromkeys((*MELDS[MeldKind.OPEN_KAN], *MELDS[MeldKind.CLOSED_KAN])),
    )
}
"""The fu of every source by its name."""
_FU = attrgetter("fu")
_SEVEN_PAIRS_FORM = Form.SEVEN_PAIRS


def fu_items(a: Arrangement) -> list[FuItem]:
    """Every source of fu, the base first."""
    if a.reading.form is _SEVEN_PAIRS_FORM:
        return [SEVEN_PAIRS]
    items = [BASE]
    for kind in a.reading.triplets:
        items.append(OPEN_TRIPLET[kind] if kind == a.opened else CLOSED_TRIPLET[kind])
    for kind, meld in a.facts.triplets:
        items.append(MELDS[meld.kind][kind])
    if a.pair is not None and a.pair >= EAST:
        items += _pair_items(a, a.pair)
    if a.wait in WAITS:
        items.append(WAITS[a.wait])
    if way := _winning_item(a, len(items) == 1):
        items.append(way)
    return items


def said_fu_names(names: Sequence[str], melds: Sequence[Meld]) -> tuple[str, ...]:
    """The names of ``fu_items`` as they are said: a triplet that a ron completed is no called one.

    It counts as open, so the items give it the name of a called triplet; ``melds`` are those of the hand.
    """
    called = [OPEN_TRIPLET[meld.first].name for meld in melds if meld.kind is MeldKind.PON]
    said = list(names)
    for name, by_ron in TRIPLET_BY_RON.items():
        if names.count(name) > called.count(name):
            said[names.index(name)] = by_ron
    return tuple(said)


def _pair_items(a: Arrangement, pair: Kind) -> list[FuItem]:
    """The fu of a pair of honours."""
    win = a.win
    if pair >= WHITE:
        return [VALUE_PAIR]
    functions = (pair == win.seat_wind) + (pair == win.round_wind)
    if functions == 2 and win.rules.double_wind_pair_fu == DOUBLE_WIND_PAIR.fu:
        return [DOUBLE_WIND_PAIR]
    return [VALUE_PAIR] if functions else []


def _winning_item(a: Arrangement, no_other_fu: bool) -> FuItem | None:
    """The fu of the way of winning; without any other fu a closed hand is pinfu."""
    win = a.win
    if win.tsumo:
        if no_other_fu and a.facts.closed:
            return None
        if not win.rinshan or win.rules.rinshan_tsumo_fu:
            return TSUMO
    elif a.facts.closed:
        return CLOSED_RON
    return OPEN_PINFU if no_other_fu and not a.facts.closed else None


def rounded_fu(items: list[FuItem]) -> int:
    """The sum, rounded up to the next ten, but for seven pairs."""
    if items[0] is SEVEN_PAIRS:
        return SEVEN_PAIRS.fu
    total: int = sum(map(_FU, items))
    return -(-total // 10) * 10


MANGAN = 2_000
"""Basic points of a mangan; the other limits are multiples of it."""
YAKUMAN = 8_000
"""Basic points of one yakuman."""
MANGAN_HAN = 5
"""From here on han alone decide, fu no longer."""
ADDED_HAN = 2
"""The two han that the formula adds to every hand (bazoro)."""
COUNTED_HAN = 13
"""From here on a hand without a yakuman is a counted yakuman, or stays a sanbaiman, by ruleset."""
ROUNDED_UP_TO_MANGAN: frozenset[tuple[int, int]] = frozenset({(4, 30), (3, 60)})
"""Han and fu that kiriage mangan is about: both are worth 1,920 basic points."""

RON_SHARES_EAST, RON_SHARES = 6, 4
"""What the discarder pays East, or another winner, in basic points."""
TSUMO_SHARES_EAST, TSUMO_SHARES = 2, 1
"""What East pays or is paid by each, and what the others pay one another, on a tsumo."""

_MANGAN: tuple[int, Limit] = (MANGAN, "mangan")
_HANEMAN: tuple[int, Limit] = (3_000, "haneman")
_BAIMAN: tuple[int, Limit] = (4_000, "baiman")
_SANBAIMAN: tuple[int, Limit] = (6_000, "sanbaiman")
_LIMITS = (*[_MANGAN] * 6, *[_HANEMAN] * 2, *[_BAIMAN] * 3, *[_SANBAIMAN] * 2)
"""By han; what lies below a mangan's five han is never asked."""


class Payment(msgspec.Struct, frozen=True):
    """The payments for a win, without honba and riichi sticks; None for a player who does not pay."""

    ron: int | None = None
    from_dealer: int | None = None
    from_others: int | None = None

    @property
    def total(self) -> int:
        """The points of all payers together."""
        return self.ron or 0 if self.from_others is None else _together(self.from_dealer, self.from_others)

    def more(self, ron: int, each: int) -> Payment:
        """With so much more from the discarder, or from each payer of a tsumo."""
        if self.from_others is None:
            return Payment((self.ron or 0) + ron)
        from_dealer = None if self.from_dealer is None else self.from_dealer + each
        return Payment(None, from_dealer, self.from_others + each)


def basic_points(han: int, fu: int, rules: Ruleset) -> tuple[int, Limit | None]:
    """Basic points of so many han and (rounded) fu, and the name of the limit that was reached."""
    if han < MANGAN_HAN:
        base = fu << ADDED_HAN + han
        if base >= MANGAN or (rules.kiriage and (han, fu) in ROUNDED_UP_TO_MANGAN):
            return _MANGAN
        return base, None
    if han < COUNTED_HAN:
        return _LIMITS[han]
    return (YAKUMAN, "yakuman") if rules.counted_limit == "yakuman" else _SANBAIMAN


def round_up(points: int) -> int:
    """Points rounded up to the next hundred."""
    return -(-points // 100) * 100


def ron_payment(base: int, dealer: bool) -> int:
    """The payment of the discarder; ``dealer`` when the winner is East."""
    return round_up(base * (RON_SHARES_EAST if dealer else RON_SHARES))


def tsumo_payments(base: int, dealer_won: bool) -> tuple[int | None, int]:
    """The payment of East (None when East is the winner), and of each of the others."""
    if dealer_won:
        return None, round_up(base * TSUMO_SHARES_EAST)
    return round_up(base * TSUMO_SHARES_EAST), round_up(base * TSUMO_SHARES)


def payment(base: int, dealer: bool, tsumo: bool) -> Payment:
    """The payments for a win by ron or by tsumo."""
    if tsumo:
        return Payment(None, *tsumo_payments(base, dealer))
    return Payment(ron_payment(base, dealer))


def winners_total(base: int, dealer: bool, tsumo: bool) -> int:
    """All that the winner receives, without honba and riichi sticks."""
    if not tsumo:
        return ron_payment(base, dealer)
    return _together(*tsumo_payments(base, dealer))


def _together(from_dealer: int | None, from_others: int) -> int:
    """The payments of a tsumo, of all three players."""
    return 3 * from_others if from_dealer is None else from_dealer + 2 * from_others


FU_OF_PINFU, FU_OF_SEVEN_PAIRS, MOST_FU = 20, 25, 110
"""Pinfu by tsumo; seven pairs; the most that a hand of one or two han can have (fu article, U-08)."""
FU = (FU_OF_PINFU, FU_OF_SEVEN_PAIRS, *range(30, MOST_FU + 10, 10))
"""Every rounded sum of fu that decides over points."""
HAN = tuple(range(1, MANGAN_HAN))
"""The han with which fu count."""


class Dues(msgspec.Struct, frozen=True):
    """The payments to one winner by ron and by tsumo; None where no hand has so many han and fu."""

    ron: Payment | None
    tsumo: Payment | None


class TableCell(msgspec.Struct, frozen=True):
    """The payments for so many han with so many fu."""

    han: int
    fu: int
    limit: Limit | None
    dealer: Dues
    other: Dues
    """What a winner other than the dealer is paid."""


class LimitRow(msgspec.Struct, frozen=True):
    """The payments for a limit, whatever the fu."""

    limit: Limit
    first_han: int | None
    """The least han that reach it; None where only a yakuman does."""
    last_han: int | None
    """The most; None where there is no higher limit."""
    dealer: Dues
    other: Dues


def payment_table(rules: Ruleset) -> tuple[TableCell, ...]:
    """Every cell of one to four han, by fu, then by han."""
    return tuple(_cell(han, fu, rules) for fu in FU for han in HAN)


def limit_rows(rules: Ruleset) -> tuple[LimitRow, ...]:
    """The limits, the lowest first."""
    han_of = groupby(range(MANGAN_HAN, COUNTED_HAN + 1), key=lambda han: basic_points(han, 0, rules))
    rows = []
    for (base, limit), group in han_of:
        reached = list(group)
        last = None if reached[-1] == COUNTED_HAN else reached[-1]
        if limit is not None:
            rows.append(LimitRow(limit, reached[0], last, _dues(base, True), _dues(base, False)))
    if rules.counted_limit != "yakuman":
        rows.append(LimitRow("yakuman", None, None, _dues(YAKUMAN, True), _dues(YAKUMAN, False)))
    return tuple(rows)


def is_possible(han: int, fu: int, tsumo: bool, rules: Ruleset) -> bool:
    """Whether some hand has so many han and fu by ron, or by tsumo."""
    match fu:
        case 20:
            # pinfu is a second han beside menzen tsumo, and without it only a mixed tile leaves 20
            return tsumo and (han > 1 or rules.tile_apart)
        case 25:
            return han > (2 if tsumo else 1)
        case 110 if han == 1:
            # by tsumo such a hand has sanankou and menzen tsumo as well
            return not tsumo and rules.double_wind_pair_fu == 4
        case _:
            return True


def _cell(han: int, fu: int, rules: Ruleset) -> TableCell:
    base, limit = basic_points(han, fu, rules)
    ways = is_possible(han, fu, False, rules), is_possible(han, fu, True, rules)
    return TableCell(han, fu, limit, _dues(base, True, *ways), _dues(base, False, *ways))


def _dues(base: int, dealer: bool, ron: bool = True, tsumo: bool = True) -> Dues:
    return Dues(
        payment(base, dealer, tsumo=False) if ron else None,
        payment(base, dealer, tsumo=True) if tsumo else None,
    )
