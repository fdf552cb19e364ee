"""The hands of a record as lists: to jump to a hand, a position or a turn, and as the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace
from textual import events

from engine.records.annotations import Annotation, Annotations
from tui.config.actions import ActionId, Place, action_for
from tui.drawing.charts import SIDE_INKS, Curve, LineChart, line_chart
from tui.drawing.rows import EntryAt, Role, Row, Rows, Span, fit_rows, shortened, spread
from tui.i18n import join_list, ljust, rjust, t
from tui.replay.replay_state import BadCode, PositionCode, Replay, read_jump
from tui.replay.replay_words import (
    SheetHand,
    brief_result,
    hand_sign,
    hand_title,
    points_by_hand,
    result_words,
    yaku_words,
)
from tui.screens.list_page import ListPage
from tui.screens.page import MARGIN, PanelScreen, back_key, cursor_keys, heading, keys, typed_field, words
from tui.system.terminal import Glyphs
from tui.tiles import Ground, Ink, glyph_set
from tui.words.names import Seating, short_name

HAND_NAME = 20
"""Columns of the name of a hand."""
NOTE_KIND = 8
"""Columns of the word for what is noted."""
AROUND_LIST = 7
"""Rows beside the list."""
TYPED = frozenset("0123456789.tT")
LONGEST = 9


class _JumpEntry(NamedTuple):
    """An entry: a hand, or what is noted at one of its positions."""

    position: int
    """The index in the record to go to."""
    hand: int
    """The number of the hand, from 1."""
    noted: Annotation | None = None


class JumpScreen(PanelScreen[int | None], ListPage[int | None]):
    """The hands of a record, each with what is noted in it, and a field.

    Its result is the index in the record to go to, or None.
    """

    def __init__(self, replay: Replay, sheet: tuple[SheetHand, ...], noted: Annotations) -> None:
        super().__init__()
        self.replay, self.sheet = replay, sheet
        self.typed = ""
        deals = [_JumpEntry(index, number) for number, index in enumerate(replay.line.deals, 1)]
        notes = [_JumpEntry(at, replay.line.hand_at(at).number, each) for at, each in noted.items()]
        self.entries = sorted([*deals, *notes], key=lambda entry: (entry.position, entry.noted is not None))
        self.at = self._last_before(replay.index)

    def _last_before(self, index: int) -> int:
        return max(at for at, entry in enumerate(self.entries) if entry.position <= index)

    @property
    def count(self) -> int:
        return len(self.entries)

    @property
    def target(self) -> int | str:
        """The index to go to, or why what was typed leads nowhere."""
        if not self.typed:
            return self.entries[self.at].position
        try:
            return read_jump(self.replay, self.typed)
        except BadCode as error:
            return str(error)

    def on_row(self, at: int) -> None:
        target = self.target
        if isinstance(target, int):
            self.dismiss(target)
        else:
            self.redraw()

    def press(self, event: events.Key) -> None:
        if event.key == "backspace":
            self._type(self.typed[:-1])
        elif event.key == "escape" and self.typed:
            self._type("")
        elif event.character is not None and event.character in TYPED:
            self._type((self.typed + event.character)[:LONGEST])
        else:
            super().press(event)

    def _type(self, typed: str) -> None:
        self.typed = typed
        target = self.target
        if typed and isinstance(target, int):
            self.at = self._last_before(target)
        self.redraw()

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        names = self.replay.seating
        lines = tuple(self._entry(number, each, inner) for number, each in enumerate(self.entries))
        shown = self.at, self.at
        body = fit_rows(
            self.window_with(shown, lines, inner, height - AROUND_LIST), inner, height - AROUND_LIST
        )
        looks = t("replay.jump.from", name=names.names[self.replay.seat])
        title = heading(t("replay.jump.title"), looks, inner)
        rows = [(), title, (), self._field(inner), (), *body]
        return self.framed(rows, width, height)

    def _field(self, width: int) -> Row:
        typed = typed_field(self.typed)
        target = self.target
        if isinstance(target, str):
            told = Span(target, Role(Ink.ALARM))
        else:
            told = Span(t("replay.jump.how"), Role(Ink.MUTED))
        room = width - len(typed.text) - 3
        return typed, Span("   "), replace(told, text=shortened(told.text, room))

    def _entry(self, number: int, entry: _JumpEntry, width: int) -> Row:
        if entry.noted is None:
            return self._line(number, self.sheet[entry.hand - 1], width)
        meta, ground = EntryAt(number), Ground.ROUND if number == self.at else Ground.FELT
        first = self.replay.line.hands[entry.hand - 1].first
        code = str(PositionCode(entry.hand, entry.position + 1 - first))
        kind = t("notes.bookmark" if entry.noted.bookmark else "notes.comment")
        told = shortened(entry.noted.comment, width - HAND_NAME - NOTE_KIND - 4, self.look.glyphs.ellipsis)
        return (
            self.pointer(number, meta),
            Span(f"{rjust(code, HAND_NAME)} ", Role(Ink.NAME, ground), meta),
            Span(f"{ljust(kind, NOTE_KIND)} ", Role(Ink.ACTING, ground), meta),
            self.entry_text(number, told, Ink.MUTED, meta),
        )

    def _line(self, number: int, line: SheetHand, width: int) -> Row:
        meta, ground = EntryAt(number), Ground.ROUND if number == self.at else Ground.FELT
        result = shortened(result_words(line, self.replay.seating), width - HAND_NAME - 3)
        return (
            self.pointer(number, meta),
            Span(f"{ljust(hand_title(line), HAND_NAME)} ", Role(Ink.NAME, ground), meta),
            self.entry_text(number, result, Ink.MUTED, meta),
        )

    def hints(self) -> Sequence[Row]:
        return (cursor_keys(), keys(t("replay.jump.go"), ActionId.CONFIRM), back_key())


POINTER = 2
HAND, RESULT = 7, 9
POINTS, CHANGE = 6, 7
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

    LARGEST: ClassVar[tuple[int, int]] = (124, 44)

    def __init__(self, sheet: Sequence[SheetHand], seating: Seating, hand: int = 1) -> None:
        """``hand`` is the number of the hand under the cursor, from 1."""
        super().__init__()
        self.sheet = tuple(sheet)
        self.seating = seating
        self.at = min(max(hand - 1, 0), len(self.sheet) - 1)

    @property
    def count(self) -> int:
        return len(self.sheet)

    def press(self, event: events.Key) -> None:
        opened_by = action_for(event.key, Place.REPLAY)
        if opened_by is not None and opened_by.id == ActionId.SCORE_SHEET:
            self.leave()
        else:
            super().press(event)

    def on_row(self, at: int) -> None:
        self.dismiss(self.sheet[at].hand.number)

    def picture(self, width: int, height: int) -> Rows:
        inner = width - 2 * MARGIN
        room = height - AROUND
        listed = min(self.count, max(room - max(LEAST_CHART, room // 2), 3))
        lines = tuple(self._line(number, inner) for number in range(self.count))
        body = self.window_with((self.at, self.at), lines, inner, listed)
        chart = self._chart(inner, room - listed)
        rows = [(), self._heads(inner), *body, (), *self._details(inner), (), *chart]
        return self.framed(rows, width, height)

    def _ink(self, seat: int) -> Ink:
        return SIDE_INKS[self.seating.side_of(seat)]

    def _sign(self, seat: int) -> str:
        return glyph_set(Glyphs.LATIN).corners[seat]

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
        line, meta = self.sheet[number], EntryAt(number)
        room = width - POINTER - SEAT * len(line.before)
        if width >= WIDE:
            told = ljust(f" {shortened(hand_title(line), WIDE_HAND - 2)}", WIDE_HAND)
            result = ljust(shortened(result_words(line, self.seating), room - WIDE_HAND), room - WIDE_HAND)
        else:
            told = ljust(f" {hand_sign(line)}", HAND)
            result = ljust(shortened(brief_result(line), room - HAND), room - HAND)
        columns = [(told, Ink.NAME), (result, Ink.TEXT)]
        for seat, before in enumerate(line.before):
            points = before if line.after is None else line.after[seat]
            change = line.changes[seat] if line.changes is not None else 0
            gains = Ink.SAFE if change > 0 else Ink.ALARM
            columns.append((rjust(f"{points}", SEAT - CHANGE), Ink.TEXT))
            columns.append((rjust(f"{change:+}" if change else "", CHANGE), gains))
        texts = (self.entry_text(number, text, ink, meta) for text, ink in columns)
        return self.pointer(number, meta), *texts

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

    def hints(self) -> Sequence[Row]:
        return (cursor_keys(), keys(t("sheet.go"), ActionId.CONFIRM), back_key())
