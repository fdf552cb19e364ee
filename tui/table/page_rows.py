"""Lay out the page about a tile in rows of any width: beside the table, and on a screen of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.cells import set_cell_size

from tui.drawing.rows import Role, Row, Rows, Span, width_of
from tui.i18n import ljust, t, wrapped
from tui.table.board import PlacedTile, tile_row
from tui.table.hand_picture import safety_bar
from tui.tiles import Ink, Look, Size

if TYPE_CHECKING:
    from tui.desk.page_parts import PanelItem, Section
    from tui.words.riichi_choices import TableLine

FACT = "-"
"""The mark of a fact, which is about no player."""
NO_BREAK = "\u00a0"
BAR = 2
"""Cells of the bar of a safety."""
INDENT, NARROW_INDENT = 5, 2
"""Cells before a text, below its mark; in narrow pages as few as there can be."""
NARROW = 48
"""Pages of fewer cells are narrow."""


def page_rows(sections: Sequence[Section], width: int, look: Look) -> Rows:
    """The sections of a page with a blank row between them."""
    rows = [row for section in sections for row in (*_section(section, width, look), ())]
    return tuple(rows[:-1])


@lru_cache(64)
def _section(section: Section, width: int, look: Look) -> Rows:
    """A heading and the items below it. Remembered, because the cursor comes back to a tile."""
    rows = [row for item in section.items for row in _item(item, width, look)]
    if section.table is not None:
        rows += map(_table_row, section.table.fitted(width))
    title = Role(Ink.TITLE)
    return (*((Span(line, title),) for line in wrapped(section.title, width)), *rows)


def _table_row(line: TableLine) -> Row:
    """A line of the table of a riichi. Colours only repeat what the mark and the words say."""
    plain = Role(Ink.TEXT if line.chosen else Ink.MUTED)
    ron = Role(Ink.DANGER) if line.furiten else plain
    return (Span(line.before, plain), Span(line.ron, ron), Span(line.after, plain))


def _item(item: PanelItem, width: int, look: Look) -> Rows:
    """An item about a player or a call, or a fact."""
    indent = INDENT if width >= NARROW else NARROW_INDENT
    if not item.head:
        return _paragraph((Span(f"{FACT:<{indent}}"),), item.text, width)
    text = _paragraph((Span(" " * indent),), item.text, width) if item.text else ()
    if item.called is not None or item.tiles:
        return (_call(item, indent, look), *text)
    head = t("panel.head.threatens", head=item.head, threat=item.threat) if item.threat else item.head
    return (*_named(_paragraph(_mark(item, indent, look), head, width), item), *text)


def _mark(item: PanelItem, indent: int, look: Look) -> Row:
    """The bar before the name of a player, or blanks before another head."""
    if item.mark.safety is None:
        return (Span(" " * indent),)
    bar = safety_bar(item.mark.safety, look.glyphs)
    return (replace(bar, text=set_cell_size(bar.text, max(indent, BAR + 1))),)


def _call(item: PanelItem, indent: int, look: Look) -> Row:
    """A call and its tiles: the one that is taken lies at their left."""
    tiles = [PlacedTile(tile) for tile in item.tiles]
    if item.called is not None:
        tiles.insert(0, PlacedTile(item.called, sideways=True))
    return (Span(" " * indent), Span(f"{item.head} ", Role(Ink.NAME)), *tile_row(tiles, Size.S, look)[0])


def _named(rows: Rows, item: PanelItem) -> Rows:
    """The lines of a head: the name, then the threat."""
    ink = Role(Ink.ALARM if item.alarming else Ink.MUTED)
    (mark, first), *more = rows
    name, rest = Span(item.head, Role(Ink.NAME)), first.text.removeprefix(item.head)
    return ((mark, name, Span(rest, ink)), *((space, Span(line.text, ink)) for space, line in more))


def _paragraph(start: Row, text: str, width: int) -> Rows:
    """A text in lines, right of its mark. The blanks behind a text are a part of it: fewer bytes to send."""
    left = width_of(start)
    room = width - left
    first, *more = (ljust(line.replace(NO_BREAK, " "), room) for line in wrapped(text, room))
    space = Span(" " * left)
    return ((*start, Span(first)), *((space, Span(line)) for line in more))
