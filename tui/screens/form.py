"""Forms: lines with a value that left and right change, and a last line that takes the whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual import events

from tui.config.actions import BY_ID, NamedAction, Place
from tui.drawing.rows import Role, Row, Rows, Span, cells, fit
from tui.i18n.texts import t
from tui.screens.base import Result
from tui.screens.layout import indent, middle, page, words, wrap
from tui.screens.menu import footer, keys
from tui.screens.page import PageScreen
from tui.screens.scroll import Scroll

LABEL_WIDTH = 12
"""Of labels, where none is wider."""
VALUE_WIDTH = 38
"""Of the widest value, so that nothing beside it moves when it changes."""
ABOUT_ROWS = 3
AROUND_LINES = 9
"""Rows of the page that are not lines of the form: heading, last line, what it means, footer, gaps."""

Value = TypeVar("Value")


class FormScreen(PageScreen[Result]):
    """Up and down choose a line, left and right its value; Enter takes the form as it stands."""

    place = Place.MENU
    fields: ClassVar[tuple[str, ...]]
    """The lines; the last has no value and takes the form."""
    typed: ClassVar[frozenset[str]] = frozenset()
    """Lines whose value is typed instead of chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.line = 0
        self._scroll = Scroll()

    @property
    def field(self) -> str:
        """The line under the cursor."""
        return self.fields[self.line]

    # -- what each form has of its own ---------------------------------------------------------------

    def heading(self) -> str:
        """What the form is about."""
        return ""

    def group(self, field: str) -> str:
        """The heading of the lines to which this one belongs, empty where lines have none."""
        return ""

    def label(self, field: str) -> str:
        """What a line is called."""
        return ""

    def value(self, field: str) -> str:
        """What stands on a line."""
        return ""

    def about(self, field: str) -> str:
        """What the value of that line means, in at most three lines."""
        return ""

    def change(self, field: str, by: int) -> None:
        """Take the next value of a line (1), the one before (-1), or leave it (0)."""

    def takes(self) -> str:
        """What Enter does, in a word."""
        return self.label(self.fields[-1])

    def take(self) -> None:
        """Take the form as it stands."""

    def leave(self) -> None:
        """Leave it without that."""

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The lines, as many as there is room for, and what the value under the cursor means."""
        across = 2 + self._label_width + 2 + VALUE_WIDTH + 2
        last = self.fields[-1]
        about = tuple(words(line) for line in wrap(self.about(self.field), across - 2))
        about = (*about, *[()] * (ABOUT_ROWS - len(about)))
        lines, seen = self._lines(across)
        ways = BY_ID["up"].named, BY_ID["down"].named
        room = min(len(lines), height - AROUND_LINES)
        shown = self._scroll.around(seen, lines, across, room, ways)
        block = (
            words(self.heading(), "title"),
            (),
            *shown,
            (),
            self._row(last, across),
            (),
            *indent(about, 2),
        )
        foot = footer(
            keys(t("screen.foot.choose"), "up", "down"),
            keys(t("screen.foot.change"), "left", "right"),
            keys(self.takes(), "confirm"),
            keys(t("screen.foot.back"), "cancel"),
            keys(BY_ID["help"].words, "help"),
        )
        return page([middle(block, width)], width, height, foot)

    @property
    def _label_width(self) -> int:
        return max(LABEL_WIDTH, *(cells(self.label(field)) + 1 for field in self.fields[:-1]))

    def _lines(self, width: int) -> tuple[Rows, tuple[int, int]]:
        """All lines but the last below the headings of their groups; and those that have to be seen.

        These are the line under the cursor, and its heading where it stands right above it.
        """
        rows: list[Row] = []
        seen = (0, 0)
        group = ""
        for field in self.fields[:-1]:
            above = len(rows)
            if self.group(field) != group:
                group = self.group(field)
                rows += [(), words(group, "title")] if rows else [words(group, "title")]
            if field == self.field:
                seen = (above, len(rows))
            rows.append(self._row(field, width))
        return tuple(rows), (len(rows) - 1,) * 2 if self.field == self.fields[-1] else seen

    def _row(self, field: str, width: int) -> Row:
        here = field == self.field
        pointer = Span(f"{self.look.glyphs.pointer if here else ' '} ", Role("acting"))
        meta = ("entry", field)
        if field == self.fields[-1]:
            role = Role("text", "round") if here else Role("name")
            return fit([pointer, Span(f" {self.label(field)} ", role, meta)], width)
        ground = "round" if here else "felt"
        arrows = ("  ", "  ") if field in self.typed else ("< ", " >")
        value = Span(f" {self.value(field)} ", Role("text", ground) if here else Role("name"), meta)
        return (
            pointer,
            *fit([Span(self.label(field), Role("muted"), meta)], self._label_width, Role("muted")),
            Span(arrows[0], Role("acting"), ("back", field)),
            *fit([value], VALUE_WIDTH),
            Span(arrows[1], Role("acting"), ("forth", field)),
        )

    # -- choosing ------------------------------------------------------------------------------------

    def perform(self, action: NamedAction) -> None:
        """Move, change a value, take or leave."""
        match action.id:
            case "up" | "down":
                self.line = (self.line + (1 if action.id == "down" else -1)) % len(self.fields)
                self.redraw()
            case "first" | "last":
                self._step(len(self.fields) if action.id == "last" else -len(self.fields))
            case "left" | "right":
                self._change(self.field, 1 if action.id == "right" else -1)
            case "confirm":
                self.take()
            case "cancel" | "quit":
                self.leave()
            case _:
                super().perform(action)

    def click(self, what: str, value: object) -> None:
        """A click chooses a line, its arrows or another click change it; the last line takes the form."""
        if what == "scroll" and isinstance(value, int):
            self._step(value * self._scroll.span)
            return
        field = str(value)
        again = field == self.field
        self.line = self.fields.index(field)
        if field == self.fields[-1]:
            self.take()
        else:
            self._change(field, {"back": -1, "entry": int(again)}.get(what, 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves from line to line."""
        self._step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Upwards."""
        self._step(-1)

    def _step(self, by: int) -> None:
        """Move so many lines, but not round the end."""
        self.line = min(max(self.line + by, 0), len(self.fields) - 1)
        self.redraw()

    def _change(self, field: str, by: int) -> None:
        self.change(field, by)
        self.redraw()


def next_value(values: Sequence[Value], value: Value | None, by: int) -> Value:
    """The value that comes so many places later, round the end."""
    place = values.index(value) if value in values else 0
    return values[(place + by) % len(values)]
