"""The count of a win as a winner said it, graded step by step against the engine's own."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.actions import WinCount
from engine.outcome import WinResult
from engine.results import CountPart, differences
from engine.rules import Ruleset
from engine.score import ron_payment, tsumo_payments
from engine.score.points import MANGAN_HAN, basic_points
from engine.wall import PLAYERS


class CountStep(StrEnum):
    """The steps of a count, in the order in which they are said."""

    LAY = "lay"
    """Whether the drawn tile was laid apart; asked where the ruleset has a rule about it."""
    YAKU = "yaku"
    HAN = "han"
    FU = "fu"
    POINTS = "points"
    """The points of the hand, without honba and riichi sticks."""
    PAYMENT = "payment"
    """The payment of each player and the winner's gain, with honba and riichi sticks."""


class GradedStep(msgspec.Struct, frozen=True):
    """Whether what was said in a step is right."""

    step: CountStep
    right: bool
    follows: bool = False
    """Whether something wrong follows from what was said in the steps before."""


class GradedCount(msgspec.Struct, frozen=True):
    """A finished count beside the right one."""

    said: WinCount
    points: tuple[int, ...]
    """The points that were said, as of ``points_of``."""
    fu_items: tuple[tuple[str, int], ...]
    """Sources of fu that were said, with how often; empty where the sum was said at once."""
    win: WinResult
    """The win as it was laid down, rightly counted."""
    rules: Ruleset
    dealer: int
    steps: tuple[GradedStep, ...]

    @property
    def right(self) -> bool:
        return all(each.right for each in self.steps)


PARTS = {
    CountStep.LAY: CountPart.LAYING,
    CountStep.YAKU: CountPart.YAKU,
    CountStep.HAN: CountPart.HAN,
    CountStep.FU: CountPart.FU,
    CountStep.PAYMENT: CountPart.PAYMENT,
}
"""The part of a count that each step is about; the points are a step of their own."""


def grades(
    said: WinCount,
    points: tuple[int, ...],
    win: WinResult,
    rules: Ruleset,
    dealer: int,
    steps: tuple[CountStep, ...] = tuple(CountStep),
) -> tuple[GradedStep, ...]:
    """Each of these steps, right or wrong. ``win`` is the win as it was laid down."""
    wrong = differences(said, win, rules)
    found = []
    for step in steps:
        match step:
            case CountStep.POINTS:
                right = points == points_of(win, dealer, win.score.base)
                follows = not right and points == _points_of_said(said, win, rules, dealer)
            case CountStep.PAYMENT:
                right = CountPart.PAYMENT not in wrong
                follows = not right and said.deltas == _deltas_of_said(points, win, rules, dealer)
            case _:
                right, follows = PARTS[step] not in wrong, False
        found.append(GradedStep(step, right, follows))
    return tuple(found)


def points_of(win: WinResult, dealer: int, base: int) -> tuple[int, ...]:
    """The payments of so many basic points: by the discarder, by each, or by a child and the dealer."""
    if not win.tsumo:
        return (ron_payment(base, win.winner == dealer),)
    from_dealer, from_others = tsumo_payments(base, win.winner == dealer)
    return (from_others,) if from_dealer is None else (from_others, from_dealer)


def _points_of_said(said: WinCount, win: WinResult, rules: Ruleset, dealer: int) -> tuple[int, ...] | None:
    """The payments of the han and fu that were said; None without them."""
    if said.han is None or (said.fu is None and said.han < MANGAN_HAN):
        return None
    return points_of(win, dealer, basic_points(said.han, said.fu or 0, rules)[0])


def _deltas_of_said(
    points: tuple[int, ...], win: WinResult, rules: Ruleset, dealer: int
) -> tuple[int, int, int, int] | None:
    """The payments of a hand worth these points, honba and riichi sticks counted; None under pao."""
    if win.liable or not points:
        return None
    deltas = [0] * PLAYERS
    payers = [seat for seat in range(PLAYERS) if seat != win.winner] if win.tsumo else [win.target]
    for seat in payers:
        counters = win.honba * rules.counter_points // len(payers)
        deltas[seat] = -points[-1 if seat == dealer else 0] - counters
    deltas[win.winner] = win.riichi_sticks * rules.riichi_bet - sum(deltas)
    a, b, c, d = deltas
    return a, b, c, d
