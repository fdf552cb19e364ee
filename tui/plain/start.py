"""``furiten play --plain``: open a game, play it, and report how it ended."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from unicodedata import normalize

import click

from tui.config.settings import SettingsFile
from tui.i18n import t
from tui.plain.plain_game import PlainGame, PlayerLeft, SaveFailed
from tui.plain.typed_commands import QUIT, HungUp, Lines, command_named
from tui.play.play_options import PlayOptions
from tui.play.save import SaveFolder, SetAside
from tui.play.session import Pending, Session, option_difference
from tui.play.start_game import (
    agree_to_programs,
    begin,
    begin_unsaved,
    open_for_play,
    set_aside_notice,
    unknown_programs,
)
from tui.system.files import os_error_text
from tui.system.terminal import ExitCode, forget_output

_AGREED = "yes"
"""The word that starts the programs of a save, in every language."""


def run(options: PlayOptions) -> int:
    """Play in plain lines on the standard streams; return the exit code.

    Raises ClickException if the game cannot be opened or cannot go on.
    """
    if sys.stdin is None or sys.stdout is None:
        raise click.ClickException(t("plain.closed"))
    room = PlainRoom(SaveFolder(), Lines(sys.stdin.buffer, sys.stdout))
    try:
        return room.play(options)
    except HungUp:
        forget_output()
        raise click.ClickException(t("plain.hung-up")) from None


class PlainRoom:
    """Opens a game and plays it to the end or until the player quits."""

    def __init__(self, folder: SaveFolder, lines: Lines) -> None:
        self._folder = folder
        self._lines = lines
        self._session: Session | None = None

    def play(self, options: PlayOptions) -> int:
        """Open the requested game and play it; return the exit code."""
        try:
            self._open(options)
        except PlayerLeft:
            return self._leave(ExitCode.DONE)
        except KeyboardInterrupt:
            return self._leave(ExitCode.INTERRUPTED)
        except SaveFailed as failure:
            raise click.ClickException(str(failure)) from None
        finally:
            if self._session is not None:
                # so that a step in which a bot is still thinking saves nothing
                self._session.close()
            self._folder.release()
        return ExitCode.DONE

    def _open(self, options: PlayOptions) -> None:
        settings = SettingsFile(self._folder.path)
        try:
            session, aside = open_for_play(self._folder, options)
        except OSError:
            # _begin tries again and reports the error
            session, aside = None, None
        if settings.fault:
            self._lines.say(settings.fault)
        if aside is not None:
            self._tell(aside)
        if session is not None and (programs := unknown_programs(session)):
            self._agree(session, programs)
        over = session is not None and session.pending is Pending.GAME_OVER
        self._sit_down(session or self._begin(options), settings)
        if over and session is not None and option_difference(session.match, options):
            # only the ranking of the old game was left; now begin the requested one
            self._sit_down(self._begin(options), settings)

    def _begin(self, options: PlayOptions) -> Session:
        """Deal a new game; it is not saved if the folder is not writable."""
        try:
            self._folder.acquire()
            return begin(self._folder, options)
        except OSError as error:
            self._folder.release()
            self._lines.say(t("save.unkept", reason=os_error_text(error)))
            return begin_unsaved(options)

    def _tell(self, aside: SetAside) -> None:
        """Print what was set aside and wait for Enter before a game is dealt; raises PlayerLeft."""
        self._lines.say(set_aside_notice(aside))
        while line := self._lines.ask(t("plain.prompt-deal")):
            if command_named(line) is QUIT:
                raise PlayerLeft
        if line is None:
            raise PlayerLeft

    def _agree(self, session: Session, programs: Sequence[str]) -> None:
        """Ask whether the save may start these programs; raises PlayerLeft if the player does not say yes."""
        self._lines.say(t("save.programs.ask", count=len(programs)), *programs, t("save.programs.trust"))
        answer = self._lines.ask(t("plain.prompt-programs"))
        if answer is None or normalize("NFKC", answer).casefold() != _AGREED:
            self._lines.say(t("save.programs.left"))
            raise PlayerLeft
        agree_to_programs(self._folder, session)

    def _sit_down(self, session: Session, settings: SettingsFile) -> None:
        """Play a game to the end and archive it."""
        self._session = session
        PlainGame(session, settings.values, self._lines).play()
        if session.kept:
            self._folder.archive(session.match)

    def _leave(self, code: ExitCode) -> ExitCode:
        """Print whether the game in progress is saved; return ``code``."""
        if self._session is not None and self._session.pending is not Pending.GAME_OVER:
            self._lines.say(t("app.saved" if self._session.kept else "app.not-kept"))
        return code
