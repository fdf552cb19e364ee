"""A win said step by step: the hand laid down, yaku, han, fu, points, and who pays what.

``WinCounting`` holds what was said so far and what can be said next; no screen is needed.
"""

from __future__ import annotations

from enum import StrEnum

from ai.reading.table_errors import CountStep, GradedCount, grades
from engine.actions import WinCount
from engine.results import called_win
from engine.rules import Ruleset
from engine.score import YAKU_NAMES
from engine.score.points import (
    COUNTED_HAN,
    FU,
    FU_VALUES,
    MANGAN_HAN,
    LimitRow,
    TableCell,
    limit_rows,
    payment_table,
)
from engine.score.yaku import AKA_DORA, RENHOU, URA_DORA, YAKUMAN_NAMES
from engine.table import Table
from engine.wall import PLAYERS
from tui.i18n import t

STICKS = "sticks"
"""The field for the riichi sticks that the winner takes."""
DIGITS = 6
"""The most digits of a number."""
HUNDRED = 100


class MissingPart(StrEnum):
    """Why a step is not finished."""

    YAKU = "yaku"
    NUMBER = "number"


class WinCounting:
    """A win while its winner says what it is worth."""

    def __init__(self, table: Table, winner: int) -> None:
        """The table at the moment of the count. Raises KeyError when the seat called no win."""
        self.table = table
        self.winner = winner
        self.tsumo = table.called[winner].target == winner
        self.step = CountStep.LAY if self.asks_laying else CountStep.YAKU
        self.mixed = False
        """Whether the winning tile is mixed into the hand."""
        self.yaku: tuple[str, ...] = ()
        """The yaku that are marked, in the order in which they were."""
        self.fu_counts: dict[str, int] = {}
        """How often each source of fu is said."""
        self.itemised = False
        """Whether the fu are said item by item."""
        self.typed = ""
        """The search in the list of yaku."""
        self.at = 0
        """The entry or the field under the cursor."""
        self.numbers: dict[str, str] = {}
        """The digits typed into each field."""

    # -- the steps -----------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        return self.table.rules

    @property
    def asks_laying(self) -> bool:
        """Whether the ruleset says what a drawn tile mixed into the hand costs (WRC 5.6)."""
        return self.tsumo and self.rules.tile_apart

    @property
    def steps(self) -> tuple[CountStep, ...]:
        """The steps of this win, as far as what was said tells: a limit needs no fu, a yakuman no han."""
        skipped = {CountStep.LAY} if not self.asks_laying else set()
        if any(name in YAKUMAN_NAMES or name == RENHOU for name in self.yaku):
            skipped |= {CountStep.HAN, CountStep.FU}
        elif (self.han or 0) >= MANGAN_HAN:
            skipped.add(CountStep.FU)
        return tuple(step for step in CountStep if step not in skipped)

    @property
    def is_last(self) -> bool:
        return self.step is self.steps[-1]

    def missing(self) -> MissingPart | None:
        """Why the step is not finished, None when it is."""
        match self.step:
            case CountStep.LAY:
                return None
            case CountStep.YAKU:
                return None if self.yaku else MissingPart.YAKU
            case CountStep.PAYMENT:
                return None if any(self._number(field) for field in self.fields) else MissingPart.NUMBER
        return None if all(self.numbers.get(field) for field in self.fields) else MissingPart.NUMBER

    def forward(self) -> bool:
        """Go to the next step; False when this one is not finished, or the last."""
        if self.step is CountStep.LAY:
            self.mixed = self.at == 1
        if self.missing() is not None or self.is_last:
            return False
        self._go(self.steps[self.steps.index(self.step) + 1])
        return True

    def back(self) -> bool:
        """Go to the step before; False at the first."""
        place = self.steps.index(self.step)
        if place:
            self._go(self.steps[place - 1])
        return place > 0

    def _go(self, step: CountStep) -> None:
        self.step, self.typed, self.itemised = step, "", False
        self.at = int(self.mixed) if step is CountStep.LAY else 0

    # -- what can be said ----------------------------------------------------------------------------

    @property
    def listed(self) -> tuple[str, ...]:
        """The entries of the list: ways to lay the tile, yaku that match the search, or sources of fu."""
        match self.step:
            case CountStep.LAY:
                return ("apart", "mixed")
            case CountStep.YAKU:
                typed = self.typed.casefold()
                return tuple(
                    name for name in yaku_of(self.rules) if typed in f"{name} {t(f'yaku.{name}')}".casefold()
                )
            case CountStep.FU if self.itemised:
                return tuple(FU_VALUES)
        return ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields for numbers of this step; for payments a seat, ``0`` to ``3``, or sticks."""
        match self.step:
            case CountStep.HAN | CountStep.FU:
                return () if self.itemised else (self.step.value,)
            case CountStep.POINTS:
                return self.point_fields
            case CountStep.PAYMENT:
                return (*map(str, self.payers), STICKS)
        return ()

    @property
    def point_fields(self) -> tuple[str, ...]:
        """The payers of the hand: the discarder, each of the others, or a child and then the dealer."""
        if not self.tsumo:
            return ("ron",)
        return ("each",) if self.winner == self.table.dealer else ("child", "dealer")

    @property
    def payers(self) -> tuple[int, ...]:
        """The other seats in turn order: the discarder first, or after a tsumo the dealer last."""
        target = self.table.called[self.winner].target
        others = [(self.winner + step) % PLAYERS for step in range(1, PLAYERS)]
        return tuple(
            sorted(others, key=lambda seat: seat == self.table.dealer if self.tsumo else seat != target)
        )

    # -- saying it -----------------------------------------------------------------------------------

    def move(self, by: int) -> None:
        """Move the cursor in the list, or to another field; the first follows the last."""
        count = len(self.listed) or len(self.fields)
        if count:
            self.at = (self.at + by) % count

    def go_to(self, at: int) -> None:
        if 0 <= at < (len(self.listed) or len(self.fields)):
            self.at = at

    def type(self, character: str) -> bool:
        """Take a letter for the list of yaku or a digit for a number; False if it is neither."""
        if self.step is CountStep.YAKU and (character.isalpha() or character == "-"):
            self.typed += character
            self.at = 0
            return True
        if self.fields and character.isdecimal() and character.isascii():
            field = self.fields[self.at]
            self.numbers[field] = (self.numbers.get(field, "") + character).lstrip("0")[:DIGITS] or "0"
            return True
        return False

    def erase(self) -> None:
        if self.step is CountStep.YAKU:
            self.typed, self.at = self.typed[:-1], 0
        elif self.fields:
            field = self.fields[self.at]
            self.numbers[field] = self.numbers.get(field, "")[:-1]

    def mark(self) -> None:
        """Mark the yaku under the cursor, or unmark it; one more of the source of fu under it."""
        if not self.listed:
            return
        name = self.listed[self.at]
        if self.step is CountStep.YAKU:
            rest = tuple(each for each in self.yaku if each != name)
            self.yaku = rest if len(rest) < len(self.yaku) else (*rest, name)
            self.at = yaku_of(self.rules).index(name) if self.typed else self.at
            self.typed = ""
        elif self.step is CountStep.FU:
            self.change(1)

    def change(self, by: int) -> None:
        """More or less of the source of fu under the cursor, or the next possible number of the field."""
        if self.step is CountStep.FU and self.itemised:
            name = self.listed[self.at]
            self.fu_counts[name] = min(max(self.fu_counts.get(name, 0) + by, 0), 4)
            self.numbers["fu"] = str(rounded_sum(self.fu_counts))
        elif self.fields:
            field = self.fields[self.at]
            self.numbers[field] = str(_next(self._possible(field), self._number(field), by))

    def itemise(self) -> None:
        """Say the fu item by item, or as one number again."""
        if self.step is CountStep.FU:
            self.itemised, self.at = not self.itemised, 0

    def _possible(self, field: str) -> range | tuple[int, ...]:
        match field:
            case "han":
                return range(1, COUNTED_HAN + 1)
            case "fu":
                return FU
            case "ron" | "each" | "child" | "dealer":
                return possible_points(self.rules, field, dealer=self.winner == self.table.dealer)
            case _ if field == STICKS:
                return range(0, 13 * self.rules.riichi_bet, self.rules.riichi_bet)
        return range(0, 200_000, HUNDRED)

    def _number(self, field: str) -> int:
        return int(self.numbers.get(field) or 0)

    # -- what was said -------------------------------------------------------------------------------

    @property
    def han(self) -> int | None:
        return self._number("han") or None

    @property
    def fu(self) -> int | None:
        return self._number("fu") or None

    @property
    def points(self) -> tuple[int, ...]:
        """The points that were said: one number for each of ``point_fields``."""
        return tuple(map(self._number, self.point_fields))

    def said(self) -> WinCount:
        deltas = [0] * PLAYERS
        for seat in self.payers:
            deltas[seat] = -self._number(str(seat))
        deltas[self.winner] = self._number(STICKS) - sum(deltas)
        a, b, c, d = deltas
        han = self.han if CountStep.HAN in self.steps else None
        fu = self.fu if CountStep.FU in self.steps else None
        return WinCount(self.yaku, han, fu, (a, b, c, d), self.mixed)

    def graded(self) -> GradedCount:
        win = called_win(self.table, self.winner, mixed=self.mixed)
        items = tuple((name, count) for name, count in self.fu_counts.items() if count)
        dealer = self.table.dealer
        steps = grades(self.said(), self.points, win, self.rules, dealer, self.steps)
        return GradedCount(self.said(), self.points, items, win, self.rules, dealer, steps)


# -- what exists -----------------------------------------------------------------------------------------


def yaku_of(rules: Ruleset) -> tuple[str, ...]:
    """The names of all yaku and dora that a ruleset has."""
    without = {
        RENHOU: rules.renhou != "mangan",
        AKA_DORA: not any(rules.red_fives),
        URA_DORA: not rules.ura_dora,
    }
    return tuple(name for name in YAKU_NAMES if not without.get(name, False))


def rounded_sum(counts: dict[str, int]) -> int:
    """The fu of these sources together, rounded up to ten but for seven pairs."""
    total = sum(FU_VALUES[name] * count for name, count in counts.items())
    return total if counts.get("chiitoitsu") else -(-total // 10) * 10


def possible_points(rules: Ruleset, field: str, *, dealer: bool) -> tuple[int, ...]:
    """Every number that can be right in a field of the points, the smallest first."""
    rows: list[TableCell | LimitRow] = [*payment_table(rules), *limit_rows(rules)]
    dues = [row.dealer if dealer else row.other for row in rows]
    found: set[int | None] = set()
    for each in dues:
        if field == "ron":
            found.add(None if each.ron is None else each.ron.ron)
        elif each.tsumo is not None:
            found.add(each.tsumo.from_dealer if field == "dealer" else each.tsumo.from_others)
    return tuple(sorted(number for number in found if number))


def _next(possible: range | tuple[int, ...], number: int, by: int) -> int:
    """The next number in that direction; the nearest end where there is none."""
    if by > 0:
        return next((each for each in possible if each > number), possible[-1])
    return next((each for each in reversed(possible) if each < number), possible[0])
