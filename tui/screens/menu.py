"""Lists of entries: what stands in them, where the cursor is, and how they look."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tui.config.actions import BY_ID
from tui.drawing.rows import Role, Row, Rows, Span, cells
from tui.i18n.layout import left
from tui.i18n.texts import t
from tui.tiles.look import Look

FOOT = Role("muted")
"""The last line of a page."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of a menu."""

    id: str
    """The named action that it stands for, or a name of its own."""
    label: str
    detail: str = ""


class Menu:
    """Entries and a cursor."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = tuple(entries)
        self.place = 0

    @property
    def chosen(self) -> Entry:
        """The entry under the cursor."""
        return self.entries[self.place]

    def step(self, by: int) -> None:
        """Move the cursor, from the last entry to the first."""
        self.place = (self.place + by) % len(self.entries)

    def jump(self, *, end: bool) -> None:
        """Put the cursor on the first entry, or on the last."""
        self.place = len(self.entries) - 1 if end else 0

    def stand_on(self, id: str) -> None:
        """Put the cursor on the entry of that name, where there is one."""
        self.place = next((at for at, entry in enumerate(self.entries) if entry.id == id), self.place)

    def rows(self, look: Look) -> Rows:
        """The entries below each other, with their keys; a click on one means its name."""
        longest = max(cells(entry.label) for entry in self.entries)
        widest = max(cells(_key(entry)) for entry in self.entries)
        return tuple(self._row(entry, look, longest, widest) for entry in self.entries)

    def _row(self, entry: Entry, look: Look, longest: int, widest: int) -> Row:
        here = entry is self.chosen
        meta = ("entry", entry.id)
        key = _key(entry)
        return (
            Span(f"{look.glyphs.pointer if here else ' '} ", Role("acting"), meta),
            Span(key, Role("key", "key"), meta),
            Span(" " * (widest - cells(key)), meta=meta),
            Span(f" {left(entry.label, longest)} ", Role("text", "round") if here else Role("name"), meta),
            Span(f"  {entry.detail}" if entry.detail else "", Role("text" if here else "muted"), meta),
        )


def _key(entry: Entry) -> str:
    """The key of an entry that is a named action, empty where there is none."""
    action = BY_ID.get(entry.id)
    return f" {action.key} " if action and action.key else ""


def hint(words: str, *names: str) -> str:
    """Keys and what they do, for a footer: ``Up Down choose``."""
    return " ".join(filter(None, (*(BY_ID[name].key for name in names), words)))


def keys(words: str, *names: str) -> Row:
    """A hint that answers to clicks: each key, and the words where there is one key for them."""
    if len(names) == 1:
        return (Span(hint(words, *names), FOOT, ("key", names[0])),)
    named = [name for name in names if BY_ID[name].keys]
    return (*(Span(f"{BY_ID[name].key} ", FOOT, ("key", name)) for name in named), Span(words, FOOT))


def footer(*hints: Row) -> Row:
    """Hints beside each other."""
    between = Span("   ", FOOT)
    return tuple(span for number, row in enumerate(hints) for span in ((between,) * (number > 0) + row))


def menu_footer(*more: Row) -> Row:
    """The footer of every menu; help and quit never disappear."""
    return footer(
        keys(t("screen.foot.choose"), "up", "down"),
        keys(t("screen.foot.take"), "confirm"),
        *more,
        keys(BY_ID["help"].words, "help"),
        keys(BY_ID["palette"].words, "palette"),
        keys(BY_ID["quit"].words, "quit"),
    )
