"""How long the bots take."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from engine import events as ev
from tui.play.options import SPEEDS, Speed

Sleep = Callable[[float], Awaitable[None]]

FACTORS: dict[Speed, float] = {"instant": 0.0, "fast": 0.4, "normal": 1.0, "slow": 2.2}

GRACE = 0.3
"""Longer than the pause between two strokes of a key that is being hammered."""

HESITATION = 0.5
"""How long a tile is seen before something is done with it by itself, at normal speed."""

DISCARD_SHOWN = 0.15
"""How much of the time of a discard it is lit where it lands, at normal speed."""

_SECONDS: dict[type[ev.Event], float] = {
    ev.StartKyoku: 0.6,
    ev.Tsumo: 0.25,
    ev.Dahai: 0.45,
    ev.Chi: 0.8,
    ev.Pon: 0.8,
    ev.Daiminkan: 0.9,
    ev.Ankan: 0.9,
    ev.Kakan: 0.9,
    ev.Dora: 0.5,
    ev.Reach: 0.8,
    ev.Hora: 1.2,
    ev.Ryukyoku: 0.8,
}
"""How long each event stays before the next, at normal speed."""


class Pace:
    """Waits after events, as the speed has it, until somebody is in a hurry. ``sleep`` is the clock."""

    def __init__(self, speed: Speed, sleep: Sleep = asyncio.sleep) -> None:
        self.speed = speed
        self._sleep = sleep
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Wait no more until ``calm``."""
        self._hurry.set()

    def calm(self) -> None:
        """Take the time again."""
        self._hurry.clear()

    def change(self, by: int) -> None:
        """The next faster (-1) or slower (+1) speed."""
        place = min(max(SPEEDS.index(self.speed) + by, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]

    @property
    def grace(self) -> float:
        """Seconds for which a prompt takes no key yet, for fingers that were hurrying the bots."""
        return GRACE if self._hurry.is_set() and FACTORS[self.speed] else 0.0

    @property
    def instant(self) -> bool:
        """Whether nothing is waited for."""
        return FACTORS[self.speed] == 0 or self._hurry.is_set()

    async def hesitate(self) -> None:
        """Wait before something is done by itself."""
        await self._wait(HESITATION)

    async def show_discard(self) -> None:
        """Wait while a discard is lit where it lands."""
        await self._wait(DISCARD_SHOWN)

    async def after(self, event: ev.Event, *, discard_shown: bool = False) -> None:
        """Wait as long as this event should be seen, or the rest of that time after ``show_discard``."""
        await self._wait(_SECONDS.get(type(event), 0.0) - (DISCARD_SHOWN if discard_shown else 0.0))

    async def _wait(self, at_normal_speed: float) -> None:
        seconds = max(at_normal_speed, 0.0) * FACTORS[self.speed]
        if not seconds or self._hurry.is_set():
            await asyncio.sleep(0)
            return
        waiting = [
            asyncio.ensure_future(self._sleep(seconds)),
            asyncio.ensure_future(self._hurry.wait()),
        ]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
