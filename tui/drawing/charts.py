"""Charts as rows: bars, columns above and below zero, the line of places, curves over an axis.

Every part of a bar has an ink and a fill, and every curve a sign, so that they can be told apart without
colour.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from tui.drawing.rows import FELT, Meta, Role, Row, Rows, Span, block_width, cells, fit, fit_rows, merged
from tui.i18n import rjust
from tui.tiles import GlyphSet, Ink

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


def labelled(rows: Rows, labels: Sequence[str], width: int) -> Rows:
    """Rows with a label before each, at the right end of ``width`` cells and a blank."""
    return tuple(
        (Span(" " * (width - cells(label)) + label + " ", Role(Ink.MUTED)), *row)
        for row, label in zip(rows, labels, strict=True)
    )


PLACES = 4


def places_line(places: Sequence[int], glyphs: GlyphSet, step: int = 2, metas: Sequence[Meta] = ()) -> Rows:
    """The places 1-4 as figures joined by a line, the first game at the left.

    A figure stands in the row of its place, so that the line needs no colour. Each game but the last has
    ``step`` cells, at least two. ``metas`` are what a click on each figure means.
    """
    grid = [[Span(" ")] * max((len(places) - 1) * step + 1, 0) for _ in range(PLACES)]
    for game, (place, after) in enumerate(itertools.pairwise(places)):
        _join(grid, game * step, place - 1, after - 1, step, glyphs)
    for game, place in enumerate(places):
        meta = metas[game] if metas else None
        grid[place - 1][game * step] = Span(str(place), Role(PLACE_INKS[place - 1]), meta)
    return tuple(map(merged, grid))


def _join(grid: list[list[Span]], column: int, row: int, after: int, step: int, glyphs: GlyphSet) -> None:
    """Draw the line from one figure to the next, with its bend in the middle."""
    box, line = glyphs.round_box, Role(Ink.EDGE)
    bend = column + step // 2
    for at in range(column + 1, column + step):
        grid[row if at <= bend else after][at] = Span(box.across, line)
    if row == after:
        return
    for between in range(min(row, after) + 1, max(row, after)):
        grid[between][bend] = Span(box.down, line)
    down = after > row
    grid[row][bend] = Span(box.top_right if down else box.bottom_right, line)
    grid[after][bend] = Span(box.bottom_left if down else box.top_left, line)


BRAILLE = 0x2800
_BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille cell, row by row (Unicode chapter 21.1)."""
_COLON_BITS = ((1,), (2,))
_COLONS = " '.:"
_BLANK = Span(" ", FELT)


class DotCanvas:
    """Dots and characters on cells. A cell has the ink of the dot that was set last."""

    def __init__(self, width: int, height: int, glyphs: GlyphSet) -> None:
        """``width`` and ``height`` are in cells."""
        self._braille = ord(glyphs.dots) >= BRAILLE
        self._bits = _BRAILLE_BITS if self._braille else _COLON_BITS
        self.down, self.across = len(self._bits), len(self._bits[0])
        """Dots in a cell, from top to bottom and from left to right."""
        self.width, self.height = width * self.across, height * self.down
        self._dots = [[0] * width for _ in range(height)]
        self._inks = [[Ink.TEXT] * width for _ in range(height)]
        self._over: dict[tuple[int, int], Span] = {}
        self._under: dict[tuple[int, int], Span] = {}

    def dot(self, x: int, y: int, ink: Ink) -> None:
        """Set the dot in that column and row of dots, counted from the top left; outside it is left out."""
        if 0 <= x < self.width and 0 <= y < self.height:
            row, column = y // self.down, x // self.across
            self._dots[row][column] |= self._bits[y % self.down][x % self.across]
            self._inks[row][column] = ink

    def line(self, start: tuple[int, int], end: tuple[int, int], ink: Ink) -> None:
        (x, y), (to_x, to_y) = start, end
        steps = max(abs(to_x - x), abs(to_y - y), 1)
        for step in range(steps + 1):
            self.dot(round(x + (to_x - x) * step / steps), round(y + (to_y - y) * step / steps), ink)

    def write(self, column: int, row: int, sign: str, role: Role, *, under: bool = False) -> None:
        """Show a character of one cell instead of the dots there; ``under``: only if there are none."""
        (self._under if under else self._over)[row, column] = Span(sign, role)

    def rows(self) -> Rows:
        return tuple(
            merged(self._cell(row, column) for column in range(len(dots)))
            for row, dots in enumerate(self._dots)
        )

    def _cell(self, row: int, column: int) -> Span:
        dots, place = self._dots[row][column], (row, column)
        if place in self._over:
            return self._over[place]
        if not dots:
            return self._under.get(place, _BLANK)
        return Span(chr(BRAILLE + dots) if self._braille else _COLONS[dots], Role(self._inks[row][column]))


