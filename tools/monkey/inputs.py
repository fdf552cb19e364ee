"""Inputs by chance: keys that do something and keys that do nothing, clicks, the wheel, new sizes.

All chance comes from a seed, so that what broke the app has a good chance to break it again; the app's own
threads decide when it gets to hear them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from textual import events
from textual.geometry import Size

from tui.config.actions import ACTIONS
from tui.shell.app import RIGHT

LEFT = 1
"""The button that clicks, as Textual counts them."""
SIZES = ((80, 24), (120, 40), (100, 30), (79, 24), (40, 10), (1, 1), (200, 60))
"""Layouts, screens that are too small, and one that is larger than any layout."""
KEYS = tuple(sorted({key for action in ACTIONS for key in action.keys} - {"q"}))
"""Every key of the app; leaving has a share of its own."""
STRAY = ("shift+tab", "delete", "insert", "f1", "ctrl+p", "ctrl+l", "a", "Z", "é", "東", "_")
"""Keys that mean nothing, or that the library might take for itself."""
USUAL = ("enter", "space", "left", "right", "up", "down", "escape")
OF_A_THOUSAND = {
    "usual": 430,
    "key": 328,
    "right-click": 5,
    "click": 145,
    "wheel": 40,
    "stray": 30,
    "size": 15,
    "leave": 7,
}


@dataclass(frozen=True, slots=True)
class Input:
    """One thing done to the app: a key by its name, something at a place of the screen, or a new size."""

    kind: str
    key: str = ""
    at: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        return self.key or f"{self.kind} {self.at[0]},{self.at[1]}"


class Chance:
    """An endless row of inputs."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self._kinds, self._weights = list(OF_A_THOUSAND), list(OF_A_THOUSAND.values())

    def next(self, size: tuple[int, int]) -> Input:
        """An input for a screen of that size."""
        dice = self.dice
        kind = dice.choices(self._kinds, self._weights)[0]
        match kind:
            case "usual":
                return Input("key", dice.choice(USUAL))
            case "key":
                return Input("key", dice.choice(KEYS))
            case "stray":
                return Input("key", dice.choice(STRAY))
            case "leave":
                return Input("key", "q")
            case "size":
                return Input("size", at=dice.choice(SIZES))
            case _:
                at = (dice.randrange(max(1, size[0])), dice.randrange(max(1, size[1])))
                return Input(dice.choice(("wheel-up", "wheel-down")) if kind == "wheel" else kind, at=at)


def heard(given: Input) -> Iterator[events.Event]:
    """The input as the app hears it from a terminal."""
    x, y = given.at
    match given.kind:
        case "key":
            yield events.Key(given.key, given.key if len(given.key) == 1 else None)
        case "size":
            yield events.Resize(Size(x, y), Size(x, y))
        case "wheel-up":
            yield _mouse(events.MouseScrollUp, x, y, 0)
        case "wheel-down":
            yield _mouse(events.MouseScrollDown, x, y, 0)
        case _:
            button = LEFT if given.kind == "click" else RIGHT
            yield _mouse(events.MouseMove, x, y, 0)
            yield _mouse(events.MouseDown, x, y, button)
            yield _mouse(events.MouseUp, x, y, button)


def _mouse(kind: type[events.MouseEvent], x: int, y: int, button: int) -> events.MouseEvent:
    return kind(None, x, y, 0, 0, button, False, False, False, screen_x=x, screen_y=y)
