"""The reviews of a game by seat, as they are made, played out and filtered."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ai.review.game_review import review_hand
from ai.review.moments import GameReview, HandReview, MomentClass, MomentFilter, ReviewedMoment
from engine import events as ev
from engine.records.timeline import Stops
from tui.replay.replay_state import ReplayedGame

if TYPE_CHECKING:
    from tui.archive.kept_reviews import HandToReview, Reviewer

POINTS: tuple[int, ...] = (0, 500, 1_000, 2_000, 4_000, 8_000)
"""The least points that the filter of the list steps through."""

LOOKS_AGAIN = 0.5
"""Seconds between two looks of a screen at what was played out meanwhile."""


class ReviewedGame:
    """The reviews of one game by seat. ``make`` may run in a thread, all else belongs to the screen.

    Hands that nobody has played out yet are reviewed without that, and then played out by the reviewer in the
    background: their review changes once more.
    """

    def __init__(self, game: ReplayedGame, reviewer: Reviewer | None = None) -> None:
        """Without a ``reviewer`` nothing is kept, and nothing is played out."""
        self.game = game
        self._reviewer = reviewer
        self.filter = MomentFilter()
        self.dearest_first = False
        """Whether the list has the dearest moments first instead of the order of play."""
        self.hands_done = 0
        self.hands = sum(isinstance(event, ev.StartKyoku) for event in game.events)
        self.stopped = False
        """Whether nobody waits for the review any more."""
        self._reviews: dict[int, GameReview] = {}
        self._open: dict[int, set[int]] = {}
        """The hands that are still to be played out, by seat."""
        self._changing = Lock()
        self.changes = 0
        """How often the review of a hand has changed after it was first made."""
        self.wrong: list[ReviewedMoment] = []
        """Moments that were answered wrongly when they were asked again, each once."""

    def make(self, seat: int) -> GameReview | None:
        """Make the review of that seat, hand by hand; None if it was stopped."""
        known = self._reviews.get(seat)
        if known is not None:
            return known
        # imported here because a replay alone needs no reviews
        from tui.archive.kept_reviews import hands_to_review

        found: list[HandReview] = []
        self.hands_done = 0
        asked = hands_to_review(self.game.rules, self.game.events, seat)
        kept: list[HandReview | None] = [None] * len(asked)
        looked_at = kept
        if self._reviewer is not None:
            kept = self._reviewer.kept.all(asked)
            looked_at = self._reviewer.kept.all(asked, looked_at=True)
        for each, known_hand in zip(asked, looked_at, strict=True):
            if self.stopped:
                return None
            found.append(known_hand or review_hand(each.rules, seat, each.hand))
            self.hands_done = len(found)
        self._reviews[seat] = GameReview(seat, self.game.names, tuple(found))
        if self._reviewer is not None:
            left = [each for each, known_hand in zip(asked, kept, strict=True) if known_hand is None]
            self._open[seat] = {each.hand.number for each in left}
            for each in reversed(left):
                self._reviewer.add(each, self._played_out)
        return self._reviews[seat]

    def _played_out(self, asked: HandToReview, review: HandReview | None) -> None:
        """Take the review of a hand in; in the thread of the reviewer."""
        with self._changing:
            game, number = self._reviews[asked.seat], asked.hand.number
            if review is not None:
                hands = [review if each.number == number else each for each in game.hands]
                self._reviews[asked.seat] = replace(game, hands=tuple(hands))
            self._open[asked.seat].discard(number)
            self.changes += 1

    def still_played_out(self, seat: int) -> int:
        return len(self._open.get(seat, ()))

    def close(self) -> None:
        """Nobody waits for the reviews any more."""
        self.stopped = True
        if self._reviewer is not None:
            self._reviewer.forget(self._played_out)

    def review(self, seat: int) -> GameReview | None:
        """The review of that seat, None before it is made."""
        return self._reviews.get(seat)

    def shown(self, seat: int) -> tuple[ReviewedMoment, ...]:
        """The moments of that seat that pass the filter, in the order of play."""
        review = self._reviews.get(seat)
        return () if review is None else tuple(filter(self.filter.fits, review.moments))

    def marks(self, seat: int) -> Stops:
        """The positions of these moments, ascending."""
        return tuple(sorted({moment.position for moment in self.shown(seat)}))

    def next_class(self, seat: int) -> None:
        """Filter by the next class that the review of the seat has; after the last come all."""
        review = self._reviews.get(seat)
        moments = () if review is None else review.moments
        steps = [MomentFilter().classes]
        steps += [frozenset({each}) for each in MomentClass if any(m.moment_class is each for m in moments)]
        at = steps.index(self.filter.classes) if self.filter.classes in steps else 0
        self.filter = MomentFilter(steps[(at + 1) % len(steps)], self.filter.points)

    def next_points(self) -> None:
        """Filter by the next number of points; after the largest comes none."""
        at = POINTS.index(self.filter.points)
        self.filter = MomentFilter(self.filter.classes, POINTS[(at + 1) % len(POINTS)])
