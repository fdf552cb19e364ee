"""Draw the side panel (the page about a tile, or log, waits and legend), and the signs of the help."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from rich.cells import set_cell_size

from engine.tiles import KIND_OF, Tile, parse_tile
from tui.config.actions import BY_ID, ActionId
from tui.drawing.rows import ActionKey, Role, Row, Rows, Scroll, Span, beside, cells, fit, on_ground, width_of
from tui.drawing.tile_picture import draw_tile, ink_of, small_ground
from tui.i18n import ljust, t, wrapped
from tui.table.board import Board, PlacedTile, tile_row
from tui.table.columns import riichi_stick
from tui.table.hand_picture import safety_bar
from tui.tiles import (
    DORA_SIGN,
    PLAIN,
    TSUMOGIRI_SIGN,
    Ground,
    Ink,
    LegendRow,
    Look,
    Size,
    TileState,
    legend_for,
)

if TYPE_CHECKING:
    from tui.desk.scene import PanelItem, Section
    from tui.words.riichi_choices import TableLine


class SignRow(msgspec.Struct, frozen=True):
    """A sign and what it means."""

    picture: Row
    text: str


def signs(look: Look) -> tuple[SignRow, ...]:
    """Every sign that is not a letter. Letters are in the legend."""
    return (
        SignRow(_tile("4p", look, TileState(last=True)), t("table.signs.last")),
        SignRow(_tile("4p", look, TileState(called_away=True)), t("table.signs.called-away")),
        SignRow(_tile("4p", look, TileState(cause=True)), t("table.signs.cause")),
        SignRow(_tile("7m", look, sideways=True), t("table.signs.lying")),
        SignRow(_red_five(look), t("table.signs.red-five")),
        SignRow((riichi_stick(look),), t("table.signs.stick")),
    )


SUIT_SAMPLES = ("4m", "8p", "6s")
"""One tile of each suit."""
SAMPLE_GAP = 3


def suit_samples(look: Look) -> Rows:
    """A tile of each suit: its letters, its face as on larger tiles, and the name of the suit."""
    return tuple(_sample(parse_tile(name), name, look) for name in SUIT_SAMPLES)


def suits_in_a_row(look: Look) -> Row:
    """The samples of all suits side by side."""
    return beside([(sample,) for sample in suit_samples(look)], SAMPLE_GAP)[0]


def _sample(tile: Tile, name: str, look: Look) -> Row:
    face = f" {look.glyphs.digit(tile).strip()}{look.glyphs.suit(tile)} "
    return (
        Span(f"{name} "),
        Span(face, Role(ink_of(tile), small_ground(look, PLAIN))),
        Span(f" {t(f'desk.suit.{KIND_OF[tile] // 9}')}"),
    )


def _tile(name: str, look: Look, state: TileState = PLAIN, *, sideways: bool = False) -> Row:
    return tile_row([PlacedTile(parse_tile(name), state, sideways)], Size.S, look)[0]


def _red_five(look: Look) -> Row:
    """The red five in the smallest size and in a larger one."""
    red = parse_tile("0p")
    (small,) = draw_tile(red, Size.S, look)[0]
    return (small, Span(" "), Span(look.glyphs.digit(red), small.role))


GROUND = Role(Ink.TEXT, Ground.PANEL)
MARGIN = 1
"""Cells left and right of the texts."""
LEGEND_COLUMN = 5
INDENT = 2
"""Cells before the second line of a log entry."""
STEP = 8
"""Entries that leave a full log at once, so that the other lines keep their place and are not sent again."""
LEGEND_ROWS = 46
"""Rows of a panel from which the legend stands below a page."""


def edge(board: Board, height: int) -> Rows:
    """The line between the table and the panel."""
    return ((Span(board.look.glyphs.rule, Role(Ink.FAINT, Ground.PANEL)),),) * height


def side_panel(board: Board, width: int, height: int, scroll: Scroll) -> Rows:
    """The page about what is under the cursor; where nothing may be explained, the log, waits and legend."""
    inner = width - 2 * MARGIN
    rows = _explained if board.scene.about is not None else _told
    margin = Span(" " * MARGIN, GROUND)
    lines = rows(board, inner, height - 1, scroll)
    return tuple(fit([margin, *fit(row, inner, GROUND), margin], width, GROUND) for row in [(), *lines])


def _explained(board: Board, width: int, height: int, scroll: Scroll) -> list[Row]:
    """The part of the page that is scrolled to, above the legend if there is room for both."""
    assert board.scene.about is not None
    page = board.scene.about.page
    told = [each for each in page.sections if width >= NARROW or not each.besides]
    ask = (Span(t("table.more", key=BY_ID[ActionId.ASK].named), Role(Ink.FAINT), ActionKey(ActionId.ASK)),)
    legend = [(), *_legend(board, width)] if height >= LEGEND_ROWS else []
    title = [_title(line, width) for line in wrapped(page.title, width)]
    room = height - len(title) - 1 - len(legend)
    keys = BY_ID[ActionId.PAGE_UP].named, BY_ID[ActionId.PAGE_DOWN].named
    rows = page_rows(told or page.sections, width, board.look)
    if len(told) < len(page.sections):
        rows = (*rows, (), ask)
    if board.scene.turns_page or len(rows) <= room:
        body = scroll.window(rows, width, room, keys)
    else:
        body = (*rows[: room - 1], ask)
    return [*title, (), *(on_ground(row, Ground.PANEL) for row in body), *legend]


def _told(board: Board, width: int, height: int, scroll: Scroll) -> list[Row]:
    """Legend and waits at full length, and the log in the remaining rows."""
    lower = [*_waits(board, width), *_legend(board, width)]
    room = height - len(lower)
    upper = _log(board, width, room)
    gap: list[Row] = [()] * max(room - len(upper), 0)
    return [*upper, *gap, *lower][:height]


def _title(text: str, width: int) -> Row:
    return fit([Span(text, Role(Ink.TITLE, Ground.PANEL))], width, GROUND)


def _log(board: Board, width: int, room: int) -> list[Row]:
    """The newest log entries: as many as there is room for, or up to ``STEP`` fewer."""
    if room < 2:
        return []
    folded = _that_fit([_folded(entry, width) for entry in board.scene.log[-room:]], room - 2)
    first = len(board.scene.log) - len(folded)
    step = max(min(STEP, len(folded) // 2), 1)
    *older, newest = folded[-first % step :] or [()]
    return [
        _title(t("table.log"), width),
        *((Span(line, Role(Ink.MUTED, Ground.PANEL)),) for entry in older for line in entry),
        *((Span(line, Role(Ink.TEXT, Ground.PANEL)),) for line in newest),
    ]


@lru_cache(256)
def _folded(entry: str, width: int) -> tuple[str, ...]:
    """An entry in as many lines as it needs. Cached, because every picture shows it again."""
    return tuple(wrapped(entry, width, INDENT))


def _that_fit(entries: Sequence[tuple[str, ...]], room: int) -> list[tuple[str, ...]]:
    """The last entries that fit into ``room`` lines."""
    lines = 0
    for count, entry in enumerate(reversed(entries)):
        lines += len(entry)
        if lines > room:
            return list(entries[len(entries) - count :])
    return list(entries)


def _waits(board: Board, width: int) -> list[Row]:
    if not board.scene.waits:
        return []
    lines: list[Row] = [_title(t("table.waits"), width)]
    for wait in board.scene.waits:
        state = replace(board.plain_state(wait.kind), dora=False)
        tile = on_ground(draw_tile(wait.kind, Size.S, board.look, state)[0], Ground.PANEL)
        left = t("table.left", count=wait.left)
        row = (*tile, Span(f"  {left}", GROUND))
        danger = Role(Ink.DANGER, Ground.PANEL)
        if width_of(row) + 2 + cells(wait.note) <= width:
            lines.append((*row, Span(f"  {wait.note}", danger)))
        else:
            folded = wrapped(wait.note, width - INDENT)
            lines += [row, *((Span(" " * INDENT + line, danger),) for line in folded)]
    return [*lines, ()]


def _legend(board: Board, width: int) -> list[Row]:
    lines: list[Row] = [_title(t("table.legend.title"), width)]
    shown = legend_for(_signs(board), safety=any(mark.safety is not None for mark in board.scene.marks))
    if board.scene.against:
        lines += [(Span(line, GROUND),) for line in wrapped(board.scene.against, width, INDENT)]
    return [*lines, *(line for row in shown for line in _legend_rows(row, board, width)), ()]


def _legend_rows(row: LegendRow, board: Board, width: int) -> list[Row]:
    """A mark and its meaning, in as many lines as it needs."""
    first, *more = wrapped(row.text, width - LEGEND_COLUMN)
    muted = Role(Ink.MUTED, Ground.PANEL)
    bar = row.letter if row.safety is None else safety_bar(row.safety, board.look.glyphs).text
    sign = Span(f"{bar:<{LEGEND_COLUMN}}", Role(row.ink, Ground.PANEL))
    return [(sign, Span(first, muted)), *((Span(" " * LEGEND_COLUMN + line, muted),) for line in more)]


def _signs(board: Board) -> set[str]:
    """The signs on the table that the legend explains."""
    signs = {sign for mark in board.scene.marks for sign in mark.signs} | {DORA_SIGN}
    if any(discard.tsumogiri for seat in board.scene.view.table.seats for discard in seat.pond):
        signs.add(TSUMOGIRI_SIGN)
    return signs


# -- a page about a tile -----------------------------------------------------------------------------


FACT = "-"
"""The mark of a fact, which is about no player."""
NO_BREAK = "\u00a0"
BAR = 2
"""Cells of the bar of a safety."""
ITEM_INDENT, NARROW_INDENT = 5, 2
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
    indent = ITEM_INDENT if width >= NARROW else NARROW_INDENT
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
