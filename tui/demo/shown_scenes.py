"""Scenes shown: live in the terminal, played as a story with captions, as pictures, and as an animated SVG.

A recording needs no terminal. Its time is simulated and passes only while the story or the bots pause, so
it is the same on every machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import ClassVar

import click
import msgspec
from textual import events
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from tui.config.actions import BY_ID, ActionId
from tui.config.settings import OnOff, Settings
from tui.demo.scene_files import DemoScene, SceneError, Step, Variant
from tui.demo.staged_app import Staged, folder_for, ready
from tui.drawing.palette import Palette, segments_of
from tui.drawing.rows import Role, Span
from tui.i18n import choose_language, language, t
from tui.pictures import Frame, Piece, Recording, picture, screen_pieces
from tui.play.pace import Sleep
from tui.shell.launch import need_terminal, run_app
from tui.system.terminal import ExitCode
from tui.tiles import Ground, Ink

KEY = 0.9
"""Seconds between two keys."""
READING, LETTER = 1.5, 0.05
"""Seconds that a caption stays: a fixed time, plus a time for each letter."""
_SHELL_KEYS = ("ctrl+c", "ctrl+z")
"""Keys that end or suspend any program; they do not stop a story."""
GROUND = Ground.ROUND


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
        role = Role(Ink.TEXT, GROUND)
        strip = Strip(segments_of((Span(f" {self.text}", role),), self._palette))
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
        await self._show_caption(self._caption(step))
        await self._sleep(self._reading(step))
        for key in step.pressed:
            await self.press_key(key)
            await self._sleep(KEY)

    def _caption(self, step: Step) -> str:
        return self.scene.texts.captions.get(step.says, "")

    def _reading(self, step: Step) -> float:
        """Seconds that the caption of a step stays."""
        return READING + LETTER * len(self._caption(step))

    async def _show_caption(self, text: str) -> None:
        """Replace the caption on the top screen. An empty text only removes it."""
        await self._remove_caption()
        if text:
            await self.screen.mount(Caption(text, self.palette))

    async def _remove_caption(self) -> None:
        for screen in self.screen_stack:
            await screen.query(Caption).remove()

    async def on_event(self, event: events.Event) -> None:
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


LAST = 2.0
"""Seconds that the last screen stays in addition."""


class _Clock:
    """Simulated time: sleepers wait for it, and ``advance`` wakes the one whose time comes first."""

    def __init__(self) -> None:
        self.now = 0.0
        self._asleep: list[tuple[float, asyncio.Future[None], asyncio.Task[None] | None]] = []

    async def sleep(self, seconds: float) -> None:
        """Wait for ``seconds`` of simulated time."""
        waking = asyncio.get_running_loop().create_future()
        self._asleep.append((self.now + seconds, waking, asyncio.current_task()))
        await waking

    def sleepers(self) -> list[asyncio.Task[None] | None]:
        self._asleep = [each for each in self._asleep if not each[1].done()]
        return [task for _, _, task in self._asleep]

    def advance(self) -> None:
        """Let the time pass until somebody wakes, and wake them."""
        first = min(self._asleep, key=lambda each: each[0])
        self._asleep.remove(first)
        self.now = first[0]
        first[1].set_result(None)


class _Recorded(Story):
    """A story on simulated time."""

    def __init__(self, scene: DemoScene, folder: Path, clock: _Clock) -> None:
        super().__init__(scene, folder, sleep=clock.sleep)
        self.clock = clock
        self._settling = False
        """Whether the story waits for the player's turn."""
        self.opening: tuple[Piece, ...] = ()
        """The first picture, if a step of the story is that."""
        self.opening_seconds = 0.0
        """How long it is seen."""

    async def _step(self, step: Step) -> None:
        if step.first:
            self.opening_seconds = self._reading(step)
        await super()._step(step)

    async def settle(self, key: str = "") -> None:
        self._settling = True
        try:
            await super().settle(key)
        finally:
            self._settling = False

    @property
    def at_rest(self) -> bool:
        """Whether nothing happens until time passes: the story waits, and so do bots whose turn it is."""
        sleepers = self.clock.sleepers()
        others = any(task is not self.story for task in sleepers)
        if self.story in sleepers:
            return others or ready(self)
        return self._settling and others and not ready(self)

    async def rest(self) -> bool:
        """Wait until the app is at rest and its screen is drawn. False if the story has ended."""
        while self._goes_on:
            if self.at_rest and await self._drawn():
                return True
            await asyncio.sleep(0.001)
        return False

    @property
    def _goes_on(self) -> bool:
        return self.story is not None and not self.story.done()

    async def _drawn(self) -> bool:
        """Wait until the screen is drawn, and return whether the app is still at rest."""
        drawn = asyncio.Event()
        self.screen.call_after_refresh(drawn.set)
        while self._goes_on and self.at_rest and not drawn.is_set():
            await asyncio.sleep(0.001)
        return self._goes_on and self.at_rest


