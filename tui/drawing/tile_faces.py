"""The faces of all tiles as strokes: one set of vectors for pages and for pictures in a terminal.

Everything is drawn as strokes with round ends, so that no font and no filling of shapes is needed.
A red five is red all over, and its signs are filled, so that it differs from a plain one without colours too.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from engine.tiles import EAST, GREEN, KIND_OF, NAMES, RED, WHITE, Kind, Tile, is_red

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
