"""The app: opens screens, games and practice, and ends with an exit code."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace
from textual.binding import Binding, BindingType
from textual.driver import Driver

from tui.config.settings import Coach
from tui.i18n.texts import t
from tui.play.last_game import last_choices, remember_speed
from tui.play.options import FIRST_LESSON, PlayOptions, PracticeOptions, Speed, WatchOptions
from tui.play.pace import Pace, Sleep
from tui.play.save import OpenElsewhere, SaveFolder, SetAside
from tui.play.session import DEFAULT_BOTS, Pending, Session, bots_of, option_difference
from tui.play.start import (
    SaveState,
    agree_to_programs,
    begin,
    begin_unsaved,
    load,
    peek,
    set_aside_notice,
    unknown_programs,
)
from tui.screens.base import KeyScreen
from tui.screens.game.game import GameExit, GameScreen
from tui.shell.rooms_app import RoomsApp
from tui.shell.signals import handle_signals, suspend_job
from tui.system.exit_codes import ExitCode
from tui.system.files import os_error_text
from tui.system.terminal import is_served

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tui.play.branch import BranchChoice, BranchSource
    from tui.play.watched_game import WatchedGame


class FuritenApp(RoomsApp):
    """The furiten app. It opens the title screen, or the table if it gets a session or ``asked``.

    To keep the start short, only the table is imported at module level. Every other screen is imported in the
    method that opens it.

    Args:
        folder: Where games and settings are saved.
        session: A game to show at once.
        speed: How fast the bots play.
        asked: The options of the command line for a game.
        aside: A save file that was set aside; a notice about it comes before the new game.
        practice: Open practice instead, with these options.
        new_here: Whether a message at the table shall point out the first lesson.
        opens: What to open instead of the title screen, such as a replay.
        sleep: The clock that paces the bots.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "furiten"
    STARTS_PROGRAMS: ClassVar[bool] = True
    """Whether programs start once the player has agreed; never in a scene."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True, system=True),
        Binding("ctrl+z", "stop", show=False, priority=True, system=True),
    ]

    def __init__(
        self,
        folder: SaveFolder,
        session: Session | None = None,
        *,
        speed: Speed = "normal",
        asked: PlayOptions | None = None,
        aside: SetAside | None = None,
        practice: PracticeOptions | None = None,
        new_here: bool = False,
        opens: Callable[[FuritenApp], None] | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        super().__init__(folder, practice)
        self.session = session
        self.pace = Pace(speed, sleep)
        self.failure = ""
        """Why the app had to end, such as a save that failed; empty if nothing failed."""
        self._not_archived = ""
        """Why the game that was just left could not be archived."""
        self._asked = asked
        """The options of the command line, until the first game is left."""
        self._aside = aside
        self._opens = opens
        self._new_here = new_here
        self._last = PlayOptions()
        self._watched: WatchedGame | None = None
        """The game of four bots that is open."""

    def get_driver_class(self) -> type[Driver]:
        """The driver. On POSIX terminals it is one that survives the loss of the terminal."""
        if sys.platform == "win32" or is_served():
            return super().get_driver_class()
        try:
            from tui.shell.driver import TerminalDriver
        except (ImportError, AttributeError):
            # a newer Textual that has moved what our driver is made of: its own still plays
            return super().get_driver_class()
        return TerminalDriver

    async def on_mount(self) -> None:
        """Show the first screen."""
        self.animation_level = "none"
        if not self.is_headless:
            handle_signals(self)
            self.detect_terminal()
        if (self.session, self._asked, self._practice, self._opens) == (None,) * 4:
            from tui.screens.start.title import TitleScreen

            self._title = TitleScreen(self._settings.fault)
            await self.push_screen(self._title)
        elif self._settings.fault:
            self._announce(t("settings.title"), self._settings.fault, self._begin_at_once)
        else:
            self._begin_at_once()

    def _begin_at_once(self) -> None:
        """Open practice, the given session or the requested game, without the title screen."""
        if self._opens is not None:
            self._opens(self)
        elif self._practice is not None and self._practice.lesson == FIRST_LESSON:
            self.show_first_lesson()
        elif self._practice is not None:
            self.show_practice(self._practice)
        elif self.session is not None:
            self._open_table()
        else:
            assert self._asked is not None
            self._begin_after_notice(self._aside, self._asked)

    # -- games ---------------------------------------------------------------------------------------

    def look_for_game(self) -> SaveState:
        """The game in progress, if any, as the title screen shows it."""
        waiting, session = peek(self.folder)
        if session is not None:
            self._last = self._options_like(session)
        return waiting

    @property
    def is_open_elsewhere(self) -> bool:
        """Whether another copy of the program has the game open."""
        return self.folder.is_open_elsewhere

    def change_speed(self, by: int) -> None:
        """Change the speed of the bots by so many steps. A game that is kept passes it on to the next."""
        self.pace.change(by)
        if self.session is not None and self.session.kept:
            remember_speed(self.folder.path, self.pace.speed)

    def continue_game(self) -> None:
        """Open the game in progress, at the last speed."""
        last = last_choices(self.folder.path)
        self.pace.speed = (last and last.speed) or self.pace.speed
        try:
            self.folder.acquire()
            self.session, aside = load(self.folder)
        except (OpenElsewhere, OSError) as error:
            self._back(os_error_text(error) if isinstance(error, OSError) else str(error))
            return
        if self.session is None:
            self._back(set_aside_notice(aside) if aside else "")
        else:
            self._open_table()

    def choose_new_game(self) -> None:
        """Open the form of a new game, with the choices of the last one."""
        self._choose(replace(last_choices(self.folder.path) or self._last, seed=None))

    def _choose(self, options: PlayOptions) -> None:
        from tui.play.table_steps import chosen_steps
        from tui.screens.start.new_game import NewGameScreen

        self.push_screen(NewGameScreen(options, chosen_steps(self.settings)), self._new_game_chosen)

    def _new_game_chosen(self, options: PlayOptions | None) -> None:
        if options is None:
            return
        if options.own is not None:
            self._watch(options, options.own)
            return
        waiting = self.look_for_game()
        self._last = options

        def answered(sure: bool | None) -> None:
            if sure:
                self._begin(options)
            elif sure is None:
                self._choose(options)

        if waiting.summary:
            from tui.screens.dialog import AskScreen

            text = t("newgame.unfinished", summary=waiting.summary)
            ask = AskScreen(t("newgame.title"), text, t("newgame.begin"), t("newgame.keep"))
            self.push_screen(ask, answered)
        else:
            self._begin_after_notice(waiting.aside, options)

    def _begin_after_notice(self, aside: SetAside | None, options: PlayOptions) -> None:
        """Start a new game, after a notice if a save file was set aside."""
        if aside is None:
            self._begin(options)
        else:
            self._announce(t("save.title"), set_aside_notice(aside), lambda: self._begin(options))

    def _begin(self, options: PlayOptions) -> None:
        self.pace.speed = options.speed or self.pace.speed
        try:
            self.folder.acquire()
            self.session = begin(self.folder, options)
        except OpenElsewhere as error:
            self._back(str(error))
        except OSError as error:
            self._begin_unkept(os_error_text(error), options)
        else:
            self._open_table()

    def _begin_unkept(self, reason: str, options: PlayOptions) -> None:
        """Show a notice that the game cannot be saved, then start it without saving."""
        self.folder.release()

        def told() -> None:
            self.session = begin_unsaved(options)
            self._open_table()

        self._announce(t("save.title"), t("save.unkept", reason=reason), told)

    def _announce(self, title: str, text: str, then: Callable[[], None]) -> None:
        """Show a notice, and call ``then`` when it is closed."""
        from tui.screens.dialog import notice

        self.push_screen(notice(title, text), lambda _: then())

    def _open_table(self) -> None:
        """Open the table. A save that was not begun here first asks about the programs that it names."""
        session = self.session
        assert session is not None
        programs = unknown_programs(session)
        if not programs:
            self._show_table(session)
            return
        from tui.screens.start.programs import ProgramsScreen

        def answered(agrees: bool | None) -> None:
            if agrees and self.STARTS_PROGRAMS:
                agree_to_programs(self.folder, session)
                self._show_table(session)
            elif self._title is None and self._practising is None:
                self.exit(ExitCode.DONE)
            else:
                self._back(t("save.programs.left"))

        self.push_screen(ProgramsScreen(programs), answered)

    def _show_table(self, session: Session) -> None:
        table = GameScreen(session, self.settings)
        if self._new_here:
            self._new_here = False
            table.show_message(t("first.hint", name=t("title.first-lesson")))
        table.before_leaving = self._archive_finished
        self.push_screen(table, self._table_closed)

    def _archive_finished(self) -> None:
        """Archive the game if it is over, before another screen is shown."""
        session, self._not_archived = self.session, ""
        if session is not None and session.pending is Pending.GAME_OVER and session.kept:
            try:
                self.folder.archive(session.match)
            except OSError as error:
                # the save stays: its ranking is shown again, and the game is archived when that works
                self._not_archived = t("save.failed", reason=os_error_text(error))

    def _table_closed(self, how: GameExit | None) -> None:
        session, asked = self.session, self._asked
        assert session is not None
        self._asked = None
        if self._not_archived:
            self._back(self._not_archived)
            return
        if how is GameExit.AGAIN:
            self._begin(self._options_like(session))
        elif how is GameExit.FINISHED and asked is not None and option_difference(session.match, asked):
            # the saved game was over already: only its ranking was shown
            self._begin(asked)
        elif self._title is None and self._practising is None:
            self.exit(ExitCode.DONE)
        else:
            kept = "app.saved-here" if session.kept else "app.not-kept"
            self._back(t(kept) if how is GameExit.SAVED else "")

    def _options_like(self, session: Session) -> PlayOptions:
        """The options for another game like this one, without programs to which nobody has agreed."""
        rules, bots = session.match.rules, None if session.held else bots_of(session.match.names)
        undo = session.takebacks is not None
        return PlayOptions(
            rules=rules.name, length=rules.length, bots=bots, speed=self.pace.speed, undo=undo, new=True
        )

    def _back(self, message: str) -> None:
        """Go back to the menu from which the game was opened, and show a message there."""
        self.session = None
        self.folder.release()
        if self._practising is not None:
            self._practising.renew(message)
        elif self._title is None:
            self.failure = message
            self.exit(ExitCode.BAD_INPUT)
        else:
            self._title.renew(message)

    # -- watching --------------------------------------------------------------------------------------

    def show_watched(self, game: WatchedGame, speed: Speed) -> None:
        """Open the table of four bots. Its record is kept when it is left."""
        from tui.screens.replay.watch import WatchScreen

        self._watched = game
        self.push_screen(WatchScreen(game, speed), lambda _: self._watch_closed(game))

    def _watch(self, options: PlayOptions, own: str) -> None:
        """Watch a game with these options, in which a bot has the player's seat."""
        from tui.play.watched_game import WatchedGame

        bots = (own, *(options.bots or DEFAULT_BOTS))
        asked = WatchOptions(options.rules, options.length, options.seed, bots)
        game = WatchedGame.of(asked, self.folder.records, self.folder.time())
        self.show_watched(game, options.speed or self.pace.speed)

    def _watch_closed(self, game: WatchedGame) -> None:
        self._watched, path = None, game.close()
        if self._title is None:
            self.exit(ExitCode.DONE)
        elif path is None:
            self._title.renew("")
        else:
            self._title.renew(t("watch.kept", name=path.name))

    # -- playing on from a record ------------------------------------------------------------------

    def play_on(self, source: BranchSource | None, closed: Callable[[str], None]) -> None:
        """Ask how to play on from a position of a record, and open the table.

        ``closed`` is called when it is left, with a message about the record of what was played, or at once,
        with the reason, if there is no such decision (None). The saved game stays as it is.
        """
        if source is None:
            closed(t("branch.no-decision"))
            return
        from tui.screens.game.branch_form import BranchFormScreen

        last = last_choices(self.folder.path)
        known = () if last is None or last.bots is None else last.bots

        def chosen(choice: BranchChoice | None) -> None:
            if choice is not None:
                self._open_branch(source, choice, closed)

        self.push_screen(BranchFormScreen(source, known), chosen)

    def _open_branch(self, source: BranchSource, choice: BranchChoice, closed: Callable[[str], None]) -> None:
        from tui.play.branch import CannotBranch, open_branch
        from tui.screens.game.branch_game import BranchScreen

        archive = self.folder.records
        try:
            game = open_branch(source, choice, archive, self.folder.time())
        except CannotBranch as error:
            closed(str(error))
            return
        saved, self.session = self.session, game.session

        def left(_: GameExit | None) -> None:
            self.session = saved
            path = game.close(archive)
            if path is None:
                closed("")
            elif game.over:
                closed(t("branch.kept", name=path.name))
            else:
                closed(t("branch.left", name=path.name))

        self.push_screen(BranchScreen(game, self.settings), left)

    def play_guided(self) -> None:
        """Turn the coach on for good, and open the game in progress or the form of a new one."""
        self.change_settings(msgspec.structs.replace(self.settings, coach=Coach.ON))
        waiting = self.look_for_game()
        if waiting.locked:
            self._back(waiting.message)
        elif waiting.summary:
            self.continue_game()
        else:
            self.choose_new_game()

    # -- everywhere ----------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the table or practice for the title screen, or end the program. Everything is saved."""
        if self.session is not None:
            self.session.close()
        rooms = (
            each for each in reversed(self.screen_stack) if isinstance(each, KeyScreen) and each.quits_here
        )
        room = next(rooms, None)
        if room is None:
            self.exit(ExitCode.DONE)
            return
        while self.screen is not room:
            self.pop_screen()
        room.quit()

    def fail(self, reason: str) -> None:
        """End because the game cannot go on. The reason is printed after the terminal is restored."""
        self.failure = reason
        self.exit(ExitCode.BAD_INPUT)

    def exit(
        self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the app. Close the session first: otherwise the end waits for bots that are still thinking."""
        if self._watched is not None:
            self._watched.close()
        if self.session is not None:
            self.session.close()
        super().exit(result, return_code, message)

    def action_interrupt(self) -> None:
        """End at Ctrl+C."""
        self.exit(ExitCode.INTERRUPTED)

    def action_stop(self) -> None:
        """Suspend at Ctrl+Z."""
        suspend_job(self)
