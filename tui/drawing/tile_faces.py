"""The faces of all tiles as strokes: one set of vectors for pages and for pictures in a terminal.

Everything is drawn as strokes with round ends, so that no font and no filling of shapes is needed.
A red five is red all over, and its signs are filled, so that it differs from a plain one without colours too.

As pixels a picture has rounded corners in the colour around the tile. The tile's body stays transparent, so
that the ground of its cells shows its state: the same picture serves a tile that is lit, under the cursor or
neither. Plain Python is enough: it makes a picture once, in milliseconds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.tiles import EAST, GREEN, KIND_OF, NAMES, RED, WHITE, Kind, Tile, is_red
from tui.system.graphics import Cell
from tui.tiles import DORA_SIGN, TSUMOGIRI_SIGN, URA_SIGN

if TYPE_CHECKING:
    # pages have faces too, and load nothing of a terminal
    from tui.drawing.solid_tiles import Painted

WIDTH, HEIGHT = 30, 40
"""The size of a tile in its own units."""


class Paint(StrEnum):
    """What a stroke is drawn with, by the names of a page's style."""

    DARK = "ink"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    GROUND = "ground"
    """The ground shows again, as in the hole of a circle."""


class Stroke(NamedTuple):
    """A line of a face."""

    paint: Paint
    path: str
    """As in SVG, with the commands M, L, H, V, Q, T and Z."""
    width: float
    """Before ``place`` scales it."""
    place: str | None = None
    """``translate(x y) scale(x y)``, or none."""


_DARK, _RED, _GREEN, _BLUE, _GROUND = Paint

_CHARACTERS = {
    "1": "M10 52L90 48",
    "2": "M24 24H76M8 78H92",
    "3": "M18 14H82M26 48H74M8 84H92",
    "4": "M14 16V88M14 16H86V88M14 80H86M38 16Q40 46 26 62M62 16V52Q62 60 76 58",
    "5": "M16 12H84M46 12L36 88M22 46H72L70 88M6 88H94",
    "6": "M48 4L54 20M8 32H92M36 48Q30 72 10 92M62 48Q76 68 90 92",
    "7": "M8 50L90 34M46 8V74Q46 88 60 88H88V72",
    "8": "M38 18Q34 64 8 90M54 10Q62 64 92 90",
    "9": "M42 6Q44 64 8 92M12 34H68V76Q68 88 80 88H94V70",
    "m": (
        "M6 16H94M33 5V28M67 5V28M25 35H75V62H25ZM25 48H75M50 35V80"
        "M14 98V70H86V90Q86 97 76 95M50 80L33 87M60 76L70 89"
    ),
    "1z": "M10 18H90M24 34H76V62H24ZM24 48H76M50 4V98M47 62Q34 82 8 92M53 62Q66 82 92 92",
    "2z": "M10 18H90M50 3V34M14 98V34H86V90Q86 97 75 95M37 42L43 53M63 42L57 53M32 58H68M27 75H73M50 58V94",
    "3z": "M8 12H92M15 36H85V92H15ZM15 85H85M39 12V36Q39 58 24 66M61 12V56Q61 64 76 62",
    "4z": "M36 8V94M10 38H36M6 80L36 70M62 8V76Q62 90 76 90H93V74M90 26L62 46",
    "6z": (
        "M14 10H40Q36 34 6 46M18 24L28 32M52 4Q66 34 94 46M86 8L72 20M96 22L80 32"
        "M12 54H40V66H13V79H42Q42 96 28 94M60 52Q60 66 50 70M60 52H80V66H92"
        "M54 76H86Q78 94 50 98M60 78Q72 94 94 98"
    ),
    "7z": "M14 26H86V66H14ZM50 3V99",
}
"""The strokes of characters, in a square of 100: numbers, that of ten thousand, winds and dragons."""

