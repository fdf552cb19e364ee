"""One decision played twice: as the seat chose, and as it could have chosen, with the same hidden tiles.

After the choice experts play all seats in both courses, so that nothing but the choice differs: what really
followed is told beside them. The *same wall* shows what would have come, once, and proves nothing. *Deals
anew* show by how much a choice is ahead: the hidden tiles are dealt again in keeping with what the seat saw
(``ai.rollouts``), and both choices are played with each deal.

Points are those that the hand brings to the seat from the decision on. In the last two hands of a game deals
are compared by the final score that they lead to, uma counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import msgspec

from ai.final_score import counts_placement
from ai.review.dangerous_discards import DangerousDiscard
from ai.review.deep_review import THOROUGH, in_pieces, play_piece
from ai.review.hand_review import FuritenEntered, Moment, WinMissed
from ai.review.opinions import same
from ai.rollouts import PlayedHand, PointSample, Variation, deal_anew, play_out, sample
from ai.seat_position import SeatPosition
from ai.worker_pool import map_growing
from engine import events as ev
from engine.actions import DISCARDS, Action, ActionKind
from engine.options import options
from engine.records.recorded_choices import RecordError, action_taken
from engine.records.resumed_game import BranchPoint, branch_point, is_whole_wall_known, wall_as_it_was
from engine.round import Header, Round
from engine.rules import Ruleset
from engine.tiles import UNKNOWN
from engine.view import mask
from engine.wall import Dice

DEALS = 200
"""The number of deals that are played anew."""
LEAST_DEALS = 30
"""Before so many deals nothing is decided: an interval of few values is too narrow."""


class NotTwice(StrEnum):
    """Why a decision cannot be played twice."""

    NO_DECISION = "no-decision"
    """The seat had nothing to choose there, or only one thing to do."""
    NOT_SHOWN = "not-shown"
    """The record does not show what the seat chose."""
    NOT_LEGAL = "not-legal"
    """The other choice was not possible."""
    SAME = "same"
    """The other choice is what the seat chose."""


class CannotPlayTwice(ValueError):
    """A decision cannot be played twice, for that reason."""

    def __init__(self, reason: NotTwice) -> None:
        super().__init__(reason.value)
        self.reason = reason


class TwoCourses(msgspec.Struct, frozen=True):
    """A decision of a seat in a record: what it chose, and the other choice to be held against it."""

    rules: Ruleset
    record: Sequence[ev.Event]
    point: BranchPoint
    taken: Action
    other: Action

    @property
    def seat(self) -> int:
        return self.point.seat

    @property
    def actions(self) -> tuple[Action, Action]:
        """Both choices, that of the seat first."""
        return self.taken, self.other

    @property
    def seen(self) -> SeatPosition:
        """The position as the seat saw it."""
        return _seen(self.rules, self.point)

    @property
    def by_placement(self) -> bool:
        """Whether deals are compared by the final score, as in the last two hands of a game."""
        return counts_placement(self.rules, Header.of(self.point.hand.start).number)

    def stage(self, seed: int) -> int:
        """The seed of this decision's deals."""
        return Dice(seed, self.point.hand.number, self.point.step).bits()


def decision_taken(rules: Ruleset, record: Sequence[ev.Event], index: int, seat: int) -> Action:
    """What the seat chose in the position after that event of the record.

    Raises CannotPlayTwice if it had no choice there or the record does not show it, IndexError outside of
    hands.
    """
    point = branch_point(record, index, seat)
    view = _seen(rules, point).view()
    if len(options(view).actions) < 2:
        raise CannotPlayTwice(NotTwice.NO_DECISION)
    taken = action_taken(view, [mask(event, seat) for event in point.hand.events[point.step + 1 :]])
    if taken is None:
        raise CannotPlayTwice(NotTwice.NOT_SHOWN)
    return taken


