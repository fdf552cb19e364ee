"""Wins scored and paid, and what their winners say of them where the value of a win is said."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec.structs import replace

from engine import events as ev
from engine.hand import Hand
from engine.legal.wins import win_at
from engine.melds import MeldKind
from engine.outcome import WinResult
from engine.payments import Pot, liabilities, pots, win_deltas
from engine.rules import Ruleset
from engine.score import NoWin, Score, Win, ron_payment, score, tsumo_payments
from engine.score.points import MANGAN_HAN, basic_points
from engine.table import Table
from engine.tiles import TILE_OF
from engine.win_counts import WinCount


class CountPart(StrEnum):
    """The parts of a count that can be wrong."""

    LAYING = "laying"
    """The winning tile was not kept apart."""
    YAKU = "yaku"
    HAN = "han"
    FU = "fu"
    PAYMENT = "payment"
    """Who pays how much."""


def win_result(table: Table, winner: int, target: int, win: Win, hand: Hand, pot: Pot) -> WinResult:
    """A win scored and paid. ``hand`` has the winning tile among its tiles only on a tsumo."""
    value = score(win)
    assert not isinstance(value, NoWin)
    liable = liabilities(value, hand, table.rules, last_kan(table, winner))
    return WinResult(
        winner=winner,
        target=target,
        tile=win.winning_tile,
        hand=hand,
        score=value,
        deltas=win_deltas(table, winner, target, value.base, liable, pot),
        value=hand_value(value, dealer=winner == table.dealer, tsumo=winner == target),
        honba=pot.honba,
        riichi_sticks=pot.riichi_sticks,
        liable=tuple(seat for seat, _ in liable),
        ura_indicators=win.ura_indicators,
    )


def last_kan(table: Table, seat: int) -> MeldKind | None:
    """The kind of the last kan that the seat made."""
    return next((kind for owner, kind in reversed(table.kans) if owner == seat), None)


def hand_value(value: Score, *, dealer: bool, tsumo: bool) -> int:
    """What all payers together give for the hand, honba and riichi sticks left out."""
    if not tsumo:
        return ron_payment(value.base, dealer)
    from_dealer, from_others = tsumo_payments(value.base, dealer)
    return 3 * from_others if from_dealer is None else from_dealer + 2 * from_others


# -- wins that were called -------------------------------------------------------------------------------


def called_win(
    table: Table, winner: int, *, mixed: bool = False, winners: Sequence[int] | None = None
) -> WinResult:
    """The win of a seat that called it and laid its hand open, with the right value.

    ``mixed``: the winning tile was not kept apart. ``winners`` are all who are paid, in turn order; those who
    called when left out. Raises KeyError when the seat called no win.
    """
    call = table.called[winner]
    winners = tuple(table.called) if winners is None else winners
    pot = pots(table, winners)[winners.index(winner)]
    tsumo = call.target == winner
    hand = Hand((TILE_OF[name] for name in call.tehai), table.seats[winner].melds)
    if tsumo:
        hand.add(TILE_OF[call.pai])
    ura = tuple(TILE_OF[name] for name in call.ura_markers)
    win = win_at(table, winner, hand, TILE_OF[call.pai], tsumo=tsumo, ura=ura)
    win = win._replace(tile_mixed=mixed)
    return win_result(table, winner, call.target, win, hand, pot)


def paid_win(table: Table, winner: int, winners: Sequence[int]) -> WinResult:
    """The win as it is paid: with the right value, or with a wrong one that nobody challenged."""
    counted = table.counted[winner]
    win = called_win(table, winner, mixed=counted.mixed, winners=winners)
    if winner not in table.rules.unchecked or winner in table.challenged or win.score.yakuman:
        return win
    said = said_count(counted)
    if said.han is None or (said.han, said.fu) == (win.score.han, win.score.fu):
        return win
    if said.fu is None and said.han < MANGAN_HAN:
        return win
    base, _ = basic_points(said.han, said.fu or 0, table.rules)
    paid = replace(win.score, base=base)
    pot = Pot(win.honba, win.riichi_sticks)
    return replace(
        win,
        deltas=win_deltas(table, winner, win.target, base, (), pot),
        value=hand_value(paid, dealer=winner == table.dealer, tsumo=win.tsumo),
        miscount=said,
    )


# -- what winners say ------------------------------------------------------------------------------------


def right_count(win: WinResult) -> WinCount:
    """What the winner should say of this win."""
    value = win.score
    names = [item.name for item in value.yaku] or [item.name for item in value.yakuman_items]
    han, fu = (None, None) if value.yakuman else (value.han, value.fu)
    return WinCount(tuple(names), han, fu, win.deltas)


def said_count(event: ev.WinCounted) -> WinCount:
    """What a winner said."""
    a, b, c, d = event.points
    return WinCount(tuple(event.yaku), event.han, event.fu, (a, b, c, d), event.mixed)


def differences(said: WinCount, win: WinResult, rules: Ruleset) -> tuple[CountPart, ...]:
    """What is wrong in a count of this win, whose value must be that of the hand as it was laid down.

    Of a limit hand the fu can be left out, and the han can be any that lead to the same limit.
    """
    right = right_count(win)
    found = {
        CountPart.LAYING: said.mixed and win.tsumo and rules.tile_apart,
        CountPart.YAKU: set(said.yaku) != set(right.yaku) or len(said.yaku) != len(right.yaku),
        CountPart.HAN: not _han_is_right(said, win, rules),
        CountPart.FU: said.fu != right.fu and (said.fu is not None or win.score.limit is None),
        CountPart.PAYMENT: said.deltas != right.deltas,
    }
    return tuple(part for part, wrong in found.items() if wrong)


def is_miscounted(table: Table, winner: int) -> bool:
    """Whether the winner has said anything wrong."""
    said = said_count(table.counted[winner])
    return bool(differences(said, called_win(table, winner, mixed=said.mixed), table.rules))


def _han_is_right(said: WinCount, win: WinResult, rules: Ruleset) -> bool:
    value = win.score
    if said.han == value.han or (said.han is None and value.limit is not None):
        return True
    if said.han is None or value.han is None or min(said.han, value.han) < MANGAN_HAN:
        return False
    # seven han are a haneman, and so are six
    return basic_points(said.han, 0, rules)[1] == value.limit
