"""Forms: lines with a value that left and right change, and a last line that takes the whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from tui.actions import BY_ID, NamedAction, Place
from tui.screens.layout import indent, middle, page, words, wrap
from tui.screens.menu import footer, keys
from tui.screens.page import PageScreen, Result
from tui.texts import t
from tui.tiles import Role, Row, Rows, Span
from tui.tiles.rows import fit

LABEL_WIDTH = 12
VALUE_WIDTH = 38
"""Of the widest value, so that nothing beside it moves when it changes."""
ROW_WIDTH = 2 + LABEL_WIDTH + 2 + VALUE_WIDTH + 2
ABOUT_ROWS = 3

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

    @property
    def field(self) -> str:
        """The line under the cursor."""
        return self.fields[self.line]

    # -- what each form has of its own ---------------------------------------------------------------

    def heading(self) -> str:
        """What the form is about."""
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

    def take(self) -> None:
        """Take the form as it stands."""

    def leave(self) -> None:
        """Leave it without that."""

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """The lines, and what the value under the cursor means."""
        lines = tuple(self._row(field) for field in self.fields)
        about = tuple(words(line) for line in wrap(self.about(self.field), ROW_WIDTH - 2))
        about = (*about, *[()] * (ABOUT_ROWS - len(about)))
        block = (words(self.heading(), "title"), (), *lines[:-1], (), lines[-1], (), *indent(about, 2))
        foot = footer(
            keys(t("screen.foot.choose"), "up", "down"),
            keys(t("screen.foot.change"), "left", "right"),
            keys(self.label(self.fields[-1]), "confirm"),
            keys(t("screen.foot.back"), "cancel"),
            keys(BY_ID["help"].words, "help"),
        )
        return page([middle(block, width)], width, height, foot)

    def _row(self, field: str) -> Row:
        here = field == self.field
        pointer = Span(f"{self.look.glyphs.pointer if here else ' '} ", Role("acting"))
        meta = ("entry", field)
        if field == self.fields[-1]:
            role = Role("text", "round") if here else Role("name")
            return fit([pointer, Span(f" {self.label(field)} ", role, meta)], ROW_WIDTH)
        ground = "round" if here else "felt"
        arrows = ("  ", "  ") if field in self.typed else ("< ", " >")
        value = Span(f" {self.value(field)} ", Role("text", ground) if here else Role("name"), meta)
        return (
            pointer,
            Span(f"{self.label(field):<{LABEL_WIDTH}}", Role("muted"), meta),
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
            case "left" | "right":
                self._change(self.field, 1 if action.id == "right" else -1)
            case "confirm":
                self.take()
            case "cancel" | "quit":
                self.leave()
            case _:
                super().perform(action)

    def click(self, what: str, value: object) -> None:
        """A click chooses a line, its arrows change it, and the last line takes the form."""
        field = str(value)
        if field == self.fields[-1]:
            self.take()
            return
        self.line = self.fields.index(field)
        self._change(field, {"back": -1, "entry": 0}.get(what, 1))

    def _change(self, field: str, by: int) -> None:
        self.change(field, by)
        self.redraw()


def next_value(values: Sequence[Value], value: Value | None, by: int) -> Value:
    """The value that comes so many places later, round the end."""
    place = values.index(value) if value in values else 0
    return values[(place + by) % len(values)]
