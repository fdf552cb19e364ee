"""Run the app in a terminal and return its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

import click

from tui.drawing.palette import default_palette
from tui.i18n import t
from tui.play.play_options import PlayOptions, PracticeOptions
from tui.play.save import SaveFolder
from tui.play.session import Pending
from tui.play.start_game import FirstStart, open_for_play
from tui.shell.app import FuritenApp
from tui.shell.terminal_signals import HUNG_UP
from tui.system.graphics import Graphics, find_graphics
from tui.system.process import collect_rarely, gc_paused
from tui.system.terminal import (
    GLYPHS_VARIABLE,
    NO_COLOUR,
    ColourDepth,
    complain,
    is_served,
    is_terminal,
    say,
    terminal_environment,
)
from tui.tiles import default_look


def need_terminal() -> None:
    """Raise ClickException if there is no terminal that can draw the app. Turn colours off if it has none.

    A page of ``furiten serve`` is one.
    """
    if is_served():
        return
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise click.ClickException(t("app.no-terminal"))
    around = terminal_environment()
    if around.dumb:
        raise click.ClickException(t("app.dumb-terminal", term=around.terminal))
    if around.colours is ColourDepth.NONE:
        os.environ[NO_COLOUR] = "1"


def run_app(app: FuritenApp) -> int:
    """Run an app, with pictures of tiles if the terminal shows them, until it ends. Return the exit code."""
    if isinstance(graphics := find_graphics(), Graphics):
        app.graphics = graphics
    return app.run() or app.return_code or 0


def run(
    options: PlayOptions | PracticeOptions | None = None,
    opens: Callable[[FuritenApp], None] | None = None,
) -> int:
    """Run the app until it ends. Return the exit code.

    Without options it opens the title screen, otherwise the table or practice, or what ``opens`` opens.
    Raises ClickException if there is no terminal, or if the requested game cannot be opened.
    """
    need_terminal()
    collect_rarely()
    # raises for an unknown look or theme before a game is dealt
    default_look(), default_palette()
    folder = SaveFolder()
    new_here = FirstStart(folder.path).is_first
    answered = False
    if new_here and not os.environ.get(GLYPHS_VARIABLE):
        # imported here because no other start measures the terminal
        from tui.shell.glyph_question import ask_about_glyphs

        answered = ask_about_glyphs(folder)
    if isinstance(options, PlayOptions):
        try:
            with gc_paused():
                session, aside = open_for_play(folder, options)
        except OSError:
            # the app tries again and shows why nothing can be saved
            session, aside = None, None
        speed = options.speed or "normal"
        app = FuritenApp(folder, session, speed=speed, asked=options, aside=aside, new_here=new_here)
    else:
        app = FuritenApp(folder, practice=options, opens=opens)
    app.first_start.answered = answered
    app.asks_origin = True
    try:
        code = run_app(app)
    finally:
        app.stop_reviewing()
        left = app.session
        if left is not None:
            left.close()
        folder.release()
        _warn_of_newer_textual()
    if app.failure:
        raise click.ClickException(app.failure)
    if left is not None and left.pending is not Pending.GAME_OVER and code != HUNG_UP:
        say(t("app.saved" if left.kept else "app.not-kept"))
    return code


def _warn_of_newer_textual() -> None:
    """Say in one line that Textual is newer than the tested one: after a fault, the line is beside it.

    It comes at the end because the metadata of a package take longer to read than a start may take.
    """
    if is_served():
        return
    from tui.system.installation import TESTED_TEXTUAL, newer_textual

    if found := newer_textual():
        # OSError: standard error takes nothing, as a full disk
        with suppress(OSError):
            complain(t("app.newer-textual", version=found, tested=TESTED_TEXTUAL))
