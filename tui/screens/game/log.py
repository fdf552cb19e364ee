"""The log of the game: a page for each hand, which grows as the hand goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from tui.config.actions import BY_ID, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit, fit_rows, spread, wrapped
from tui.i18n.texts import t
from tui.screens.menu import footer, keys
from tui.screens.page import PanelScreen
from tui.screens.scroll import STEP, Scroll
from tui.words.game_log import HandLog, LogEntry, Weight

MARGIN = 2
TURN = 4
"""Columns of the turn before a discard."""
TEXT = 32
"""Columns of a discard, before where it came from, where no name needs more."""
GAP = 2
_INKS = {Weight.PLAIN: Role("text"), Weight.LOUD: Role("acting"), Weight.SOFT: Role("muted")}


class LogScreen(PanelScreen[None]):
    """The log of one hand at a time, beginning with the end of the newest."""

    place: ClassVar[Place] = Place.LOG

    def __init__(self, hands: Sequence[HandLog]) -> None:
        super().__init__()
        self._hands = tuple(hands)
        self._scroll = Scroll()
        self._at_end = True
        """Whether the end of the hand is to be shown, however many lines there are."""
        self.at = len(self._hands) - 1
        """Which hand is shown."""

    # -- what can be done ----------------------------------------------------------------------------

    def perform(self, action: NamedAction) -> None:
        """Another hand, scroll, close."""
        match action.id:
            case "left" | "right":
                self.go_to(self.at + (1 if action.id == "right" else -1))
            case "first" | "last":
                self._scroll.to(end=action.id == "last")
                self.redraw()
            case "up" | "down":
                self._move(1 if action.id == "down" else -1)
            case "page-up" | "page-down":
                self._page(1 if action.id == "page-down" else -1)
            case "cancel" | "log":
                self.dismiss(None)
            case _:
                super().perform(action)

    def go_to(self, hand: int) -> None:
        """Show another hand from its beginning; after the last comes the first."""
        self.at = hand % len(self._hands)
        self._scroll.to(end=False)
        self.redraw()

    def _move(self, rows: int) -> None:
        self._scroll.by(rows)
        self.redraw()

    def _page(self, pages: int) -> None:
        self._scroll.page(pages)
        self.redraw()

    def click(self, what: str, value: object) -> None:
        """More of the text."""
        if what == "scroll" and isinstance(value, int):
            self._page(value)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel scrolls."""
        self._move(STEP)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Upwards."""
        self._move(-STEP)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The hand that is shown, line by line."""
        hand, inner = self._hands[self.at], width - 2 * MARGIN
        number = t("panel.place", number=self.at + 1, total=len(self._hands))
        name = (Span(f"{t('table.log')}  ", Role("muted")), Span(hand.title, Role("title")))
        title = spread(name, [Span(number, Role("muted"))], inner)
        column = max([TEXT, *(cells(entry.text) + GAP for entry in hand.entries if entry.note)])
        lines = tuple(row for entry in hand.entries for row in _rows(entry, inner, column))
        ways = BY_ID["up"].key, BY_ID["down"].key
        body = self._window(lines, inner, height - 4, ways)
        margin = Span(" " * MARGIN)
        framed = fit_rows([(margin, *row) for row in ((), title, (), *body)], width, height - 1)
        return (*framed, fit(_footer(), width))

    def _window(self, lines: Rows, width: int, height: int, ways: tuple[str, str]) -> Rows:
        shown = self._scroll.window(lines, width, height, ways)
        if not self._at_end:
            return shown
        self._at_end = False
        self._scroll.to(end=True)
        return self._scroll.window(lines, width, height, ways)


def _rows(entry: LogEntry, width: int, column: int) -> Rows:
    """The turn, what happened, and behind a column of that width where a discard came from."""
    ink = _INKS[entry.weight]
    turn = Span(f"{entry.turn or '':>{TURN - GAP}}{' ' * GAP}", Role("muted"))
    if entry.note:
        return ((turn, *fit([Span(entry.text, ink)], column), Span(entry.note, Role("muted"))),)
    first, *more = wrapped(entry.text, width - TURN, GAP)
    return ((turn, Span(first, ink)), *((Span(" " * TURN), Span(line, ink)) for line in more))


def _footer() -> Row:
    hints = (
        keys(t("log.foot-hand"), "left", "right"),
        keys(t("panel.foot.scroll"), "up", "down"),
        keys(t("panel.foot.close"), "cancel"),
        keys(BY_ID["help"].words, "help"),
    )
    return (Span("  "), *footer(*hints))