_TICK_ROWS = 3
"""There is at most one tick in so many rows."""
_SIGN_CELLS = 4
"""Values are marked with the sign of their curve if they are at least so many cells apart."""
_GRID_STEP = 3
"""Cells from one dot of a grid line to the next."""
_ROUND = (1, 2, 5, 10, 20)
_CLOSE = 1e-9
"""Relative difference that comes from rounding alone."""
GRID = Role(Ink.EDGE_GHOST)
SIDE_INKS = (Ink.ACTING, Ink.PIN, Ink.SOU, Ink.RED)
"""The inks of players in charts, by the side of the screen: the own seat, right, across, left."""


class Curve(msgspec.Struct, frozen=True):
    """One line of a chart."""

    values: tuple[float | None, ...]
    """By x; None leaves a gap."""
    ink: Ink
    sign: str = ""
    """One cell that tells the curve from others without colour; it marks the values."""
    name: str = ""
    """The name at the end of the line, after the sign."""


class LineChart(msgspec.Struct, frozen=True):
    """Curves over one axis. The last curve is drawn over the others."""

    curves: tuple[Curve, ...]
    labels: tuple[str, ...] = ()
    """Below the values, by x: those for which there is room."""
    number: Callable[[float], str] = "{:,.0f}".format
    """Words a number of the axis."""
    low: float | None = None
    """The lower end of the axis; None to fit the values."""
    high: float | None = None
    base: float | None = None
    """A number whose grid line is drawn whole, such as the points at the start; None for no such line."""
    marks: tuple[float, ...] = ()
    """The numbers on the axis; empty for round ones."""

    @property
    def length(self) -> int:
        """How many values the longest curve has."""
        return max((len(curve.values) for curve in self.curves), default=0)

    @property
    def range(self) -> tuple[float, float]:
        values = [value for curve in self.curves for value in curve.values if value is not None]
        low = min(values, default=0.0) if self.low is None else self.low
        high = max(values, default=0.0) if self.high is None else self.high
        return (low, high) if high > low else (low - 1, low + 1)


