"""Reviewing in the viewer: the review is made in a thread, and its moments are listed, marked and retried."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ai.review.moments import ReviewedMoment
from ai.review.retry import Retried, can_retry
from tui.config.actions import BY_ID, ActionId
from tui.i18n.texts import t
from tui.replay.replay import Replay
from tui.replay.reviewed_game import ReviewedGame
from tui.screens.base import KeyScreen
from tui.screens.replay.moment_list import MomentChoice, MomentListScreen
from tui.screens.replay.retry import RetriedMoment, RetryScreen

REDRAW = 0.2
"""Seconds from one sentence about the progress to the next."""


class ReviewingScreen(KeyScreen[None]):
    """The part of the viewer that deals with moments. The review of a seat is made when it is asked for."""

    replay: Replay

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self.reviewed = ReviewedGame(replay.game)
        self._makes = False
        """Whether a review is being made."""

    @property
    def loaded(self) -> bool:
        """Whether no review is being made."""
        return not self._makes

    def renew(self, notice: str = "") -> None:
        """Show the position anew, with a notice. The viewer has its own."""

    def on_unmount(self) -> None:
        """Stop making the review."""
        self.reviewed.stopped = True

    # -- the review ----------------------------------------------------------------------------------

    def with_review(self, then: Callable[[], None]) -> None:
        """Do this once there is a review of the seat that looks."""
        if self.reviewed.review(self.replay.seat) is not None:
            self.mark()
            then()
            return
        self._makes = True
        self.run_worker(self._make(self.replay.seat, then), group="review", exclusive=True)

    async def _make(self, seat: int, then: Callable[[], None]) -> None:
        self._tell_progress()
        telling = self.set_interval(REDRAW, self._tell_progress)
        try:
            found = await asyncio.to_thread(self.reviewed.make, seat)
        finally:
            telling.stop()
        if found is not None and self.is_active and seat == self.replay.seat:
            self.mark()
            count = len(self.replay.marks)
            key = BY_ID[ActionId.MOMENTS].named
            self.renew(t("reviewed.list.found", count=count, key=key) if count else t("replay.no-moments"))
            then()
        self._makes = False

    def _tell_progress(self) -> None:
        done, count = self.reviewed.hands_done, self.reviewed.hands
        self.renew(t("reviewed.list.looking", done=done, count=count))

    def mark(self) -> None:
        """Mark the moments of the seat that looks, as far as the review is made."""
        self.replay.marks = self.reviewed.marks(self.replay.seat)

    # -- the list and retrying -----------------------------------------------------------------------

    def show_moments(self) -> None:
        """Open the list of moments."""
        self.with_review(self._list)

    def _list(self) -> None:
        self.app.push_screen(MomentListScreen(self.replay, self.reviewed), self._chosen)

    def _chosen(self, choice: MomentChoice | None) -> None:
        self.mark()
        if choice is None:
            self.renew()
            return
        self.replay.go_to(choice.position)
        self.renew()
        if choice.retry:
            self._ask_again()

    def retry(self) -> None:
        """Be asked about the moment at this position, or about the next one."""
        self.with_review(self._ask_again)

    def _ask_again(self) -> None:
        moments = [each for each in self.reviewed.shown(self.replay.seat) if can_retry(each)]
        if not moments:
            self.renew(t("reviewed.list.no-retry"))
            return
        later = [number for number, each in enumerate(moments) if each.position >= self.replay.index]
        screen = RetryScreen(self.replay, moments, later[0] if later else 0, self._note)
        self.app.push_screen(screen, lambda _: self._retried(screen.moment))

    def _note(self, result: RetriedMoment) -> str:
        """Hand a wrong answer to practice; returns the sentence that says so."""
        if result.answer is not Retried.WRONG or not self.reviewed.note_wrong(result.moment):
            return ""
        if self.practise(result.moment):
            return t("reviewed.retry.practised")
        return t("reviewed.retry.not-practised")

    def practise(self, moment: ReviewedMoment) -> bool:
        """Let practice ask about a moment that was answered wrongly; returns whether it can."""
        from tui.practice.own_mistakes import OwnGame

        game, seat = self.replay.game, self.replay.seat
        own = OwnGame(game.rules, game.events, seat, game.names, self.reviewed.began)
        return self.game_app.add_mistakes(own, [moment]) > 0

    def _retried(self, moment: ReviewedMoment) -> None:
        self.replay.go_to(moment.position)
        self.renew()
