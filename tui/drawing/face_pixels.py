"""Pictures of tiles as pixels: strokes in colours, under rounded corners in the colour around the tile.

The tile's body stays transparent, so that the ground of its cells shows its state: the same picture serves a
tile that is lit, under the cursor or neither. Plain Python is enough: it makes a picture once, in
milliseconds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tui.drawing.solid_tiles import Painted
from tui.drawing.tile_faces import BACK, HEIGHT, SIGNS, WIDTH, Paint, face
from tui.system.graphics import Cell
from tui.tiles import DORA_SIGN, TSUMOGIRI_SIGN, URA_SIGN

Point = tuple[float, float]
Colour = tuple[int, int, int]

_ROUND = 0.11
"""The radius of a corner, in widths of a tile."""
_SIGN_ROOM = 0.17
"""The part of a tile's width that the signs of its state take on one side."""
_SIGN_WIDTH, _SIGN_HEIGHT = 10, 14
_SIGN_ROWS = (DORA_SIGN, f"({URA_SIGN})", TSUMOGIRI_SIGN)
"""Which signs stand at the same height, from the top."""
_IN_PLACE = "translate(0 0) scale(1)"
_CURVE = 5
"""Straight parts of a curve."""
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_SHADE, _SHINE = 0.35, 0.6
"""Opacity of the lower and right edge of a tile, and of the upper and left one."""


def pixels(painted: Painted, cell: Cell) -> bytes:
    """The picture row by row, four bytes a pixel: red, green, blue, opacity."""
    picture = painted.picture
    canvas = _Canvas(picture.width * cell.width, picture.height * cell.height)
    body = _Box(0, cell.height / 2 if picture.lowered else 0, canvas.width, canvas.height)
    colours = dict(zip(Paint, map(_rgb, painted.paints), strict=False))
    room = _draw_signs(canvas, body, picture.signs, _rgb(painted.sign))
    place, scale = _on_face(room, sideways=picture.sideways)
    for stroke in BACK if picture.tile is None else face(picture.tile):
        left, top, across, *rest = _numbers(stroke.place or _IN_PLACE)
        down = rest[0] if rest else across
        lines = [[place(left + across * x, top + down * y) for x, y in line] for line in _lines(stroke.path)]
        canvas.draw(lines, stroke.width * scale * (across + down) / 2, colours.get(stroke.paint))
    _draw_edges(canvas, body, _rgb(painted.around), joined=picture.joined)
    return canvas.bytes()


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


