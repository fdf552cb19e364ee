"""What a player has to look back at to know whether the hand is furiten, and what misleads on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine import events as ev
from engine.actions import Refusal
from engine.furiten import Cause, Passed
from engine.legal.wins import refuse_ron
from engine.records.timeline import timeline
from engine.rules import Ruleset
from engine.tiles import EAST, KIND_OF, Kind, Tile, is_red
from engine.view import SeatView


class TwistKind(StrEnum):
    """Something that is easily missed, or taken for more than it is."""

    # what is no furiten, and looks like it
    SUJI = "suji"
    """An own discard three away from a wait: it would be one in a longer shape, in this one it is none."""
    FORMER_WAIT = "former-wait"
    """An own discard that the hand once waited on, and no longer does."""
    PASSED_EARLIER = "passed-earlier"
    """A wait that another player threw before the own last discard, or before riichi."""
    # what is furiten, and does not look like it
    CALLED_AWAY = "called-away"
    """An own discard that completes the hand, and no longer lies in the pond."""
    RED = "red"
    """A red five, which counts like any other."""
    NO_YAKU = "no-yaku"
    """A wait that passed because it was no win for want of a yaku."""
    KAN = "kan"
    """A wait that passed in a kan."""
    CALL_SINCE = "call-since"
    """Somebody called after a wait had passed, which ends nothing."""


NEAR_MISSES = frozenset({TwistKind.SUJI, TwistKind.FORMER_WAIT, TwistKind.PASSED_EARLIER})
"""Those that are no furiten."""


@dataclass(frozen=True, slots=True)
class Twist:
    """One of them: the tile, who threw it, and its number in that pond from 1 (0 for a kan)."""

    kind: TwistKind
    tile: Tile
    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class LookBack:
    """The past of a tenpai hand."""

    recent: tuple[tuple[int, Tile], ...]
    """What the others have thrown since the own last discard, or since riichi: seat and tile, in order."""
    twists: tuple[Twist, ...]

    @property
    def near_misses(self) -> tuple[Twist, ...]:
        """The twists that are no furiten."""
        return tuple(twist for twist in self.twists if twist.kind in NEAR_MISSES)


PER_TURN = 3
"""Discards of the others that go by in a turn."""
PER_WAIT = 2
PER_TWIST = 3


def effort(view: SeatView, past: LookBack) -> int:
    """How much there is to look back at: the measure of difficulty.

    One for each own discard and for each three recent discards of the others, two for each wait, three for
    each twist.
    """
    turns = len(view.me.pond) - (-len(past.recent) // PER_TURN)
    return turns + PER_WAIT * len(view.waits) + PER_TWIST * len(past.twists)


_CALLS = frozenset({ev.Chi, ev.Pon, ev.Daiminkan})


@dataclass(slots=True)
class _Past:
    """What the hand was, event by event."""

    view: SeatView
    waited: set[Kind]
    """Every kind that it ever waited on."""
    refusals: dict[Cause, Refusal | None]
    """Why each passed tile could not be won on."""
    calls: list[int]
    """How many discards there were at each call of the others."""


def look_back(rules: Ruleset, seat: int, events: Sequence[ev.Event]) -> LookBack:
    """Look back from a position in which the seat is tenpai."""
    past = _past(rules, seat, events)
    recent = recent_discards(past.view)
    return LookBack(recent, tuple(_twists(past)))


def recent_discards(view: SeatView) -> tuple[tuple[int, Tile], ...]:
    """What the others have thrown since the own last discard, or since riichi: seat and tile, in order."""
    discards = view.table.discards[_since(view) :]
    return tuple((seat, tile) for seat, tile in discards if seat != view.seat)


def called_of_late(view: SeatView) -> bool:
    """Whether one of the others has called since the own last discard, or since riichi."""
    since = _since(view)
    ponds = (seat.pond for number, seat in enumerate(view.table.seats) if number != view.seat)
    return any(discard.order >= since and discard.called_by is not None for pond in ponds for discard in pond)


def _since(view: SeatView) -> int:
    """How many discards there were up to the last one that ended temporary furiten."""
    riichi = view.me.riichi_order
    if riichi is not None:
        return riichi + 1
    return view.me.pond[-1].order + 1 if view.me.pond else 0


def _past(rules: Ruleset, seat: int, events: Sequence[ev.Event]) -> _Past:
    waited: set[Kind] = set()
    refusals: dict[Cause, Refusal | None] = {}
    calls = []
    for position in timeline(rules, events, seat):
        view, event = position.view, position.event
        waited.update(view.waits)
        if view.own.passing is not None:
            refusals[view.own.passing] = refuse_ron(view)
        if type(event) in _CALLS and view.table.turn != seat:
            calls.append(len(view.table.discards))
    return _Past(view, waited, refusals, calls)


def _twists(past: _Past) -> Iterator[Twist]:
    view = past.view
    yield from _own_twists(view, past.waited)
    since, turns = _since(view), [0, 0, 0, 0]
    for order, (seat, tile) in enumerate(view.table.discards):
        turns[seat] += 1
        if seat != view.seat and order < since and KIND_OF[tile] in view.waits:
            yield Twist(TwistKind.PASSED_EARLIER, tile, seat, turns[seat])
    for cause in view.own.passed:
        where = cause.tile, cause.seat, cause.turn
        refusal = past.refusals.get(cause)
        if refusal is not None and not refusal.causes:
            yield Twist(TwistKind.NO_YAKU, *where)
        if cause.passed is Passed.KAN:
            yield Twist(TwistKind.KAN, *where)
        elif cause.passed is Passed.DISCARD and not view.me.riichi:
            order = view.table.seats[cause.seat].pond[cause.turn - 1].order
            if any(discards > order for discards in past.calls):
                yield Twist(TwistKind.CALL_SINCE, *where)
        if is_red(cause.tile):
            yield Twist(TwistKind.RED, *where)


def _own_twists(view: SeatView, waited: set[Kind]) -> Iterator[Twist]:
    for turn, discard in enumerate(view.me.pond, 1):
        kind, where = KIND_OF[discard.tile], (discard.tile, view.seat, turn)
        if kind in view.waits:
            if discard.called_by is not None:
                yield Twist(TwistKind.CALLED_AWAY, *where)
            if is_red(discard.tile):
                yield Twist(TwistKind.RED, *where)
        elif kind in waited:
            yield Twist(TwistKind.FORMER_WAIT, *where)
        elif any(_suji(kind, wait) for wait in view.waits):
            yield Twist(TwistKind.SUJI, *where)


def _suji(kind: Kind, wait: Kind) -> bool:
    return kind < EAST and kind // 9 == wait // 9 and abs(kind - wait) == 3
