"""The centre of the table: the round, the wall, the sticks, and the four scores around them."""

from __future__ import annotations

from engine.tiles import EAST, NORTH, SOUTH, WEST
from tui.table.board import Board
from tui.texts import t
from tui.tiles import Role, Row, Rows, Span
from tui.tiles.rows import centred, fit_rows, merged, spread, width_of

LARGEST = 7
DISPLAY = "display"
ROUND_WINDS = {
    EAST: "table.winds.east",
    SOUTH: "table.winds.south",
    WEST: "table.winds.west",
    NORTH: "table.winds.north",
}


def round_name(board: Board) -> str:
    """The hand by its name, such as ``East 2``."""
    table = board.scene.view.table
    return f"{t(ROUND_WINDS[table.round_wind])} {table.kyoku}"


def centre(board: Board, width: int, height: int) -> Rows:
    """The display in the middle of the table, as large as the room allows; nothing in less than a row."""
    if height <= 0:
        return ()
    inner = width - 2
    lines = _lines(board, inner, height)
    above = (height - len(lines)) // 2
    rows: list[Row] = [()] * above
    rows += [(Span(" "), *line) for line in lines]
    return fit_rows(rows, width, height)


def _lines(board: Board, width: int, height: int) -> list[Row]:
    if height < 3:
        return [_brief(board, width)]
    west = [_facing(board, 2, width)]
    own = [_facing(board, 0, width)]
    sides = spread(_score(board, 3), _score(board, 1), width, Role("text", DISPLAY))
    if height == 3:
        return [*west, sides, *own]
    if height < LARGEST:
        lines = [*west, sides, _wall(board, width), *own]
        if height >= LARGEST - 1:
            lines.insert(1, _title(board, width))
        return lines
    blank = centred([], width, Role("text", DISPLAY))
    lines = [*west, _title(board, width), sides, _wall(board, width), *own]
    return [blank, *lines, blank]


def _score(board: Board, side: int) -> list[Span]:
    """The score of a side, behind its wind; a stick lies before those in riichi."""
    seat = board.scene.seat_at(side)
    glyphs = board.look.glyphs
    ink = "acting" if board.scene.acting == seat else "text"
    wind = glyphs.short(board.scene.view.table.seat_wind(seat)).strip()
    points = Span(f"{wind} {board.seat(seat).score:,}", Role(ink, DISPLAY))
    return [Span(" ", Role("text", DISPLAY)), points, Span(" ", Role("text", DISPLAY))]


def _facing(board: Board, side: int, width: int) -> Row:
    return centred(_score(board, side), width, Role("text", DISPLAY))


def _title(board: Board, width: int) -> Row:
    return centred([Span(round_name(board), Role("title", DISPLAY))], width, Role("text", DISPLAY))


def _wall(board: Board, width: int) -> Row:
    table = board.scene.view.table
    row = [Span(t("table.wall", count=table.live), Role("text", DISPLAY))]
    row += _sticks(board)
    return centred(row, width, Role("text", DISPLAY))


def _sticks(board: Board) -> list[Span]:
    """The riichi bets on the table as they lie there: a white stick with a red dot, and their number."""
    bets = board.scene.view.table.bets
    if not bets:
        return []
    stick = f"{' ' * 3}{board.look.glyphs.stick}{' ' * 3}"
    row = [Span("   ", Role("text", DISPLAY)), Span(stick, Role("text", "stick"))]
    if bets > 1:
        row.append(Span(f" x{bets}", Role("text", DISPLAY)))
    return row


def _brief(board: Board, width: int) -> Row:
    row = [
        Span(f" {round_name(board)}  ", Role("title", DISPLAY)),
        Span(f"{t('table.wall', count=board.scene.view.table.live)} ", Role("text", DISPLAY)),
        *_sticks(board),
    ]
    if width_of(row) > width:
        row = row[:2]
    return merged(centred(row, width, Role("text", DISPLAY)))
