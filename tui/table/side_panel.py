"""Draw the side panel: log, riichi compared, waits, legend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tui.drawing.rows import Role, Row, Rows, Span, cells, fit, on_ground, width_of, wrapped
from tui.drawing.tile_picture import draw_tile
from tui.i18n.texts import t
from tui.table.hand import safety_bar
from tui.table.prepared_scene import Board
from tui.table.riichi_rows import riichi_rows
from tui.tiles.look import Size
from tui.tiles.marks import DORA_SIGN, TSUMOGIRI_SIGN, LegendRow, legend_for
from tui.tiles.roles import Ground, Ink

GROUND = Role(Ink.TEXT, Ground.PANEL)
MARGIN = 2
"""Cells left and right of the texts, including the edge."""
LEGEND_COLUMN = 5
INDENT = 2
"""Cells before the second line of a log entry."""
LEAST_LOG = 4
"""Rows of the log that a table of riichi discards leaves."""
STEP = 8
"""Entries that leave a full log at once, so that the other lines keep their place and are not sent again."""


def edge(board: Board, height: int) -> Rows:
    """The line between the table and the panel."""
    return ((Span(board.look.glyphs.rule, Role(Ink.FAINT, Ground.PANEL)),),) * height


def panel(board: Board, width: int, height: int) -> Rows:
    """The panel: legend and waits at full length, riichi compared, and the log in the remaining rows."""
    left = Span(" " * (MARGIN - 1), GROUND)
    right = Span(" " * MARGIN, GROUND)
    inner = width - 2 * MARGIN + 1
    lower = [*_waits(board, inner), *_legend(board, inner)]
    lower = [*_riichi(board, inner, height - len(lower) - 1 - LEAST_LOG), *lower]
    room = height - len(lower) - 1
    upper = _log(board, inner, room)
    gap: list[Row] = [()] * max(room - len(upper), 0)
    rows = [(), *upper, *gap, *lower]
    lines = [fit([left, *fit(row, inner, GROUND), right], width, GROUND) for row in rows[:height]]
    return tuple(lines)


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


def _riichi(board: Board, width: int, room: int) -> list[Row]:
    """The discards of a riichi compared, with as many as there is room for."""
    table = board.scene.riichi
    if table is None:
        return []
    titles = [_title(line, width) for line in wrapped(table.title, width)]
    lines = table.fitted(width, room - len(titles) - 1)
    return [*titles, *riichi_rows(lines, Ground.PANEL), ()] if lines else []


def _waits(board: Board, width: int) -> list[Row]:
    if not board.scene.waits:
        return []
    lines: list[Row] = [_title(t("table.waits"), width)]
    for wait in board.scene.waits:
        state = board.plain_state(wait.kind)._replace(dora=False)
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
