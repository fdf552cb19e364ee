"""What is counted of errors, in games in which errors are penalised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ai.reading.table_errors import ErrorAtTable, ErrorKind, ErrorSort, errors_at
from ai.statistics.player_counts import PlayerCounts
from engine.events import WinCounted
from engine.offences import Penalty
from engine.records.timeline import Position


def count_errors(hand: Iterable[Position], seats: Sequence[PlayerCounts]) -> None:
    """Count the errors of each player in a finished hand; its positions show all hands."""
    found: list[list[ErrorAtTable]] = [[] for _ in seats]
    for position in hand:
        if isinstance(position.event, WinCounted):
            seats[position.event.actor].counted_wins += 1
        for seat, errors in enumerate(found):
            errors += errors_at(position, seat)
    for counts, errors in zip(seats, found, strict=True):
        _count(counts, errors)


def _count(counts: PlayerCounts, errors: Sequence[ErrorAtTable]) -> None:
    """Count the errors of one player in one hand."""
    sorts = {error.kind.sort for error in errors}
    penalties = {error.penalty for error in errors}
    counts.table_hands += 1
    counts.chombo_hands += Penalty.CHOMBO in penalties
    counts.dead_hands += Penalty.DEAD_HAND in penalties
    counts.missed_hands += ErrorSort.MISSED in sorts
    counts.late_hands += ErrorSort.LATE in sorts
    counts.wrong_hands += ErrorSort.WRONG in sorts
    counts.wrong_counts += sum(error.kind is ErrorKind.COUNT for error in errors)
