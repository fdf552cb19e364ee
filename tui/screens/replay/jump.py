"""Jump in a replay: choose a hand of the list, or type a position, a hand or a turn."""

from __future__ import annotations

from typing import ClassVar

from textual import events

from tui.config.actions import BY_ID, ActionId, Place
from tui.drawing.click_meta import EntryAt
from tui.drawing.rows import Role, Row, Rows, Span, fit_rows, shortened, spread
from tui.i18n.layout import ljust
from tui.i18n.texts import t
from tui.replay.jump import read_jump
from tui.replay.position_code import BadCode
from tui.replay.replay import Replay
from tui.replay.score_sheet import SheetHand
from tui.replay.sheet_words import hand_title, result_words
from tui.screens.list_page import ListPage
from tui.screens.menu import footer, keys
from tui.screens.page_layout import framed
from tui.screens.page_screen import PanelScreen
from tui.tiles.roles import Ground, Ink

MARGIN = 2
HAND = 20
"""Columns of the name of a hand."""
AROUND = 7
"""Rows beside the list."""
TYPED = frozenset("0123456789.tT")
LONGEST = 9
CURSOR = "_"


class JumpScreen(PanelScreen[int | None], ListPage[int | None]):
    """The hands of a record, and a field; its result is the index in the record to go to, or None."""

    place: ClassVar[Place] = Place.MENU

    def __init__(self, replay: Replay, sheet: tuple[SheetHand, ...]) -> None:
        super().__init__()
        self.replay, self.sheet = replay, sheet
        self.typed = ""
        self.at = replay.code.hand - 1

    @property
    def count(self) -> int:
        """How many hands there are."""
        return len(self.sheet)

    @property
    def target(self) -> int | str:
        """The index to go to, or why what was typed leads nowhere."""
        if not self.typed:
            return self.replay.line.deals[self.at]
        try:
            return read_jump(self.replay, self.typed)
        except BadCode as error:
            return str(error)

    def choose(self) -> None:
        """Go there, if what was typed leads somewhere."""
        target = self.target
        if isinstance(target, int):
            self.dismiss(target)
        else:
            self.redraw()

    def press(self, event: events.Key) -> None:
        """Type, or move in the list."""
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
            self.at = self.replay.line.hand_at(target).number - 1
        self.redraw()

    # -- the picture ---------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Rows:
        """Title, field, and the hands with their results."""
        inner = width - 2 * MARGIN
        names = self.replay.seating
        lines = tuple(self._line(number, each, inner) for number, each in enumerate(self.sheet))
        shown = self.at, self.at
        body = fit_rows(self.window_with(shown, lines, inner, height - AROUND), inner, height - AROUND)
        looks = t("replay.jump.from", name=names.names[self.replay.seat])
        title = spread([Span(t("replay.jump.title"), Role(Ink.TITLE))], [Span(looks, Role(Ink.MUTED))], inner)
        rows = [(), title, (), self._field(inner), (), *body]
        return framed(rows, (Span(" " * MARGIN), *_foot()), width, height, MARGIN)

    def _field(self, width: int) -> Row:
        typed = Span(f" {self.typed}{CURSOR} ", Role(Ink.TEXT, Ground.KEY))
        target = self.target
        if isinstance(target, str):
            told = Span(target, Role(Ink.ALARM))
        else:
            told = Span(t("replay.jump.how"), Role(Ink.MUTED))
        room = width - len(typed.text) - 3
        return typed, Span("   "), told._replace(text=shortened(told.text, room))

    def _line(self, number: int, line: SheetHand, width: int) -> Row:
        here, meta = number == self.at, EntryAt(number)
        ground = Ground.ROUND if here else Ground.FELT
        result = shortened(result_words(line, self.replay.seating), width - HAND - 3)
        return (
            Span(f"{self.look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
            Span(f"{ljust(hand_title(line), HAND)} ", Role(Ink.NAME, ground), meta),
            Span(result, Role(Ink.TEXT if here else Ink.MUTED, ground), meta),
        )


def _foot() -> Row:
    return footer(
        keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
        keys(t("replay.jump.go"), ActionId.CONFIRM),
        keys(t("screen.foot.back"), ActionId.CANCEL),
        keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
    )
