"""Every position of a record, forward and back: as one seat saw it, or with all hands open."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, islice

import msgspec

from engine import events as ev
from engine.options import options
from engine.records.recorded_choices import (
    RecordError,
    asks_again,
    is_found,
    is_made_with_discard,
)
from engine.records.recorded_game import RecordedHand, hands_of
from engine.rules import Ruleset
from engine.table import Phase, Table
from engine.tiles import TILE_OF, UNKNOWN
from engine.view import OwnHand, SeatView, mask
from engine.wall import PLAYERS

Stops = tuple[int, ...]
"""Indexes of positions, ascending."""


class Position(msgspec.Struct, frozen=True):
    """The table right after an event of a hand.

    ``index`` is the index of that event in the record; ``event`` is the event as the seat saw it. ``views``
    holds what the seat saw; with all hands open, what each of the four saw, by seat.
    """

    index: int
    event: ev.Event
    hand: RecordedHand
    views: tuple[SeatView, ...]

    @property
    def next_event(self) -> ev.Event | None:
        """The next event of the hand, None after the last."""
        following = self.index + 2 - self.hand.first
        return self.hand.events[following] if following < len(self.hand.events) else None

    @property
    def table(self) -> Table:
        return self.views[0].table

    @property
    def view(self) -> SeatView:
        """The view of the seat. Raises ValueError when all hands are open: take one of ``views``."""
        try:
            (view,) = self.views
        except ValueError:
            raise ValueError("all hands are open: take one of the views") from None
        return view


class Timeline:
    """The positions of a record, by event, turn, decision and hand.

    Iterate over it, or over ``walk`` for one hand, to go forward: the positions then share their views, which
    each step changes, as a live round changes its own. ``at`` makes a position with views of its own.

    The events outside of hands (start_game, end_kyoku, end_game) have no position.
    """

    def __init__(self, rules: Ruleset, events: Sequence[ev.Event], seat: int | None = None) -> None:
        self.rules = rules
        self.seat = seat
        """The seat that looks; None when all hands are open."""
        self.hands = tuple(hands_of(events if seat is None else [mask(event, seat) for event in events]))
        self._seats = range(PLAYERS) if seat is None else (seat,)
        if any(UNKNOWN in hand.start.tehais[each] for hand in self.hands for each in self._seats):
            raise RecordError("the record hides what is to be seen")

    def __iter__(self) -> Iterator[Position]:
        return chain.from_iterable(map(self.walk, self.hands))

    def walk(self, hand: RecordedHand) -> Iterator[Position]:
        """The positions of a hand, from the deal on."""
        first = SeatView.from_events(self.rules, self._seats[0], hand.events[:1])
        others = [
            SeatView(seat, first.table, OwnHand(seat, map(TILE_OF.__getitem__, hand.start.tehais[seat])))
            for seat in self._seats[1:]
        ]
        views = (first, *others)
        yield Position(hand.first - 1, hand.start, hand, views)
        for index, event in enumerate(islice(hand.events, 1, None), hand.first):
            first.apply(event)
            for view in others:
                view.own.apply(event, view.table)
            yield Position(index, event, hand, views)

    def at(self, index: int) -> Position:
        """The position after the event of that index in the record; raises IndexError when there is none."""
        hand = self.hand_at(index)
        return next(islice(self.walk(hand), hand.indexes.index(index), None))

    def hand_at(self, index: int) -> RecordedHand:
        """The hand of the event of that index in the record; raises IndexError outside of hands."""
        number = bisect_right(self.deals, index)
        if not number or index not in self.hands[number - 1].indexes:
            raise IndexError(f"event {index} belongs to no hand")
        return self.hands[number - 1]

    def chosen_at(self, index: int) -> int:
        """The index of the position in which the move of that event was chosen.

        It is before a `reach`, before the foul that the move was, and before what followed by rule alone,
        such as a new indicator.
        """
        hand = self.hand_at(index)
        return hand.indexes[place_of_choice(hand.events, hand.indexes.index(index))]

    # -- where to stop -------------------------------------------------------------------------------

    @cached_property
    def indexes(self) -> Stops:
        return tuple(index for hand in self.hands for index in hand.indexes)

    @cached_property
    def deals(self) -> Stops:
        return tuple(hand.indexes.start for hand in self.hands)

    def turns(self, seat: int) -> Stops:
        """The positions in which a turn of that seat has begun, with a draw or a call.

        A replacement tile goes on with a turn, unless an open kan began it.
        """
        return self._turns[seat]

    def decisions(self, seat: int) -> Stops:
        """The positions in which that seat had to choose: before `reach`, before the claim or its passing.

        Raises ValueError when the timeline does not show that seat's hand.
        """
        if seat not in self._seats:
            raise ValueError(f"the hand of seat {seat} is hidden")
        return self._decisions[self._seats.index(seat)]

    @cached_property
    def _turns(self) -> tuple[Stops, ...]:
        found: list[list[int]] = [[] for _ in range(PLAYERS)]
        for hand in self.hands:
            for place, seat in turn_starts(hand.events):
                found[seat].append(hand.indexes[place])
        return tuple(map(tuple, found))

    @cached_property
    def _decisions(self) -> tuple[Stops, ...]:
        found: list[list[int]] = [[] for _ in self._seats]
        for position in self:
            for stops, view in zip(found, position.views, strict=True):
                if _must_choose(position, view):
                    stops.append(position.index)
        return tuple(map(tuple, found))


def timeline(rules: Ruleset, events: Sequence[ev.Event], seat: int | None = None) -> Timeline:
    """The positions of a record as that seat saw them; without a seat, with all hands open.

    The record may begin with a hand, and end in the middle of one. ``events`` may be masked for the seat.
    Raises RecordError when they hide what is to be seen.
    """
    return Timeline(rules, events, seat)


def turn_starts(hand: Iterable[ev.Event]) -> Iterator[tuple[int, int]]:
    """The events of a hand with which a turn begins, see ``Timeline.turns``: place, from 0, and seat."""
    replacement = False
    for place, event in enumerate(hand):
        if event.is_kan:
            replacement = not isinstance(event, ev.DiscardCall)
        elif event.begins_turn and not replacement:
            assert isinstance(event, ev.SeatEvent)
            yield place, event.actor
        elif type(event) is ev.Tsumo:
            replacement = False


def place_of_choice(hand: Sequence[ev.Event], place: int) -> int:
    """The event of a hand after which the move at that place was chosen, see ``Timeline.chosen_at``."""
    place -= 1
    while _belongs_to_next(hand[place]):
        place -= 1
    return place


def next_stop(stops: Stops, index: int) -> int | None:
    """The first of these positions after an index, None when there is none."""
    number = bisect_right(stops, index)
    return stops[number] if number < len(stops) else None


def previous_stop(stops: Stops, index: int) -> int | None:
    """The last of these positions before an index, None when there is none."""
    number = bisect_left(stops, index)
    return stops[number - 1] if number else None


def _belongs_to_next(event: ev.Event) -> bool:
    """Whether nothing was chosen between this event and the next."""
    return event.follows_by_rule or isinstance(event, ev.Reach) or is_made_with_discard(event)


def _must_choose(position: Position, view: SeatView) -> bool:
    """Whether the seat had to choose right after the event, as a live round would ask it."""
    event, following, table = position.event, position.next_event, view.table
    if event.begins_turn:
        return ev.actor_of(event) == view.seat
    if not event.may_ask or (isinstance(event, ev.Foul) and not asks_again(event, table.phase)):
        return False
    if table.called and isinstance(following, ev.WinCalled):
        # all wins are called before the first is counted
        return False
    if table.phase is Phase.DECLARE and is_found(following):
        return False
    return bool(options(view))
