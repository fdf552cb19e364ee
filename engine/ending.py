"""The end of a hand put together: wins scored and paid, draws judged."""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev
from engine.legal.wins import winning_hand
from engine.melds import MeldKind
from engine.outcome import DrawReason, DrawResult, Outcome, WinResult
from engine.payments import chombo_deltas, liabilities, nagashi_deltas, noten_deltas, pots, win_deltas
from engine.score import NoWin, Score, ron_payment, score, tsumo_payments
from engine.table import Table
from engine.tenpai import tenpai_waits
from engine.tiles import IS_ORPHAN, KIND_OF, MJAI, Tile
from engine.view import OwnHand, SeatView
from engine.wall import PLAYERS, Wall

YAKUMAN_HAN = 13
"""How records write the han of one yakuman."""


def ura_indicators(table: Table, wall: Wall, seat: int) -> tuple[Tile, ...]:
    """The ura indicators that count for a winner: one under each dora indicator, for riichi only."""
    rules = table.rules
    if not table.seats[seat].riichi or not rules.ura_dora:
        return ()
    turned = len(table.indicators) if rules.kan_ura_dora else 1
    return tuple(wall.ura_indicator(number) for number in range(turned))


def wins_of(
    table: Table, views: Sequence[SeatView], wall: Wall, winners: Sequence[int], target: int
) -> tuple[WinResult, ...]:
    """The wins of these seats (in turn order from the discarder), scored and paid."""
    results = []
    for winner, pot in zip(winners, pots(table, winners), strict=True):
        view = views[winner]
        tsumo = winner == target
        tile = view.drawn if tsumo else table.offer
        assert tile is not None
        ura = ura_indicators(table, wall, winner)
        value = score(winning_hand(view, tile, tsumo=tsumo, ura=ura))
        assert not isinstance(value, NoWin)
        liable = liabilities(value, view.hand, table.rules, last_kan(table, winner))
        results.append(
            WinResult(
                winner=winner,
                target=target,
                tile=tile,
                hand=view.hand.copy(),
                score=value,
                deltas=win_deltas(table, winner, target, value, liable, pot),
                value=hand_value(value, dealer=winner == table.dealer, tsumo=tsumo),
                honba=pot.honba,
                riichi_sticks=pot.riichi_sticks,
                liable=tuple(seat for seat, _ in liable),
                ura_indicators=ura,
            )
        )
    return tuple(results)


def last_kan(table: Table, seat: int) -> MeldKind | None:
    """The kind of the last kan that the seat made."""
    return next((kind for owner, kind in reversed(table.kans) if owner == seat), None)


def hand_value(value: Score, *, dealer: bool, tsumo: bool) -> int:
    """What all payers together give for the hand, honba and riichi sticks left out."""
    if not tsumo:
        return ron_payment(value.base, dealer)
    from_dealer, from_others = tsumo_payments(value.base, dealer)
    return 3 * from_others if from_dealer is None else from_dealer + 2 * from_others


def win_events(wins: Sequence[WinResult]) -> list[ev.Event]:
    """The wins as events."""
    return [
        ev.Hora(
            actor=win.winner,
            target=win.target,
            deltas=list(win.deltas),
            ura_markers=[MJAI[tile] for tile in win.ura_indicators],
            pai=MJAI[win.tile],
            yaku=[(item.name, item.han) for item in win.score.yaku]
            + [(name, YAKUMAN_HAN * units) for name, units in win.score.yakuman_items],
            han=win.score.han if not win.score.yakuman else YAKUMAN_HAN * win.score.yakuman,
            fu=win.score.fu,
            yakuman=win.score.yakuman,
            points=win.value,
        )
        for win in wins
    ]


def drawn_out(table: Table, own: Sequence[OwnHand]) -> Outcome:
    """The exhaustive draw: nagashi mangan if a player has it, otherwise the noten penalty.

    Tenpai is what the hands are, or, where that is declared, what the players have said.
    """
    if table.declared:
        tenpai = [table.declared[seat] for seat in range(PLAYERS)]
    else:
        tenpai = [bool(tenpai_waits(each.hand, table.rules, each.waits)) for each in own]
    nagashi = nagashi_seats(table)
    return _draw(
        own,
        DrawReason.NAGASHI_MANGAN if nagashi else DrawReason.EXHAUSTIVE,
        tenpai,
        nagashi_deltas(table, nagashi) if nagashi else noten_deltas(table.rules, tenpai),
        nagashi,
    )


def nagashi_seats(table: Table) -> tuple[int, ...]:
    """Seats that discarded terminals and honours only, none of them called away."""
    if not table.rules.nagashi_mangan:
        return ()
    return tuple(
        seat
        for seat in range(PLAYERS)
        if not table.seats[seat].dead
        and all(IS_ORPHAN[KIND_OF[tile.tile]] and tile.called_by is None for tile in table.seats[seat].pond)
    )


def aborted(table: Table, own: Sequence[OwnHand], reason: DrawReason, declarer: int | None) -> Outcome:
    """An abortive draw without payments; hands in riichi are tenpai and are shown."""
    tenpai = [reason is DrawReason.FOUR_RIICHI and bool(seat.riichi) for seat in table.seats]
    return _draw(own, reason, tenpai, (0, 0, 0, 0), (), declarer)


def chombo(table: Table, own: Sequence[OwnHand]) -> Outcome:
    """The hand ends for the chombo of the table's offenders; no seat is tenpai."""
    deltas = chombo_deltas(table, table.offenders)
    return _draw(own, DrawReason.CHOMBO, [False] * PLAYERS, deltas, offenders=tuple(table.offenders))


def _draw(
    own: Sequence[OwnHand],
    reason: DrawReason,
    tenpai: Sequence[bool],
    deltas: tuple[int, int, int, int],
    nagashi: tuple[int, ...] = (),
    declarer: int | None = None,
    offenders: tuple[int, ...] = (),
) -> Outcome:
    a, b, c, d = tenpai
    hands = tuple(each.hand.copy() for each in own)
    return Outcome(
        draw=DrawResult(
            reason=reason,
            tenpai=(a, b, c, d),
            hands=(hands[0], hands[1], hands[2], hands[3]),
            deltas=deltas,
            nagashi=nagashi,
            declarer=declarer,
            offenders=offenders,
        )
    )