class _Canvas:
    """Pixels that are drawn over, transparent at first."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._pixels: list[tuple[float, float, float, float]] = [(0, 0, 0, 0)] * (width * height)

    def draw(self, lines: list[list[Point]], width: float, colour: Colour | None) -> None:
        """Draw lines with round ends; None for the colour takes away what was drawn."""
        reach = max(width, 1) / 2 + 0.5
        covered: dict[int, float] = {}
        for line in lines:
            for begin, end in zip(line, line[1:] or line, strict=False):
                self._gather(covered, begin, end, reach)
        for at, part in covered.items():
            if colour is None:
                red, green, blue, opacity = self._pixels[at]
                self._pixels[at] = (red, green, blue, opacity * (1 - part))
            else:
                self.cover(at, colour, part)

    def _gather(self, covered: dict[int, float], begin: Point, end: Point, reach: float) -> None:
        """Note how much of each pixel a straight line covers."""
        (x, y), (to_x, to_y) = begin, end
        along, down = to_x - x, to_y - y
        length = along * along + down * down or 1.0
        columns = range(max(int(min(x, to_x) - reach), 0), min(int(max(x, to_x) + reach) + 1, self.width))
        for row in range(max(int(min(y, to_y) - reach), 0), min(int(max(y, to_y) + reach) + 1, self.height)):
            below = row + 0.5 - y
            for column in columns:
                beside = column + 0.5 - x
                part = min(max((beside * along + below * down) / length, 0.0), 1.0)
                near = reach - math.hypot(beside - part * along, below - part * down)
                at = row * self.width + column
                if near > covered.get(at, 0):
                    covered[at] = min(near, 1.0)

    def cover(self, at: int, colour: Colour, part: float) -> None:
        """Draw over that part of a pixel."""
        *before, below = self._pixels[at]
        opacity = part + below * (1 - part)
        if opacity:
            share = part / opacity
            red, green, blue = (old + (new - old) * share for old, new in zip(before, colour, strict=True))
            self._pixels[at] = (red, green, blue, opacity)

    def bytes(self) -> bytes:
        """All pixels."""
        flat = bytearray()
        for *colour, opacity in self._pixels:
            flat += bytes((*map(round, colour), round(255 * opacity)) if opacity else (0, 0, 0, 0))
        return bytes(flat)


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _on_face(room: _Box, *, sideways: bool) -> tuple[Callable[[float, float], Point], float]:
    """Where a point of a face lies in the middle of that room, and how much larger the face is there."""
    width, height = (HEIGHT, WIDTH) if sideways else (WIDTH, HEIGHT)
    scale = min(room.width / width, room.height / height)
    left = room.left + (room.width - scale * width) / 2
    top = room.top + (room.height - scale * height) / 2

    def place(x: float, y: float) -> Point:
        if sideways:
            x, y = y, WIDTH - x
        return left + scale * x, top + scale * y

    return place, scale


def _draw_signs(canvas: _Canvas, body: _Box, signs: str, colour: Colour) -> _Box:
    """Draw the signs of a state at the right, ``(`` at the left. Returns the room that the face has."""
    if not signs:
        return body
    room = _SIGN_ROOM * body.width
    scale = min(room / _SIGN_WIDTH, body.height / len(_SIGN_ROWS) / _SIGN_HEIGHT)
    for sign in signs:
        left = body.left if sign == "(" else body.right - room
        row = next(number for number, held in enumerate(_SIGN_ROWS) if sign in held)
        top = body.top + body.height * (row + 0.5) / len(_SIGN_ROWS) - scale * _SIGN_HEIGHT / 2
        lines = [[(left + scale * x, top + scale * y) for x, y in line] for line in _lines(SIGNS[sign])]
        canvas.draw(lines, 1.6 * scale, colour)
    return body._replace(left=body.left + room * ("(" in signs), right=body.right - room)


def _draw_edges(canvas: _Canvas, body: _Box, around: Colour, *, joined: bool) -> None:
    """Draw the edges of the body, and the colour around it over its corners.

    ``joined``: the lower edge is straight, because something hangs from it.
    """
    radius = _ROUND * min(body.width, body.height)
    thick = max(round(canvas.width / 40), 1)
    bottom = body.bottom + (2 * radius if joined else 0)
    for row in range(canvas.height):
        y = row + 0.5
        for column in range(canvas.width):
            x = column + 0.5
            if radius < x < body.right - radius and body.top + radius < y < body.bottom - radius:
                continue
            beside = max(radius - x, x - (body.right - radius), 0)
            below = max(body.top + radius - y, y - (bottom - radius), 0)
            within = radius - math.hypot(beside, below)
            at = row * canvas.width + column
            if within < thick + 0.5:
                dark = x > body.right - radius or (y > bottom - radius and x > radius)
                edge = min(thick + 0.5 - within, 1.0)
                canvas.cover(at, _BLACK if dark else _WHITE, edge * (_SHADE if dark else _SHINE))
            if within < 0.5:
                canvas.cover(at, around, min(0.5 - within, 1.0))


# -- paths ---------------------------------------------------------------------------------------------

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_COMMAND = re.compile(r"([MLHVQTZhvl])([^A-Za-z]*)")


@lru_cache(256)
def _numbers(text: str) -> tuple[float, ...]:
    return tuple(map(float, _NUMBER.findall(text)))


@lru_cache(256)
def _lines(path: str) -> tuple[tuple[Point, ...], ...]:
    """The path as lines of straight parts."""
    return tuple(_parsed(path))


def _parsed(path: str) -> Iterator[tuple[Point, ...]]:
    line: list[Point] = []
    bend: Point = (0, 0)
    for command, text in _COMMAND.findall(path):
        numbers = list(_numbers(text))
        if command == "M":
            if line:
                yield tuple(line)
            line = [(numbers.pop(0), numbers.pop(0))]
        if command == "Z":
            line.append(line[0])
        while numbers:
            x, y = line[-1]
            match command:
                case "H":
                    line.append((numbers.pop(0), y))
                case "h":
                    line.append((x + numbers.pop(0), y))
                case "V":
                    line.append((x, numbers.pop(0)))
                case "v":
                    line.append((x, y + numbers.pop(0)))
                case "l":
                    line.append((x + numbers.pop(0), y + numbers.pop(0)))
                case "Q" | "T":
                    last = command == "T"
                    bend = (2 * x - bend[0], 2 * y - bend[1]) if last else (numbers.pop(0), numbers.pop(0))
                    line += _curve((x, y), bend, (numbers.pop(0), numbers.pop(0)))
                case _:
                    line.append((numbers.pop(0), numbers.pop(0)))
    yield tuple(line)


def _curve(begin: Point, bend: Point, end: Point) -> Iterator[Point]:
    for step in range(1, _CURVE + 1):
        part = step / _CURVE
        rest = 1 - part
        yield (
            rest * rest * begin[0] + 2 * rest * part * bend[0] + part * part * end[0],
            rest * rest * begin[1] + 2 * rest * part * bend[1] + part * part * end[1],
        )
