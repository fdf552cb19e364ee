"""Dialogs: a question with two answers, a notice, a line to type, and leave to start programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import chop_cells
from textual import events

from tui.config.actions import BY_ID, ActionId, Place
from tui.drawing.rows import Role, Row, Rows, Span
from tui.i18n import t
from tui.screens.list_page import MenuPage, TextMenuPage
from tui.screens.page import (
    CURSOR,
    Entry,
    PageScreen,
    PanelScreen,
    back_key,
    footer,
    keys,
    menu_footer,
    middle,
    named_key,
    page,
    typed_character,
    words,
    wrap,
)
from tui.tiles import Ground, Ink

TEXT_WIDTH = 60

YES, NO = "yes", "no"


class AskScreen(MenuPage[bool | None]):
    """A question. Its result is True for the first answer, False for the second, None for Esc."""

    place = Place.MENU

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


class LineScreen(PanelScreen[str | None]):
    """A field. Its result is what was typed, None for Esc; an empty line is not taken."""

    place: ClassVar[Place] = Place.MENU

    def __init__(
        self, title: str, text: str, longest: int, refuse: Callable[[str], str] = lambda _: ""
    ) -> None:
        """``refuse`` says in one line why a text is not taken; empty if it is."""
        super().__init__()
        self._title, self._text, self._longest, self._refuse = title, text, longest, refuse
        self.typed = ""
        self._fault = ""

    def press(self, event: events.Key) -> None:
        """Type: all keys but Enter, Esc and Backspace. Before the first letter, the key of the help helps."""
        character = typed_character(event)
        match event.key:
            case "enter":
                self._take()
            case "escape":
                self.leave()
            case "backspace":
                self._type(self.typed[:-1])
            case key if not self.typed and key in BY_ID[ActionId.HELP].keys:
                super().press(event)
            case _ if character and character.isprintable():
                self._type(self.typed + character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._type(self.typed + "".join(each for each in " ".join(event.text.split()) if each.isprintable()))

    def _type(self, typed: str) -> None:
        self.typed, self._fault = typed[: self._longest], ""
        self.redraw()

    def _take(self) -> None:
        text = self.typed.strip()
        self._fault = self._refuse(text) if text else ""
        if text and not self._fault:
            self.dismiss(text)
        else:
            self.redraw()

    def picture(self, width: int, height: int) -> Rows:
        """Title, text, the field with the end of what was typed, and why it was not taken."""
        room = min(LINE_WIDTH, width - 8)
        shown = self.typed[-(room - 3) :]
        field: Row = (Span(f" {shown}{CURSOR} ".ljust(room), Role(Ink.TEXT, Ground.KEY)),)
        block = (
            words(self._title, Ink.TITLE),
            (),
            *(words(line) for line in wrap(self._text, room)),
            (),
            field,
            (),
            *(words(line, Ink.ALARM) for line in wrap(self._fault, room)),
        )
        hints = [keys(t("screen.foot.take"), ActionId.CONFIRM), back_key()]
        if not self.typed:
            hints.append(named_key(ActionId.HELP))
        foot = footer(*hints)
        return page([middle(block, width)], width, height, foot)


AGREE, REFUSE = "agree", "refuse"
PROGRAMS_WIDTH = 72
INDENT = "  "
AROUND = 6
"""Rows of gaps and of the footer."""


class ProgramsScreen(TextMenuPage[bool | None]):
    """A dialog whose result is True if the player lets the programs run, otherwise False or None.

    Nobody can agree to what they have not seen: the answer counts once the end of the commands was shown.
    """

    place = Place.MENU

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
        return page(blocks, width, height, menu_footer(back_key()))

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
