"""Statistics of finished hands by player, live or from a record.

All numbers are whole and are only added up, so that a sum does not depend on the order of the hands.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.events import Event
from engine.outcome import DrawReason
from engine.records.replay import replayed
from engine.round import Round
from engine.rules import Ruleset
from engine.wall import PLAYERS


class HandStats(msgspec.Struct):
    """The statistics of one player over some hands. Each number counts hands unless it says otherwise."""

    hands: int = 0
    wins: int = 0
    points: int = 0
    """Points of the wins, without honba and riichi sticks."""
    deal_ins: int = 0
    """Hands in which others won on the player's tile; two wins on one tile are one deal-in."""
    riichi: int = 0
    calls: int = 0
    """Hands with at least one open meld."""
    draws: int = 0
    """Hands that ended in an exhaustive draw."""
    tenpai: int = 0
    """Exhaustive draws in which the player was tenpai."""

    def add(self, other: HandStats) -> None:
        """Add the hands of another."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def count_hand(game: Round, seats: Sequence[HandStats]) -> None:
    """Count a finished hand; ``seats`` are the statistics by seat.

    A hand that a chombo ended is not counted: it is dealt again.
    """
    outcome = game.outcome
    assert outcome is not None
    if outcome.offenders:
        return
    for stats, seat in zip(seats, game.table.seats, strict=True):
        stats.hands += 1
        stats.riichi += seat.riichi > 0
        stats.calls += any(meld.is_open for meld in seat.melds)
    for win in outcome.wins:
        seats[win.winner].wins += 1
        seats[win.winner].points += win.value
    if outcome.wins and not outcome.wins[0].tsumo:
        seats[outcome.wins[0].target].deal_ins += 1
    if outcome.draw is not None and outcome.draw.reason is DrawReason.EXHAUSTIVE:
        for stats, tenpai in zip(seats, outcome.draw.tenpai, strict=True):
            stats.draws += 1
            stats.tenpai += tenpai


def count_record(record: Sequence[Event], rules: Ruleset) -> tuple[HandStats, ...]:
    """The statistics of a recorded game by seat.

    Raises RecordError if the record is cut or does not follow the rules.
    """
    seats = tuple(HandStats() for _ in range(PLAYERS))
    for game in replayed(record, rules).hands:
        count_hand(game, seats)
    return seats
