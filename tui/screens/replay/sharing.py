"""What a position of a replay is shared as: the command that opens it again, and its picture as a file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from textual.app import App

from tui.i18n.layout import join_sentences
from tui.i18n.texts import t
from tui.pictures.picture_file import picture_stem, save_picture
from tui.pictures.svg_export import picture
from tui.replay.position_code import command_line
from tui.replay.replay import Replay
from tui.screens.dialog import AskScreen, notice
from tui.system.files import os_error_text

Exit = TypeVar("Exit")


def code_screen(app: App[Exit], replay: Replay) -> AskScreen:
    """Copy the command that opens the present position again, and make the page that shows it."""
    command = command_line(replay.game.file, replay.code, replay.seat, replay.game.number)
    app.copy_to_clipboard(command)
    told = join_sentences([t("position-code.copied"), t("position-code.how")])
    return notice(t("position-code.title", code=replay.code), command, told)


def save_screen(app: App[Exit], replay: Replay, home: Path) -> str:
    """Save the present screen as SVG in the current folder, else in the data folder.

    Returns a line that says where it is, or why it could not be saved.
    """
    folders = (*_current_folder(), home)
    try:
        path = save_picture(picture(app), picture_stem(replay.game.file, replay.code), folders)
    except OSError as error:
        return t("picture.failed", reason=os_error_text(error))
    return t("picture.saved", path=_told(path))


def _told(path: Path) -> str:
    """The whole path, with ``~`` for the home folder."""
    with suppress(ValueError, RuntimeError, OSError):
        return str(Path("~") / path.resolve().relative_to(Path.home()))
    return str(path.absolute())


def _current_folder() -> tuple[Path, ...]:
    """The current folder, unless it has been deleted."""
    try:
        return (Path.cwd(),)
    except OSError:
        return ()
