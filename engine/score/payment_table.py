"""What every sum of han and fu is paid under a ruleset: the table that players learn by heart."""

from __future__ import annotations

from itertools import groupby

import msgspec

from engine.rules import Ruleset
from engine.score.points import COUNTED_HAN, MANGAN_HAN, YAKUMAN, Payment, basic_points, payment
from engine.score.result import Limit

FU_OF_PINFU, FU_OF_SEVEN_PAIRS, MOST_FU = 20, 25, 110
"""Pinfu by tsumo; seven pairs; the most that a hand of one or two han can have (fu article, U-08)."""
FU = (FU_OF_PINFU, FU_OF_SEVEN_PAIRS, *range(30, MOST_FU + 10, 10))
"""Every rounded sum of fu that decides over points."""
HAN = tuple(range(1, MANGAN_HAN))
"""The han with which fu count."""


class Dues(msgspec.Struct, frozen=True):
    """What one winner is paid by ron and by tsumo; None for a way in which no hand has so many han and fu."""

    ron: Payment | None
    tsumo: Payment | None


class TableCell(msgspec.Struct, frozen=True):
    """What so many han with so many fu are paid."""

    han: int
    fu: int
    limit: Limit | None
    dealer: Dues
    other: Dues
    """What a winner other than the dealer is paid."""


class LimitRow(msgspec.Struct, frozen=True):
    """What a limit is paid, whatever the fu."""

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
