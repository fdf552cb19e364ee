"""Text that may be longer than its area: which rows are shown, and that there are more."""

from __future__ import annotations

from tui.drawing.rows import Role, Row, Rows, Span, fit, fit_rows, spread
from tui.i18n.texts import t

STEP = 3
"""Rows that one turn of the wheel moves."""


class Scroll:
    """Where a reader stands in rows that are more than fit; it never leaves them."""

    def __init__(self) -> None:
        self.top = 0
        """The first row shown."""
        self._rows = 0
        self._room = 0

    @property
    def last(self) -> int:
        """The furthest that ``top`` goes."""
        return max(self._rows - self._room, 0)

    def by(self, rows: int) -> None:
        """Move down, or up."""
        self.top = min(max(self.top + rows, 0), self.last)

    def page(self, pages: int) -> None:
        """Move by what is seen at once, less a row to hold on to."""
        self.by(pages * self.span)

    def to(self, end: bool) -> None:
        """To the beginning, or the end."""
        self.top = self.last if end else 0

    @property
    def span(self) -> int:
        """Rows that are seen at once, less one to hold on to."""
        return max(self._room - 1, 1)

    def around(
        self, shown: tuple[int, int], rows: Rows, width: int, height: int, keys: tuple[str, str]
    ) -> Rows:
        """The same as ``window``, moved no further than it takes for these rows to be seen, both included."""
        first, last = shown
        room = height - (len(rows) > height)
        self.top = min(max(self.top, last - room + 1), first)
        return self.window(rows, width, height, keys)

    def window(self, rows: Rows, width: int, height: int, keys: tuple[str, str]) -> Rows:
        """The rows that are seen, over a line that tells of more; ``keys`` lead up and down.

        A click on that line means ``("scroll", 1)``, or -1 for up.
        """
        if len(rows) <= height:
            self._rows, self._room, self.top = len(rows), height, 0
            return fit_rows(rows, width, height)
        self._rows, self._room = len(rows), height - 1
        self.by(0)
        shown = rows[self.top : self.top + self._room]
        return (*fit_rows(shown, width, self._room), self._more(width, keys))

    def _more(self, width: int, keys: tuple[str, str]) -> Row:
        up, down = keys
        above = t("screen.more.above", key=up) if self.top else ""
        below = t("screen.more.below", key=down) if self.top < self.last else ""
        ends = (Span(text, Role("acting"), ("scroll", way)) for text, way in ((above, -1), (below, 1)))
        left, right = ends
        return fit(spread([left], [right], width), width)
