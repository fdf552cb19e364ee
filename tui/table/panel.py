"""The side panel where there is room: log, waits, legend."""

from __future__ import annotations

from tui.table.board import Board
from tui.table.legend import (
    DORA_LETTER,
    FURITEN_LETTER,
    KEEPS_TENPAI,
    TSUMOGIRI_LETTER,
    LegendRow,
    legend_for,
)
from tui.texts import t
from tui.tiles import Role, Row, Rows, Size, Span, draw_tile
from tui.tiles.rows import cells, fit, on_ground, width_of, wrapped

GROUND = Role("text", "panel")
MARGIN = 2
LEGEND_COLUMN = 4
INDENT = 2
"""Of the second line of an entry of the log that is too long for one."""


def panel(board: Board, width: int, height: int) -> Rows:
    """Legend and waits at their full length, the log in what is left, the newest at the bottom."""
    inner = width - 2 * MARGIN
    lower = [*_waits(board, inner), *_legend(board, inner)]
    room = height - len(lower) - 1
    upper = _log(board, inner, room)
    gap: list[Row] = [()] * max(room - len(upper), 0)
    rows = [(), *upper, *gap, *lower]
    pad = Span(" " * MARGIN, GROUND)
    edge = Span(board.look.glyphs.rule, Role("faint", "panel"))
    first = [edge, Span(" " * (MARGIN - 1), GROUND)]
    lines = [fit([*first, *fit(row, inner, GROUND), pad], width, GROUND) for row in rows[:height]]
    return tuple(lines)


def _title(text: str, width: int) -> Row:
    return fit([Span(text, Role("title", "panel"))], width, GROUND)


def _log(board: Board, width: int, room: int) -> list[Row]:
    if room < 2:
        return []
    lines: list[Row] = []
    for age, entry in enumerate(reversed(board.scene.log)):
        role = Role("muted" if age else "text", "panel")
        folded = [(Span(line, role),) for line in wrapped(entry, width, INDENT)]
        if len(lines) + len(folded) > room - 2:
            break
        lines[:0] = folded
    return [_title(t("table.log"), width), *lines]


def _waits(board: Board, width: int) -> list[Row]:
    if not board.scene.waits:
        return []
    lines: list[Row] = [_title(t("table.waits"), width)]
    for wait in board.scene.waits:
        state = board.plain_state(wait.kind)._replace(dora=False)
        tile = on_ground(draw_tile(wait.kind, Size.S, board.look, state)[0], "panel")
        left = t("table.left", count=wait.left)
        row = (*tile, Span(f"  {left}", GROUND))
        danger = Role("danger", "panel")
        if width_of(row) + 2 + cells(wait.note) <= width:
            lines.append((*row, Span(f"  {wait.note}", danger)))
        else:
            folded = wrapped(wait.note, width - INDENT)
            lines += [row, *((Span(" " * INDENT + line, danger),) for line in folded)]
    return [*lines, ()]


def _legend(board: Board, width: int) -> list[Row]:
    lines: list[Row] = [_title(t("table.legend.title"), width)]
    if board.scene.against:
        lines += [(Span(line, GROUND),) for line in wrapped(board.scene.against, width, INDENT)]
    return [*lines, *(line for row in legend_for(_letters(board)) for line in _legend_rows(row, width)), ()]


def _legend_rows(row: LegendRow, width: int) -> list[Row]:
    """A mark and its words, on as many lines as they need."""
    first, *more = wrapped(row.text, width - LEGEND_COLUMN)
    muted = Role("muted", "panel")
    letter = Span(f"{row.letter:<{LEGEND_COLUMN}}", Role(row.role.value, "panel"))
    return [(letter, Span(first, muted)), *((Span(" " * LEGEND_COLUMN + line, muted),) for line in more)]


def _letters(board: Board) -> set[str]:
    marks = board.scene.marks
    letters = {mark.letter for mark in marks} | {DORA_LETTER}
    if any(mark.keeps_tenpai for mark in marks):
        letters.add(KEEPS_TENPAI.letter)
    if any(mark.furiten for mark in marks):
        letters.add(FURITEN_LETTER)
    if any(discard.tsumogiri for seat in board.scene.view.table.seats for discard in seat.pond):
        letters.add(TSUMOGIRI_LETTER)
    return letters
