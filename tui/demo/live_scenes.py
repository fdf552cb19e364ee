"""Run scenes in the terminal: open one for the player, or play several as stories."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import click

from tui.demo.scene import DemoScene
from tui.demo.staged_app import Staged, folder_for
from tui.demo.story_player import Story
from tui.shell.launch import need_terminal
from tui.system.exit_codes import ExitCode


class _Opened(Staged):
    """A scene after its steps. The player goes on from there."""

    def on_ready(self) -> None:
        """Press the keys of the steps."""
        self._leading = asyncio.create_task(self.run_guarded(self.play(self.scene.steps)))


def show(scene: DemoScene) -> int:
    """Open a scene and return the exit code. Raises ClickException if it cannot be shown."""
    need_terminal()
    with folder_for(scene) as folder:
        return _run(_Opened(scene, folder))


def play_stories(scenes: Sequence[DemoScene]) -> int:
    """Play scenes until the player takes one over and leaves it. Returns and raises like ``show``."""
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
