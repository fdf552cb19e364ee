"""Go on from a record: to where it ends, to before a decision that is taken back, or from any position.

The choices of the record are played again in a match. A game that goes on from a position of a record, a
branch, has the tiles that the record shows, or tiles dealt anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.actions import Action, IllegalAction
from engine.match import FORMAT, Match
from engine.options import Options, is_free
from engine.outcome import DrawReason
from engine.own_rules import UnknownRuleset
from engine.records import write_events
from engine.records.recorded_choices import RecordError, choices, describe, ruled
from engine.records.recorded_game import (
    RecordedHand,
    RecordedRules,
    ShownTiles,
    hands_of,
    recorded_wall,
    shown_tiles,
)
from engine.round import Header
from engine.rules import Ruleset
from engine.tiles import MJAI, TILE_OF, all_tiles
from engine.wall import Dice, Wall


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
        for number in range(seen, min(len(match.events), len(record))):
            mine, written = match.events[number], record[number]
            if mine != written:
                raise RecordError(f"{describe(written)} is where {describe(mine)} follows", number + 1)
        seen = min(len(match.events), len(record))
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
        if len(point.events) >= match.played_from
        and seat in point.acting
        and counts(point.round.options(seat))
    ]
    if not places:
        return None
    back = next(point for point in _retraced(match) if len(point.events) == places[-1])
    recorded = choices(back.round, match.events[places[-1] :])
    assert recorded is not None
    back.count_takeback()
    return TakenBack(back, recorded[seat])


def _retraced(match: Match) -> Iterator[Match]:
    """The game at each point of its hand where a seat chose: one match, which moves on in between."""
    again = match.dealt_again()
    while (seen := len(again.events)) < len(match.events):
        yield again
        if not play_next(again, match.events[seen:]):
            raise RecordError("the hand in play does not show what was chosen", seen + 1)


BranchDeal = Literal["as-it-was", "anew"]
BranchEnd = Literal["hand", "game"]

DIGEST = 16
"""Hexadecimal digits of a digest."""
_TRIALS = 8
"""So many deals of one hand after chombo are tried."""


class BranchPoint(msgspec.Struct, frozen=True):
    """A decision in a record: the hand, and how many of its events came before."""

    hand: RecordedHand
    step: int
    """The event of the hand after which the seat decides, from 0 for start_kyoku."""
    seat: int

    @property
    def index(self) -> int:
        """The index of that event in the record."""
        return self.hand.indexes[self.step]


class BranchTerms(msgspec.Struct, frozen=True):
    """The conditions of a branch."""

    names: tuple[str, ...]
    """The players by seat."""
    seed: int
    """All walls after the first hand come from it."""
    dealt: BranchDeal = "as-it-was"
    ends: BranchEnd = "hand"
    file: str = ""
    """The name of the file with the other record."""
    takebacks: int | None = 0
    time: str | None = None


def branch_point(record: Sequence[ev.Event], index: int, seat: int) -> BranchPoint:
    """The point after the event of that index in the record; raises IndexError outside of hands."""
    for hand in hands_of(record):
        if index in hand.indexes:
            return BranchPoint(hand, hand.indexes.index(index), seat)
    raise IndexError(f"event {index} belongs to no hand")


def hand_digest(hand: RecordedHand) -> str:
    """Identifies the hand in any form of the record: the first digits of SHA-256 of its mjai lines."""
    return hashlib.sha256(write_events(hand.events)).hexdigest()[:DIGEST]


def position_digest(hand: RecordedHand, step: int) -> str:
    """Identifies the position after that event of the hand, from 0 for the deal, by all that led to it."""
    return hand_digest(RecordedHand(hand.number, hand.first, hand.events[: step + 1]))


def branch_off(rules: Ruleset, point: BranchPoint, wall: Wall, terms: BranchTerms) -> Match:
    """A game that has come to that point over this wall, and in which the seat has to decide.

    Raises RecordError when the record cannot be played over this wall, or the seat has nothing to decide.
    """
    header, left = point.hand.header, branch_origin(rules, point, wall, terms)
    start = ev.StartGame(list(terms.names), takebacks=terms.takebacks, time=terms.time, branch=left)
    trial = branched(rules, terms.seed, start, header)
    _play_up_to(trial, point)
    # how far the given events reach is known only now
    given = replace(left, given=len(trial.hand_events))
    match = branched(rules, terms.seed, replace(start, branch=given), header)
    _play_up_to(match, point)
    return match


def branch_origin(rules: Ruleset, point: BranchPoint, wall: Wall, terms: BranchTerms) -> ev.BranchOrigin:
    """The origin of a game that goes on from that point over this wall, with nothing taken over yet."""
    told = RecordedRules.told_of(rules)
    return ev.BranchOrigin(
        file=terms.file,
        digest=hand_digest(point.hand),
        hand=point.hand.number,
        step=point.step,
        seat=point.seat,
        given=0,
        dealt=terms.dealt,
        ends=terms.ends,
        wall=[MJAI[tile] for tile in wall.tiles],
        red_fives=told.red_fives,
        open_tanyao=told.open_tanyao,
    )


def wall_as_it_was(rules: Ruleset, record: Sequence[ev.Event], hand: RecordedHand, dice: Dice) -> Wall:
    """The wall of a recorded hand: the whole of it where the record has or names it.

    Else every tile that the record shows is in its place, and the others are shuffled. Raises RecordError.
    """
    known = known_wall(rules, record, hand)
    return recorded_wall(rules, hand.events, dice) if known is None else known


def is_whole_wall_known(rules: Ruleset, record: Sequence[ev.Event], hand: RecordedHand) -> bool:
    """Whether the record has or names every tile of the hand's wall."""
    return known_wall(rules, record, hand) is not None


