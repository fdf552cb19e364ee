"""A decision played twice for tests: one that bots play out, and a prepared one that no bot changes."""

from __future__ import annotations

from pathlib import Path

from ai.review.two_courses import (
    PlayedCourse,
    PlayedDeal,
    SameWall,
    TwoCourses,
    WallSource,
    decision_taken,
    two_courses,
)
from ai.rollouts import PlayedHand
from engine import events as ev
from engine.actions import Action, ActionKind
from engine.options import options
from engine.records import read_events
from engine.records.recorded_game import hands_of
from engine.records.resumed_game import branch_point
from engine.rules import WRC
from tests.support.ai.reviewed_game import review_of, short_game
from tests.support.fresh_interpreter import ROOT
from tui.replay.played_twice import PlayedTwice
from tui.replay.replay_state import ReplayedGame

SEAT = 0
LATE = 82
"""The event of a moment of the short game with few draws left."""


def game() -> ReplayedGame:
    return ReplayedGame(file=Path("game.mjson"), rules=WRC, events=short_game())


def late_moment() -> tuple[int, Action]:
    """The position of a moment in the short game, and what was better."""
    found = next(each for each in review_of(SEAT).moments if (each.hand, each.event) == (1, LATE))
    assert found.better is not None
    return found.position, found.better


def late_courses() -> TwoCourses:
    index, better = late_moment()
    return two_courses(WRC, short_game(), index, SEAT, better)


class Prepared(PlayedTwice):
    """Two courses that stand as they are."""

    def play(self, jobs: int = 1) -> None:
        """All is there."""


def deal(taken: int, other: int) -> PlayedDeal:
    """One deal in which both choices brought so many points."""
    ends = (PlayedHand(each, each > 0, each < -1_500, -1_500 <= each <= 0) for each in (taken, other))
    return PlayedDeal(*ends)


def prepared(deals: int = 200, decision: int = 40) -> Prepared:
    """A recorded hand as both courses, of which the other one ends early."""
    record = read_events((ROOT / "tests" / "data" / "hands" / "double-ron.jsonl").read_bytes())
    (hand, *_) = hands_of(record)
    replayed = ReplayedGame(file=Path("game.mjson"), rules=WRC, events=record)
    seat = replayed.own_seat
    assert seat is not None
    step = next(
        place
        for place, event in enumerate(hand.events)
        if place >= decision and event == ev.Tsumo(seat, getattr(event, "pai", ""))
    )
    first = two_courses_of(record, hand.first - 1 + step, seat)
    events = tuple(hand.events)
    twice = Prepared(replayed, first)
    twice.same = SameWall(
        WallSource.WHOLE,
        PlayedCourse(first.taken, events, PlayedHand(-7_700, False, True, False)),
        PlayedCourse(first.other, events[:-12], PlayedHand(0, False, False, False)),
        PlayedHand(-7_700, False, True, False),
    )
    twice.compared.take(0, [deal(-1_000 * (number % 5), 500 * (number % 3)) for number in range(deals)])
    return twice


def two_courses_of(record: list[ev.Event], index: int, seat: int) -> TwoCourses:
    """A decision with the first discard that is another one."""
    taken = decision_taken(WRC, record, index, seat)
    seen = TwoCourses(WRC, record, branch_point(record, index, seat), taken, taken).seen
    menu = options(seen.view()).of(ActionKind.DISCARD)
    return two_courses(WRC, record, index, seat, next(each for each in menu if each.tile != taken.tile))
