"""``furiten play --plain``: which game is opened, and how it ends."""

from __future__ import annotations

import os
import sys

import click

from tui.config.settings import SettingsFile
from tui.i18n.texts import t
from tui.plain.commands import QUIT, command_named
from tui.plain.game import Left, PlainGame, SaveFailed
from tui.plain.line_io import HungUp, Lines
from tui.play.options import PlayOptions
from tui.play.save import SaveFolder, SetAside
from tui.play.session import Pending, Session, option_difference
from tui.play.start import begin, begin_unkept, open_for_play, told
from tui.system.exit_codes import ExitCode
from tui.system.files import trouble


def run(options: PlayOptions) -> int:
    """Play in plain lines on the standard streams; returns the exit code.

    Raises ClickException where no game can be opened as asked, or where it cannot go on.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException(t("plain.closed"))
    room = PlainRoom(SaveFolder(), Lines(sys.stdin.buffer, sys.stdout))
    try:
        return room.play(options)
    except HungUp:
        _forget_output()
        raise click.ClickException(t("plain.hung-up")) from None


def _forget_output() -> None:
    """What is still waiting to be written goes nowhere, rather than fail once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class PlainRoom:
    """One visit: the game that is opened, to its ranking or until the person leaves."""

    def __init__(self, folder: SaveFolder, lines: Lines) -> None:
        self._folder = folder
        self._lines = lines
        self._session: Session | None = None

    def play(self, options: PlayOptions) -> int:
        """Open the game that is asked for and play it; returns the exit code."""
        try:
            self._open(options)
        except Left:
            return self._leave(ExitCode.DONE)
        except KeyboardInterrupt:
            return self._leave(ExitCode.INTERRUPTED)
        except SaveFailed as failure:
            raise click.ClickException(str(failure)) from None
        finally:
            if self._session is not None:
                # nothing more is saved by a step in which a bot was still thinking
                self._session.close()
            self._folder.release()
        return ExitCode.DONE

    def _open(self, options: PlayOptions) -> None:
        settings = SettingsFile(self._folder.path)
        try:
            session, aside = open_for_play(self._folder, options)
        except OSError:
            # tried again in a moment, where what is wrong is told
            session, aside = None, None
        if settings.fault:
            self._lines.say(settings.fault)
        if aside is not None:
            self._tell(aside)
        over = session is not None and session.pending is Pending.GAME_OVER
        self._sit_down(session or self._begin(options), settings)
        if over and session is not None and option_difference(session.match, options):
            # that game had only its ranking to show
            self._sit_down(self._begin(options), settings)

    def _begin(self, options: PlayOptions) -> Session:
        """Deal a new game, which is not saved where nothing can be."""
        try:
            self._folder.acquire()
            return begin(self._folder, options)
        except OSError as error:
            self._folder.release()
            self._lines.say(t("save.unkept", reason=trouble(error)))
            return begin_unkept(options)

    def _tell(self, aside: SetAside) -> None:
        """Nothing is dealt before the person knows what was set aside; raises Left."""
        self._lines.say(told(aside))
        while line := self._lines.ask(t("plain.prompt-deal")):
            if command_named(line) is QUIT:
                raise Left
        if line is None:
            raise Left

    def _sit_down(self, session: Session, settings: SettingsFile) -> None:
        """Play a game to its ranking, and put it to the records."""
        self._session = session
        PlainGame(session, settings.values, self._lines).play()
        if session.kept:
            self._folder.archive(session.match)

    def _leave(self, code: ExitCode) -> ExitCode:
        """Say that the game is saved, where there is one."""
        if self._session is not None and self._session.pending is not Pending.GAME_OVER:
            self._lines.say(t("app.saved" if self._session.kept else "app.not-kept"))
        return code
