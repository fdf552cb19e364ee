"""The rooms of the app beside its games: the title screen, practice, and records."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.config.settings import OnOff, PracticeKinds
from tui.play.first_start import FirstStart
from tui.play.options import PracticeOptions
from tui.play.save import SaveFolder
from tui.play.session import Session
from tui.screens.base import KeyScreen
from tui.screens.game.game import GameScreen
from tui.shell.themed_app import ThemedApp
from tui.system.exit_codes import ExitCode

if TYPE_CHECKING:
    from ai.reading.table_errors import ErrorAtTable
    from ai.review.moments import ReviewedMoment
    from tui.practice.own_mistakes import OwnGame
    from tui.practice.practice import Practice
    from tui.practice.session import Preferences
    from tui.replay.replay import Replay
    from tui.screens.practice.menu import PracticeScreen
    from tui.screens.start.title import TitleScreen


class RoomsApp(ThemedApp):
    """The app without its games.

    A room that was opened without the title screen ends the app when it is left. Screens are imported in the
    method that opens them.
    """

    def __init__(self, folder: SaveFolder, practice: PracticeOptions | None) -> None:
        """``practice`` are the options of the command line for practice."""
        super().__init__(folder)
        self._practice = practice
        self.first_start = FirstStart(folder.path)
        """Whether to offer the first lesson."""
        self._title: TitleScreen | None = None
        self._practising: PracticeScreen | None = None
        """The practice menu while it is open."""

    # -- practice ------------------------------------------------------------------------------------

    def show_first_lesson(self) -> None:
        """Open the first lesson: two minutes at the table, for new players."""
        from tui.lessons.script import FirstLessonScript

        script = FirstLessonScript()
        table = GameScreen(Session(script.scenario), self.settings, script)
        self.push_screen(table, lambda _: self._first_lesson_closed())

    def _first_lesson_closed(self) -> None:
        self.first_start.finish()
        if self._title is None:
            self.exit(ExitCode.DONE)
        else:
            self._title.renew("")

    def show_practice(self, asked: PracticeOptions | None = None) -> None:
        """Open the practice menu, and the session or lesson that the options name."""
        # imported here because a game does not need it
        from tui.screens.practice.menu import PracticeScreen

        practice, asked = self.open_practice(), asked or PracticeOptions(menu=True)
        if (first := practice.lesson_before(asked)) is not None:
            asked = PracticeOptions(lesson=first.id)
        begun = practice.asked_for(asked) if asked.session else None
        self._practising = PracticeScreen(practice, begun, asked.lesson, storm=asked.storm)
        self.push_screen(self._practising, self._practice_closed)

    def add_mistakes(self, game: OwnGame, moments: Sequence[ReviewedMoment]) -> int:
        """Let practice ask about these moments of a game; returns about how many of them it can."""
        from tui.practice.own_mistakes import add_mistakes
        from tui.practice.progress import Progress

        progress = Progress(self.folder.path)
        try:
            return add_mistakes(progress, game, moments, datetime.now(UTC))
        finally:
            progress.close()

    def add_table_errors(self, game: OwnGame, errors: Sequence[ErrorAtTable]) -> int:
        """Let practice ask about these errors of a game by table rules; returns about how many of them."""
        from tui.practice.own_mistakes import add_table_errors
        from tui.practice.progress import Progress

        progress = Progress(self.folder.path)
        try:
            return add_table_errors(progress, game, errors, datetime.now(UTC))
        finally:
            progress.close()

    def open_practice(self) -> Practice:
        """Open the practice record in the save folder."""
        from tui.practice.practice import practice_at

        return practice_at(self.folder.path, self._practice_preferences)

    def _practice_preferences(self) -> Preferences:
        """What the settings say about practice, and the ruleset of the command line."""
        from tui.practice.session import Preferences

        settings = self.settings
        named = "" if self._practice is None else self._practice.rules
        everything = settings.practice_kinds is PracticeKinds.ALL
        nobody_wins = settings.practice_nobody_wins is OnOff.ON
        return Preferences(named or settings.practice_rules.preset, everything, nobody_wins)

    def _practice_closed(self, _: None) -> None:
        self._practising = None
        if self._title is None:
            self.exit(ExitCode.DONE)
        else:
            self._title.renew("")

    # -- records -------------------------------------------------------------------------------------

    def show_games(self) -> None:
        """Open the list of one's own games."""
        from tui.screens.archive.games import GamesScreen

        self.push_screen(GamesScreen(self.folder.path), self._records_closed)

    def show_replay(self, replay: Replay, *, moments: bool = False) -> None:
        """Open the viewer of a record; ``moments``: and the list of its moments."""
        from tui.screens.replay.viewer import ReplayScreen

        viewer = ReplayScreen(replay)
        self.push_screen(viewer, lambda _: self._replay_closed())
        if moments:
            viewer.call_after_refresh(viewer.show_moments)

    def _replay_closed(self) -> None:
        if self._title is None and not any(isinstance(each, KeyScreen) for each in self.screen_stack):
            self.exit(ExitCode.DONE)

    def show_statistics(self) -> None:
        """Open the figures over one's own games."""
        from tui.screens.statistics.statistics import StatisticsScreen

        now = datetime.fromisoformat(self.folder.time()).astimezone()
        self.push_screen(StatisticsScreen(self.folder.path, now.date()))

    def _records_closed(self, _: None) -> None:
        if self._title is None:
            self.exit(ExitCode.DONE)
        else:
            self._title.renew("")
