"""Fu: every source by its name, and the rounded sum.

Values: 20 for each hand; triplets 2, twice that closed, twice that of terminals and honours, four times that
as a kan; 2 for a pair with value and for a closed, edge or pair wait; 10 for a closed ron; 2 for a tsumo
(fu article of the Japanese Mahjong Wiki, revision of 8 August 2024).
"""

from __future__ import annotations

from engine.hand import MeldKind
from engine.score.arrangement import Arrangement, WaitType
from engine.score.win import FuItem
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
_SEVEN_PAIRS_FORM = Form.SEVEN_PAIRS


def fu_items(a: Arrangement) -> list[FuItem]:
    """Every source of fu, the base first."""
    if a.reading.form is _SEVEN_PAIRS_FORM:
        return [SEVEN_PAIRS]
    items = [OPEN_TRIPLET[kind] if kind == a.opened else CLOSED_TRIPLET[kind] for kind in a.concealed]
    items += [MELDS[meld.kind][kind] for kind, meld in a.facts.triplets]
    if a.pair is not None and a.pair >= EAST:
        items += _pair_items(a, a.pair)
    if a.wait in WAITS:
        items.append(WAITS[a.wait])
    way = _winning_item(a, not items)
    return [BASE, *items, way] if way else [BASE, *items]


def _pair_items(a: Arrangement, pair: Kind) -> list[FuItem]:
    """The fu of a pair of honours."""
    win = a.win
    if pair >= WHITE:
        return [VALUE_PAIR]
    functions = (pair == win.seat_wind) + (pair == win.round_wind)
    if functions == 2 and a.rules.double_wind_pair_fu == DOUBLE_WIND_PAIR.fu:
        return [DOUBLE_WIND_PAIR]
    return [VALUE_PAIR] if functions else []


def _winning_item(a: Arrangement, no_other_fu: bool) -> FuItem | None:
    """The fu of the way of winning; without any other fu a closed hand is pinfu."""
    win = a.win
    if win.tsumo:
        if no_other_fu and a.closed:
            return None
        if not win.rinshan or a.rules.rinshan_tsumo_fu:
            return TSUMO
    elif a.closed:
        return CLOSED_RON
    return OPEN_PINFU if no_other_fu and not a.closed else None


def rounded_fu(items: list[FuItem]) -> int:
    """The sum, rounded up to the next ten, but for seven pairs."""
    if items[0] is SEVEN_PAIRS:
        return SEVEN_PAIRS.fu
    return -(-sum([item.fu for item in items]) // 10) * 10
