"""The app: its screens, which game is open, and how it ends."""

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
from tui.play.first_start import Newcomer
from tui.play.options import FIRST_LESSON, PlayOptions, PracticeOptions, Speed
from tui.play.pace import Pace, Sleep
from tui.play.save import OpenElsewhere, SaveFolder, SetAside
from tui.play.session import Pending, Session, bots_of, option_difference
from tui.play.start import Waiting, begin, begin_unkept, find, look, told
from tui.screens.base import KeyScreen
from tui.screens.game.game import GameScreen, Leaving
from tui.shell.signals import listen, stop
from tui.shell.themed_app import ThemedApp
from tui.system.exit_codes import ExitCode
from tui.system.files import trouble
from tui.system.terminal import is_served

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tui.practice.room import Practice
    from tui.screens.practice.menu import PracticeScreen
    from tui.screens.start.title import TitleScreen


class FuritenApp(ThemedApp):
    """Begins with the title screen, or, where a game was ``asked`` for or a session is given, at the table.

    A start loads the table and nothing that is only opened from it: other screens are imported where they are
    shown first.

    ``practice`` is what to begin with there instead. ``aside`` is a save that had to be set aside, which is
    told before that game is dealt. ``sleep`` is the clock that paces the bots. Who is ``new_here`` and begins
    at the table is told there that a lesson shows it.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "furiten"
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
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        super().__init__(folder)
        self.session = session
        self.pace = Pace(speed, sleep)
        self.failure = ""
        """Why the app had to end: what could not be saved."""
        self._asked = asked
        """What the command line asks for, until that has been dealt or found at the table."""
        self._aside = aside
        self._practice = practice
        self.newcomer = Newcomer(folder.path)
        """Whether to offer the first lesson."""
        self._new_here = new_here
        self._last = PlayOptions()
        self._title: TitleScreen | None = None
        self._practising: PracticeScreen | None = None
        """The menu of practice, while it is open."""

    def get_driver_class(self) -> type[Driver]:
        """What reads and draws: in a terminal one that bears its loss."""
        if sys.platform == "win32" or is_served():
            return super().get_driver_class()
        from tui.shell.driver import TerminalDriver

        return TerminalDriver

    async def on_mount(self) -> None:
        """Show the first screen."""
        self.animation_level = "none"
        if not self.is_headless:
            listen(self)
            self.look_around()
        if self.session is None and self._asked is None and self._practice is None:
            from tui.screens.start.title import TitleScreen

            self._title = TitleScreen(self._settings.fault)
            await self.push_screen(self._title)
        elif self._settings.fault:
            self._announce(t("settings.title"), self._settings.fault, self._begin_at_once)
        else:
            self._begin_at_once()

    def _begin_at_once(self) -> None:
        """Without the title screen: to practice, to the game that is there, or to one that was asked for."""
        if self._practice is not None and self._practice.lesson == FIRST_LESSON:
            self.show_first_lesson()
        elif self._practice is not None:
            self.show_practice(self._practice)
        elif self.session is not None:
            self._sit_down()
        else:
            assert self._asked is not None
            self._tell_aside(self._aside, self._asked)

    # -- games ---------------------------------------------------------------------------------------

    def look_for_game(self) -> Waiting:
        """Whether there is a game to continue, for the title screen."""
        waiting, session = look(self.folder)
        if session is not None:
            self._last = self._like(session)
        return waiting

    def continue_game(self) -> None:
        """Open the game in progress."""
        try:
            self.folder.acquire()
            self.session, aside = find(self.folder)
        except (OpenElsewhere, OSError) as error:
            self._back(trouble(error) if isinstance(error, OSError) else str(error))
            return
        if self.session is None:
            self._back(told(aside) if aside else "")
        else:
            self._sit_down()

    def choose_new_game(self) -> None:
        """Ask what the new game shall be."""
        self._choose(replace(self._last, seed=None))

    def _choose(self, options: PlayOptions) -> None:
        from tui.screens.start.new_game import NewGameScreen

        self.push_screen(NewGameScreen(options), self._new_game_chosen)

    def _new_game_chosen(self, options: PlayOptions | None) -> None:
        if options is None:
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
            self._tell_aside(waiting.aside, options)

    def _tell_aside(self, aside: SetAside | None, options: PlayOptions) -> None:
        """Deal a new game, but tell first what had to be set aside for it."""
        if aside is None:
            self._begin(options)
        else:
            self._announce(t("save.title"), told(aside), lambda: self._begin(options))

    def _begin(self, options: PlayOptions) -> None:
        self.pace.speed = options.speed or self.pace.speed
        try:
            self.folder.acquire()
            self.session = begin(self.folder, options)
        except OpenElsewhere as error:
            self._back(str(error))
        except OSError as error:
            self._begin_unkept(trouble(error), options)
        else:
            self._sit_down()

    def _begin_unkept(self, reason: str, options: PlayOptions) -> None:
        """Tell that the game cannot be saved, and deal it all the same."""
        self.folder.release()

        def told() -> None:
            self.session = begin_unkept(options)
            self._sit_down()

        self._announce(t("save.title"), t("save.unkept", reason=reason), told)

    def _announce(self, title: str, text: str, then: Callable[[], None]) -> None:
        """Show a notice, and go on once it has been read."""
        from tui.screens.dialog import notice

        self.push_screen(notice(title, text), lambda _: then())

    def _sit_down(self) -> None:
        assert self.session is not None
        table = GameScreen(self.session, self.settings)
        if self._new_here:
            self._new_here = False
            table.note(t("first.hint", name=t("title.first-lesson")))
        self.push_screen(table, self._left_table)

    def _left_table(self, leaving: Leaving | None) -> None:
        session, asked = self.session, self._asked
        assert session is not None
        self._asked = None
        if session.pending is Pending.GAME_OVER and session.kept:
            try:
                self.folder.archive(session.match)
            except OSError as error:
                # its ranking is shown once more when it can be put to the others
                self._back(t("save.failed", reason=trouble(error)))
                return
        if leaving is Leaving.AGAIN:
            self._begin(self._like(session))
        elif leaving is Leaving.FINISHED and asked is not None and option_difference(session.match, asked):
            # the game at the table was over already, and had only its ranking to show
            self._begin(asked)
        elif self._title is None and self._practising is None:
            self.exit(ExitCode.DONE)
        else:
            kept = "app.saved-here" if session.kept else "app.not-kept"
            self._back(t(kept) if leaving is Leaving.SAVED else "")

    def _like(self, session: Session) -> PlayOptions:
        """One more game like this one."""
        rules, bots = session.match.rules, bots_of(session.match.names)
        undo = session.takebacks is not None
        return PlayOptions(
            rules=rules.name, length=rules.length, bots=bots, speed=self.pace.speed, undo=undo, new=True
        )

    def _back(self, message: str) -> None:
        """Back to the menu that the game was opened from."""
        self.session = None
        self.folder.release()
        if self._practising is not None:
            self._practising.renew(message)
        elif self._title is None:
            self.failure = message
            self.exit(ExitCode.BAD_INPUT)
        else:
            self._title.renew(message)

    def play_guided(self) -> None:
        """An ordinary game with the coach, who then stays: the game in progress, or a new one."""
        self.change_settings(msgspec.structs.replace(self.settings, coach=Coach.ON))
        waiting = self.look_for_game()
        if waiting.locked:
            self._back(waiting.message)
        elif waiting.summary:
            self.continue_game()
        else:
            self.choose_new_game()

    # -- practice ------------------------------------------------------------------------------------

    def show_first_lesson(self) -> None:
        """Two minutes at the table, for new players."""
        from tui.lessons.first_lesson import FirstLessonScript

        script = FirstLessonScript()
        table = GameScreen(Session(script.scenario), self.settings, script)
        self.push_screen(table, lambda _: self._left_first_lesson())

    def _left_first_lesson(self) -> None:
        self.newcomer.greet()
        if self._title is None:
            self.exit(ExitCode.DONE)
        else:
            self._title.renew("")

    def show_practice(self, asked: PracticeOptions | None = None) -> None:
        """The menu of practice, and with options the session that they ask for."""
        # who plays does not pay for it
        from tui.screens.practice.menu import PracticeScreen

        practice = self.open_practice()
        begun = practice.asked_for(asked) if asked is not None and asked.session else None
        self._practising = PracticeScreen(practice, begun, asked.lesson if asked is not None else None)
        self.push_screen(self._practising, self._left_practice)

    def open_practice(self) -> Practice:
        """The practice record, and what can be begun with it."""
        from tui.practice.room import practice_at

        return practice_at(self.folder.path)

    def _left_practice(self, _: None) -> None:
        self._practising = None
        if self._title is None:
            self.exit(ExitCode.DONE)
        else:
            self._title.renew("")

    # -- everywhere ----------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave table or practice for the title screen, or the program; everything is saved already."""
        if self.session is not None:
            self.session.close()
        rooms = (each for each in reversed(self.screen_stack) if isinstance(each, KeyScreen) and each.room)
        room = next(rooms, None)
        if room is None:
            self.exit(ExitCode.DONE)
            return
        while self.screen is not room:
            self.pop_screen()
        room.walk_out()

    def fail(self, reason: str) -> None:
        """End because a game cannot go on; the reason is printed once the terminal is back."""
        self.failure = reason
        self.exit(ExitCode.BAD_INPUT)

    def exit(
        self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End, for whatever reason: bots that still think leave first, for whose step the end would wait."""
        if self.session is not None:
            self.session.close()
        super().exit(result, return_code, message)

    def action_interrupt(self) -> None:
        """Ctrl+C."""
        self.exit(ExitCode.INTERRUPTED)

    def action_stop(self) -> None:
        """Ctrl+Z."""
        stop(self)
