"""Send the pictures that a text names, each once, and delete them at the end."""

from __future__ import annotations

import re

from tui.drawing.face_pixels import pixels
from tui.drawing.pictured_tiles import PLACEHOLDER, Painted, numbered_pictures
from tui.system.graphics import Cell, Graphics

_COLOUR = re.compile(r"38;2;(\d+);(\d+);(\d+)")
"""A foreground, which is the number of a picture where a placeholder has it."""
MOST = 48
"""The most pixels of a cell's height: more are halved, and the terminal draws the picture larger."""


class TileImages:
    """The pictures that the terminal has."""

    def __init__(self, graphics: Graphics) -> None:
        self._graphics = graphics
        width, height = graphics.cell
        less = 1 + (height - 1) // MOST
        self._cell = Cell(max(width // less, 1), max(height // less, 1))
        self._sent: set[int] = set()

    def needed(self, text: str) -> str:
        """The commands that send the pictures of a text that the terminal does not have yet."""
        if PLACEHOLDER not in text:
            return ""
        named = {int(red) << 16 | int(green) << 8 | int(blue) for red, green, blue in _COLOUR.findall(text)}
        new = named - self._sent
        if not new:
            return ""
        known = numbered_pictures()
        return "".join(self._picture(number, known[number]) for number in sorted(new & known.keys()))

    def deleted(self) -> str:
        """The commands that delete all pictures."""
        commands = "".join(map(self._graphics.deleted, sorted(self._sent)))
        self._sent.clear()
        return commands

    def _picture(self, number: int, painted: Painted) -> str:
        self._sent.add(number)
        picture, cell = painted.picture, self._cell
        size = Cell(picture.width * cell.width, picture.height * cell.height)
        return self._graphics.picture(number, size, (picture.width, picture.height), pixels(painted, cell))
