"""Base classes of pages with a list and a cursor: menus, lists that are typed into, texts beside a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from string import ascii_lowercase
from typing import ClassVar

from msgspec.structs import replace
from textual import events

from tui.config.actions import BY_ID, ActionId, NamedAction, action_for, meant
from tui.drawing.rows import STEP, EntryAt, MenuEntry, Meta, Role, RowList, Rows, Span
from tui.i18n import t
from tui.screens.page import Entry, PageScreen, menu_footer, menu_rows, middle, page, typed_character, words
from tui.screens.screen import Result
from tui.tiles import Ground, Ink

POINTER = 2
"""The cells of the pointer before an entry."""
LEAST_TEXT = 3
"""Rows of a text above a menu that are always seen."""


class ListPage(PageScreen[Result]):
    """A page with a list: keys, the wheel and clicks move a cursor, and the list scrolls to it."""

    click_takes: ClassVar[bool] = False
    """Whether a click does what Enter does."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        """The index of the entry under the cursor."""

    @property
    def count(self) -> int:
        """How many entries the list has; each page has its own."""
        return 0

    def pointer(self, at: int, meta: Meta | None = None) -> Span:
        """The cells before the entry of that index: the pointer where the cursor is."""
        return Span(f"{self.look.glyphs.pointer if at == self.at else ' '} ", Role(Ink.ACTING), meta)

    def entry_text(self, at: int, text: str, ink: Ink = Ink.NAME, meta: Meta | None = None) -> Span:
        """The text of the entry of that index, on a ground of its own where the cursor is."""
        return Span(text, Role(Ink.TEXT, Ground.ROUND) if at == self.at else Role(ink), meta)

    def on_row(self, at: int) -> None:
        """Do what Enter means on the entry of that index, under the cursor: by default, leave the page."""
        self.leave()

    def go_to(self, at: int) -> None:
        """Put the cursor on the entry with that index."""
        self.at = at
        self.redraw()

    def on_action(self, action: NamedAction) -> None:
        if action.id != ActionId.CONFIRM:
            super().on_action(action)
        elif self.count:
            self.on_row(self.at)

    def click(self, meta: Meta) -> None:
        if not isinstance(meta, EntryAt):
            super().click(meta)
            return
        self.go_to(meta.at)
        if self.click_takes:
            self.on_row(meta.at)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        self._step(way)

    def move(self, by: int) -> None:
        """Move the cursor; the first entry follows the last."""
        if self.count:
            self.go_to((self.at + by) % self.count)

    def turn(self, pages: int) -> None:
        self._step(pages * self.scroll.span)

    def jump(self, *, end: bool) -> None:
        """Put the cursor on the last entry, or on the first."""
        self._step(self.count if end else -self.count)

    def _step(self, by: int) -> None:
        if self.count:
            self.go_to(min(max(self.at + by, 0), self.count - 1))

    def window_with(self, shown: tuple[int, int], rows: RowList, width: int, height: int) -> Rows:
        """The visible rows, scrolled so that ``rows[shown[0]]`` to ``rows[shown[1]]`` are among them."""
        return self.scroll.around(shown, rows, width, height, self.ways)


GUTTER = 2
"""Cells on both sides of the rule between a list and what is told beside it."""


class TellingList(ListPage[Result]):
    """A list, and right of it what is told of the entry under the cursor. The pages of that are turned."""

    @property
    def ways(self) -> tuple[str, str]:
        return BY_ID[ActionId.PAGE_UP].named, BY_ID[ActionId.PAGE_DOWN].named

    def turn(self, pages: int) -> None:
        """Scroll what is told; the cursor stays."""
        PageScreen.turn(self, pages)

    def go_to(self, at: int) -> None:
        self.scroll.to(end=False)
        super().go_to(at)

    def beside(self, listed: Rows, told: Rows) -> Rows:
        """The list and what is told, with a rule between them."""
        rule = Span(f"{' ' * GUTTER}{self.look.glyphs.rule}{' ' * GUTTER}", Role(Ink.FAINT))
        return tuple((*left, rule, *right) for left, right in zip(listed, told, strict=True))


class MenuPage(ListPage[Result]):
    """A page with a menu: Enter, Space or a click takes an entry."""

    lettered: ClassVar[bool] = False
    """Whether each entry has a letter, of those that mean nothing else here."""
    letter_order: ClassVar[Sequence[str]] = ()
    """The ids of all entries that there may be, so that each keeps its letter whichever are shown."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        super().__init__()
        self.entries = tuple(entries)

    @property
    def count(self) -> int:
        return len(self.entries)

    @property
    def chosen(self) -> Entry:
        return self.entries[self.at]

    def fill(self, entries: Sequence[Entry], chosen: str = "") -> None:
        """Show other entries, with the cursor on the one of that id, or on the first."""
        self.entries, self.at = tuple(self._with_letters(entries) if self.lettered else entries), 0
        self.select(chosen)

    def _with_letters(self, entries: Sequence[Entry]) -> list[Entry]:
        free = [letter for letter in ascii_lowercase if action_for(letter, self.place) is None]
        order = self.letter_order or [entry.id for entry in entries]
        letters = dict(zip(order, chain(free, repeat("")), strict=False))
        return [replace(entry, letter=letters.get(entry.id, "")) for entry in entries]

    def press(self, event: events.Key) -> None:
        key = meant(event.key)
        lettered = next((entry for entry in self.entries if entry.letter and entry.letter == key), None)
        if lettered is None:
            super().press(event)
        else:
            self.take(lettered.id)

    def select(self, id: str) -> None:
        """Put the cursor on the entry of that id, if there is one; the page is not drawn again."""
        self.at = next((at for at, entry in enumerate(self.entries) if entry.id == id), self.at)

    def menu(self) -> Rows:
        return menu_rows(self.entries, self.at, self.look)

    def menu_around(self, room: int, width: int) -> Rows:
        """At most that many entries around the cursor, in the middle, and whether there are more of them."""
        rows, shown = middle(self.menu(), width), min(self.count, room)
        first = min(max(self.at - shown // 2, 0), self.count - shown)
        above = t("screen.more.above", key=BY_ID[ActionId.UP].named) if first else ""
        below = t("screen.more.below", key=BY_ID[ActionId.DOWN].named) if first + shown < self.count else ""
        told = "   ".join(filter(None, (above, below)))
        more = middle((words(told, Ink.ACTING),), width) if told else ()
        return (*rows[first : first + shown], *more)

    def paged(self, blocks: Sequence[Rows], width: int, height: int) -> Rows:
        """Blocks slightly above the middle of the page, over the footer of a menu."""
        return page(blocks, width, height, menu_footer(*self.hints()))

    def has(self, id: str) -> bool:
        return any(entry.id == id for entry in self.entries)

    def take(self, id: str) -> None:
        """Put the cursor on the entry of that id and take it, if the menu has it."""
        if self.has(id):
            self.select(id)
            self.on_row(self.at)

    def click(self, meta: Meta) -> None:
        if isinstance(meta, MenuEntry):
            self.take(meta.id)
        else:
            super().click(meta)


class PickPage(MenuPage[str]):
    """A menu whose result is the id of the entry that is taken."""

    def on_row(self, at: int) -> None:
        self.dismiss(self.entries[at].id)


class TypedList(ListPage[Result]):
    """A list that is narrowed down by what is typed."""

    LONGEST: ClassVar[int]
    """The most letters that can be typed."""
    SIGNS: ClassVar[str]
    """What can be typed besides letters and digits."""
    FIXED: ClassVar[Mapping[str, ActionId]] = {
        "up": ActionId.UP,
        "down": ActionId.DOWN,
        "enter": ActionId.CONFIRM,
        "escape": ActionId.CANCEL,
    }
    """Keys with a fixed meaning while one types, whatever keys were chosen."""
    typed = ""
    types = True
    """Whether keys are letters of the text that is typed."""

    def narrow(self) -> None:
        self.go_to(0)

    def type(self, typed: str) -> None:
        self.typed = typed[: self.LONGEST]
        self.narrow()

    def is_typed(self, character: str) -> bool:
        return len(character) == 1 and (character.isalnum() or character in self.SIGNS)

    def press(self, event: events.Key) -> None:
        character = typed_character(event)
        if self.types and event.key in self.FIXED:
            self.on_action(BY_ID[self.FIXED[event.key]])
        elif self.types and event.key == "backspace":
            self.type(self.typed[:-1])
        elif self.types and self.is_typed(character):
            self.type(self.typed + character)
        else:
            super().press(event)


class TextMenuPage(MenuPage[Result]):
    """A menu below a text that may not all fit: Up and Down scroll the text to its ends, then choose."""

    def move(self, by: int) -> None:
        if by > 0 and self.scroll.top < self.scroll.last:
            PageScreen.move(self, STEP)
        elif by < 0 and not self.at and self.scroll.top:
            PageScreen.move(self, -STEP)
        else:
            super().move(by)

    def turn(self, pages: int) -> None:
        PageScreen.turn(self, pages)

    def wheel(self, event: events.MouseEvent, way: int) -> None:
        PageScreen.move(self, way * STEP)

    def text_window(self, rows: Rows, width: int, room: int) -> Rows:
        """The part of the text that the scroll position shows: a few rows, however little room there is."""
        return self.window(rows, width, min(max(room, LEAST_TEXT), len(rows)))
