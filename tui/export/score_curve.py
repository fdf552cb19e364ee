"""The points of the four players after each hand, as lines of SVG; a seat has its colour and dashes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.wall import PLAYERS
from tui.export.markup import Markup, joined, tag

WIDTH, HEIGHT = 366, 210
"""Those of a phone held upright, so that the words have the size there that the style gives them."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 26, 10, 24
_STEPS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
_MOST_LINES = 6


def score_curve(scores: Sequence[Sequence[int]], hands: Sequence[str], title: str) -> Markup:
    """``scores`` are the points by seat before the first hand, and after each of the ``hands``."""
    chart = _Chart(scores)
    lines = [
        tag("polyline", class_=f"line seat{seat}", points=chart.points([each[seat] for each in scores]))
        for seat in range(PLAYERS)
    ]
    return tag(
        "svg",
        tag("title", title),
        chart.grid(),
        chart.names(hands),
        lines,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        class_="curve",
    )


class _Chart:
    """Where hands and points lie."""

    def __init__(self, scores: Sequence[Sequence[int]]) -> None:
        every = [points for each in scores for points in each]
        spread = max(max(every) - min(every), _STEPS[0])
        self._step = next((step for step in _STEPS if spread / step <= _MOST_LINES), spread)
        self._low = min(every) // self._step * self._step
        self._high = max(-(-max(every) // self._step) * self._step, self._low + self._step)
        self._count = max(len(scores) - 1, 1)

    def x(self, place: int) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * place / self._count

    def y(self, points: int) -> float:
        share = (points - self._low) / (self._high - self._low)
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * share

    def points(self, line: Sequence[int]) -> str:
        return " ".join(f"{self.x(place):.1f},{self.y(points):.1f}" for place, points in enumerate(line))

    def grid(self) -> Markup:
        """Round numbers and their lines."""
        drawn: list[Markup] = []
        for points in range(self._low, self._high + 1, self._step):
            y = f"{self.y(points):.1f}"
            drawn.append(tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, class_="grid"))
            drawn.append(tag("text", f"{points:,}", x=_LEFT - 6, y=y, class_="points", dy="0.35em"))
        return joined(drawn)

    def names(self, hands: Sequence[str]) -> Markup:
        """The names of the hands below, as many as there is room for."""
        every = max(1, -(-len(hands) // 5))
        return joined(
            tag("text", name, x=f"{self.x(place):.1f}", y=HEIGHT - 8, class_="hand")
            for place, name in enumerate(hands, 1)
            if (place - 1) % every == 0
        )


def swatch(seat: int) -> Markup:
    """A piece of the line of a seat, for the legend."""
    line = tag("line", x1=0, x2=40, y1=4, y2=4, class_=f"seat{seat}")
    return tag("svg", line, viewBox="0 0 40 8", aria_hidden="true")