def known_wall(rules: Ruleset, record: Sequence[ev.Event], hand: RecordedHand) -> Wall | None:
    """The wall of a recorded hand, where the record has or names every tile of it."""
    start = record[0]
    if not isinstance(start, ev.StartGame) or start.format is None:
        return None
    if start.branch is not None and hand.number == 1:
        tiles = [TILE_OF[name] for name in start.branch.wall if name in TILE_OF]
        return _fitting(rules, hand, [Wall(tiles)])
    if not isinstance(start.seed, int):
        return None
    # so often the hand may have been dealt again
    chombos = sum(
        isinstance(event, ev.Ryukyoku) and event.reason == DrawReason.CHOMBO
        for event in record[: hand.first - 1]
    )
    headers = [replace(hand.header, redeals=redeals) for redeals in range(min(chombos, _TRIALS) + 1)]
    return _fitting(rules, hand, [header.wall(rules, start.seed) for header in headers])


def _fitting(rules: Ruleset, hand: RecordedHand, walls: Sequence[Wall]) -> Wall | None:
    """The wall of these that deals and draws what the record shows."""
    for wall in walls:
        if len(wall.tiles) == len(all_tiles(rules.red_fives)):
            places = zip(ShownTiles.of(wall), shown_tiles(hand.events), strict=True)
            if all(tiles[: len(seen)] == seen for tiles, seen in places):
                return wall
    return None


def _play_up_to(match: Match, point: BranchPoint) -> None:
    """Play the recorded choices until the seat decides; raises RecordError."""
    told = [event for event in point.hand.events if not event.follows_by_rule]
    before = sum(not event.follows_by_rule for event in point.hand.events[: point.step + 1])
    while (used := sum(not event.follows_by_rule for event in match.round.events)) < before:
        if not play_next(match, told[used:]):
            raise RecordError("the record does not show what was chosen", point.index + 1)
    if used > before or point.seat not in match.acting:
        raise RecordError(f"seat {point.seat} has nothing to decide there", point.index + 1)
