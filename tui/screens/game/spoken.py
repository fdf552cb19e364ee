"""What is said once a win was called: the own count, a challenge, and how it was judged."""

from __future__ import annotations

from textual.app import App
from textual.screen import Screen

from ai.reading.count_grades import GradedCount
from engine.actions import CHALLENGE, PASS, Action, ActionKind
from engine.fouls import wrong_win
from engine.offences import Offence
from engine.table import Phase, Table
from tui.desk.win_counting import WinCounting
from tui.play.session import Session


class SpokenWins:
    """The screens of a win that was called. ``table`` is always the one that the person sees.

    What was right is told after the decision was carried out, and so is kept.
    """

    def __init__(self, app: App[object], session: Session) -> None:
        self._app = app
        self._session = session
        self._seating = session.seating
        self._graded: GradedCount | None = None
        self._judged: tuple[int, Offence | None, bool] | None = None
        """The winner, what is wrong with the win itself, and whether it was challenged."""

    async def say(self, table: Table) -> Action:
        """Ask for what is to be said now; the table is in the phase of a count or a challenge."""
        if table.phase is Phase.CHALLENGE:
            return await self._challenge(table)
        from tui.screens.game.spoken_win import WinCountScreen

        screen = WinCountScreen(WinCounting(table, self._session.seat), self._seating)
        self._graded = await self._app.push_screen_wait(screen)
        return Action(ActionKind.COUNT, said=self._graded.said)

    async def _challenge(self, table: Table) -> Action:
        from tui.screens.game.spoken_win import ChallengeScreen

        winner = next(reversed(table.counted))
        offence = wrong_win(self._session.match.round.view(winner))
        challenged = await self._app.push_screen_wait(ChallengeScreen(table, winner, self._seating))
        self._judged = winner, offence, challenged
        return CHALLENGE if challenged else PASS

    async def tell(self, table: Table) -> None:
        """Tell how it was judged, if anything was said; the table is still as it was then."""
        screen = self._told(table)
        self._graded = self._judged = None
        if screen is not None:
            await self._app.push_screen_wait(screen)

    def _told(self, table: Table) -> Screen[None] | None:
        if self._graded is not None:
            from tui.screens.game.spoken_win import CountGradeScreen

            return CountGradeScreen(self._graded, table, self._seating)
        if self._judged is not None:
            from tui.screens.game.spoken_win import VerdictScreen
            from tui.words.table_rules import verdict

            winner, offence, challenged = self._judged
            found = verdict(table, winner, offence, self._seating, challenged=challenged)
            return None if found is None else VerdictScreen(found, table, winner, self._seating)
        return None
