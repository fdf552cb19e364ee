"""The pace of a game: delays after events, and how soon after a picture the confirm key decides."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable

from engine import events as ev
from tui.play.play_options import SPEEDS, Speed

Sleep = Callable[[float], Awaitable[None]]

FACTORS: dict[Speed, float] = {"instant": 0.0, "fast": 0.4, "normal": 1.0, "slow": 2.2}

GRACE = 0.3
"""Seconds; longer than the interval between repeated presses of a key."""

NOTICED = 0.3
"""Seconds for which a decision is shown before the confirm key makes it: nobody reads a tile faster …"""
MOMENT = 0.5
"""… and after keys that went on, which hurried bots, passed or closed a page, and after each such key."""

HESITATION = 0.8
"""Seconds at normal speed for which a tile is shown before an automatic action on it …"""
LEAST_HESITATION = 0.25
"""… and at any speed, so that the tile is seen."""

DISCARD_SHOWN = 0.15
"""Seconds at normal speed for which a new discard is lit, a part of the discard's delay."""

UNVEILING = 0.3
"""Seconds at normal speed before the next yaku of a win is shown."""
LONGEST_UNVEILING = 2.0
"""Seconds at any speed after which a win is shown with all its yaku and its limit."""

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
"""Seconds at normal speed after each event."""


class Pace:
    """Waits after events depending on the speed, unless the player hurries. ``sleep`` is the clock."""

    def __init__(self, speed: Speed, sleep: Sleep = asyncio.sleep) -> None:
        self.speed = speed
        self._sleep = sleep
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Skip all waiting until ``calm``."""
        self._hurry.set()

    def calm(self) -> None:
        self._hurry.clear()

    def change(self, by: int) -> None:
        """Change to the next faster (-1) or slower (+1) speed."""
        place = min(max(SPEEDS.index(self.speed) + by, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]

    @property
    def grace(self) -> float:
        """Seconds for which a new prompt ignores keys, because the player was pressing them to hurry."""
        return GRACE if self._hurry.is_set() and FACTORS[self.speed] else 0.0

    @property
    def instant(self) -> bool:
        return FACTORS[self.speed] == 0 or self._hurry.is_set()

    async def hesitate(self) -> None:
        """Wait before an automatic action, at any speed. Earlier keys do not shorten this, later ones do."""
        self.calm()
        await self._wait(HESITATION, least=LEAST_HESITATION)

    async def show_discard(self) -> None:
        """Wait while a new discard is lit."""
        await self._wait(DISCARD_SHOWN)

    async def after(self, event: ev.Event, *, discard_shown: bool = False) -> None:
        """Wait for the delay of an event; after ``show_discard``, for the rest of it."""
        await self._wait(_SECONDS.get(type(event), 0.0) - (DISCARD_SHOWN if discard_shown else 0.0))

    async def second(self) -> None:
        """Wait for a second of the window in which a discard can be claimed, at any speed."""
        await self._sleep(1.0)

    async def unveil(self, steps: int) -> None:
        """Wait for one of so many steps in which a win is shown."""
        await self._wait_for(min(UNVEILING * FACTORS[self.speed], LONGEST_UNVEILING / steps))

    async def _wait(self, at_normal_speed: float, *, least: float = 0.0) -> None:
        await self._wait_for(max(at_normal_speed * FACTORS[self.speed], least))

    async def _wait_for(self, seconds: float) -> None:
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


class ConfirmDelay:
    """When the confirm key decides: it also hurries bots and passes, so a stroke may be meant for another.

    Each key that went on or came too early begins the wait anew: hammering decides nothing. Any other key for
    the decision, such as one of the cursor, ends the wait. Times are those of the keys.
    """

    def __init__(self) -> None:
        self._last = -math.inf
        """The time of the latest key that went on or came too early."""
        self._going = False
        """Whether there was such a key since the latest decision that was meant."""
        self._chosen = False
        """Whether another key was for the present decision."""

    def begin(self) -> None:
        self._chosen = False

    def go_on(self, time: float) -> None:
        """A key, or a clock that ran out, went on to what comes next."""
        self._last, self._going, self._chosen = time, True, False

    def choose(self) -> None:
        """A key that is not the confirm key was for the present decision, so that has been seen."""
        self._chosen, self._going = True, False

    def takes(self, time: float, shown: float) -> bool:
        """Whether the confirm key of that time makes the decision shown since ``shown``."""
        wait = MOMENT if self._going else NOTICED
        if not self._chosen and time - max(self._last, shown) < wait:
            self.go_on(time)
            return False
        self._going = False
        return True