_INDEXES = {
    "1": "M2 3L5 1V13",
    "2": "M1 4Q1 1 5 1T9 4Q9 7 1 13H9",
    "3": "M1 1H8L4 6Q9 6 9 9.5T5 13Q2 13 1 11",
    "4": "M7 13V1L1 9H9.5",
    "5": "M8 1H2L1.6 6Q9 5 9 9T5 13Q2 13 1 11",
    "6": "M8 1Q1 3 1 9Q1 13 5 13T9 9T5 5.5T1 9",
    "7": "M1 1H9L4 13",
    "8": "M5 6.5Q1.5 6.5 1.5 4T5 1T8.5 4T5 6.5Q1 6.5 1 9.7T5 13T9 9.7T5 6.5",
    "9": "M2 13Q9 11 9 5Q9 1 5 1T1 5T5 8.5T9 5",
    "1z": "M8 1H2V13H8M2 7H7",
    "2z": "M9 3Q8 1 5 1T1.5 4T5 7T9 10T5 13T1 11",
    "3z": "M0 1L2.5 13L5 4L7.5 13L10 1",
    "4z": "M1 13V1L9 13V1",
}
"""A small sign in the corner for who does not read the character: its number, or the letter of its wind."""

_PIPS: dict[int, tuple[tuple[Paint, str], ...]] = {
    2: ((_GREEN, "M15 11h0"), (_BLUE, "M15 29h0")),
    3: ((_BLUE, "M7.5 8.5h0"), (_RED, "M15 20h0"), (_GREEN, "M22.5 31.5h0")),
    4: ((_BLUE, "M9 11h0M21 29h0"), (_GREEN, "M21 11h0M9 29h0")),
    5: ((_BLUE, "M7.8 9h0M22.2 31h0"), (_RED, "M15 20h0"), (_GREEN, "M22.2 9h0M7.8 31h0")),
    6: ((_GREEN, "M9 8h0M21 8h0"), (_RED, "M9 20h0M21 20h0M9 32h0M21 32h0")),
    7: ((_GREEN, "M6.6 6.6h0M15 10h0M23.4 13.4h0"), (_RED, "M9.6 23h0M20.4 23h0M9.6 33h0M20.4 33h0")),
    8: ((_BLUE, "".join(f"M{x} {y}h0" for y in (6.4, 15.5, 24.5, 33.6) for x in (9.6, 20.4))),),
    9: (
        (_GREEN, "M6.4 8h0M15 8h0M23.6 8h0"),
        (_RED, "M6.4 20h0M15 20h0M23.6 20h0"),
        (_BLUE, "M6.4 32h0M15 32h0M23.6 32h0"),
    ),
}
"""The middles of the circles, by ink."""
_PIP_WIDTHS = {2: 12.5, 3: 10.5, 4: 10.5, 5: 10, 6: 9.6, 7: 8.2, 8: 8, 9: 8}

_STICKS: dict[int, tuple[tuple[Paint, str], ...]] = {
    2: ((_GREEN, "M15 6v11M15 23v11"),),
    3: ((_GREEN, "M15 6v11M8.5 23v11M21.5 23v11"),),
    4: ((_GREEN, "M8.5 6v11M21.5 6v11M8.5 23v11M21.5 23v11"),),
    5: ((_GREEN, "M7 6v11M23 6v11M7 23v11M23 23v11"), (_RED, "M15 14.5v11")),
    6: ((_GREEN, "M6.5 6v11M15 6v11M23.5 6v11M6.5 23v11M15 23v11M23.5 23v11"),),
    7: (
        (_RED, "M15 4.5v7"),
        (_GREEN, "M6.5 16v7.5M15 16v7.5M23.5 16v7.5M6.5 28v7.5M15 28v7.5M23.5 28v7.5"),
    ),
    8: ((_GREEN, "M5.5 6v11M24.5 6v11M5.5 23v11M24.5 23v11M11 16L14 7M19 16L16 7M11 24L14 33M19 24L16 33"),),
    9: (
        (_GREEN, "M6.5 4.5v7.5M23.5 4.5v7.5M6.5 16.2v7.5M23.5 16.2v7.5M6.5 28v7.5M23.5 28v7.5"),
        (_RED, "M15 4.5v7.5M15 16.2v7.5M15 28v7.5"),
    ),
}
"""The sticks, by ink."""


BACK = (
    Stroke(_DARK, "M6 6H24V34H6Z", 1.2),
    Stroke(_DARK, "M15 11L20.5 20L15 29L9.5 20Z", 1.2),
    Stroke(_DARK, "M15 20h0", 3.5),
)
"""The strokes of a tile face down in a terminal; a page has a plain back."""


@cache
def face(tile: Tile) -> tuple[Stroke, ...]:
    """The strokes of a tile's face, in a space of ``WIDTH`` by ``HEIGHT``."""
    kind = KIND_OF[tile]
    if kind >= EAST:
        return tuple(_honour(kind))
    number, suit = kind % 9 + 1, kind // 9
    drawn = (_of_characters, _of_circles, _of_sticks)[suit]
    return tuple(drawn(number, red=is_red(tile)))


