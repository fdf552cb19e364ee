"""Base class of pages that scroll, with a line that shows if there are more rows."""

from __future__ import annotations

from textual import events

from tui.config.actions import BY_ID, ActionId, NamedAction
from tui.drawing.click_meta import Meta, PageTurn
from tui.drawing.rows import Role, Row, Rows, Span, fit, fit_rows, spread
from tui.drawing.rows_on_demand import RowList, part
from tui.i18n.texts import t
from tui.screens.base import Result
from tui.screens.page_screen import PageScreen
from tui.tiles.roles import Ink

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
        return (*fit_rows(shown, width, self._room), self._more(width, keys))

    def _more(self, width: int, keys: tuple[str, str]) -> Row:
        up, down = keys
        above = t("screen.more.above", key=up) if self.top else ""
        below = t("screen.more.below", key=down) if self.top < self.last else ""
        ends = (Span(text, Role(Ink.ACTING), PageTurn(way)) for text, way in ((above, -1), (below, 1)))
        left, right = ends
        return fit(spread([left], [right], width), width)


class ScrollPage(PageScreen[Result]):
    """A page whose rows may not all fit. Keys, the wheel and clicks scroll them."""

    def __init__(self) -> None:
        super().__init__()
        self.scroll = Scroll()

    @property
    def ways(self) -> tuple[str, str]:
        """The keys that scroll up and down, as the page names them."""
        return BY_ID[ActionId.UP].named, BY_ID[ActionId.DOWN].named

    def window(self, rows: Rows, width: int, height: int) -> Rows:
        """The rows that the scroll position shows."""
        return self.scroll.window(rows, width, height, self.ways)

    def perform(self, action: NamedAction) -> None:
        """Scroll, or carry out an action of every page."""
        match action.id:
            case ActionId.UP | ActionId.DOWN:
                self.move(1 if action.id == ActionId.DOWN else -1)
            case ActionId.PAGE_UP | ActionId.PAGE_DOWN:
                self.turn(1 if action.id == ActionId.PAGE_DOWN else -1)
            case ActionId.FIRST | ActionId.LAST:
                self.jump(end=action.id == ActionId.LAST)
            case _:
                super().perform(action)

    def click(self, meta: Meta) -> None:
        """Turn the page after a click on the line that says there is more."""
        if isinstance(meta, PageTurn):
            self.turn(meta.pages)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        """Scroll by a few rows."""
        self.scroll.by(way * STEP)
        self.redraw()

    def move(self, by: int) -> None:
        """Scroll by so many rows."""
        self.scroll.by(by)
        self.redraw()

    def turn(self, pages: int) -> None:
        """Scroll by so many pages."""
        self.scroll.page(pages)
        self.redraw()

    def jump(self, *, end: bool) -> None:
        """Scroll to the end, or to the beginning."""
        self.scroll.to(end=end)
        self.redraw()
