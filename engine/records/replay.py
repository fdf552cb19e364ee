"""Recorded hands played again in the live round: the record chooses, the engine carries it out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import events as ev
from engine.actions import IllegalAction
from engine.match import deal, next_header
from engine.ranking import Standing, standings
from engine.records.hands import hands_of
from engine.records.recorded_choices import CONSEQUENCES, RecordError, choices
from engine.records.recorded_fouls import ruled
from engine.records.recorded_walls import recorded_wall
from engine.round import Round
from engine.rules import Ruleset
from engine.wall import PLAYERS

LOOK_AHEAD = 8
"""Events needed to see what was chosen: a riichi and its tile, or all wins on a discard."""


class CutRecordError(RecordError):
    """The record ends before the hand or the game does."""


class RefusedError(RecordError):
    """An action that is not among the options. ``place`` is its event's index among those of the hand."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place


def play(game: Round, recorded: Sequence[ev.Event]) -> None:
    """Play the choices that these events show, to the end of the hand; what follows by rule is the engine's.

    Raises RefusedError for an action that is not among the options, CutRecordError when the events end before
    the hand does; the hand is then where the events ended.
    """
    places = [place for place, event in enumerate(recorded) if not isinstance(event, CONSEQUENCES)]
    chosen_by = [recorded[place] for place in places]
    used = seen = 0
    while True:
        used += sum(not isinstance(event, CONSEQUENCES) for event in game.events[seen:])
        seen = len(game.events)
        if game.outcome is not None:
            return
        try:
            if ruled(game, chosen_by[used:]):
                continue
            window = _window(chosen_by, used)
            if window and used:
                follows = recorded[places[used - 1] + 1 : places[used]]
                # a bet tells that nobody claimed the tile
                window[:0] = [event for event in follows if isinstance(event, ev.ReachAccepted)]
            chosen = choices(game, window)
            if chosen is None:
                raise CutRecordError("the record ends in the middle of a hand")
            game.step(chosen)
        except CutRecordError:
            raise
        except (RecordError, IllegalAction) as error:
            raise RefusedError(str(error), places[used]) from None


def _window(recorded: Sequence[ev.Event], used: int) -> list[ev.Event]:
    """The next events. If the last is a win, the hand is complete: no other player won."""
    window = list(recorded[used : used + LOOK_AHEAD])
    if window and isinstance(window[-1], ev.Hora | ev.WinCalled):
        window.append(ev.EndKyoku())
    return window


class PlayedGame(msgspec.Struct, frozen=True):
    """A whole game played again: every hand with its header, and the final ranking if the game ended."""

    hands: tuple[Round, ...]
    standings: tuple[Standing, ...] | None


def replayed(record: Sequence[ev.Event], rules: Ruleset) -> PlayedGame:
    """Play a recorded game again, each hand from its own header; raises RecordError."""
    rounds = []
    over = False
    chombo = [0] * PLAYERS
    for hand in hands_of(record):
        game = deal(rules, hand.header, recorded_wall(rules, hand.events))
        try:
            play(game, hand.events)
        except RefusedError as error:
            raise RecordError(str(error), hand.first + error.place) from None
        assert game.outcome is not None
        for seat in game.outcome.offenders:
            chombo[seat] += 1
        scores = [seat.score for seat in game.table.seats]
        over = next_header(rules, hand.header, game.outcome, scores, game.table.riichi_sticks) is None
        rounds.append(game)
    if not rounds:
        raise RecordError("the record holds no hand")
    last = rounds[-1].table
    ranked = (
        standings(rules, [seat.score for seat in last.seats], last.riichi_sticks, chombo) if over else None
    )
    return PlayedGame(tuple(rounds), ranked)


def completed(record: Sequence[ev.Event], rules: Ruleset) -> list[ev.Event]:
    """The game with everything that a record may leave out, filled in by the engine; raises RecordError."""
    played = replayed(record, rules)
    events: list[ev.Event] = [event for event in record[:1] if isinstance(event, ev.StartGame)]
    for game in played.hands:
        events += game.events
        events.append(ev.EndKyoku(scores=[seat.score for seat in game.table.seats]))
    if played.standings is not None:
        by_seat = sorted(played.standings, key=lambda standing: standing.seat)
        events.append(
            ev.EndGame([standing.points for standing in by_seat], [standing.final for standing in by_seat])
        )
    return events
