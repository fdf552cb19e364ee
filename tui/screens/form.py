"""Forms: lines with a value that left and right change, and a last line that accepts the form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from tui.config.actions import ActionId, NamedAction, Place
from tui.drawing.rows import EntryAt, Meta, Role, Row, Rows, Span, ValueArrow, cells, fit
from tui.i18n import t
from tui.screens.list_page import ListPage
from tui.screens.page import back_key, cursor_keys, indent, keys, middle, page, page_footer, words, wrap
from tui.screens.screen import Result
from tui.tiles import Ground, Ink

LABEL_WIDTH = 12
"""Least width of the labels."""
VALUE_WIDTH = 38
"""Width of all values, so that a change of one moves nothing."""
ABOUT_ROWS = 3
AROUND_LINES = 9
"""Rows of the page that are not lines of the form: heading, last line, what it means, footer, gaps."""

Value = TypeVar("Value")


class FormScreen(ListPage[Result]):
    """A list of fields. Left and right change the value under the cursor; Enter accepts the form."""

    place = Place.MENU
    fields: ClassVar[tuple[str, ...]]
    """The fields. The last one has no value: it accepts the form."""
    typed: ClassVar[frozenset[str]] = frozenset()
    """Fields whose value is typed instead of chosen."""

    @property
    def count(self) -> int:
        return len(self.fields)

    @property
    def field(self) -> str:
        """The field under the cursor."""
        return self.fields[self.at]

    # -- what a form defines ---------------------------------------------------------------

    def heading(self) -> str:
        """The title of the form."""
        return ""

    def group(self, field: str) -> str:
        """The heading of the group that a field belongs to, or an empty text."""
        return ""

    def label(self, field: str) -> str:
        """The name of a field."""
        return ""

    def value(self, field: str) -> str:
        """The value of a field, as shown."""
        return ""

    def note(self, field: str) -> str:
        """What a value brings with it, in a line that always stands below it. Most fields have none."""
        return ""

    def about(self, field: str) -> str:
        """Explain the value of a field in at most three lines."""
        return ""

    def sample(self, field: str) -> Row:
        """Show a sample of the value below its explanation. Most fields have none."""
        return ()

    def change(self, field: str, by: int) -> None:
        """Set a field to its next value (1) or the one before (-1), or leave it (0)."""

    def takes(self) -> str:
        """Name in a word the effect of Enter."""
        return self.label(self.fields[-1])

    def accept(self) -> None:
        """Accept the form with its present values."""

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        across = 2 + self._label_width + 2 + VALUE_WIDTH + 2
        last = self.fields[-1]
        about = tuple(words(line) for line in wrap(self.about(self.field), across - 2))
        about = (*about, self.sample(self.field), *[()] * ABOUT_ROWS)[: max(ABOUT_ROWS, len(about))]
        lines, seen = self._lines(across)
        shown = self.window_with(seen, lines, across, min(len(lines), height - AROUND_LINES))
        block = (
            words(self.heading(), Ink.TITLE),
            (),
            *shown,
            (),
            self._row(last, across),
            (),
            *indent(about, 2),
        )
        foot = page_footer(
            cursor_keys(),
            keys(t("screen.foot.change"), ActionId.LEFT, ActionId.RIGHT),
            keys(self.takes(), ActionId.CONFIRM),
            back_key(),
        )
        return page([middle(block, width)], width, height, foot)

    @property
    def _label_width(self) -> int:
        return max(LABEL_WIDTH, *(cells(self.label(field)) + 1 for field in self.fields[:-1]))

    def _lines(self, width: int) -> tuple[Rows, tuple[int, int]]:
        """The rows of all fields but the last, below their headings; and which of them have to be visible.

        Those are the row under the cursor, and its heading if that is right above it.
        """
        rows: list[Row] = []
        seen = (0, 0)
        group = ""
        for field in self.fields[:-1]:
            above = len(rows)
            if self.group(field) != group:
                group = self.group(field)
                rows += [(), words(group, Ink.TITLE)] if rows else [words(group, Ink.TITLE)]
            if field == self.field:
                seen = (above, len(rows))
            rows.append(self._row(field, width))
            if note := self.note(field):
                rows += indent((words(note, Ink.MUTED),), 2 + self._label_width + 3)
        return tuple(rows), (len(rows) - 1,) * 2 if self.field == self.fields[-1] else seen

    def _row(self, field: str, width: int) -> Row:
        here = field == self.field
        at = self.fields.index(field)
        pointer, meta = self.pointer(at), EntryAt(at)
        if field == self.fields[-1]:
            return fit([pointer, self.entry_text(at, f" {self.label(field)} ", meta=meta)], width)
        ground = Ground.ROUND if here else Ground.FELT
        arrows = ("  ", "  ") if field in self.typed else ("< ", " >")
        value = Span(f" {self.value(field)} ", Role(Ink.TEXT, ground) if here else Role(Ink.NAME), meta)
        return (
            pointer,
            *fit([Span(self.label(field), Role(Ink.MUTED), meta)], self._label_width, Role(Ink.MUTED)),
            Span(arrows[0], Role(Ink.ACTING), ValueArrow(at, -1)),
            *fit([value], VALUE_WIDTH),
            Span(arrows[1], Role(Ink.ACTING), ValueArrow(at, 1)),
        )

    # -- choosing ------------------------------------------------------------------------------------

    def on_action(self, action: NamedAction) -> None:
        if action.id == ActionId.QUIT:
            self.leave()
        else:
            super().on_action(action)

    def go_sideways(self, by: int) -> None:
        self._change(self.field, by)

    def click(self, meta: Meta) -> None:
        match meta:
            case EntryAt(at) if at == len(self.fields) - 1:
                self.at = at
                self.accept()
            case EntryAt(at):
                again, self.at = at == self.at, at
                self._change(self.field, int(again))
            case ValueArrow(at, by):
                self.at = at
                self._change(self.field, by)
            case _:
                super().click(meta)

    def on_row(self, at: int) -> None:
        self.accept()

    def _change(self, field: str, by: int) -> None:
        self.change(field, by)
        self.redraw()


def next_value(values: Sequence[Value], value: Value | None, by: int) -> Value:
    """The value ``by`` places after ``value``; the first follows the last."""
    place = values.index(value) if value in values else 0
    return values[(place + by) % len(values)]
