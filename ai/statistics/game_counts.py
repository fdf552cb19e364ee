"""Count a recorded game for its four players: its outcomes, and one walk through its positions."""

from __future__ import annotations

from collections.abc import Sequence

from ai.statistics.error_counts import count_errors
from ai.statistics.hand_stats import count_hand
from ai.statistics.outcome_counts import count_end, count_outcome
from ai.statistics.player_counts import PlayerCounts
from ai.statistics.turn_counts import TurnCounts
from engine.events import EndGame, Event, Hora, Ryukyoku
from engine.ranking import Standing, standings
from engine.records.hands import hands_of
from engine.records.replay import CutRecordError, PlayedGame, replayed
from engine.records.timeline import timeline
from engine.rules import Ruleset
from engine.wall import PLAYERS


def count_game(record: Sequence[Event], rules: Ruleset) -> tuple[PlayerCounts, ...]:
    """The counts of a recorded game by seat.

    Of a record that stops in the middle, the finished hands are counted. Raises RecordError if the record
    does not follow the rules.
    """
    seats = tuple(PlayerCounts() for _ in range(PLAYERS))
    events, played = _finished(record, rules)
    if played is None:
        return seats
    positions = timeline(rules, events)
    turns = TurnCounts(positions, seats)
    for hand, game in zip(positions.hands, played.hands, strict=True):
        assert game.outcome is not None
        if rules.errors == "penalised":
            count_errors(positions.walk(hand), seats)
        if game.outcome.offenders:
            continue
        count_hand(game, seats)
        count_outcome(game, hand, seats)
        turns.count(hand)
    for seat in seats:
        seat.games = int(seat.hands > 0)
        seat.table_games = int(seat.table_hands > 0)
    for standing in _standings(record, played, rules):
        count_end(seats[standing.seat], standing)
    return seats


def _finished(record: Sequence[Event], rules: Ruleset) -> tuple[Sequence[Event], PlayedGame | None]:
    """The record up to its last finished hand, and that much of it played again; None without a hand."""
    try:
        return record, replayed(record, rules)
    except CutRecordError:
        ends = [hand for hand in hands_of(record) if not isinstance(hand.events[-1], Hora | Ryukyoku)]
        events = record[: ends[0].first - 1] if ends else record
        whole = any(isinstance(event, Hora | Ryukyoku) for event in events)
        return events, replayed(events, rules) if whole else None


def _standings(record: Sequence[Event], played: PlayedGame, rules: Ruleset) -> tuple[Standing, ...]:
    """The final ranking, also of a game that its players ended early; empty if the record has no end."""
    if played.standings is not None:
        return played.standings
    if not isinstance(record[-1], EndGame):
        return ()
    last = played.hands[-1].table
    return standings(rules, [seat.score for seat in last.seats], last.riichi_sticks)
