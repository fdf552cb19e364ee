"""The log of the game: a page for each hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tui.config.actions import BY_ID, ActionId, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit, spread, wrapped
from tui.i18n.texts import t
from tui.screens.menu import footer, keys
from tui.screens.page_layout import framed
from tui.screens.page_screen import PanelScreen
from tui.screens.scroll_page import ScrollPage
from tui.tiles.roles import Ink
from tui.words.game_log import HandLog, LogEntry, Weight

MARGIN = 2
TURN = 4
"""Columns of the turn before a discard."""
TEXT = 32
"""Least columns of a discard, before where it came from."""
GAP = 2
_INKS = {Weight.PLAIN: Role(Ink.TEXT), Weight.LOUD: Role(Ink.ACTING), Weight.SOFT: Role(Ink.MUTED)}


class LogScreen(PanelScreen[None], ScrollPage[None]):
    """The log of one hand at a time. It opens at the end of the newest hand."""

    place: ClassVar[Place] = Place.LOG

    def __init__(self, hands: Sequence[HandLog]) -> None:
        super().__init__()
        self._hands = tuple(hands)
        self.scroll.to(end=True)
        self.at = len(self._hands) - 1
        """The index of the hand shown."""

    # -- what can be done ----------------------------------------------------------------------------

    def perform(self, action: NamedAction) -> None:
        """Show another hand, scroll, or close."""
        match action.id:
            case ActionId.LEFT | ActionId.RIGHT:
                self.go_to(self.at + (1 if action.id == ActionId.RIGHT else -1))
            case ActionId.LOG:
                self.leave()
            case _:
                super().perform(action)

    def go_to(self, hand: int) -> None:
        """Show another hand from its beginning; the first follows the last."""
        self.at = hand % len(self._hands)
        self.jump(end=False)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The hand shown, line by line."""
        hand, inner = self._hands[self.at], width - 2 * MARGIN
        number = t("panel.place", number=self.at + 1, total=len(self._hands))
        name = (Span(f"{t('table.log')}  ", Role(Ink.MUTED)), Span(hand.title, Role(Ink.TITLE)))
        title = spread(name, [Span(number, Role(Ink.MUTED))], inner)
        column = max([TEXT, *(cells(entry.text) + GAP for entry in hand.entries if entry.note)])
        lines = tuple(row for entry in hand.entries for row in _rows(entry, inner, column))
        body = self.window(lines, inner, height - 4)
        return framed(((), title, (), *body), _footer(), width, height, MARGIN)


def _rows(entry: LogEntry, width: int, column: int) -> Rows:
    """The turn, what happened in a column of that width, and where a discard came from."""
    ink = _INKS[entry.weight]
    turn = Span(f"{entry.turn or '':>{TURN - GAP}}{' ' * GAP}", Role(Ink.MUTED))
    if entry.note:
        return ((turn, *fit([Span(entry.text, ink)], column), Span(entry.note, Role(Ink.MUTED))),)
    first, *more = wrapped(entry.text, width - TURN, GAP)
    return ((turn, Span(first, ink)), *((Span(" " * TURN), Span(line, ink)) for line in more))


def _footer() -> Row:
    hints = (
        keys(t("log.foot-hand"), ActionId.LEFT, ActionId.RIGHT),
        keys(t("panel.foot.scroll"), ActionId.UP, ActionId.DOWN),
        keys(t("panel.foot.close"), ActionId.CANCEL),
        keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
    )
    return (Span("  "), *footer(*hints))
