"""Bar charts: stacked bars to the right, and columns above and below a zero line.

Every part of a bar has an ink and a fill, so that it can be told apart without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tui.drawing.click_meta import Meta
from tui.drawing.rows import Role, Row, Rows, Span, cells, merged
from tui.tiles.look import GlyphSet
from tui.tiles.roles import Ink

PLACE_INKS = (Ink.SAFE, Ink.RISK_LOW, Ink.RISK_MIDDLE, Ink.RISK_MOST)
"""The inks of first to fourth place."""
PART_INKS = (Ink.PIN, Ink.MAN, Ink.SOU)
"""The inks of the parts of a bar: those of the suits, which all eyes tell apart."""
HALF, WHOLE = 1, 2
"""Heights in half rows."""


class BarPart(NamedTuple):
    """One part of a stacked bar."""

    amount: float
    ink: Ink
    fill: int = 0
    """The index of its sign in ``GlyphSet.fills``."""


def bar(
    parts: Sequence[BarPart], whole: float, length: int, glyphs: GlyphSet, meta: Meta | None = None
) -> Row:
    """The parts one after the other in exactly ``length`` cells, which stand for an amount of ``whole``.

    A part that is not zero has at least one cell, as long as there is one left.
    """
    sizes = lengths([part.amount for part in parts], whole, length)
    filled = [
        Span(glyphs.fills[part.fill] * size, Role(part.ink), meta)
        for part, size in zip(parts, sizes, strict=True)
    ]
    return merged([*filled, Span(" " * (length - sum(sizes)), meta=meta)])


def lengths(amounts: Sequence[float], whole: float, length: int) -> list[int]:
    """The cells of each amount; together they are as long as the sum of the amounts, rounded.

    The largest part gives the cells that small parts need to be seen.
    """
    total = sum(amounts)
    if total <= 0 or whole <= 0:
        return [0] * len(amounts)
    shown = sum(amount > 0 for amount in amounts)
    room = min(max(round(total / whole * length), shown), length)
    exact = [amount / total * room for amount in amounts]
    sizes = [max(int(each), int(each > 0)) for each in exact]
    while sum(sizes) > room:
        long = [at for at, size in enumerate(sizes) if size > 1] or [sizes.index(max(sizes))]
        sizes[max(long, key=lambda at: sizes[at] - exact[at])] -= 1
    while sum(sizes) < room:
        sizes[max(range(len(sizes)), key=lambda at: exact[at] - sizes[at])] += 1
    return sizes


def sign(fill: int, ink: Ink, glyphs: GlyphSet) -> Span:
    """The sign of a part of a bar, for a legend."""
    return Span(glyphs.fills[fill], Role(ink))


def columns(
    values: Sequence[float], height: int, step: int, glyphs: GlyphSet, metas: Sequence[Meta | None] = ()
) -> Rows:
    """A column for each value, above or below a zero line, in ``height`` rows with the line.

    Each has ``step`` cells, the last of them blank if there are two or more. Columns end in half rows where
    the glyphs have half blocks. ``metas`` are what a click on each column means.
    """
    above, below = _rows_beside_zero(values, height - 1)
    unit = max(max([*values, 0]) / above if above else 0.0, -min([*values, 0]) / below if below else 0.0)
    halves = glyphs.upper_half != " "
    tall = [_halves(value / unit if unit else 0.0, whole=not halves) for value in values]
    links = metas or [None] * len(values)
    rows = [
        merged(_cell(each, row, step, glyphs, meta) for each, meta in zip(tall, links, strict=True))
        for row in [*range(above, 0, -1), *range(-1, -below - 1, -1)]
    ]
    line: Row = (Span(glyphs.box.across * (step * len(values)), Role(Ink.FAINT)),)
    return (*rows[:above], line, *rows[above:])


def zero_row(values: Sequence[float], height: int) -> int:
    """The index of the row of ``columns`` that has the zero line."""
    return _rows_beside_zero(values, height - 1)[0]


def _rows_beside_zero(values: Sequence[float], room: int) -> tuple[int, int]:
    """The rows above and below the zero line, as the largest and the smallest value need them."""
    top, bottom = max([*values, 0]), -min([*values, 0])
    if not top + bottom:
        return room, 0
    above = round(room * top / (top + bottom))
    above = min(max(above, int(top > 0)), room - int(bottom > 0))
    return above, room - above


def _halves(rows: float, *, whole: bool) -> int:
    """The height of a column in half rows, negative below the line; no value but zero is left out."""
    unit = WHOLE if whole else HALF
    size = max(round(abs(rows) * WHOLE / unit) * unit, unit) if rows else 0
    return size if rows > 0 else -size


def _cell(tall: int, row: int, step: int, glyphs: GlyphSet, meta: Meta | None) -> Span:
    """The part of a column in one row; rows count from the zero line, negative below it."""
    filled = (tall if row > 0 else -tall) - (abs(row) - 1) * WHOLE
    half = glyphs.lower_half if row > 0 else glyphs.upper_half
    text = " " if filled <= 0 else half if filled == HALF else glyphs.fills[0]
    width = max(step - 1, 1)
    return Span(text * width + " " * (step - width), Role(Ink.SAFE if row > 0 else Ink.RISK_MOST), meta)


def labelled(rows: Rows, labels: Sequence[str], width: int, ink: Ink = Ink.MUTED) -> Rows:
    """Rows with a label before each, at the right end of ``width`` cells and a blank."""
    return tuple(
        (Span(" " * (width - cells(label)) + label + " ", Role(ink)), *row)
        for row, label in zip(rows, labels, strict=True)
    )
