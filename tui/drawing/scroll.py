"""The part of a list of rows that is shown, and the line that says if there is more."""

from __future__ import annotations

from tui.drawing.rows import PageTurn, Role, Row, RowList, Rows, Span, fit, fit_rows, part, spread
from tui.i18n import t
from tui.tiles import Ink

STEP = 3
"""Rows that one turn of the wheel moves."""


class Scroll:
    """The scroll position in a list of rows, limited to the rows of its last use."""

    def __init__(self) -> None:
        self.top = 0
        """The first row shown."""
        self._stays_at_end = False
        """Whether the last row stays visible when rows or room change."""
        self._rows = 0
        self._room = 0

    @property
    def last(self) -> int:
        """The largest value of ``top``."""
        return max(self._rows - self._room, 0)

    def by(self, rows: int) -> None:
        """Scroll down by so many rows; up if negative."""
        self._stays_at_end = self._stays_at_end and not rows
        self.top = min(max(self.top + rows, 0), self.last)

    def page(self, pages: int) -> None:
        """Scroll by so many pages."""
        self.by(pages * self.span)

    def to(self, end: bool) -> None:
        """Scroll to the end and stay there until the next scrolling, or to the beginning."""
        self._stays_at_end = end
        self.top = self.last if end else 0

    @property
    def span(self) -> int:
        """Rows of one page: those seen at once, less one that both pages share."""
        return max(self._room - 1, 1)

    def around(
        self, shown: tuple[int, int], rows: RowList, width: int, height: int, keys: tuple[str, str]
    ) -> Rows:
        """Like ``window``, scrolled so that ``rows[shown[0]]`` to ``rows[shown[1]]`` are visible."""
        first, last = shown
        room = height - (len(rows) > height)
        self.top = min(max(self.top, last - room + 1), first)
        return self.window(rows, width, height, keys)

    def window(self, rows: RowList, width: int, height: int, keys: tuple[str, str]) -> Rows:
        """The visible rows, over a line that says if there are more; ``keys`` are those for up and down.

        A click on that line means ``PageTurn(1)``, or -1 for up.
        """
        if len(rows) <= height:
            self._rows, self._room, self.top = len(rows), height, 0
            return fit_rows(part(rows, 0, height), width, height)
        self._rows, self._room = len(rows), height - 1
        if self._stays_at_end:
            self.top = self.last
        self.by(0)
        shown = part(rows, self.top, self._room)
        while self.top < self.last and shown and shown[-1] and shown[-1][0].role.ink is Ink.TITLE:
            # a heading goes with what is below it
            shown = shown[:-1]
        return (*fit_rows(shown, width, self._room), self._more(width, keys))

    def _more(self, width: int, keys: tuple[str, str]) -> Row:
        up, down = keys
        above = t("screen.more.above", key=up) if self.top else ""
        below = t("screen.more.below", key=down) if self.top < self.last else ""
        ends = (Span(text, Role(Ink.ACTING), PageTurn(way)) for text, way in ((above, -1), (below, 1)))
        left, right = ends
        return fit(spread([left], [right], width), width)
