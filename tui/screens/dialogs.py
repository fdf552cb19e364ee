"""Dialogs and forms: a question with two answers, a notice, a line to type, leave to start programs, fields.

A form has lines with a value that left and right change, and a last line that accepts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeVar

from rich.cells import chop_cells
from textual import events

from tui.config.actions import BY_ID, ActionId, NamedAction
from tui.drawing.rows import EntryAt, Meta, Role, Row, Rows, Span, ValueArrow, cells, fit
from tui.i18n import t
from tui.screens.list_page import ListPage, MenuPage, TextMenuPage
from tui.screens.page import (
    CURSOR,
    Entry,
    PageScreen,
    PanelScreen,
    back_key,
    cursor_keys,
    footer,
    indent,
    keys,
    menu_footer,
    middle,
    named_key,
    page,
    page_footer,
    typed_character,
    words,
    wrap,
)
from tui.screens.screen import Result
from tui.tiles import Ground, Ink
from tui.words.names import within_sentence

TEXT_WIDTH = 60

YES, NO = "yes", "no"


class AskScreen(MenuPage[bool | None]):
    """A question. Its result is True for the first answer, False for the second, None for Esc."""

    def __init__(self, title: str, text: str, yes: str, no: str | None = None, more: str = "") -> None:
        """``more`` is a second paragraph."""
        super().__init__([Entry(YES, yes)] if no is None else [Entry(YES, yes), Entry(NO, no)])
        self._title = title
        self._paragraphs = (text, more) if more else (text,)
        self.at = self.count - 1

    def picture(self, width: int, height: int) -> Rows:
        room = min(TEXT_WIDTH, width - 8)
        texts = [[words(line) for line in wrap(text, room)] for text in self._paragraphs]
        back = [back_key()] if self.count > 1 else []
        block = (
            words(self._title, Ink.TITLE),
            *(row for rows in texts for row in ((), *rows)),
            (),
            *self.menu(),
        )
        return page([middle(block, width)], width, height, menu_footer(*back))

    def on_row(self, at: int) -> None:
        self.dismiss(self.entries[at].id == YES)


def notice(title: str, text: str, more: str = "") -> AskScreen:
    """A dialog with a text, in one or two paragraphs, and one button."""
    return AskScreen(title, text, t("screen.go-on"), more=more)


LINE_WIDTH = 66
FIELD_ROWS = 8
"""The most rows of a field that are seen at once."""


class LineScreen(PanelScreen[str | None]):
    """A field of one line, which may be long. Its result is what was typed, None for Esc."""

    def __init__(
        self,
        title: str,
        text: str,
        longest: int,
        refuse: Callable[[str], str] = lambda _: "",
        *,
        typed: str = "",
        may_be_empty: bool = False,
    ) -> None:
        """``refuse`` says in one line why a text is not taken, or nothing. ``typed`` stands there first."""
        super().__init__()
        self._title, self._text, self._longest, self._refuse = title, text, longest, refuse
        self._may_be_empty = may_be_empty
        self.typed = typed
        self.at = len(typed)
        """The place of the cursor: so many characters stand before it."""
        self._fault = ""

    def press(self, event: events.Key) -> None:
        character = typed_character(event)
        match event.key:
            case "enter":
                text = self.typed.strip()
                self._fault = self._refuse(text) if text else ""
                if (text or self._may_be_empty) and not self._fault:
                    self.dismiss(text)
                else:
                    self.redraw()
            case "escape":
                self.leave()
            case "backspace":
                self._edit(self.typed[: max(self.at - 1, 0)], self.typed[self.at :])
            case "delete":
                self._edit(self.typed[: self.at], self.typed[self.at + 1 :])
            case "left" | "right" | "home" | "end" as key:
                self._move({"left": self.at - 1, "right": self.at + 1, "home": 0}.get(key, len(self.typed)))
            case key if not self.typed and key in BY_ID[ActionId.HELP].keys:
                super().press(event)
            case _ if character and character.isprintable():
                self._type(character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._type("".join(each for each in " ".join(event.text.split()) if each.isprintable()))

    def _type(self, typed: str) -> None:
        room = max(self._longest - len(self.typed), 0)
        self._edit(self.typed[: self.at] + typed[:room], self.typed[self.at :])

    def _edit(self, before: str, after: str) -> None:
        self.typed, self._fault = before + after, ""
        self._move(len(before))

    def _move(self, at: int) -> None:
        self.at = min(max(at, 0), len(self.typed))
        self.redraw()

    def picture(self, width: int, height: int) -> Rows:
        room = min(LINE_WIDTH, width - 8)
        block = (
            words(self._title, Ink.TITLE),
            (),
            *(words(line) for line in wrap(self._text, room)),
            (),
            *self._field(room),
            (),
            *(words(line, Ink.ALARM) for line in wrap(self._fault, room)),
        )
        hints = [keys(t("screen.foot.take"), ActionId.CONFIRM), back_key()]
        if not self.typed:
            hints.append(named_key(ActionId.HELP))
        foot = footer(*hints)
        return page([middle(block, width)], width, height, foot)

    def _field(self, room: int) -> Rows:
        """The typed text, broken at the ends of the rows, with the cursor on its character or at the end."""
        ends = self.at == len(self.typed)
        rows: list[Row] = []
        here, first = 0, 0
        for number, line in enumerate(_broken(self.typed + (CURSOR if ends else " "), room - 2)):
            place = self.at - first
            first += len(line)
            if 0 <= place < len(line):
                here = number
                ground = Ground.KEY if ends else Ground.CURSOR
                rows.append(_field_row(line[:place], line[place], line[place + 1 :], ground, room))
            else:
                rows.append(_field_row(line, "", "", Ground.KEY, room))
        top = min(max(here - FIELD_ROWS + 2, 0), max(len(rows) - FIELD_ROWS, 0))
        return tuple(rows[top : top + FIELD_ROWS])


def _broken(text: str, width: int) -> Iterator[str]:
    """The whole text in pieces of at most that many cells, cut after a space where a piece has one."""
    while text:
        piece = chop_cells(text, width)[0]
        if len(piece) < len(text):
            piece = piece[: piece.rfind(" ") + 1] or piece
        yield piece
        text = text[len(piece) :]


def _field_row(before: str, under: str, after: str, ground: Ground, room: int) -> Row:
    role = Role(Ink.TEXT, Ground.KEY)
    rest = " " * max(room - 1 - cells(before + under + after), 1)
    return Span(f" {before}", role), Span(under, Role(Ink.TEXT, ground)), Span(f"{after}{rest}", role)


AGREE, REFUSE = "agree", "refuse"
PROGRAMS_WIDTH = 72
INDENT = "  "
AROUND = 6
"""Rows of gaps and of the footer."""


class ProgramsScreen(TextMenuPage[bool | None]):
    """A dialog whose result is True if the player lets the programs run, otherwise False or None.

    Nobody can agree to what they have not seen: the answer counts once the end of the commands was shown.
    """

    def __init__(self, programs: Sequence[str]) -> None:
        """``programs`` are the commands, with control characters already visible."""
        super().__init__(_answers())
        self.programs = tuple(programs)
        self._seen = False
        """Whether the end of the commands was shown."""

    def picture(self, width: int, height: int) -> Rows:
        room = min(PROGRAMS_WIDTH, width - 8)
        ask = t("save.programs.ask", count=len(self.programs))
        title, menu = (words(t("save.title"), Ink.TITLE),), self.menu()
        text = tuple(words(line) for line in wrap(ask, room))
        trust = tuple(words(line) for line in wrap(t("save.programs.trust"), room))
        rows = self._commands(room)
        taken = sum(map(len, (title, text, trust, menu))) + AROUND
        body = self.text_window(rows, room, height - taken)
        self._seen = self._seen or self.scroll.top >= self.scroll.last
        told = (*text, (), *body, (), *trust)
        blocks = [middle(block, width) for block in (title, told, menu)]
        return self.paged(blocks, width, height)

    def _commands(self, width: int) -> Rows:
        """The commands with all their spaces, broken only at the ends of the lines."""
        rows: list[Row] = []
        for number, program in enumerate(self.programs):
            rows += [()] * bool(number)
            rows += (words(f"{INDENT}{line}", Ink.NAME) for line in chop_cells(program, width - len(INDENT)))
        return tuple(rows)

    def refresh_texts(self) -> None:
        self.entries = _answers()
        self.redraw()

    def jump(self, *, end: bool) -> None:
        PageScreen.jump(self, end=end)

    def on_row(self, at: int) -> None:
        """Give the answer; to agree before the end was shown turns the page instead."""
        agrees = self.entries[at].id == AGREE
        if agrees and not self._seen:
            # the cursor stays on the answer that starts nothing
            self.select(REFUSE)
            self.turn(1)
        else:
            self.dismiss(agrees)


def _answers() -> tuple[Entry, ...]:
    """The answer that starts nothing comes first, and is marked."""
    return Entry(REFUSE, t("save.programs.refuse")), Entry(AGREE, t("save.programs.agree"))


# -- forms -------------------------------------------------------------------------------------------


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

    fields: ClassVar[tuple[str, ...]]
    """The fields. The last one has no value: it accepts the form."""
    typed: ClassVar[frozenset[str]] = frozenset()
    """Fields whose value is typed instead of chosen."""

    @property
    def count(self) -> int:
        return len(self.fields)

    @property
    def field(self) -> str:
        return self.fields[self.at]

    # -- what a form defines ---------------------------------------------------------------

    def heading(self) -> str:
        return ""

    def group(self, field: str) -> str:
        """The heading of the group that a field belongs to, or an empty text."""
        return ""

    def label(self, field: str) -> str:
        return ""

    def value(self, field: str) -> str:
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
            keys(within_sentence(self.takes()), ActionId.CONFIRM),
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
