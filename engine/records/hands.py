"""A record split into its hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from engine import events as ev
from engine.match import Header


class RecordedHand(msgspec.Struct):
    """One recorded hand, from its start_kyoku to the last event before end_kyoku.

    ``number`` counts from 1 in the record; ``first`` is the number of its first event in the whole record,
    from 1.
    """

    number: int
    first: int
    events: list[ev.Event]
    end: ev.EndKyoku | None = None

    @property
    def start(self) -> ev.StartKyoku:
        """The event that deals the hand."""
        start = self.events[0]
        assert isinstance(start, ev.StartKyoku)
        return start

    @property
    def header(self) -> Header:
        """Round, honba, riichi sticks and scores that the hand begins with."""
        return Header.of(self.start)


def hands_of(record: Iterable[ev.Event]) -> Iterator[RecordedHand]:
    """The hands of a record."""
    hand: RecordedHand | None = None
    for number, event in enumerate(record, 1):
        if type(event) is ev.StartKyoku:
            if hand is not None:
                yield hand
            hand = RecordedHand(1 if hand is None else hand.number + 1, number, [])
        if hand is None or type(event) is ev.EndGame:
            continue
        if type(event) is ev.EndKyoku:
            hand.end = event
        else:
            hand.events.append(event)
    if hand is not None:
        yield hand
