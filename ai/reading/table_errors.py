"""Table rules judged: the count that a winner said, step by step, and the errors of a player in a game.

The errors follow from the record alone, all hands open: a win that passed in silence, a call that came too
late, an error that was ruled on, a win that was miscounted, tenpai said noten, a wrong win or count of
another that stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from ai.reading.furiten_advice import win_points
from engine import events as ev
from engine.actions import ActionKind, WinCount
from engine.fouls import wrong_win
from engine.options import options
from engine.outcome import DrawReason, WinResult
from engine.records.timeline import Position, timeline
from engine.results import CountPart, called_win, differences, is_miscounted, said_count
from engine.rules import Offence, Penalty, Ruleset
from engine.score import ron_payment, tsumo_payments
from engine.score.points import MANGAN_HAN, basic_points
from engine.table import Table
from engine.tenpai import tenpai_waits
from engine.tiles import Tile
from engine.view import SeatView
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


class ErrorSort(StrEnum):
    """The sorts of errors, in the order in which they are shown."""

    MISSED = "missed"
    LATE = "late"
    WRONG = "wrong"


class ErrorKind(StrEnum):
    """The action that was missed, late or wrong."""

    RON = "ron"
    """A ron was possible, and nothing was said."""
    TSUMO = "tsumo"
    """The drawn tile won, and was not shown."""
    CHALLENGE = "challenge"
    """A wrong win or count of another player stood."""
    CALL = "call"
    """A call or a ron came too late."""
    FOUL = "foul"
    COUNT = "count"
    """The value of the own win."""
    WRONG_CHALLENGE = "wrong-challenge"
    TENPAI = "tenpai"
    """Noten was said at the draw with a hand that was tenpai."""

    @property
    def sort(self) -> ErrorSort:
        """An action that was left out, one that came late, or one that was wrong."""
        if self in (ErrorKind.RON, ErrorKind.TSUMO, ErrorKind.CHALLENGE):
            return ErrorSort.MISSED
        return ErrorSort.LATE if self is ErrorKind.CALL else ErrorSort.WRONG


class ErrorAtTable(msgspec.Struct, frozen=True):
    """One error.

    ``hand`` counts from 1 in the record. ``event`` is the index of the event that shows the
    error, or that was not answered. ``turn`` is the player's turn in the hand, 0 before the first.
    """

    kind: ErrorKind
    hand: int
    event: int
    turn: int
    wind: str
    """The round wind, ``kyoku`` and ``honba`` name the hand."""
    kyoku: int
    honba: int
    tile: Tile | None = None
    """The tile that would have won, or that was called."""
    what: str = ""
    """The offence, own or not challenged, or the action that came too late."""
    penalty: str = ""
    """Of a foul."""
    parts: tuple[CountPart, ...] = ()
    """The parts of a count that were wrong."""
    other: int | None = None
    """The player who was not challenged, or wrongly."""
    points: int | None = None
    """The points of a win that was not said, without honba, riichi sticks and ura dora."""
    said: WinCount | None = None
    """What was said of a win that was miscounted …"""
    win: WinResult | None = None
    """… and the win as it was laid down, rightly counted."""


def table_errors(rules: Ruleset, events: Sequence[ev.Event], seat: int) -> tuple[ErrorAtTable, ...]:
    """The errors of a seat in a game, in order; the record shows all hands. Raises RecordError."""
    return tuple(error for position in timeline(rules, events) for error in errors_at(position, seat))


def errors_at(position: Position, seat: int) -> Iterator[ErrorAtTable]:
    """The errors of a seat that an event shows, or that follow it in silence. The position has open hands."""
    view = position.views[seat]
    yield from errors_shown(position, view)
    if _could_win(position, view) and _is_passed(position):
        own = view.my_turn
        kind, tile = (ErrorKind.TSUMO, view.drawn) if own else (ErrorKind.RON, view.table.offer)
        assert tile is not None
        tsumo = kind is ErrorKind.TSUMO
        yield replace(_error(kind, position, view), tile=tile, points=win_points(view, tile, tsumo=tsumo))


def _is_passed(position: Position) -> bool:
    """Whether what happened next shows that no win was said, nor could have been without being told."""
    following = position.hand.events[position.index + 2 - position.hand.first :]
    event = next((each for each in following if not _says_nothing(each)), None)
    match event:
        case None | ev.WinEvent() | ev.Foul():
            return False
        case ev.Ryukyoku(reason=reason):
            return reason not in (DrawReason.CHOMBO, DrawReason.TRIPLE_RON)
    return True


def _says_nothing(event: ev.Event) -> bool:
    """Whether the decision is still open after the event."""
    if isinstance(event, ev.Foul):
        return event.penalty != Penalty.CHOMBO
    return event.follows_by_rule or isinstance(event, ev.Late)


def _could_win(position: Position, view: SeatView) -> bool:
    """Whether the seat is asked right after the event, and can win."""
    asked = bool(view.waits) and isinstance(position.event, ev.Tsumo | ev.OfferEvent)
    if not asked or view.table.called:
        return False
    menu = options(view)
    return bool(menu.of(ActionKind.RON) or menu.of(ActionKind.TSUMO))


def errors_shown(position: Position, view: SeatView) -> Iterator[ErrorAtTable]:
    """The error of a seat that the event itself shows.

    A wrong win of another player is found only in a position with open hands.
    """
    match position.event:
        case ev.Foul(actor=actor, offence=offence, penalty=penalty) if actor == view.seat:
            yield replace(_error(ErrorKind.FOUL, position, view), what=offence, penalty=penalty)
        case ev.Noten(actor=actor) if actor == view.seat:
            ruled = isinstance(position.next_event, ev.Foul) and position.next_event.actor == actor
            if (not view.me.dead and bool(tenpai_waits(view.hand, view.rules, view.waits))) and not ruled:
                yield _error(ErrorKind.TENPAI, position, view)
        case ev.Late(actor=actor, call=call) if actor == view.seat:
            tile = view.table.discards[-1][1] if view.table.discards else None
            yield replace(_error(ErrorKind.CALL, position, view), what=call, tile=tile)
        case ev.WinCounted(actor=actor) if actor == view.seat:
            if _count_of(view.table, actor)[2]:
                yield _miscount(ErrorKind.COUNT, position, view, actor)
        case ev.Challenged(actor=actor, target=target, right=False) if actor == view.seat:
            yield replace(_error(ErrorKind.WRONG_CHALLENGE, position, view), other=target)
        case ev.Accepted(actor=actor) if actor != view.seat and view.seat not in view.rules.unchecked:
            found = wrong_win(position.views[actor]) if len(position.views) > 1 else None
            if found is not None or is_miscounted(view.table, actor):
                yield _miscount(ErrorKind.CHALLENGE, position, view, actor, found)


def _miscount(
    kind: ErrorKind, position: Position, view: SeatView, winner: int, offence: Offence | None = None
) -> ErrorAtTable:
    """A wrong count, or a wrong win with its count, of the own seat or of another that was not challenged."""
    said, win, parts = _count_of(view.table, winner)
    return replace(
        _error(kind, position, view),
        tile=win.tile,
        what="" if offence is None else offence.value,
        parts=parts,
        other=None if winner == view.seat else winner,
        said=said,
        win=win,
    )


def _count_of(table: Table, winner: int) -> tuple[WinCount, WinResult, tuple[CountPart, ...]]:
    """The count that a winner said, the right win, and the wrong parts."""
    said = said_count(table.counted[winner])
    win = called_win(table, winner, mixed=said.mixed)
    return said, win, differences(said, win, table.rules)


def _error(kind: ErrorKind, position: Position, view: SeatView) -> ErrorAtTable:
    start = position.hand.start
    return ErrorAtTable(
        kind=kind,
        hand=position.hand.number,
        event=position.index,
        turn=len(view.me.pond) + view.my_turn,
        wind=start.bakaze,
        kyoku=start.kyoku,
        honba=start.honba,
    )
