"""Build positions before a draw in riichi: in any turn, at the end of the wall, or after some kans."""

from __future__ import annotations

from collections.abc import Collection

from engine.hand import Hand
from engine.legal import four_kans_draw
from engine.rules import Ruleset
from engine.tiles import Kind
from engine.wall import PLAYERS, Dice
from tools.positions.onward import Onward
from tools.positions.position_builder import Course, build_position

LAST_TURNS = PLAYERS * 4 + 1
"""Own discards before the draw that reach the end of the wall."""


def riichi_until_draw(
    rules: Ruleset, dice: Dice, hand: Hand, keep: Collection[Kind], *, live: int | None, kans: int
) -> Onward | None:
    """The hand in riichi, with the seat about to draw; None if the attempt fails.

    ``live`` is the number of tiles left in the wall after the draw (None: any), ``kans`` the number of kans
    of the others. No player discards a tile of ``keep``.
    """
    turns, late = 4 + dice.below(10), 1 + dice.below(4)
    if live is not None:
        turns = LAST_TURNS
    elif kans:
        turns, late = 2 + dice.below(4), 1 + dice.below(2)
    course = Course(turns=turns, late=late, riichi=True, keep=keep)
    onward = Onward(rules, *build_position(rules, dice, hand, course), dice, keep)
    if not _makes_kans(onward, kans, dice):
        return None
    left = onward.view.table.live - (onward.seat - onward.next_seat) % PLAYERS - 1
    if left < 0 or live not in (None, left):
        return None
    onward.up_to(onward.seat)
    return onward


def _makes_kans(onward: Onward, kans: int, dice: Dice) -> bool:
    """Continue until the others have made that many kans; False if this is impossible or ends the hand."""
    table = onward.view.table
    owner = onward.next_seat if onward.rules.four_kans else None
    while len(table.kans) < kans:
        if table.live < PLAYERS:
            return False
        may = onward.next_seat != onward.seat and owner in (None, onward.next_seat)
        if not may or dice.below(2):
            onward.turn()
        elif not onward.kan():
            return False
    if table.offered_kan is not None:
        onward.turn()
    return not four_kans_draw(table)
