"""The end of a hand put together: wins scored and paid, draws judged."""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev
from engine.called_wins import win_result
from engine.legal.wins import winning_hand
from engine.outcome import DrawReason, DrawResult, Outcome, WinResult
from engine.payments import chombo_deltas, nagashi_deltas, noten_deltas, pots
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
        win = winning_hand(view, tile, tsumo=tsumo, ura=ura)
        results.append(win_result(table, winner, target, win, view.hand.copy(), pot))
    return tuple(results)


def call_events(
    table: Table, views: Sequence[SeatView], wall: Wall, winners: Sequence[int], target: int
) -> list[ev.Event]:
    """The events with which these seats (in turn order) call their wins and lay their hands open."""
    events: list[ev.Event] = []
    for winner in winners:
        view = views[winner]
        tile = view.drawn if winner == target else table.offer
        assert tile is not None
        hand = view.hand.copy()
        if winner == target:
            hand.remove(tile)
        ura = [MJAI[each] for each in ura_indicators(table, wall, winner)]
        events.append(ev.WinCalled(winner, target, MJAI[tile], [MJAI[own] for own in hand.sorted()], ura))
    return events


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
            han=_han(win),
            fu=win.score.fu if win.miscount is None else win.miscount.fu,
            yakuman=win.score.yakuman,
            points=win.value,
        )
        for win in wins
    ]


def _han(win: WinResult) -> int | None:
    """The han that are paid, as records write them."""
    if win.miscount is not None:
        return win.miscount.han
    return win.score.han if not win.score.yakuman else YAKUMAN_HAN * win.score.yakuman


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
    tenpai = [reason.shows_riichi and bool(seat.riichi) and not seat.dead for seat in table.seats]
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
