"""Play a scene as a story: press its keys with pauses, and show captions."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.strip import Strip
from textual.widget import Widget

from tui.config.actions import BY_ID, ActionId
from tui.demo.scene import DemoScene, Step
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
"""Seconds that a caption stays: a fixed time, plus a time for each letter."""
_SHELL_KEYS = ("ctrl+c", "ctrl+z")
"""Keys that end or suspend any program; they do not stop a story."""
GROUND = Ground.ROUND
"""The ground of captions."""


class Caption(Widget):
    """A caption over the last row of a screen."""

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = """
    Caption { dock: bottom; layer: caption; width: 100%; height: 1; }
    """

    def __init__(self, text: str, palette: Palette) -> None:
        super().__init__()
        self.text, self._palette = text, palette

    def render_line(self, y: int) -> Strip:
        """The caption."""
        role = Role(Ink.TEXT, GROUND)
        strip = strip_of((Span(f" {self.text}", role),), self._palette)
        return strip.adjust_cell_length(self.size.width, self._palette.style(role))


class Story(Staged):
    """A scene that plays automatically, then ends. Any key stops it; the player goes on from there."""

    def __init__(self, scene: DemoScene, folder: Path, *, sleep: Sleep = asyncio.sleep) -> None:
        super().__init__(scene, folder, sleep=sleep)
        self._sleep = sleep
        self.story: asyncio.Task[None] | None = None
        """The running story, or None after it has ended or was stopped."""
        self.stopped = False
        """Whether the player has taken over."""

    def on_ready(self) -> None:
        """Start the story."""
        self.story = asyncio.create_task(self.run_guarded(self._run_story()))

    async def _run_story(self) -> None:
        for step in self.scene.steps:
            await self.settle()
            await self._step(step)
        await self.settle()
        await self._sleep(READING)
        self.story = None
        self.exit(ExitCode.DONE)

    async def _step(self, step: Step) -> None:
        """Show the caption, then press the keys."""
        text = self.scene.texts.captions.get(step.says, "")
        await self._show_caption(text)
        await self._sleep(READING + LETTER * len(text))
        for key in step.pressed:
            await self.press_key(key)
            await self._sleep(KEY)

    async def _show_caption(self, text: str) -> None:
        """Replace the caption on the top screen. An empty text only removes it."""
        await self._remove_caption()
        if text:
            await self.screen.mount(Caption(text, self.palette))

    async def _remove_caption(self) -> None:
        for screen in self.screen_stack:
            await screen.query(Caption).remove()

    async def on_event(self, event: events.Event) -> None:
        """Stop the story at any key that it has not sent itself."""
        pressed = isinstance(event, events.Key) and not event.is_forwarded and event.key not in _SHELL_KEYS
        if not pressed or event is self.sent_key or self.story is None:
            await super().on_event(event)
            return
        self.stopped = True
        self.story.cancel()
        self.story = None
        await self._show_caption(
            t("demo.stopped", help=BY_ID[ActionId.HELP].named, quit=BY_ID[ActionId.QUIT].named)
        )