def record(scene: DemoScene, size: tuple[int, int]) -> Recording:
    """Play a scene as a story and record it. Raises SceneError if it cannot be played."""
    clock = _Clock()
    with folder_for(scene) as folder, closing(_Recorded(scene, folder, clock)) as app:
        frames = asyncio.run(_frames(app, size))
    if app.failure:
        raise SceneError(app.failure)
    return Recording(scene.texts.title, size, frames, clock.now + app.opening_seconds + LAST)


async def _frames(app: _Recorded, size: tuple[int, int]) -> list[Frame]:
    frames: list[Frame] = []
    async with app.run_test(size=size):
        while await app.rest():
            pieces = tuple(screen_pieces(app))
            if frames and frames[-1].start == app.clock.now:
                frames.pop()
            if not frames or frames[-1].pieces != pieces:
                frames.append(Frame(app.clock.now, pieces))
            if app.opening_seconds and not app.opening:
                app.opening = pieces
            app.clock.advance()
    if app.opening:
        later = [frame._replace(start=frame.start + app.opening_seconds) for frame in frames]
        return [Frame(0.0, app.opening), *later]
    return frames


PICTURE_DEFAULTS = {"motion": OnOff.OFF.value}
"""Defaults for pictures; the settings of a scene override them."""


async def at_once(seconds: float) -> None:
    """Do not sleep."""


def pictures(scene: DemoScene, variants: Sequence[Variant]) -> list[str]:
    """The pictures of the variants, in that order, as SVG. Raises SceneError.

    As everywhere, the environment decides whether there are colours.
    """
    taken: dict[Variant, str] = {}
    spoken = language()
    for code in dict.fromkeys(map(_language, variants)):
        these = [variant for variant in variants if _language(variant) == code]
        taken |= zip(these, _in_one_app(scene, these, code or spoken), strict=True)
    choose_language(spoken)
    return [taken[variant] for variant in variants]


def _language(variant: Variant) -> str:
    """The language of a picture, or an empty text. It holds from the first key on."""
    return variant.looks.get("language", "")


def _in_one_app(scene: DemoScene, variants: Sequence[Variant], code: str) -> list[str]:
    usual = {**PICTURE_DEFAULTS, "language": code}
    with folder_for(scene, usual) as folder, closing(Staged(scene, folder, sleep=at_once)) as app:
        return asyncio.run(_taken(app, variants))


async def _taken(app: Staged, variants: Sequence[Variant]) -> list[str]:
    async with app.run_test(size=variants[0].size) as pilot:
        return await take(pilot, app, variants)


async def take(pilot: Pilot[int], app: Staged, variants: Sequence[Variant]) -> list[str]:
    """Play the scene in this app, and take the pictures of the variants on the way."""
    taken: dict[Variant, str] = {}
    steps, pressed = app.scene.steps, 0
    usual = app.settings
    for variant in sorted(variants, key=lambda each: len(steps) if each.step is None else each.step):
        until = len(steps) if variant.step is None else variant.step
        await app.play(steps[pressed:until])
        pressed = until
        await apply_variant(pilot, app, variant, usual)
        taken[variant] = picture(app)
    return [taken[variant] for variant in variants]


async def apply_variant(pilot: Pilot[int], app: Staged, variant: Variant, usual: Settings) -> None:
    """Set the size and the settings of a variant, and wait until every screen is drawn."""
    wanted = msgspec.convert(msgspec.to_builtins(usual) | variant.looks, Settings)
    if app.settings != wanted:
        app.change_settings(wanted)
    if app.size != variant.size:
        await pilot.resize_terminal(*variant.size)
    for screen in app.screen_stack:
        drawn = asyncio.Event()
        screen.call_after_refresh(drawn.set)
        await drawn.wait()
    await app.settle()


class _Opened(Staged):
    """A scene after its steps. The player goes on from there."""

    def on_ready(self) -> None:
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
    with closing(app):
        code = run_app(app)
    if app.failure:
        raise click.ClickException(app.failure)
    return code