def _index(name: str, ink: Paint) -> Stroke:
    return Stroke(ink, _INDEXES[name], 1.7, "translate(2.6 2.8) scale(.52)")


def _of_characters(number: int, *, red: bool) -> Iterator[Stroke]:
    yield Stroke(_DARK, _CHARACTERS[str(number)], 12, "translate(9 4) scale(.145 .14)")
    yield Stroke(_RED, _CHARACTERS["m"], 8, "translate(6.2 20) scale(.176 .165)")
    yield _index(str(number), _DARK)
    if red:
        yield Stroke(_RED, "M25.5 4.8h0", 4)


def _of_circles(number: int, *, red: bool) -> Iterator[Stroke]:
    if number == 1:
        yield Stroke(_GREEN, "M15 20h0", 23)
        yield Stroke(_GROUND, "M15 20h0", 18)
        yield Stroke(_RED, "M15 20h0", 13)
        yield Stroke(_GROUND, "M15 20h0M15 14.2v11.6M9.2 20h11.6M10.9 15.9l8.2 8.2M19.1 15.9l-8.2 8.2", 1.1)
        yield Stroke(_RED, "M15 20h0", 4.5)
        return
    width = _PIP_WIDTHS[number]
    for ink, middles in _PIPS[number]:
        yield Stroke(ink, middles, width)
        if not red:
            yield Stroke(_GROUND, middles, width * 0.66)
            yield Stroke(ink, middles, width * 0.36)


def _of_sticks(number: int, *, red: bool) -> Iterator[Stroke]:
    if number == 1:
        yield from _bird()
        return
    width = 4.2 if number < 6 else 3.6
    for ink, sticks in _STICKS[number]:
        yield Stroke(ink, sticks, width)
        if not red:
            yield Stroke(_GROUND, sticks, 0.9)


def _bird() -> Iterator[Stroke]:
    """A bird on a twig, for the first of the sticks."""
    yield Stroke(_GREEN, "M13 22L5 34M15 24L10.5 36M17.5 24.5L16.5 36.5", 2.4)
    yield Stroke(_BLUE, "M12 21Q10 12 17 9.5Q23.5 14 20 22Q16 26 12 21Z", 2)
    yield Stroke(_GREEN, "M13.5 19.5Q15.5 23 19 20M14 16Q16 19 19.5 16.5", 1.6)
    yield Stroke(_RED, "M18.5 8.5h0", 6.5)
    yield Stroke(_RED, "M21.5 9L25.5 10.2M17 5.5L15 3M18.8 5L18.6 2.4", 1.4)
    yield Stroke(_GROUND, "M19.4 7.8h0", 1.6)
    yield Stroke(_RED, "M20 26v8.5M17.8 35.5h5.4", 1.6)


def _honour(kind: Kind) -> Iterator[Stroke]:
    name = NAMES[kind]
    if kind == WHITE:
        yield Stroke(_BLUE, "M6 6.5H24V33.5H6Z", 2)
        yield Stroke(_BLUE, "M9 9.5H21V30.5H9Z", 1)
        return
    ink = {GREEN: _GREEN, RED: _RED}.get(kind, _DARK)
    yield Stroke(ink, _CHARACTERS[name], 8.5, "translate(4.5 9) scale(.21 .25)")
    if kind < WHITE:
        yield _index(name, ink)


SIGNS = {
    "d": "M8 1V13M8 9Q8 5.5 5 5.5T2 9.2T5 13T8 9",
    "u": "M2 5.5V10Q2 13 5 13T8 10M8 5.5V13",
    "'": "M5 1V5",
    "(": "M7 0Q3 3 3 7T7 14",
    ")": "M3 0Q7 3 7 7T3 14",
}
"""The signs of a tile's state beside its face, in a space of 10 by 14."""


# -- as pixels ---------------------------------------------------------------------------------------


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
        *before, below = self._pixels[at]
        opacity = part + below * (1 - part)
        if opacity:
            share = part / opacity
            red, green, blue = (old + (new - old) * share for old, new in zip(before, colour, strict=True))
            self._pixels[at] = (red, green, blue, opacity)

    def bytes(self) -> bytes:
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
