"""Scenes in the terminal: opened for the person, or played one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import click

from tui.demo.scene import Scene
from tui.demo.staged_app import Staged, folder_for
from tui.demo.story_player import Story
from tui.shell.launch import need_terminal
from tui.system.exit_codes import ExitCode


class _Opened(Staged):
    """A scene at its picture, for the person to go on from."""

    def on_ready(self) -> None:
        """Press the keys that lead there."""
        self._leading = asyncio.create_task(self.watched(self.play(self.scene.steps)))


def show(scene: Scene) -> int:
    """Open a scene; returns the exit code. Raises ClickException where it cannot be shown."""
    need_terminal()
    with folder_for(scene) as folder:
        return _run(_Opened(scene, folder))


def tell(scenes: Sequence[Scene]) -> int:
    """Play scenes until the person takes one over and leaves it; returns and raises as ``show``."""
    need_terminal()
    for scene in scenes:
        with folder_for(scene) as folder:
            story = Story(scene, folder)
            code = _run(story)
        if story.stopped or code != ExitCode.DONE:
            return code
    return ExitCode.DONE


def _run(app: Staged) -> int:
    try:
        code = app.run() or app.return_code or ExitCode.DONE
    finally:
        app.close()
    if app.failure:
        raise click.ClickException(app.failure)
    return code
