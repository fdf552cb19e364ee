"""Draw the centre of the table: round, wall and sticks, with the four scores around them."""

from __future__ import annotations

from engine.tiles import EAST, NORTH, SOUTH, WEST
from tui.drawing.rows import (
    Role,
    Row,
    Rows,
    Span,
    cells,
    centred,
    fit,
    fit_rows,
    merged,
    shortened,
    spread,
    width_of,
)
from tui.i18n.texts import t
from tui.table.prepared_scene import Board
from tui.tiles.look import Look
from tui.tiles.roles import Ground, Ink
from tui.words.seating import short_name

LARGEST = 7
TITLED = 5
"""Rows from which the title of the round is shown."""
SMALLEST = 3
"""Rows for the four scores."""
DISPLAY = Ground.DISPLAY
GROUND = Role(Ink.TEXT, DISPLAY)
ROUND_WINDS = {
    EAST: "table.winds.east",
    SOUTH: "table.winds.south",
    WEST: "table.winds.west",
    NORTH: "table.winds.north",
}


def round_name(board: Board) -> str:
    """The name of the hand, such as ``East 2``."""
    table = board.scene.view.table
    return t("log.hand", wind=t(ROUND_WINDS[table.round_wind]), kyoku=table.kyoku)


def centre(board: Board, width: int, height: int) -> Rows:
    """The display in the middle of the table, as large as there is room; empty without a row."""
    if height <= 0:
        return ()
    inner = width - 2
    lines = _lines(board, inner, height)
    above = (height - len(lines)) // 2
    rows: list[Row] = [()] * above
    rows += [(Span(" "), *line) for line in lines]
    return fit_rows(rows, width, height)


def _lines(board: Board, width: int, height: int) -> list[Row]:
    if height < SMALLEST:
        return [_brief(board, width)]
    far = _facing(board, 2, width)
    own = _facing(board, 0, width)
    sides = spread(_score(board, 3), _score(board, 1), width, GROUND)
    banner = _banner(board, width)
    title = banner or _title(board, width)
    if height < LARGEST:
        if banner and height < TITLED:
            sides = banner  # the plates show these scores, too
        lines = [far, title, sides, _wall(board, width), own]
        for dispensable in (1, 2):
            if len(lines) > height:
                del lines[dispensable]
        return lines
    middle = _beside_wall(board, width)
    lines = [far, _stick_line(board, 2, width), title, sides, middle]
    return [*lines, _stick_line(board, 0, width), own]


def riichi_stick(look: Look) -> Span:
    """A riichi stick: white with a dot."""
    return Span(f"   {look.glyphs.stick}   ", Role(Ink.TEXT, Ground.STICK))


def _stick(board: Board, side: int) -> list[Span]:
    """The riichi stick in front of a player in riichi."""
    if not board.seat(board.scene.seating.at(side)).riichi_paid:
        return []
    return [riichi_stick(board.look)]


def _stick_line(board: Board, side: int, width: int) -> Row:
    return centred(_stick(board, side), width, GROUND)


def _beside_wall(board: Board, width: int) -> Row:
    """The tiles left in the wall, between the sticks of the left and right player."""
    wall = [Span(t("table.wall", count=board.scene.view.table.live), GROUND)]
    left = _stick(board, 3)
    side = (width - width_of(wall)) // 2 - 2
    right = _stick(board, 1)
    space = Span("  ", GROUND)
    rest = Span(" " * (width - 4 - 2 * side - width_of(wall)), GROUND)
    near = [Span(" " * (side - width_of(right)), GROUND), *right]
    return merged([space, *fit(left, side, GROUND), *wall, rest, *near, space])


def _score(board: Board, side: int) -> list[Span]:
    """The wind and the score of a side, after a stick if the player is in riichi."""
    seat = board.scene.seating.at(side)
    glyphs = board.look.glyphs
    ink = Ink.ACTING if board.scene.acting == seat else Ink.TEXT
    wind = glyphs.short(board.scene.view.table.seat_wind(seat)).strip()
    points = Span(f"{wind} {board.seat(seat).score:,}", Role(ink, DISPLAY))
    return [Span(" ", GROUND), points, Span(" ", GROUND)]


def _facing(board: Board, side: int, width: int) -> Row:
    return centred(_score(board, side), width, GROUND)


def _title(board: Board, width: int) -> Row:
    return centred([Span(round_name(board), Role(Ink.TITLE, DISPLAY))], width, GROUND)


def _banner(board: Board, width: int) -> Row | None:
    """What a player has just said, if the scene has a banner."""
    said = board.scene.announced
    if said is None or not board.scene.banner:
        return None
    ground = Ground.RIICHI if said.word == t("table.riichi") else Ground.CALL
    name, room = board.scene.seating.names[said.seat], width - 4
    words = t("table.says", name=name, word=said.word)
    if cells(words) > room:
        words = t("table.says", name=short_name(name), word=said.word)
    shown = shortened(words, room, board.look.glyphs.ellipsis)
    return centred([Span(f" {shown} ", Role(Ink.TEXT, ground))], width, GROUND)


def _wall(board: Board, width: int) -> Row:
    table = board.scene.view.table
    row = [Span(t("table.wall", count=table.live), GROUND)]
    row += _sticks(board)
    return centred(row, width, GROUND)


def _sticks(board: Board) -> list[Span]:
    """The riichi sticks on the table, and their number."""
    riichi_sticks = board.scene.view.table.riichi_sticks
    if not riichi_sticks:
        return []
    row = [Span("   ", GROUND), riichi_stick(board.look)]
    if riichi_sticks > 1:
        row.append(Span(f" x{riichi_sticks}", GROUND))
    return row


def _brief(board: Board, width: int) -> Row:
    row = [
        Span(f" {round_name(board)}  ", Role(Ink.TITLE, DISPLAY)),
        Span(f"{t('table.wall', count=board.scene.view.table.live)} ", GROUND),
        *_sticks(board),
    ]
    if width_of(row) > width:
        row = row[:2]
    return merged(centred(row, width, GROUND))
