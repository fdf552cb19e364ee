"""Take a decision back: deal the hand in play again and replay its record up to that decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from engine.actions import Action
from engine.match import Match
from engine.options import Options, is_free
from engine.records.recorded_choices import RecordError, choices
from engine.records.resumed_game import play_next

Counts = Callable[[Options], bool]
"""Whether a seat with these options really had to decide."""


class TakenBack(msgspec.Struct, frozen=True):
    """The game before a decision, and what was decided; the record of the game counts it."""

    match: Match
    action: Action


def take_back(match: Match, seat: int, counts: Counts = is_free) -> TakenBack | None:
    """The game before the latest decision of that seat in this hand that counts.

    None where it made none, or none since the game left another record; ``match`` stays as it is. Raises
    ValueError when the game is over, or when nothing may be taken back in it.
    """
    places = [
        len(point.events)
        for point in _retraced(match)
        if len(point.events) >= match.played_from and _decides(point, seat, counts)
    ]
    if not places:
        return None
    back = next(point for point in _retraced(match) if len(point.events) == places[-1])
    recorded = choices(back.round, match.events[places[-1] :])
    assert recorded is not None
    back.count_takeback()
    return TakenBack(back, recorded[seat])


def _decides(match: Match, seat: int, counts: Counts) -> bool:
    return seat in match.acting and counts(match.round.options(seat))


def _retraced(match: Match) -> Iterator[Match]:
    """The game at each point of its hand where a seat chose: one match, which moves on in between."""
    again = match.dealt_again()
    while (seen := len(again.events)) < len(match.events):
        yield again
        if not play_next(again, match.events[seen:], seen):
            raise RecordError("the hand in play does not show what was chosen", seen + 1)