def line_chart(chart: LineChart, width: int, height: int, glyphs: GlyphSet) -> Rows:
    """The chart in exactly that size: axis at the left, names at the right, labels below."""
    if not chart.length:
        return fit_rows([], width, height)
    low, high = chart.range
    rows = height - bool(chart.labels)
    marks = chart.marks or ticks(low, high, max(rows // _TICK_ROWS, 2))
    numbers = {mark: chart.number(mark) for mark in marks}
    left = max(map(cells, numbers.values()), default=0)
    names = [(_end(curve), curve) for curve in chart.curves if curve.name and _end(curve) is not None]
    right = max((cells(f" {curve.sign} {curve.name}") for _, curve in names), default=0)
    inner = width - left - 1 - right
    plot = _Plot(chart, inner, rows, glyphs)
    plot.draw_grid(marks)
    for curve in chart.curves:
        plot.draw(curve)
    plot.draw_signs()
    at_rows = {plot.row(mark): text for mark, text in numbers.items()}
    ends = _named_rows([(plot.row(end or 0.0), curve) for end, curve in names], rows)
    lines = [
        (
            Span(rjust(at_rows.get(number, ""), left), Role(Ink.MUTED)),
            Span(glyphs.rule, GRID),
            *row,
            *ends.get(number, ()),
        )
        for number, row in enumerate(plot.canvas.rows())
    ]
    if chart.labels:
        lines.append((Span(" " * (left + 1), FELT), *_axis_labels(chart, plot, inner)))
    return fit_rows(lines, width, height)


def ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """At most so many round numbers within a range, their distance 1, 2 or 5 times a power of ten."""
    least = (high - low) / max(most, 1)
    power = 10.0 ** math.floor(math.log10(least))
    for step in (power * each for each in _ROUND):
        first, last = math.ceil(low / step - _CLOSE), math.floor(high / step + _CLOSE)
        if last - first < most:
            break
    return tuple(number * step for number in range(first, last + 1))


class _Plot:
    """The area of the curves."""

    def __init__(self, chart: LineChart, width: int, height: int, glyphs: GlyphSet) -> None:
        self.canvas = DotCanvas(max(width, 1), height, glyphs)
        self._chart, self._glyphs = chart, glyphs
        self._columns = max(width, 1)
        self._low, self._high = chart.range
        self._apart = (self._columns - 1) / max(chart.length - 1, 1)

    def column(self, x: int) -> int:
        """The cell of the values at ``x``."""
        return round(x * self._apart)

    def row(self, value: float) -> int:
        return self._y(value) // self.canvas.down

    def _y(self, value: float) -> int:
        share = (value - self._low) / (self._high - self._low)
        return round((1 - share) * (self.canvas.height - 1))

    def draw_grid(self, marks: Sequence[float]) -> None:
        """A dotted line at each tick, and a whole one at the base."""
        dot = "." if self._glyphs.stick.isascii() else self._glyphs.stick
        lines = {self.row(mark): (dot, _GRID_STEP) for mark in marks}
        if self._chart.base is not None and self._low <= self._chart.base <= self._high:
            lines[self.row(self._chart.base)] = (self._glyphs.box.across, 1)
        for row, (sign, step) in lines.items():
            for column in range(step - 1, self._columns, step):
                self.canvas.write(column, row, sign, GRID, under=True)

    def draw(self, curve: Curve) -> None:
        before: tuple[int, int] | None = None
        for x, value in enumerate(curve.values):
            point = None if value is None else (self.column(x) * self.canvas.across, self._y(value))
            if point is not None:
                self.canvas.line(before or point, point, curve.ink)
            before = point

    def draw_signs(self) -> None:
        """The sign of each curve at its values, but none where curves meet, and none beside its name."""
        if self._apart < _SIGN_CELLS:
            return
        signs: dict[tuple[int, int], list[Curve]] = {}
        for curve in self._chart.curves:
            for x, value in enumerate(curve.values):
                if value is not None:
                    signs.setdefault((self.column(x), self.row(value)), []).append(curve)
        for (column, row), (curve, *others) in signs.items():
            beside_name = curve.name and column == self._columns - 1
            if curve.sign and not others and not beside_name:
                self.canvas.write(column, row, curve.sign, Role(curve.ink))


def _end(curve: Curve) -> float | None:
    return next((value for value in reversed(curve.values) if value is not None), None)


def _named_rows(wanted: Sequence[tuple[int, Curve]], height: int) -> dict[int, Row]:
    """The names of curves by row: each as near to the end of its line as the others leave room for."""
    ordered = sorted(wanted, key=lambda each: each[0])[:height]
    rows: list[int] = []
    for row, _ in ordered:
        rows.append(max(row, rows[-1] + 1 if rows else 0))
    for place in range(len(rows) - 1, -1, -1):
        rows[place] = min(rows[place], height - len(rows) + place)
    return {
        row: (Span(f" {curve.sign} ", Role(curve.ink)), Span(curve.name, Role(curve.ink)))
        for row, (_, curve) in zip(rows, ordered, strict=True)
    }


def _axis_labels(chart: LineChart, plot: _Plot, width: int) -> Row:
    """The labels under their values, without those that would run into the one before."""
    row: list[Span] = []
    used = 0
    for x, label in enumerate(chart.labels[: chart.length]):
        start = min(max(plot.column(x) - (cells(label) - 1) // 2, 0), max(width - cells(label), 0))
        if label and start >= used + bool(used):
            row += [Span(" " * (start - used), FELT), Span(label, Role(Ink.MUTED))]
            used = start + cells(label)
    return fit(row, max(width, block_width((tuple(row),))))
