"""What arrives from a terminal or a page, on its way to the app: events of what was cut, and their bounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.geometry import Size
from textual.message import Message

MOST_CELLS = Size(1_000, 500)
"""The largest terminal that is drawn on; of a larger one the rest stays empty."""


class SequenceParser(XTermParser):
    """Textual's parser for input that is cut into characters and whole sequences: it never waits for more."""

    def messages(self, units: Iterable[str]) -> list[Message]:
        """The events of these units. A unit that Textual fails on makes none."""
        found: list[Message] = []
        for unit in units:
            try:
                found += self._messages_of(unit)
            except Exception:
                self._begin_again()
        return found

    def _messages_of(self, unit: str) -> list[Message]:
        found = list(self.feed(unit))
        if self._timeout_time is not None:
            # an escape that nothing follows: the time is over at once
            self._timeout_time = 0.0
            found += self.tick()
        return found

    def _begin_again(self) -> None:
        """Replace the generator that an exception has ended."""
        self._tokens.clear()
        self._timeout_time = None
        self._gen = self.parse(self._tokens.append)
        self._awaiting = next(self._gen)


def behind(app: App[Any]) -> int:
    """How many messages the app, its screen and the widget with the focus have not handled yet."""
    if not app.screen_stack:
        return 0
    screen = app.screen
    pumps = (app, screen, *([screen.focused] if screen.focused is not None else []))
    return sum(pump.message_queue_size for pump in pumps)


def drawable(resize: events.Resize) -> events.Resize:
    """The event of a size, no larger than what is drawn on."""
    width, height = resize.size
    if width <= MOST_CELLS.width and height <= MOST_CELLS.height:
        return resize
    size = Size(min(width, MOST_CELLS.width), min(height, MOST_CELLS.height))
    return events.Resize(size, size, size, resize.pixel_size)
