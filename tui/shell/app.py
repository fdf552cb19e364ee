"""The app: applies settings to all screens, opens screens, games and practice, and ends with an exit code."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from datetime import tzinfo
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver

from engine.own_rules import preset_and_own
from tui.config.actions import ActionId, choose_keys
from tui.config.settings import OnOff, PracticeKinds, Settings, SettingsFile, default_glyphs
from tui.drawing.palette import Palette, default_palette
from tui.i18n import choose_language, language, resolve_language, t
from tui.lessons.script import GuidedScript
from tui.play.pace import ConfirmDelay, Pace, Sleep
from tui.play.play_options import FIRST_LESSON, PlayOptions, PracticeOptions, Speed, chosen_steps
from tui.play.save import OpenElsewhere, SaveFolder, SetAside
from tui.play.session import DEFAULT_BOTS, Pending, Session, bots_of, option_difference
from tui.play.start_game import (
    FirstStart,
    SaveState,
    agree_to_programs,
    begin,
    begin_unsaved,
    last_choices,
    load,
    peek,
    remember_choices,
    remember_speed,
    remember_unguided,
    set_aside_notice,
    unknown_programs,
)
from tui.screens.game.game import GameScreen
from tui.screens.screen import KeyRepeat, KeyScreen, Result
from tui.screens.table_screen import GameExit
from tui.shell.terminal_output import TERMINAL, ControlFilter, HarmlessErrors, textual_theme
from tui.shell.terminal_signals import handle_signals, suspend_job
from tui.system.files import os_error_text
from tui.system.process import REST, collect_at_rest
from tui.system.terminal import (
    NO_COLOUR,
    ColourDepth,
    ExitCode,
    Glyphs,
    colour_depth,
    display,
    is_served,
    is_unicode,
    replace_unencodable_display,
)
from tui.tiles import Look, default_look

if TYPE_CHECKING:
    from tui.archive.kept_reviews import Reviewer
    from tui.play.watched_game import WatchedGame
    from tui.practice.practice import Practice
    from tui.practice.practice_session import Preferences
    from tui.replay.replay_state import Replay
    from tui.screens.practice.menu import PracticeScreen
    from tui.screens.title import TitleScreen
    from tui.system.graphics import Graphics


RIGHT = 3
"""Textual's number of the right mouse button."""


