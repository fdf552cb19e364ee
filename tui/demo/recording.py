"""Record a story without a terminal: every screen that it shows, and for how long.

Time is simulated and passes only while the story or the bots pause: a recording is the same on every machine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tui.demo.scene import DemoScene, SceneError
from tui.demo.staged_app import folder_for, ready
from tui.demo.story_player import Story
from tui.pictures.svg_export import Piece, screen_pieces

LAST = 2.0
"""Seconds that the last screen stays in addition."""


class Frame(NamedTuple):
    """One screen of a recording."""

    start: float
    """Seconds from the beginning."""
    pieces: tuple[Piece, ...]
    """The texts of the screen with their styles, row by row."""


class Recording(NamedTuple):
    """A story from its beginning to its end."""

    title: str
    size: tuple[int, int]
    """Columns and rows."""
    frames: Sequence[Frame]
    """The screens in order; each differs from the one before."""
    seconds: float
    """The length of the whole."""


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
        """The tasks that wait for the time to pass."""
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

    async def settle(self, key: str = "") -> None:
        """Wait for the player's turn, and note that."""
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
    with folder_for(scene) as folder:
        app = _Recorded(scene, folder, clock)
        try:
            frames = asyncio.run(_frames(app, size))
        finally:
            app.close()
    if app.failure:
        raise SceneError(app.failure)
    return Recording(scene.texts.title, size, frames, clock.now + LAST)


async def _frames(app: _Recorded, size: tuple[int, int]) -> list[Frame]:
    frames: list[Frame] = []
    async with app.run_test(size=size):
        while await app.rest():
            pieces = tuple(screen_pieces(app))
            if frames and frames[-1].start == app.clock.now:
                frames.pop()
            if not frames or frames[-1].pieces != pieces:
                frames.append(Frame(app.clock.now, pieces))
            app.clock.advance()
    return frames
