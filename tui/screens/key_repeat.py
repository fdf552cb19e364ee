"""Which key is being hammered: pressed again and again by a finger that does not wait for an answer."""

from __future__ import annotations

import math

PAUSE = 0.3
"""Seconds; longer than between two strokes of a key that is being hammered or held down."""


class KeyRepeat:
    """The latest strokes of one key, without a pause between them."""

    def __init__(self) -> None:
        self.key = ""
        self.since = -math.inf
        """When the first of them was made."""
        self._last = -math.inf

    def note(self, key: str, time: float) -> None:
        """A key was pressed at that time."""
        if key != self.key or time - self._last >= PAUSE:
            self.since = time
        self.key, self._last = key, time

    def is_repeat(self, key: str, since: float) -> bool:
        """Whether this key, pressed just now, has been pressed without a pause since before that time."""
        return key == self.key and self.since < since
