"""Play on from a position of a record: the walls it may have, and a game that goes on from there."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine import events as ev
from engine.dice import Dice
from engine.match import Match
from engine.outcome import DrawReason
from engine.records import write_events
from engine.records.recorded_choices import RecordError
from engine.records.recorded_game import RecordedHand, RecordedRules, deals_hand, hands_of, recorded_wall
from engine.records.resumed_game import branched, play_next
from engine.rules import Ruleset
from engine.tiles import MJAI, TILE_OF, all_tiles
from engine.wall import Wall

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
    headers = [replace(hand.header, redeals=redeals) for redeals in range(_redeals(record, hand) + 1)]
    return _fitting(rules, hand, [header.wall(rules, start.seed) for header in headers])


def _redeals(record: Sequence[ev.Event], hand: RecordedHand) -> int:
    """The number of times that the hand may have been dealt again after a chombo."""
    chombos = sum(
        isinstance(event, ev.Ryukyoku) and event.reason == DrawReason.CHOMBO
        for event in record[: hand.first - 1]
    )
    return min(chombos, _TRIALS)


def _fitting(rules: Ruleset, hand: RecordedHand, walls: Sequence[Wall]) -> Wall | None:
    """The wall of these that deals and draws what the record shows."""
    full = len(all_tiles(rules.red_fives))
    return next((wall for wall in walls if len(wall.tiles) == full and deals_hand(wall, hand.events)), None)


def _play_up_to(match: Match, point: BranchPoint) -> None:
    """Play the recorded choices until the seat decides; raises RecordError."""
    told = [event for event in point.hand.events if not event.follows_by_rule]
    before = sum(not event.follows_by_rule for event in point.hand.events[: point.step + 1])
    while (used := _told(match)) < before:
        if not play_next(match, told[used:]):
            raise RecordError("the record does not show what was chosen", point.index + 1)
    if used > before or point.seat not in match.acting:
        raise RecordError(f"seat {point.seat} has nothing to decide there", point.index + 1)


def _told(match: Match) -> int:
    """The number of events of the hand in play that do not follow by rule."""
    return sum(not event.follows_by_rule for event in match.round.events)
