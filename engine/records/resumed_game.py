"""Continue a game from its record, or take a decision back: its choices are played again in a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine import events as ev
from engine.actions import Action, IllegalAction
from engine.match import FORMAT, Match
from engine.options import Options, is_free
from engine.own_rules import UnknownRuleset
from engine.records.recorded_choices import RecordError, choices, describe, ruled
from engine.records.recorded_game import RecordedRules
from engine.round import Header
from engine.rules import Ruleset
from engine.tiles import TILE_OF, all_tiles
from engine.wall import Wall


class NewerFormatError(RecordError):
    """The record was written by a newer version of the program."""


class Resumed(msgspec.Struct, frozen=True):
    """A match brought to where its record ends.

    The match has replayed the first ``used`` events of the record. ``match.events`` may have more, if events
    that follow by rule were not written. The record may have more, such as a riichi without its discard.
    """

    match: Match
    used: int


def rules_of(start: ev.StartGame) -> Ruleset:
    """The ruleset that a record of this program names; raises RecordError."""
    try:
        rules = RecordedRules.of(start).ruleset(start.rules or "")
    except UnknownRuleset as error:
        raise RecordError(str(error), 1) from None
    if start.length != rules.length:
        raise RecordError(f"no game length '{start.length}'", 1)
    return rules


def resume(record: Sequence[ev.Event]) -> Resumed:
    """Play the record of a seeded game again, up to its end; raises RecordError with the event at fault."""
    if not record or not isinstance(record[0], ev.StartGame):
        raise RecordError("a record begins with start_game", 1)
    start = record[0]
    if start.format is None or not isinstance(start.seed, int):
        raise RecordError("start_game names no format and seed: not a game of this program", 1)
    if start.format > FORMAT:
        raise NewerFormatError(f"written in format {start.format}, and this program knows {FORMAT}", 1)
    if start.format != FORMAT:
        raise RecordError(f"there is no format {start.format}", 1)
    match = _dealt(rules_of(start), start.seed, start, record)
    seen = 1
    while True:
        seen = _compare(match, record, seen)
        if seen == len(record):
            return Resumed(match, seen)
        following = record[seen:]
        if match.acting:
            try:
                if not play_next(match, following):
                    return Resumed(match, seen)
            except RecordError as error:
                raise RecordError(str(error), seen + 1) from None
        elif match.standings is None:
            match.proceed()
        else:
            raise RecordError(f"the game is over, but {describe(following[0])} follows", seen + 1)


def _dealt(rules: Ruleset, seed: int, start: ev.StartGame, record: Sequence[ev.Event]) -> Match:
    if start.branch is None:
        return Match(rules, seed, start.names, takebacks=start.takebacks, time=start.time, steps=start.steps)
    if len(record) < 2 or not isinstance(record[1], ev.StartKyoku):
        raise RecordError("a game that goes on from another record begins with start_kyoku", 2)
    return branched(rules, seed, start, Header.of(record[1]))


def branched(rules: Ruleset, seed: int, start: ev.StartGame, first: Header) -> Match:
    """A game that goes on from another record, its first hand dealt; raises RecordError for a wrong wall.

    The wall of the first hand is the one that ``start.branch`` has. All others come from ``seed``.
    """
    assert start.branch is not None
    tiles = [TILE_OF[name] for name in start.branch.wall if name in TILE_OF]
    if sorted(tiles) != sorted(all_tiles(rules.red_fives)):
        raise RecordError("the wall does not hold the tiles of the ruleset", 1)

    def walls(header: Header) -> Wall:
        # a hand can be dealt again, and a wall is used up
        return Wall(tiles) if header == first else header.wall(rules, seed)

    return Match(
        rules,
        seed,
        start.names,
        walls=walls,
        first=first,
        takebacks=start.takebacks,
        time=start.time,
        branch=start.branch,
        steps=start.steps,
    )


def play_next(match: Match, following: Sequence[ev.Event]) -> bool:
    """Play the next decision of a record; False if the record does not show it yet. Raises RecordError.

    ``following`` are its events from there on.
    """
    try:
        if ruled(match, following):
            return True
        chosen = choices(match.round, following) if match.acting else None
        if chosen is not None:
            match.step(chosen)
    except IllegalAction as error:
        raise RecordError(str(error)) from None
    return chosen is not None


def _compare(match: Match, record: Sequence[ev.Event], seen: int) -> int:
    """Hold what the match did since ``seen`` against the record; returns how far both agree."""
    for number in range(seen, min(len(match.events), len(record))):
        mine, written = match.events[number], record[number]
        if mine != written:
            raise RecordError(f"{describe(written)} is where {describe(mine)} follows", number + 1)
    return min(len(match.events), len(record))


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
        if not play_next(again, match.events[seen:]):
            raise RecordError("the hand in play does not show what was chosen", seen + 1)