def two_courses(
    rules: Ruleset, record: Sequence[ev.Event], index: int, seat: int, other: Action
) -> TwoCourses:
    """The seat's decision after that event of the record, with another choice.

    Raises CannotPlayTwice, and IndexError outside of hands.
    """
    taken = decision_taken(rules, record, index, seat)
    point = branch_point(record, index, seat)
    menu = options(_seen(rules, point).view()).actions
    legal = other if other in menu else next((each for each in menu if same(each, other)), None)
    if legal is None:
        raise CannotPlayTwice(NotTwice.NOT_LEGAL)
    if same(legal, taken):
        raise CannotPlayTwice(NotTwice.SAME)
    return TwoCourses(rules, record, point, taken, legal)


def better_choice(moment: Moment, taken: Action) -> Action | None:
    """What would have been better at a moment of a hand just played, at which the seat chose that.

    None where nothing was, or the moment was no choice.
    """
    match moment.facts:
        case FuritenEntered(better=better) if better is not None:
            return Action(taken.kind if taken.kind in DISCARDS else ActionKind.DISCARD, better.tile)
        case WinMissed(refusal=None):
            return Action(ActionKind.RON if taken.kind is ActionKind.PASS else ActionKind.TSUMO, moment.tile)
        case DangerousDiscard(tile=safer):
            return Action(ActionKind.DISCARD, safer)
    return None


def _seen(rules: Ruleset, point: BranchPoint) -> SeatPosition:
    heard = point.hand.events[: point.step + 1]
    return SeatPosition(rules, point.seat, tuple(mask(event, point.seat) for event in heard))


# -- the same wall -------------------------------------------------------------------------------------


class WallSource(StrEnum):
    """Where the hidden tiles of the same wall come from."""

    WHOLE = "whole"
    """The record has every tile."""
    DRAWN = "drawn"
    """All tiles that the record shows are as they were, the rest of the wall is dealt at random."""
    ANEW = "anew"
    """The record hides the other hands: they and the wall are dealt anew, in keeping with what was seen."""


class PlayedCourse(msgspec.Struct, frozen=True):
    """One course of the hand to its end."""

    action: Action
    events: tuple[ev.Event, ...]
    """Of the hand, ``start_kyoku`` first, every tile shown."""
    end: PlayedHand


class SameWall(msgspec.Struct, frozen=True):
    """Both courses on one wall, and how the hand really went on."""

    source: WallSource
    taken: PlayedCourse
    other: PlayedCourse
    real: PlayedHand | None
    """None if the record does not show the end of the hand or its payments."""

    @property
    def courses(self) -> tuple[PlayedCourse, PlayedCourse]:
        return self.taken, self.other


def play_same_wall(courses: TwoCourses, seed: int = 0) -> SameWall:
    """Play both choices on the wall of the record; tiles that it does not show follow from the seed.

    Raises RecordError if the record cannot be dealt again, and NoDeal.
    """
    rules, point, dice = courses.rules, courses.point, Dice(courses.stage(seed))
    heard: Sequence[ev.Event] = point.hand.events[: point.step + 1]
    if any(UNKNOWN in hand for hand in point.hand.start.tehais):
        dealt = deal_anew(rules, point.seat, heard, dice.bits())
        source, wall, heard = WallSource.ANEW, dealt.wall, dealt.events
    else:
        whole = is_whole_wall_known(rules, courses.record, point.hand)
        source = WallSource.WHOLE if whole else WallSource.DRAWN
        wall = wall_as_it_was(rules, courses.record, point.hand, dice)
    played = []
    for action in courses.actions:
        try:
            game = Round.from_events(rules, wall.dealt_again(), heard)
        except ValueError as error:
            raise RecordError(str(error)) from None
        end = play_out(game, courses.seat, Variation(action, THOROUGH.players))
        played.append(PlayedCourse(action, tuple(game.events), end))
    taken, other = played
    return SameWall(source, taken, other, _really(courses))


