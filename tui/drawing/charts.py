"""Line charts as rows: curves in colours and with signs, an axis of round numbers, names at their ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from tui.drawing.dot_canvas import DotCanvas
from tui.drawing.rows import FELT, Role, Row, Rows, Span, block_width, cells, fit, fit_rows
from tui.i18n.layout import rjust
from tui.tiles.look import GlyphSet
from tui.tiles.roles import Ink

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
    """What stands at the end of the line, after the sign."""


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
    downward: bool = False
    """Whether small numbers are at the top, as for places."""
    marks: tuple[float, ...] = ()
    """The numbers on the axis; empty for round ones."""

    @property
    def length(self) -> int:
        """How many values the longest curve has."""
        return max((len(curve.values) for curve in self.curves), default=0)

    @property
    def range(self) -> tuple[float, float]:
        """Both ends of the axis."""
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
        lines.append((Span(" " * (left + 1), FELT), *_labels(chart, plot, inner)))
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
        """The row of cells of a value."""
        return self._y(value) // self.canvas.down

    def _y(self, value: float) -> int:
        share = (value - self._low) / (self._high - self._low)
        return round((share if self._chart.downward else 1 - share) * (self.canvas.height - 1))

    def _dot(self, x: int, value: float) -> tuple[int, int]:
        return self.column(x) * self.canvas.across, self._y(value)

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
        """The lines between neighbouring values of a curve."""
        before: tuple[int, int] | None = None
        for x, value in enumerate(curve.values):
            point = None if value is None else self._dot(x, value)
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
    """The last value of a curve."""
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


def _labels(chart: LineChart, plot: _Plot, width: int) -> Row:
    """The labels under their values, without those that would run into the one before."""
    row: list[Span] = []
    used = 0
    for x, label in enumerate(chart.labels[: chart.length]):
        start = min(max(plot.column(x) - (cells(label) - 1) // 2, 0), max(width - cells(label), 0))
        if label and start >= used + bool(used):
            row += [Span(" " * (start - used), FELT), Span(label, Role(Ink.MUTED))]
            used = start + cells(label)
    return fit(row, max(width, block_width((tuple(row),))))
