"""Contrast and distance of colours, with normal vision and with colour blindness.

Contrast is that of WCAG 2.1. Colour blindness is simulated after Machado, Oliveira and Fernandes, "A
physiologically-based model for simulation of color vision deficiency" (2009), severity 1.0, on linear RGB.
Distance is that of CIELAB (CIE 1976, white D65), where about 2.3 is just noticeable.
"""

from __future__ import annotations

from itertools import combinations

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

NOTICEABLE = 2.3
"""The distance of two colours in CIELAB that the eye just sees."""

VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """The light of a colour such as ``#f4eedd`` in each channel, 0 to 1."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """From 1, which is none, to 21, which is black on white."""
    dark, light = sorted(_times(_TO_XYZ, linear(each))[1] for each in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one: str, other: str, vision: str = "normal") -> float:
    """How far two colours are apart for eyes of that kind."""
    first, second = (_lab(_seen(linear(each), vision)) for each in (one, other))
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5


def nearest(colours: dict[str, str]) -> tuple[float, str, str, str]:
    """The two of these that are hardest to tell apart: their distance, for whom, and their names."""
    return min(
        (distance(colours[a], colours[b], vision), vision, a, b)
        for a, b in combinations(colours, 2)
        for vision in VISIONS
    )


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _seen(light: Triple, vision: str) -> Triple:
    red, green, blue = (min(max(value, 0.0), 1.0) for value in _times(VISIONS[vision], light))
    return red, green, blue


def _lab(light: Triple) -> Triple:
    x, y, z = (
        _compressed(value / white) for value, white in zip(_times(_TO_XYZ, light), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _compressed(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
