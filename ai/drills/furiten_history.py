"""The past of a tenpai hand that decides about furiten: recent discards, and traps that mislead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from ai.drills.difficulty import before_draw, shape_effort
from ai.drills.question import DrillTheme
from engine import events as ev
from engine.actions import Refusal, Why
from engine.furiten import Cause, FuritenKind, Passed
from engine.legal import refuse_ron
from engine.records.timeline import timeline
from engine.rules import Ruleset
from engine.tiles import EAST, KIND_OF, Kind, Tile, is_red
from engine.view import SeatView


class FuritenTrapKind(StrEnum):
    """A fact that is easily missed, or easily mistaken for furiten."""

    theme: DrillTheme | None
    """Its idea, if it has one."""
    near_miss: bool
    """Whether it looks like furiten but is not; else it is furiten, but does not look like it."""

    def __new__(cls, value: str, theme: DrillTheme | None = None, near_miss: bool = False) -> Self:
        """A trap with its idea."""
        kind = str.__new__(cls, value)
        kind._value_, kind.theme, kind.near_miss = value, theme, near_miss
        return kind

    SUJI = "suji", DrillTheme.SUJI_OF_WAIT, True
    """An own discard three away from a wait; it would be a wait of a longer shape, but is not one here."""
    FORMER_WAIT = "former-wait", DrillTheme.FORMER_WAIT, True
    """An own discard that the hand waited on earlier but no longer does."""
    PASSED_EARLIER = "passed-earlier", DrillTheme.PASSED_EARLIER, True
    """A wait that passed and made the hand furiten, until an own discard ended that."""
    NOT_YET = "not-yet", None, True
    """A wait that another player discarded when the hand did not wait on it."""
    CALLED_AWAY = "called-away", DrillTheme.CALLED_AWAY
    """An own discard that completes the hand, but was called and is no longer in the pond."""
    RED = "red", DrillTheme.RED_FIVE
    """A red five, which counts like a plain one."""
    NO_YAKU = "no-yaku", DrillTheme.NO_YAKU
    """A wait that passed because the hand had no yaku."""
    KAN = "kan", DrillTheme.ROBBED_KAN
    """A wait that passed in a kan."""
    CALL_SINCE = "call-since", DrillTheme.CALL_BETWEEN
    """Another player called after a wait had passed, which does not end furiten."""


@dataclass(frozen=True, slots=True)
class FuritenTrap:
    """A trap: the tile, the seat that discarded it, and its number in that pond from 1 (0 for a kan)."""

    kind: FuritenTrapKind
    tile: Tile
    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class LookBack:
    """The past of a tenpai hand."""

    recent: tuple[tuple[int, Tile], ...]
    """Discards of the others since the last own discard, or since riichi: seat and tile, in order."""
    traps: tuple[FuritenTrap, ...]

    @property
    def near_misses(self) -> tuple[FuritenTrap, ...]:
        return tuple(trap for trap in self.traps if trap.kind.near_miss)

    @property
    def hidden(self) -> tuple[FuritenTrap, ...]:
        """The traps that are furiten."""
        return tuple(trap for trap in self.traps if not trap.kind.near_miss)


FURITEN_THEMES: dict[FuritenKind, DrillTheme] = {
    FuritenKind.DISCARD: DrillTheme.DISCARD_FURITEN,
    FuritenKind.TEMPORARY: DrillTheme.TEMPORARY_FURITEN,
    FuritenKind.RIICHI: DrillTheme.RIICHI_FURITEN,
}


def themes_of(view: SeatView, past: LookBack) -> tuple[DrillTheme, ...]:
    """The ideas about furiten in a position: its kinds, or none; then the traps that matter."""
    kinds = tuple(FURITEN_THEMES[cause.kind] for cause in view.furiten) or (DrillTheme.NO_FURITEN,)
    told = past.hidden if view.furiten else past.near_misses
    ideas = (trap.kind.theme for trap in told if trap.kind.theme is not None)
    return tuple(dict.fromkeys((*kinds, *ideas)))


PER_TURN = 3
"""Discards of the others in one turn."""
PER_WAIT = 2
PER_TRAP = 3


def effort(view: SeatView, past: LookBack) -> int:
    """The effort of reading the hand and of looking back: the measure of difficulty.

    One for each own discard and for each three recent discards of the others, two for each wait, three for
    each trap, and ``shape_effort`` of the hand between turns.
    """
    turns = len(view.me.pond) - (-len(past.recent) // PER_TURN)
    return turns + PER_WAIT * len(view.waits) + PER_TRAP * len(past.traps) + shape_effort(before_draw(view))


def look_back(rules: Ruleset, seat: int, events: Sequence[ev.Event]) -> LookBack:
    """The past of a position in which the seat is tenpai."""
    # every kind that the hand waited on at any time
    waited: set[Kind] = set()
    # the discards that passed as a winning tile: seat and turn
    counted: set[tuple[int, int]] = set()
    # why each passed tile could not be won on
    refusals: dict[Cause, Refusal | None] = {}
    # the number of discards at each call of another player
    calls = []
    for position in timeline(rules, events, seat):
        view, event = position.view, position.event
        waited.update(view.waits)
        counted.update((cause.seat, cause.turn) for cause in view.own.passed)
        if view.own.passing is not None:
            refusals[view.own.passing] = refuse_ron(view)
        if isinstance(event, ev.DiscardCall) and view.table.turn != seat:
            calls.append(len(view.table.discards))
    return LookBack(recent_discards(view), tuple(_traps(view, waited, counted, refusals, calls)))


def recent_discards(view: SeatView) -> tuple[tuple[int, Tile], ...]:
    """Discards of the others since the last own discard, or since riichi: seat and tile, in order."""
    discards = view.table.discards[first_recent(view) :]
    return tuple((seat, tile) for seat, tile in discards if seat != view.seat)


def first_recent(view: SeatView) -> int:
    """The number of discards up to the last one that ended temporary furiten, or up to the riichi tile."""
    riichi = view.me.riichi_order
    if riichi is not None:
        return riichi + 1
    return view.me.pond[-1].order + 1 if view.me.pond else 0


def _traps(
    view: SeatView,
    waited: set[Kind],
    counted: set[tuple[int, int]],
    refusals: Mapping[Cause, Refusal | None],
    calls: Sequence[int],
) -> Iterator[FuritenTrap]:
    for turn, discard in enumerate(view.me.pond, 1):
        own, where = KIND_OF[discard.tile], (discard.tile, view.seat, turn)
        if own in view.waits:
            if discard.called_by is not None:
                yield FuritenTrap(FuritenTrapKind.CALLED_AWAY, *where)
            if is_red(discard.tile):
                yield FuritenTrap(FuritenTrapKind.RED, *where)
        elif own in waited:
            yield FuritenTrap(FuritenTrapKind.FORMER_WAIT, *where)
        elif any(own < EAST and own // 9 == wait // 9 and abs(own - wait) == 3 for wait in view.waits):
            yield FuritenTrap(FuritenTrapKind.SUJI, *where)
    since, turns = first_recent(view), [0, 0, 0, 0]
    for order, (seat, tile) in enumerate(view.table.discards):
        turns[seat] += 1
        if seat != view.seat and order < since and KIND_OF[tile] in view.waits:
            once = (seat, turns[seat]) in counted
            kind = FuritenTrapKind.PASSED_EARLIER if once else FuritenTrapKind.NOT_YET
            yield FuritenTrap(kind, tile, seat, turns[seat])
    for cause in view.own.passed:
        where = cause.tile, cause.seat, cause.turn
        refusal = refusals.get(cause)
        if refusal is not None and refusal.why is Why.NO_YAKU:
            yield FuritenTrap(FuritenTrapKind.NO_YAKU, *where)
        if cause.passed is Passed.KAN:
            yield FuritenTrap(FuritenTrapKind.KAN, *where)
        elif cause.passed is Passed.DISCARD and not view.me.riichi:
            order = view.table.seats[cause.seat].pond[cause.turn - 1].order
            if any(discards > order for discards in calls):
                yield FuritenTrap(FuritenTrapKind.CALL_SINCE, *where)
        if is_red(cause.tile):
            yield FuritenTrap(FuritenTrapKind.RED, *where)
