"""Entries of a menu, and the keys in a footer, as rows."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tui.config.actions import BY_ID, ActionId
from tui.drawing.click_meta import ActionKey, MenuEntry
from tui.drawing.rows import Role, Row, Rows, Span, cells
from tui.i18n.layout import ljust
from tui.i18n.texts import t
from tui.tiles.look import Look
from tui.tiles.roles import Ground, Ink

FOOT = Role(Ink.MUTED)
"""The words of a footer: the last line of a page."""
FOOT_KEY = Role(Ink.NAME)
"""A key in a footer."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of a menu."""

    id: str
    """The id of the named action that it means, or an id of its own."""
    label: str
    detail: str = ""


def menu_rows(entries: Sequence[Entry], at: int, look: Look) -> Rows:
    """The entries below each other, with their keys and the cursor on the one with that index.

    A click on an entry means its ``MenuEntry``.
    """
    longest = max(cells(entry.label) for entry in entries)
    widest = max(cells(_key(entry)) for entry in entries)
    return tuple(_row(entry, look, longest, widest, here=at == n) for n, entry in enumerate(entries))


def _row(entry: Entry, look: Look, longest: int, widest: int, *, here: bool) -> Row:
    meta = MenuEntry(entry.id)
    key = _key(entry)
    return (
        Span(f"{look.glyphs.pointer if here else ' '} ", Role(Ink.ACTING), meta),
        Span(key, Role(Ink.KEY, Ground.KEY), meta),
        Span(" " * (widest - cells(key)), meta=meta),
        Span(
            f" {ljust(entry.label, longest)} ", Role(Ink.TEXT, Ground.ROUND) if here else Role(Ink.NAME), meta
        ),
        Span(f"  {entry.detail}" if entry.detail else "", Role(Ink.TEXT if here else Ink.MUTED), meta),
    )


def _key(entry: Entry) -> str:
    """The key of an entry that means a named action, or an empty text."""
    key = BY_ID[entry.id].key if isinstance(entry.id, ActionId) else ""
    return f" {key} " if key else ""


def hint(words: str, *names: ActionId) -> str:
    """Keys and what they do, for a footer: ``Up Down choose``."""
    return " ".join(filter(None, (*(BY_ID[name].key for name in names), words)))


def keys(words: str, *names: ActionId) -> Row:
    """A hint that can be clicked: each key by itself, or key and words together where there is one key."""
    named = [name for name in names if BY_ID[name].keys]
    pressed = (Span(f"{BY_ID[name].key} ", FOOT_KEY, ActionKey(name)) for name in named)
    return (*pressed, Span(words, FOOT, ActionKey(names[0]) if len(names) == 1 else None))


def footer(*hints: Row) -> Row:
    """Hints in one row."""
    between = Span("   ", FOOT)
    return tuple(span for number, row in enumerate(hints) for span in ((between,) * (number > 0) + row))


def menu_footer(*more: Row) -> Row:
    """The footer of every menu. It always names help and quit."""
    return footer(
        keys(t("screen.foot.choose"), ActionId.UP, ActionId.DOWN),
        keys(t("screen.foot.take"), ActionId.CONFIRM),
        *more,
        keys(BY_ID[ActionId.HELP].words, ActionId.HELP),
        keys(BY_ID[ActionId.PALETTE].words, ActionId.PALETTE),
        keys(BY_ID[ActionId.QUIT].words, ActionId.QUIT),
    )
