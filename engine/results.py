"""What the end of a hand is worth: wins scored and paid, what their winners say of them, draws judged.

``engine.outcome`` has the values that come out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.actions import WinCount
from engine.hand import Hand, MeldKind
from engine.legal import win_at, winning_hand
from engine.outcome import DrawReason, DrawResult, Outcome, WinResult
from engine.rules import Ruleset
from engine.score import NoWin, Win, ron_payment, score, tsumo_payments, winners_total
from engine.score.points import MANGAN, MANGAN_HAN, YAKUMAN, basic_points
from engine.table import Table
from engine.tenpai import tenpai_waits
from engine.tiles import EAST, IS_ORPHAN, KIND_OF, MJAI, NORTH, RED, TILE_OF, WHITE, Tile
from engine.view import OwnHand, SeatView
from engine.wall import MAX_KANS, PLAYERS, Wall

Deltas = tuple[int, int, int, int]

_GROUPS: dict[str, tuple[range, int]] = {
    "daisangen": (range(WHITE, RED + 1), 3),
    "daisuushi": (range(EAST, NORTH + 1), 4),
}
"""Yakuman of honours that bring liability: their kinds, and how many groups they need."""


class Pot(msgspec.Struct, frozen=True):
    """The honba and riichi sticks that a winner gets besides the value of the hand."""

    honba: int
    riichi_sticks: int


def liable_for(yakuman: str, hand: Hand, last_kan: MeldKind | None) -> int | None:
    """The seat that made this yakuman possible by feeding the last of its groups, all of them laid open.

    Closed kans count among the groups, but the last one must have been called.
    """
    if yakuman == "suukantsu":
        kans = [meld for meld in hand.melds if meld.is_kan]
        return kans[-1].source if len(kans) == MAX_KANS and last_kan is MeldKind.OPEN_KAN else None
    if yakuman not in _GROUPS:
        return None
    kinds, needed = _GROUPS[yakuman]
    groups = [meld for meld in hand.melds if (-1 if meld.kind is MeldKind.CHI else meld.first) in kinds]
    return groups[-1].source if len(groups) == needed else None


def win_deltas(
    table: Table, winner: int, target: int, base: int, liable: Sequence[tuple[int, int]], pot: Pot
) -> Deltas:
    """Points gained by each seat when ``winner`` wins off ``target`` (himself on a tsumo).

    ``base`` are the basic points of the hand, ``liable`` who is liable for how many of them.
    """
    deltas = [0] * PLAYERS
    rules = table.rules
    dealer_won = winner == table.dealer
    free = base - sum(part for _, part in liable)
    if winner == target:
        _pay_tsumo(deltas, table, winner, free)
        for seat, part in liable:
            deltas[seat] -= winners_total(part, dealer_won, tsumo=True)
        payers = [liable[0][0]] if liable else [seat for seat in range(PLAYERS) if seat != winner]
    else:
        deltas[target] -= ron_payment(free, dealer_won) if free else 0
        for seat, part in liable:
            full = ron_payment(part, dealer_won)
            deltas[seat] -= full // 2
            deltas[target] -= full - full // 2
        payers = [liable[0][0] if liable and rules.pao_counters == "liable" else target]
    for payer in payers:
        deltas[payer] -= pot.honba * rules.counter_points // len(payers)
    deltas[winner] = pot.riichi_sticks * rules.riichi_bet - sum(deltas)
    return deltas[0], deltas[1], deltas[2], deltas[3]


def _pay_tsumo(deltas: list[int], table: Table, winner: int, base: int) -> None:
    if not base:
        return
    from_dealer, from_others = tsumo_payments(base, winner == table.dealer)
    for seat in range(PLAYERS):
        if seat != winner:
            deltas[seat] -= from_others if from_dealer is None or seat != table.dealer else from_dealer


def pots(table: Table, winners: Sequence[int]) -> list[Pot]:
    """Honba and riichi sticks for each winner, in turn order from the discarder."""
    rules = table.rules
    own = [
        1 if rules.ron_bets == "own" and len(winners) > 1 and table.seats[seat].riichi_paid else 0
        for seat in winners
    ]
    rest = table.riichi_sticks - sum(own)
    return [
        Pot(
            honba=table.honba if place == 0 or rules.ron_counters == "each" else 0,
            riichi_sticks=riichi_sticks + (rest if place == 0 else 0),
        )
        for place, riichi_sticks in enumerate(own)
    ]


def noten_deltas(rules: Ruleset, tenpai: Sequence[bool]) -> Deltas:
    """The payments of noten players to tenpai players at an exhaustive draw."""
    count = sum(tenpai)
    if count in (0, PLAYERS):
        return 0, 0, 0, 0
    gain = rules.noten_penalty // count
    loss = rules.noten_penalty // (PLAYERS - count)
    a, b, c, d = (gain if each else -loss for each in tenpai)
    return a, b, c, d


def chombo_deltas(table: Table, offenders: Sequence[int]) -> Deltas:
    """Riichi sticks of this hand go back; each offender pays a reverse mangan, where the ruleset has that."""
    bets = [table.rules.riichi_bet if seat.riichi_paid else 0 for seat in table.seats]
    paid = nagashi_deltas(table, offenders if table.rules.chombo == "mangan" else ())
    a, b, c, d = (bet - gained for bet, gained in zip(bets, paid, strict=True))
    return a, b, c, d


def nagashi_deltas(table: Table, seats: Sequence[int]) -> Deltas:
    """Each of these seats is paid like a mangan tsumo, without honba and riichi sticks."""
    total = [0] * PLAYERS
    for winner in seats:
        _pay_tsumo(total, table, winner, MANGAN)
        total[winner] += winners_total(MANGAN, winner == table.dealer, tsumo=True)
    return total[0], total[1], total[2], total[3]


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
    # liability for the hand (pao): the seat and its share in base points, for each yakuman under it
    liable = []
    for name, units in value.yakuman_items:
        if name in table.rules.pao:
            seat = liable_for(name, hand, last_kan(table, winner))
            if seat is not None:
                liable.append((seat, units * YAKUMAN))
    if liable and table.rules.pao_covers == "hand":
        liable = [(liable[0][0], value.base)]
    return WinResult(
        winner=winner,
        target=target,
        tile=win.winning_tile,
        hand=hand,
        score=value,
        deltas=win_deltas(table, winner, target, value.base, liable, pot),
        value=winners_total(value.base, winner == table.dealer, tsumo=winner == target),
        honba=pot.honba,
        riichi_sticks=pot.riichi_sticks,
        liable=tuple(seat for seat, _ in liable),
        ura_indicators=win.ura_indicators,
    )


def last_kan(table: Table, seat: int) -> MeldKind | None:
    """The kind of the last kan that the seat made."""
    return next((kind for owner, kind in reversed(table.kans) if owner == seat), None)


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
    pot = Pot(win.honba, win.riichi_sticks)
    return replace(
        win,
        deltas=win_deltas(table, winner, win.target, base, (), pot),
        value=winners_total(base, winner == table.dealer, tsumo=win.tsumo),
        miscount=said,
    )


# -- what winners say ------------------------------------------------------------------------------------


def right_count(win: WinResult) -> WinCount:
    """The right count of this win."""
    value = win.score
    names = [item.name for item in value.yaku] or [item.name for item in value.yakuman_items]
    han, fu = (None, None) if value.yakuman else (value.han, value.fu)
    return WinCount(tuple(names), han, fu, win.deltas)


def said_count(event: ev.WinCounted) -> WinCount:
    """The count that a winner said."""
    a, b, c, d = event.points
    return WinCount(tuple(event.yaku), event.han, event.fu, (a, b, c, d), event.mixed)


def differences(said: WinCount, win: WinResult, rules: Ruleset) -> tuple[CountPart, ...]:
    """The wrong parts of a count of this win, whose value must be that of the hand as it was laid down.

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
        hand = view.hand.without(tile) if winner == target else view.hand
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
