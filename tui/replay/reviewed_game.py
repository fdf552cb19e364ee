"""The review behind a replay: made for a seat when it is first asked for, filtered, with what was retried."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from ai.review.game_review import hand_reviews
from ai.review.moments import GameReview, HandReview, MomentClass, MomentFilter, ReviewedMoment
from engine import events as ev
from engine.records.timeline import Stops
from tui.replay.replay_state import ReplayedGame

POINTS: tuple[int, ...] = (0, 500, 1_000, 2_000, 4_000, 8_000)
"""The least points that the filter of the list steps through."""


class ReviewedGame:
    """The reviews of one game by seat. ``make`` may run in a thread, all else belongs to the screen."""

    def __init__(self, game: ReplayedGame) -> None:
        self.game = game
        self.filter = MomentFilter()
        self.hands_done = 0
        self.hands = sum(isinstance(event, ev.StartKyoku) for event in game.events)
        self.stopped = False
        """Whether nobody waits for the review any more."""
        self._reviews: dict[int, GameReview] = {}
        self.wrong: list[ReviewedMoment] = []
        """Moments that were answered wrongly when they were asked again, each once."""

    @property
    def began(self) -> datetime:
        """When the game began: what is known of the game, else what its record or file says, else now."""
        if self.game.began is not None:
            return self.game.began
        start = self.game.events[0]
        told = start.time if isinstance(start, ev.StartGame) else None
        with suppress(ValueError, OverflowError):
            found = datetime.fromisoformat(told or "")
            if found.tzinfo is not None:
                return found.astimezone(UTC)
        try:
            return datetime.fromtimestamp(self.game.file.stat().st_mtime, UTC)
        except OSError:
            return datetime.now(UTC)

    def make(self, seat: int) -> GameReview | None:
        """Make the review of that seat, hand by hand; None if it was stopped."""
        known = self._reviews.get(seat)
        if known is not None:
            return known
        found: list[HandReview] = []
        self.hands_done = 0
        for hand in hand_reviews(self.game.rules, self.game.events, seat):
            if self.stopped:
                return None
            found.append(hand)
            self.hands_done = len(found)
        self._reviews[seat] = GameReview(seat, self.game.names, tuple(found))
        return self._reviews[seat]

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

    def note_wrong(self, moment: ReviewedMoment) -> bool:
        """Keep a moment that was answered wrongly; returns whether it is new."""
        if moment in self.wrong:
            return False
        self.wrong.append(moment)
        return True