class FuritenApp(App[int]):
    """The furiten app. It opens the title screen, or the table if it gets a session or ``asked``.

    A change of the settings (language, keys, look, colours) reaches all open screens. A room that was opened
    without the title screen ends the app when it is left.

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
    PLAYS_OUT: ClassVar[bool] = True
    """Whether hands are played out in the background for their review; never in a scene."""
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
        if not os.environ.get(NO_COLOUR):
            # unlike Textual, ignore an empty NO_COLOR
            os.environ.pop(NO_COLOUR, None)
        # with NO_COLOR nothing has a colour, not even Textual's greys
        super().__init__(ansi_color=True if NO_COLOUR in os.environ else None)
        # nothing here is said by a toast or a tooltip: each screen would mount and style both
        self._disable_notifications = True
        self._disable_tooltips = True
        # the last one: nothing that a widget draws comes after it
        self._filters.append(ControlFilter())
        self.error_console.push_render_hook(HarmlessErrors())
        self.folder = folder
        self.first_start = FirstStart(folder.path)
        """Whether to offer the first lesson."""
        self.asks_origin = False
        """Whether the first form of a new game comes after the question where one plays."""
        self.key_repeat = KeyRepeat()
        self.confirm_delay = ConfirmDelay()
        self._rest: asyncio.TimerHandle | None = None
        """Collects garbage unless a key or a click comes before."""
        self._title: TitleScreen | None = None
        self._practice = practice
        """The options of the command line for practice."""
        self._practising: PracticeScreen | None = None
        """The practice menu while it is open."""
        self.session = session
        self.pace = Pace(speed, sleep)
        self.failure = ""
        """Why the app had to end, such as a save that failed; empty if nothing failed."""
        self._not_archived = ""
        """Why the game that was just left could not be archived."""
        self._archived: Path | None = None
        """The record of that game."""
        self._asked = asked
        """The options of the command line, until the first game is left."""
        self._aside = aside
        self._opens = opens
        self._reviewer: Reviewer | None = None
        self._new_here = new_here
        self._last = PlayOptions()
        self._watched: WatchedGame | None = None
        """The game of four bots that is open."""
        self.graphics: Graphics | None = None
        """How the terminal shows pictures of tiles, if it does."""
        self._colours, self._glyphs = ColourDepth.TRUE, Glyphs.KANJI
        """The abilities of the terminal, if the app runs in one."""
        self._settings = SettingsFile(folder.path)
        self._apply_language()
        choose_keys(self.settings.keys_in_force)
        self.look, self.palette = self._theme_of_settings()
        self._apply_textual_theme()

    @property
    def reviewer(self) -> Reviewer | None:
        """The reviewer that plays hands out; None where that is not wanted."""
        if self._reviewer is None and self.PLAYS_OUT:
            from tui.archive.kept_reviews import Reviewer

            self._reviewer = Reviewer(self.folder.path)
        return self._reviewer

    def stop_reviewing(self) -> None:
        """Play no further hand out: the interpreter would wait for the process that does."""
        if self._reviewer is not None:
            self._reviewer.stop()

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
        self.animation_level = "none"
        if not self.is_headless:
            handle_signals(self)
            self.detect_terminal()
        if (self.session, self._asked, self._practice, self._opens) == (None,) * 4:
            from tui.screens.title import TitleScreen

            self._title = TitleScreen(self._settings.fault)
            await self.push_screen(self._title)
        elif self._settings.fault:
            self._announce(t("settings.title"), self._settings.fault, self._begin_at_once)
        else:
            # later: what is painted before the app is ready is thrown away
            self.call_later(self._begin_at_once)

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
        """Open the form of a new game, with the last choices; before the first, ask where one plays."""
        if not self.asks_origin or last_choices(self.folder.path) is not None:
            self._choose(self._next_options())
            return
        from tui.screens.new_game import OriginScreen

        self.push_screen(OriginScreen(), self._origin_told)

    def _origin_told(self, rules: str | None) -> None:
        self._last = replace(self._last, rules=rules)
        remember_choices(self.folder.path, self._last)
        # asked once, even where nothing can be kept
        self.asks_origin = False
        self._choose(self._next_options())

    def _next_options(self, *, guided: bool = False) -> PlayOptions:
        return replace(last_choices(self.folder.path) or self._last, seed=None, guided=guided)

    def play_guided(self) -> None:
        """Open the form of a game with the coach; a game in progress may have it from now on instead."""
        waiting = self.look_for_game()
        if waiting.locked:
            self._back(waiting.message)
        elif not waiting.summary:
            self._choose(self._next_options(guided=True))
        else:
            from tui.screens.dialogs import AskScreen

            text = t("newgame.unguided", summary=waiting.summary)
            ask = AskScreen(t("practice.guided"), text, t("newgame.guide-it"), t("newgame.guided-new"))
            self.push_screen(ask, self._guided_chosen)

    def _guided_chosen(self, goes_on: bool | None) -> None:
        if goes_on:
            remember_choices(self.folder.path, self._next_options(guided=True))
            self.continue_game()
        elif goes_on is False:
            self._choose(self._next_options(guided=True))

    def _choose(self, options: PlayOptions) -> None:
        from tui.config.rules_files import kept_rules
        from tui.screens.new_game import NewGameScreen

        form = NewGameScreen(options, chosen_steps(self.settings), kept_rules(self.home).values())
        self.push_screen(form, self._new_game_chosen)

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
            from tui.screens.dialogs import AskScreen

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
        from tui.screens.dialogs import notice

        self.push_screen(notice(title, text), lambda _: then())

    def _open_table(self) -> None:
        """Open the table. A save that was not begun here first asks about the programs that it names."""
        session = self.session
        assert session is not None
        programs = unknown_programs(session)
        if not programs:
            self._show_table(session)
            return
        from tui.screens.dialogs import ProgramsScreen

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
        last = last_choices(self.folder.path) if session.kept else None
        guided = last is not None and last.guided
        script = GuidedScript(self.settings, lambda: remember_unguided(self.folder.path)) if guided else None
        table = GameScreen(session, self.settings, script)
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
                self._archived = self.folder.archive(session.match)
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
        if how is GameExit.REVIEW and self._archived is not None:
            self._review(session, self._archived)
        elif how is GameExit.AGAIN:
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
        from tui.screens.replay.watch_screen import WatchScreen

        self._watched = game
        self.push_screen(WatchScreen(game, speed), lambda _: self._watch_closed(game))

    def _watch(self, options: PlayOptions, own: str) -> None:
        """Watch a game with these options, in which a bot has the player's seat."""
        from tui.play.watched_game import WatchedGame

        bots = (own, *(options.bots or DEFAULT_BOTS))
        game = WatchedGame.of(replace(options, bots=bots), self.folder.records, self.folder.time())
        self.show_watched(game, options.speed or self.pace.speed)

    def _watch_closed(self, game: WatchedGame) -> None:
        self._watched, path = None, game.close()
        self._back_to_title("" if path is None else t("watch.kept", name=path.name))

    # -- practice ------------------------------------------------------------------------------------

    def show_first_lesson(self) -> None:
        """Open the first lesson: two minutes at the table, for new players."""
        from tui.lessons.lesson_script import FirstLessonScript

        script = FirstLessonScript()
        table = GameScreen(Session(script.scenario), self.settings, script)

        def closed(_: GameExit | None) -> None:
            self.first_start.finish()
            self._back_to_title()

        self.push_screen(table, closed)

    def show_practice(self, asked: PracticeOptions | None = None) -> None:
        """Open the practice menu, and the session or lesson that the options name."""
        # imported here because a game does not need it
        from tui.screens.practice.menu import PracticeScreen

        practice, asked = self.open_practice(), asked or PracticeOptions(menu=True)
        if (first := practice.lesson_before(asked)) is not None:
            asked = PracticeOptions(lesson=first.id)
        begun = practice.asked_for(asked) if asked.session else None
        self._practising = PracticeScreen(practice, begun, asked.lesson, run=asked.run)

        def closed(_: None) -> None:
            self._practising = None
            self._back_to_title()

        self.push_screen(self._practising, closed)

    def open_practice(self) -> Practice:
        """Open the practice record in the save folder."""
        from tui.practice.practice import practice_at

        return practice_at(self.folder.path, self._practice_preferences)

    def _practice_preferences(self) -> Preferences:
        """What the settings say about practice, and the ruleset of the command line."""
        from tui.practice.practice_session import Preferences

        settings = self.settings
        named = "" if self._practice is None else self._practice.rules
        everything = settings.practice_kinds is PracticeKinds.ALL
        nobody_wins = settings.practice_nobody_wins is OnOff.ON
        rules, own_rules = preset_and_own(named or settings.practice_rules.preset)
        return Preferences(rules, everything, nobody_wins, own_rules)

    # -- records -------------------------------------------------------------------------------------

    def show_games(self) -> None:
        """Open the list of one's own games."""
        from tui.screens.archive.game_list import GamesScreen

        self.push_screen(GamesScreen(self.folder.path), lambda _: self._back_to_title())

    def _review(self, session: Session, file: Path) -> None:
        """Open the moments of the game that was just left, the dearest first; Esc shows its ranking again."""
        from tui.replay.replay_state import open_replay
        from tui.screens.game.ranking_screen import RankingScreen
        from tui.screens.replay.viewer import ReplayScreen

        def ranked(how: GameExit | None) -> None:
            self._table_closed(how or GameExit.FINISHED)

        def left(quits: bool | None) -> None:
            if quits:
                ranked(None)
            else:
                self.push_screen(RankingScreen(session), ranked)

        viewer = ReplayScreen(open_replay(file, session.seat), from_list=True)
        self.push_screen(viewer, left)
        viewer.call_after_refresh(viewer.show_dearest)

    def show_replay(
        self, replay: Replay, *, moments: bool = False, marked: bool = False, plays_on: bool = False
    ) -> None:
        """Open the viewer of a record, and over it the list of its moments or the form to play on.

        ``marked`` tells what mattered at the present position.
        """
        from tui.screens.replay.viewer import ReplayScreen

        viewer = ReplayScreen(replay, from_list=moments)
        self.push_screen(viewer, lambda _: self._replay_closed())
        if moments:
            viewer.call_after_refresh(viewer.show_moments)
        if marked:
            viewer.call_after_refresh(lambda: viewer.with_review(viewer.renew))
        if plays_on:
            viewer.call_after_refresh(viewer.play_on)

    def _replay_closed(self) -> None:
        if self._title is None and not any(isinstance(each, KeyScreen) for each in self.screen_stack):
            self.exit(ExitCode.DONE)

    def _back_to_title(self, message: str = "") -> None:
        """Show the title screen anew after a room was left; end the app if the room was opened without it."""
        if self._title is None:
            self.exit(ExitCode.DONE)
        else:
            self._title.renew(message)

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
        self.stop_reviewing()
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

    # -- settings, and pages over any screen --------------------------------------------------------

    @property
    def home(self) -> Path:
        return self.folder.path

    @property
    def zone(self) -> tzinfo | None:
        """The time zone of the times that screens show; None for the local one."""
        return None

    def shown_path(self, path: Path) -> str:
        """A path as screens show it."""
        return str(path)

    def detect_terminal(self) -> None:
        """Detect the colours and glyphs of the terminal, and draw with them."""
        if is_served():
            return
        self._colours = colour_depth(os.environ, windows=sys.platform == "win32")
        self._glyphs = default_glyphs(os.environ.get("TERM", ""), unicode=is_unicode(display()))
        if self._glyphs is Glyphs.ASCII:
            replace_unencodable_display()
        self.look, self.palette = self._theme_of_settings()
        self._apply_textual_theme()

    def panic(self, *renderables: RenderableType) -> None:
        """End with an error message and, unlike Textual (8.2.8), always with an exit code that is not 0."""
        self._return_code = self._return_code or ExitCode.NO
        super().panic(*renderables)

    async def on_event(self, event: events.Event) -> None:
        """Count key repeats before a screen gets the key, and handle right clicks."""
        if isinstance(event, events.Key | events.MouseUp):
            self._collect_later()
        if isinstance(event, events.Key) and not event.is_forwarded:
            self.key_repeat.record(event.key, event.time)
        if isinstance(event, events.MouseDown | events.MouseUp) and event.button == RIGHT:
            self._right_click(event)
            return
        await super().on_event(event)

    def _collect_later(self) -> None:
        """Collect garbage when nothing has been pressed for a while."""
        if self._rest is not None:
            self._rest.cancel()
        self._rest = asyncio.get_running_loop().call_later(REST, collect_at_rest)

    def _right_click(self, event: events.MouseEvent) -> None:
        """Open the command palette: every action can be reached with the mouse alone."""
        from tui.screens.pages.palette_page import PaletteScreen

        screen = self.screen
        if isinstance(event, events.MouseDown) or isinstance(screen, PaletteScreen):
            return
        if isinstance(screen, KeyScreen):
            self.show_page(ActionId.PALETTE, screen)

    def show_page(self, page: ActionId, screen: KeyScreen[Result]) -> None:
        """Open the page of an action that every screen has: the module with its name in ``screens.pages``."""
        import_module(f"..screens.pages.{page.name.lower()}_page", __package__).open_over(screen)

    @property
    def settings(self) -> Settings:
        return self._settings.values

    def _theme_of_settings(self) -> tuple[Look, Palette]:
        """The look and the palette that the settings and the environment choose."""
        values = self.settings
        palette = default_palette(
            colours=ColourDepth.NONE if self.no_color else self._colours, theme=values.theme
        )
        look = default_look(
            theme=palette.name,
            most=self._glyphs,
            tiles=values.tiles,
            glyphs=values.glyphs,
            pictured=self.graphics is not None,
        )
        return look, palette

    def _apply_language(self) -> bool:
        """Use the language that settings and environment choose. Return whether it has changed."""
        before = language()
        choose_language(resolve_language(self.settings.language, self.settings.glyphs))
        return language() != before

    def _apply_textual_theme(self) -> None:
        """Use the colours of the palette for what Textual draws itself."""
        theme = textual_theme(self.palette)
        if theme is not None:
            self.register_theme(theme)
        if theme is not None and theme.dark and not self.is_running:
            # the CSS parsed so far fits any dark theme: set no watcher off, which would parse it again
            self.set_reactive(App.theme, theme.name)
        else:
            self.theme = TERMINAL if theme is None else theme.name

    def _apply_settings(self) -> None:
        """Apply language, keys, look and colours to every open screen."""
        rekeyed = choose_keys(self.settings.keys_in_force)
        texts_changed = self._apply_language() or rekeyed
        theme = self._theme_of_settings()
        if theme == (self.look, self.palette) and not texts_changed:
            return
        self.look, self.palette = theme
        self._apply_textual_theme()
        if texts_changed:
            for screen in self.screen_stack:
                if isinstance(screen, KeyScreen):
                    screen.refresh_texts()
        for screen in self.screen_stack:
            if isinstance(screen, KeyScreen):
                screen.apply_theme()

    def change_settings(self, values: Settings) -> str:
        """Apply and save the settings. Return why they could not be saved, or an empty text."""
        try:
            self._settings.change(values)
        except OSError as error:
            failure = t("settings.not-kept", reason=error.strerror or error)
        else:
            failure = ""
        self._apply_settings()
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.apply(values)
        return failure
