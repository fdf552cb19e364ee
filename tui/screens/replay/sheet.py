"""The score sheet of a record: a line for each hand, and the curve of the points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events

from tui.config.actions import BY_ID, ActionId, Place, action_for
from tui.drawing.charts import SIDE_INKS, Curve, LineChart, line_chart
from tui.drawing.click_meta import EntryAt
from tui.drawing.rows import Role, Row, Rows, Span, fit_rows, shortened, spread
from tui.i18n.layout import join_list, ljust, rjust
from tui.i18n.texts import t
from tui.replay.score_sheet import SheetHand, points_by_hand
from tui.replay.sheet_words import brief_result, hand_sign, hand_title, result_words, yaku_words
from tui.screens.list_page import ListPage
from tui.screens.menu import footer, keys
from tui.screens.page_layout import framed, words
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ground, Ink
from tui.words.seating import Seating, short_name

MARGIN = 2
POINTER = 2
HAND, RESULT = 7, 9
POINTS, CHANGE = 6, 7
"""Widths of columns."""
SEAT = POINTS + CHANGE + 1
WIDE = 108
"""Width from which the hand and its result are told in full."""
WIDE_HAND = 20
AROUND = 8
"""Rows that are neither hands nor chart: heads, details, footer, gaps."""
LEAST_CHART = 7
"""Rows of the smallest chart."""


class ScoreSheetScreen(PanelScreen[int | None], ListPage[int | None]):
    """The sheet; its result is the number of the hand to go to, from 1, or None."""

    place: ClassVar[Place] = Place.MENU
    LARGEST: ClassVar[tuple[int, int]] = (124, 44)

    def __init__(self, sheet: Sequence[SheetHand], seating: Seating, hand: int = 1) -> None:
        """``hand`` is the number of the hand under the cursor, from 1."""
        super().__init__()
        self.sheet = tuple(sheet)
        self.seating = seating
        self.at = min(max(hand - 1, 0), len(self.sheet) - 1)

    @property
    def count(self) -> int:
        """How many hands there are."""
        return len(self.sheet)

    def press(self, event: events.Key) -> None:
        """The key that opened the sheet closes it."""
        opened_by = action_for(event.key, Place.REPLAY)
        if opened_by is not None and opened_by.id == ActionId.SCORE_SHEET:
            self.leave()
        else:
            super().press(event)

    def choose(self) -> None:
        """Go to the hand under the cursor."""
        if self.sheet:
            self.dismiss(self.sheet[self.at].hand.number)

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """Hands above, the hand under the cursor in words, the curve of the points below."""
        inner = width - 2 * MARGIN
        room = height - AROUND
        listed = min(self.count, max(room - max(LEAST_CHART, room // 2), 3))
        lines = tuple(self._line(number, inner) for number in range(self.count))
        body = self.window_with((self.at, self.at), lines, inner, listed)
        chart = self._chart(inner, room - listed)
        rows = [(), self._heads(inner), *body, (), *self._details(inner), (), *chart]
        return framed(rows, (Span("  "), *self._foot()), width, height, MARGIN)

    def _ink(self, seat: int) -> Ink:
        return SIDE_INKS[self.seating.side_of(seat)]

    def _sign(self, seat: int) -> str:
        """The wind that the player began with, in one cell."""
        return self.look.glyphs.corners[seat]

    def _heads(self, width: int) -> Row:
        left = [Span(t("sheet.title"), Role(Ink.TITLE))]
        right = [
            Span(
                rjust(f"{self._sign(seat)} {short_name(self.seating.names[seat])}", SEAT),
                Role(self._ink(seat)),
            )
            for seat in range(len(self.seating.names))
        ]
        return spread(left, right, width)

    def _line(self, number: int, width: int) -> Row:
        line, here = self.sheet[number], number == self.at
        meta, ground = EntryAt(number), Ground.ROUND if here else Ground.FELT

        def span(text: str, ink: Ink) -> Span:
            return Span(text, Role(Ink.TEXT if here else ink, ground), meta)

        room = width - POINTER - SEAT * len(line.before)
        if width >= WIDE:
            told = ljust(f" {shortened(hand_title(line), WIDE_HAND - 2)}", WIDE_HAND)
            result = ljust(shortened(result_words(line, self.seating), room - WIDE_HAND), room - WIDE_HAND)
        else:
            told = ljust(f" {hand_sign(line)}", HAND)
            result = ljust(shortened(brief_result(line), room - HAND), room - HAND)
        cells = []
        for seat, before in enumerate(line.before):
            points = before if line.after is None else line.after[seat]
            change = line.changes[seat] if line.changes is not None else 0
            gains = Ink.SAFE if change > 0 else Ink.ALARM
            cells.append(span(rjust(f"{points}", SEAT - CHANGE), Ink.TEXT))
            cells.append(span(rjust(f"{change:+}" if change else "", CHANGE), gains))
        pointer = Span(f"{self.look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta)
        return pointer, span(told, Ink.NAME), span(result, Ink.TEXT), *cells

    def _details(self, width: int) -> Rows:
        """The hand under the cursor in words: its result, and the yaku of its wins."""
        if not self.sheet:
            return ()
        line = self.sheet[self.at]
        told = join_list([hand_title(line), result_words(line, self.seating)])
        rows = [words(shortened(told, width), Ink.NAME), words(shortened(yaku_words(line), width), Ink.MUTED)]
        return fit_rows(rows, width, 2)

    def _chart(self, width: int, height: int) -> Rows:
        points = points_by_hand(self.sheet)
        if len(points) <= 1:
            return ()
        seats = (*self.seating.around[1:], self.seating.seat)
        curves = tuple(
            Curve(
                tuple(float(each[seat]) for each in points),
                self._ink(seat),
                self._sign(seat),
                short_name(self.seating.names[seat]),
            )
            for seat in seats
        )
        labels = ("", *(hand_sign(line) for line in self.sheet if line.after is not None))
        chart = LineChart(curves, labels, base=sum(points[0]) / len(points[0]))
        return line_chart(chart, width, height, self.look.glyphs)

    def _foot(self) -> Row:
        return footer(
            keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
            keys(t("sheet.go"), ActionId.CONFIRM),
            keys(t("screen.foot.back"), ActionId.CANCEL),
            keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
        )
