"""A scene as a story: its keys are pressed by themselves, with a line that says what there is to see."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from tui.config.actions import BY_ID, ActionId
from tui.demo.scene import Scene, Step
from tui.demo.staged_app import Staged
from tui.drawing.palette import Palette, strip_of
from tui.drawing.rows import Role, Span
from tui.i18n.texts import t
from tui.play.pace import Sleep
from tui.system.exit_codes import ExitCode
from tui.tiles.roles import Ground, Ink

KEY = 0.9
"""Seconds between two keys."""
READING, LETTER = 1.5, 0.05
"""Seconds for a caption: to find it, and to read each letter of it."""
_OF_THE_SHELL = ("ctrl+c", "ctrl+z")
"""Keys that end or stop any program, and say nothing to this one."""
GROUND = Ground.ROUND
"""What captions stand on."""


class Caption(Widget):
    """A line over the last row of a screen."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Caption { dock: bottom; layer: caption; width: 100%; height: 1; }
    """

    def __init__(self, text: str, palette: Palette) -> None:
        super().__init__()
        self.text, self._palette = text, palette

    def render_line(self, y: int) -> Strip:
        """The line."""
        role = Role(Ink.TEXT, GROUND)
        strip = strip_of((Span(f" {self.text}", role),), self._palette)
        return strip.adjust_cell_length(self.size.width, self._palette.style(role))


class Story(Staged):
    """A scene that plays by itself, and then leaves; any key stops it, and the scene is the person's."""

    def __init__(self, scene: Scene, folder: Path, *, sleep: Sleep = asyncio.sleep) -> None:
        super().__init__(scene, folder, sleep=sleep)
        self._sleep = sleep
        self.telling: asyncio.Task[None] | None = None
        """The story, until it ends or is stopped."""
        self.stopped = False
        """Whether the person has taken over."""

    def on_ready(self) -> None:
        """Begin."""
        self.telling = asyncio.create_task(self.watched(self._tell()))

    async def _tell(self) -> None:
        for step in self.scene.steps:
            await self.settle()
            await self._step(step)
        await self.settle()
        await self._sleep(READING)
        self.telling = None
        self.exit(ExitCode.DONE)

    async def _step(self, step: Step) -> None:
        """Say what there is to say, then press the keys."""
        text = self.scene.told.captions.get(step.says, "")
        await self._say(text)
        await self._sleep(READING + LETTER * len(text))
        for key in step.pressed:
            await self.strike(key)
            await self._sleep(KEY)

    async def _say(self, text: str) -> None:
        """Show a caption on the screen on top, and take away the one before."""
        await self._hush()
        if text:
            await self.screen.mount(Caption(text, self.palette))

    async def _hush(self) -> None:
        for screen in self.screen_stack:
            await screen.query(Caption).remove()

    async def on_event(self, event: events.Event) -> None:
        """Stop at any key that is not the story's own."""
        pressed = isinstance(event, events.Key) and not event.is_forwarded and event.key not in _OF_THE_SHELL
        if not pressed or event is self.own or self.telling is None:
            await super().on_event(event)
            return
        self.stopped = True
        self.telling.cancel()
        self.telling = None
        await self._say(t("demo.stopped", help=BY_ID[ActionId.HELP].named, quit=BY_ID[ActionId.QUIT].named))
