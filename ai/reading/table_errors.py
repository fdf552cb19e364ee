"""Errors of one player in a game by table rules: what was missed, late or wrong.

It follows from the record alone, all hands open: a win that passed in silence, a call that came too late, an
error that was ruled on, a win that was miscounted, tenpai said noten, a wrong win or count of another that
stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from engine import events as ev
from engine.actions import PASS, ActionKind
from engine.called_wins import CountPart, called_win, differences, is_miscounted, said_count
from engine.fouls import wrong_win
from engine.options import options
from engine.records.taken_actions import action_taken
from engine.records.timeline import Position, timeline
from engine.rules import Ruleset
from engine.tenpai import tenpai_waits
from engine.tiles import TILE_OF, Tile
from engine.view import SeatView


class ErrorSort(StrEnum):
    """The sorts of errors, in the order in which they are shown."""

    MISSED = "missed"
    LATE = "late"
    WRONG = "wrong"


class ErrorKind(StrEnum):
    """What was missed, late or wrong."""

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
        """Whether it was missed, late or wrong."""
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
    """The offence, or the action that came too late."""
    penalty: str = ""
    """Of a foul."""
    parts: tuple[CountPart, ...] = ()
    """What was wrong in a count."""
    other: int | None = None
    """The player who was not challenged, or wrongly."""


def table_errors(rules: Ruleset, events: Sequence[ev.Event], seat: int) -> tuple[ErrorAtTable, ...]:
    """The errors of a seat in a game, in order; the record shows all hands. Raises RecordError."""
    return tuple(error for position in timeline(rules, events) for error in errors_at(position, seat))


def errors_at(position: Position, seat: int) -> Iterator[ErrorAtTable]:
    """The errors of a seat that an event shows, or that follow it in silence. The position has open hands."""
    view = position.views[seat]
    yield from _in_event(position, view)
    following = position.hand.events[position.index + 2 - position.hand.first :]
    if following and _could_win(position, view):
        taken = action_taken(view, following)
        if taken is None or taken.kind in (ActionKind.RON, ActionKind.TSUMO):
            return
        if view.my_turn:
            yield _error(ErrorKind.TSUMO, position, view, tile=view.drawn)
        elif taken == PASS:
            yield _error(ErrorKind.RON, position, view, tile=view.table.offer)


def _could_win(position: Position, view: SeatView) -> bool:
    """Whether the seat is asked right after the event, and can win."""
    asked = isinstance(position.event, ev.Tsumo | ev.Dahai | ev.Ankan | ev.Kakan)
    if not asked or view.table.called:
        return False
    menu = options(view)
    return bool(menu.of(ActionKind.RON) or menu.of(ActionKind.TSUMO))


def _in_event(position: Position, view: SeatView) -> Iterator[ErrorAtTable]:
    """The error that the event itself shows."""
    match position.event:
        case ev.Foul(actor=actor, offence=offence, penalty=penalty) if actor == view.seat:
            yield _error(ErrorKind.FOUL, position, view, what=offence, penalty=penalty)
        case ev.Noten(actor=actor) if actor == view.seat:
            if _is_tenpai(view) and not _is_foul_of(position.next_event, actor):
                yield _error(ErrorKind.TENPAI, position, view)
        case ev.Late(actor=actor, call=call) if actor == view.seat:
            tile = view.table.discards[-1][1] if view.table.discards else None
            yield _error(ErrorKind.CALL, position, view, what=call, tile=tile)
        case ev.WinCounted(actor=actor) as counted if actor == view.seat:
            said = said_count(counted)
            win = called_win(view.table, actor, mixed=said.mixed)
            if parts := differences(said, win, view.rules):
                yield _error(ErrorKind.COUNT, position, view, parts=parts, tile=win.tile)
        case ev.Challenged(actor=actor, target=target, right=False) if actor == view.seat:
            yield _error(ErrorKind.WRONG_CHALLENGE, position, view, other=target)
        case ev.Accepted(actor=actor) if actor != view.seat and view.seat not in view.rules.unchecked:
            if wrong_win(position.views[actor]) or is_miscounted(view.table, actor):
                tile = TILE_OF[view.table.called[actor].pai]
                yield _error(ErrorKind.CHALLENGE, position, view, other=actor, tile=tile)


def _is_foul_of(event: ev.Event | None, seat: int) -> bool:
    return isinstance(event, ev.Foul) and event.actor == seat


def _is_tenpai(view: SeatView) -> bool:
    """Whether the hand could have been shown at the draw."""
    return not view.me.dead and bool(tenpai_waits(view.hand, view.rules, view.waits))


def _error(
    kind: ErrorKind,
    position: Position,
    view: SeatView,
    *,
    tile: Tile | None = None,
    what: str = "",
    penalty: str = "",
    parts: tuple[CountPart, ...] = (),
    other: int | None = None,
) -> ErrorAtTable:
    start = position.hand.start
    return ErrorAtTable(
        kind=kind,
        hand=position.hand.number,
        event=position.index,
        turn=len(view.me.pond) + view.my_turn,
        wind=start.bakaze,
        kyoku=start.kyoku,
        honba=start.honba,
        tile=tile,
        what=what,
        penalty=penalty,
        parts=parts,
        other=other,
    )
