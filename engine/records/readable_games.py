"""Records read as far as they go, for all who look at games and do not judge whether they are right.

``verify`` holds a record against the rules; replay, review, statistics and export show what was played, and a
record that stops in the middle is shown to where it stops.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.offences import Offence, Penalty
from engine.outcome import DrawReason
from engine.records.read_file import read_whole_parts
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedGame, RecordedHand, recorded_wall
from engine.records.timeline import Timeline, timeline
from engine.rules import Ruleset
from engine.score.yaku import YAKU_NAMES

_UNPLAYABLE = (ValueError, LookupError, AssertionError)
"""What folding raises over events that contradict each other: a tile discarded that nobody held, a pon of
a tile that was not offered."""
_REASONS, _OFFENCES, _PENALTIES = frozenset(DrawReason), frozenset(Offence), frozenset(Penalty)


class ReadableGame(msgspec.Struct, frozen=True):
    """One game of a file, ready for ``timeline(game.rules, game.events)``."""

    rules: Ruleset
    """The ruleset that was asked for, else the record's own, else ``tenhou``; with the record's length."""
    events: list[ev.Event]
    """From start_game on, where the record has one. Each hand begins with its start_kyoku; the last one may
    stop in the middle. Every position can be folded, and its options asked."""
    cut: str | None = None
    """Where the record stops before the game is over, or holds what cannot be played, in one line; None for
    a game that is whole."""


def games_of(data: bytes, rules: str | None = None) -> tuple[ReadableGame, ...]:
    """The games of a file with that content: mjai lines, Tenhou JSON or Tenhou XML, each also gzip.

    ``rules`` is the name of a ruleset to read them under. What is whole is kept of a file that is cut or
    damaged: the lines, hands and events before that place. Raises RecordError, in one line, when no hand can
    be read, and UnknownRuleset for ``rules``.
    """
    record = read_whole_parts(data)
    games, faults = [], []
    for game in record.games:
        try:
            games.append(_readable(game, rules))
        except RecordError as error:
            faults.append(error)
    if not games:
        raise faults[0]
    return tuple(games)


def _readable(game: RecordedGame, name: str | None) -> ReadableGame:
    rules = game.facts.ruleset(name)
    events: list[ev.Event] = []
    fault: RecordError | None = None
    try:
        for number, event in enumerate(game.events_under(rules), 1):
            events.append(_in_known_words(event, number))
    except RecordError as error:
        fault = error
    playable, wrong = _playable(rules, events)
    fault = wrong or fault or game.fault
    if not any(isinstance(event, ev.StartKyoku) for event in playable):
        raise fault or RecordError("the record holds no hand")
    if fault is None and not game.whole:
        fault = RecordError("the record is cut: it ends before the game does")
    return ReadableGame(rules, playable, None if fault is None else str(fault))


def _in_known_words(event: ev.Event, number: int) -> ev.Event:
    """The event without words that only another program knows; raises RecordError for an unknown foul."""
    match event:
        case ev.Hora(yaku=[*items]) if any(name not in YAKU_NAMES for name, _ in items):
            return replace(event, yaku=None)
        case ev.Ryukyoku(reason=str(reason)) if reason not in _REASONS:
            return replace(event, reason=None)
        case ev.Foul(offence=offence, penalty=penalty):
            if offence not in _OFFENCES or penalty not in _PENALTIES:
                raise RecordError("it is no foul of the rules", number)
    return event


def _playable(rules: Ruleset, events: list[ev.Event]) -> tuple[list[ev.Event], RecordError | None]:
    """The events before the first that cannot be folded, and what is wrong with that one."""
    walked = timeline(rules, events)
    for hand in walked.hands:
        try:
            recorded_wall(rules, hand.events)
        except RecordError as error:
            return events[: hand.first - 1], RecordError(f"hand {hand.number}: {error}")
        stop = _stop(walked, hand)
        if stop is not None:
            what = f"it cannot be played after event {stop}"
            return events[:stop], RecordError(f"hand {hand.number}: {what}")
    return events, None


def _stop(walked: Timeline, hand: RecordedHand) -> int | None:
    """The number of events of the record that can be folded; None when those of this hand all can."""
    count = hand.first - 1
    try:
        for position in walked.walk(hand):
            count = position.index + 1
    except _UNPLAYABLE:
        return count
    return None
