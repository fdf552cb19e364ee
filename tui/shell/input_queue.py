"""The events of the terminal on their way to the app: no storm of them keeps a later key waiting.

Textual queues every event. Five thousand escapes then take ten seconds, and Ctrl+C comes after them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from textual import events
from textual.message import Message

MOST_WAITING = 512
"""Events that may wait; later ones are dropped. A text that is typed by a machine is about as long."""
MOST_REPEATED = 16
"""Events that wait from when on the same key again is dropped."""
MOST_AHEAD = 4
"""Messages that the app may have before it gets another event."""
PAUSE = 0.002
"""Seconds between two looks whether the app has caught up."""
INTERRUPT = "ctrl+c"


class InputQueue:
    """Pass events on in their order, as fast as the app takes them. To be used in the app's event loop.

    Args:
        post: How the app gets a message.
        behind: How many messages the app has not handled yet.
    """

    def __init__(self, post: Callable[[Message], object], behind: Callable[[], int]) -> None:
        self._post, self._behind = post, behind
        self._waiting: deque[Message] = deque()
        self._pump: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put_all(self, messages: Iterable[Message]) -> None:
        """Queue events in their order."""
        for message in messages:
            self.put(message)

    def put(self, message: Message) -> None:
        """Queue an event.

        Ctrl+C takes the place of everything before it, as a terminal's own interrupt does (POSIX, General
        Terminal Interface, INTR). Of sizes and mouse moves in a row the last one counts.
        """
        waiting = self._waiting
        if isinstance(message, events.Key) and message.key == INTERRUPT:
            waiting.clear()
        elif waiting and _replaces(message, waiting[-1]):
            waiting.pop()
        elif len(waiting) >= MOST_WAITING or (
            len(waiting) >= MOST_REPEATED and _repeats(message, waiting[-1])
        ):
            return
        waiting.append(message)
        if self._pump is None or self._pump.done():
            self._pump = asyncio.get_running_loop().create_task(self._pass_on())

    async def _pass_on(self) -> None:
        while self._waiting:
            while self._behind() > MOST_AHEAD and not _is_interrupt(self._waiting[0]):
                await asyncio.sleep(PAUSE)
            self._post(self._waiting.popleft())
            # so that what waits can be replaced
            await asyncio.sleep(0)


def _is_interrupt(message: Message) -> bool:
    return isinstance(message, events.Key) and message.key == INTERRUPT


def _replaces(message: Message, before: Message) -> bool:
    return type(message) is type(before) and isinstance(message, events.Resize | events.MouseMove)


def _repeats(message: Message, before: Message) -> bool:
    """Whether it is the same key again, or the same at another place of the mouse."""
    if isinstance(message, events.Key) and isinstance(before, events.Key):
        return message.key == before.key
    return isinstance(message, events.MouseEvent) and type(message) is type(before)