def _really(courses: TwoCourses) -> PlayedHand | None:
    """What the hand brought to the seat from the decision on, as the record has it."""
    seat, later = courses.seat, courses.point.hand.events[courses.point.step + 1 :]
    wins = [event for event in later if isinstance(event, ev.Hora)]
    paid = [event.deltas for event in later if isinstance(event, ev.Hora | ev.Ryukyoku)]
    if not paid or any(deltas is None for deltas in paid):
        return None
    bets = sum(isinstance(event, ev.ReachAccepted) and event.actor == seat for event in later)
    return PlayedHand(
        points=sum(deltas[seat] for deltas in paid if deltas) - bets * courses.rules.riichi_bet,
        won=any(win.actor == seat for win in wins),
        dealt_in=any(win.actor != seat == win.target for win in wins),
        drawn=not wins,
    )


# -- deals anew ----------------------------------------------------------------------------------------


class PlayedDeal(NamedTuple):
    """Both choices played with one deal."""

    taken: PlayedHand
    other: PlayedHand

    @property
    def ahead(self) -> int:
        """By how many points the other choice was worth more."""
        return self.other.worth - self.taken.worth


def play_deals(
    courses: TwoCourses, seed: int = 0, *, deals: int = DEALS, jobs: int = 1
) -> Generator[tuple[range, list[PlayedDeal]]]:
    """Play so many deals in so many processes; yields some at a time, in the order in which they are done.

    Each comes with the numbers of its deals.

    The deals depend on the seed and the decision alone. Close the generator to stop early. Raises NoDeal.
    """
    work = partial(play_piece, courses.seen, courses.actions, courses.stage(seed), THOROUGH)
    for numbers, played in map_growing(work, deque(in_pieces(0, deals)), jobs):
        yield numbers, [PlayedDeal(*deal) for deal in played]


class CourseVerdict(StrEnum):
    """Which choice is ahead by so much that the interval leaves no other sign."""

    OTHER = "other"
    TAKEN = "taken"
    OPEN = "open"


class CourseShares(NamedTuple):
    """How often a choice ended in what, of all deals, and what it brought on average."""

    won: float
    dealt_in: float
    drawn: float
    points: float


class DealsCompared:
    """What deals that were played anew say so far, in the order of their numbers without gaps."""

    def __init__(self, wanted: int = DEALS) -> None:
        self.wanted = wanted
        """How many deals are played in the end."""
        self.deals: list[PlayedDeal] = []
        self.curve: list[PointSample] = []
        """By how much the other choice is ahead of that of the seat, after each deal: mean and interval."""
        self._waiting: dict[int, list[PlayedDeal]] = {}

    def take(self, first: int, played: list[PlayedDeal]) -> None:
        """Take in deals from that number on."""
        self._waiting[first] = played
        while (found := self._waiting.pop(len(self.deals), None)) is not None:
            for deal in found:
                self.deals.append(deal)
                self.curve.append(sample([each.ahead for each in self.deals]))

    @property
    def whole(self) -> bool:
        return len(self.deals) >= self.wanted

    @property
    def points(self) -> PointSample | None:
        """Mean and interval so far; None before there are two deals."""
        return self.curve[-1] if len(self.curve) > 1 else None

    @property
    def verdict(self) -> CourseVerdict:
        points = self.points
        if points is None or len(self.deals) < LEAST_DEALS or points.low <= 0 <= points.high:
            return CourseVerdict.OPEN
        return CourseVerdict.OTHER if points.low > 0 else CourseVerdict.TAKEN

    @property
    def ahead(self) -> int:
        """The number of deals in which the other choice brought more."""
        return sum(deal.ahead > 0 for deal in self.deals)

    @property
    def behind(self) -> int:
        """The number of deals in which it brought less."""
        return sum(deal.ahead < 0 for deal in self.deals)

    @property
    def shares(self) -> tuple[CourseShares, CourseShares] | None:
        """What became of each choice, that of the seat first; None before the first deal."""
        if not self.deals:
            return None
        return _shares(each.taken for each in self.deals), _shares(each.other for each in self.deals)


def _shares(ends: Iterator[PlayedHand]) -> CourseShares:
    found = list(ends)
    count = len(found)
    return CourseShares(
        won=sum(end.won for end in found) / count,
        dealt_in=sum(end.dealt_in for end in found) / count,
        drawn=sum(end.drawn for end in found) / count,
        points=sum(end.points for end in found) / count,
    )
