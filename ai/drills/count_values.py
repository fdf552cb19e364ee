"""Points and payments of a win as options, and the wrong ones that slips lead to.

Points are what the hand is worth: ``3900`` for a ron, ``1000-2000`` for a tsumo (each child, East) and
``2000-all`` for a tsumo of East. Payments have honba, and behind a stroke all that the winner gets:
``4500/5500``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.rules import Ruleset
from engine.score import Score, ron_payment, tsumo_payments
from engine.score.payment_table import FU_OF_SEVEN_PAIRS
from engine.score.points import COUNTED_HAN, MANGAN, MANGAN_HAN, ROUNDED_UP_TO_MANGAN, basic_points
from engine.wall import PLAYERS

PAYERS = PLAYERS - 1
FU_STEP = 10
LEAST_FU, MOST_FU = 20, 110
"""110 fu is the most for 1 and 2 han."""
UNROUNDED = 1_920
"""Basic points that a ruleset may round up to a mangan."""
HALF_OFF, FAR_OFF = 2, 4
"""So many steps of han and fu are a slip, and of han where limits decide."""


class Shares(NamedTuple):
    """What each payer pays: the discarder, or on a tsumo East (None if East won) and each other player."""

    ron: int | None = None
    east: int | None = None
    others: int | None = None

    def more(self, ron: int, each: int) -> Shares:
        """With so much more from the discarder, or from each payer of a tsumo."""
        if self.ron is not None:
            return Shares(self.ron + ron)
        assert self.others is not None
        return Shares(None, None if self.east is None else self.east + each, self.others + each)

    @property
    def sum(self) -> int:
        """What all payers pay together."""
        if self.ron is not None:
            return self.ron
        assert self.others is not None
        return PAYERS * self.others if self.east is None else self.east + (PAYERS - 1) * self.others

    @property
    def id(self) -> str:
        """The id of the option."""
        if self.ron is not None:
            return str(self.ron)
        return f"{self.others}-all" if self.east is None else f"{self.others}-{self.east}"

    @classmethod
    def read(cls, id: str) -> Shares:
        """The shares of an id; raises ValueError."""
        first, dash, second = id.partition("-")
        if not dash:
            return cls(int(first))
        return cls(None, None if second == "all" else int(second), int(first))


class Counters(NamedTuple):
    """Honba and riichi sticks that the winner gets."""

    honba: int
    sticks: int


def shares(base: int, *, dealer: bool, tsumo: bool) -> Shares:
    """What basic points cost each payer."""
    return Shares(None, *tsumo_payments(base, dealer)) if tsumo else Shares(ron_payment(base, dealer))


def payments_id(paid: Shares, sticks: int) -> str:
    """The id of payments, honba counted, with so many points of riichi sticks for the winner."""
    return f"{paid.id}/{paid.sum + sticks}"


def paid_with(paid: Shares, counters: Counters, rules: Ruleset) -> str:
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
        """That of a hand; it has han and fu."""
        assert value.han is not None
        assert value.fu is not None
        return cls(value.han, value.fu, value.base)


class Slip(NamedTuple):
    """Points that a slip leads to."""

    paid: Shares
    near: int
    """How near it is: the likelier, the greater."""
    extent: Extent
    """Whose points they are."""


def wrong_points(extent: Extent, rules: Ruleset, *, dealer: bool, tsumo: bool) -> Iterator[Slip]:
    """Points that slips lead to: the next han or fu, East's share, kiriage."""
    for other, near in _bases(extent, rules):
        yield Slip(shares(other.base, dealer=dealer, tsumo=tsumo), near, other)
        if other.base == extent.base:
            yield Slip(shares(other.base, dealer=not dealer, tsumo=tsumo), 3, extent)
    if extent[:2] in ROUNDED_UP_TO_MANGAN:
        base = UNROUNDED if extent.base == MANGAN else MANGAN
        yield Slip(shares(base, dealer=dealer, tsumo=tsumo), 6, extent)


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
    right: Shares, nearly: Shares, counters: Counters, rules: Ruleset, *, own_stick: bool
) -> Iterator[str]:
    """Payments that slips lead to; ``nearly`` are wrong points, ``own_stick`` a riichi bet of the winner."""
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
