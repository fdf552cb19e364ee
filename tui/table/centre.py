"""Draw the centre of the table: round, wall, honba and sticks, with the winds of the four players around.

The header does not repeat them, and scores are on the plates.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    width_of,
)
from tui.i18n.texts import t
from tui.table.prepared_scene import Board
from tui.tiles.look import Look
from tui.tiles.roles import Ground, Ink
from tui.words.seating import short_name

LARGEST = 7
TITLED = 5
"""Rows from which honba and sticks have one of their own."""
SMALLEST = 3
"""Rows for everything that the centre shows."""
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
    banner = _banner(board, width)
    title = banner or centred(_title(board), width, GROUND)
    honba, sticks = _at_stake(board, brief=height < TITLED)
    wall = _wall(board)
    across, right, own, left = (_wind(board, side) for side in (2, 1, 0, 3))
    if height == SMALLEST:
        far = between(_title(board), across, wall, width)
        middle = banner or between(left, [], right, width)
        return [far, middle, between(honba, own, sticks, width)]
    far, near = centred(across, width, GROUND), centred(own, width, GROUND)
    stake = centred([*honba, *sticks], width, GROUND)
    if height < LARGEST:
        lines = [
            far,
            title,
            between(left, wall, right, width),
            centred([*honba, *sticks], width, GROUND),
            near,
        ]
        if height < TITLED:
            lines[3:] = [between(honba, own, sticks, width)]
        return lines
    sides = between([*left, *_stick(board, 3)], wall, [*_stick(board, 1), *right], width)
    lines = [far, _stick_line(board, 2, width), title, sides, stake]
    return [*lines, _stick_line(board, 0, width), near]


def between(left: Sequence[Span], middle: Sequence[Span], right: Sequence[Span], width: int) -> Row:
    """One row of three parts, the middle one in the centre of the whole row."""
    start = (width - width_of(middle)) // 2
    rest = width - start - width_of(middle)
    far = Span(" " * (rest - width_of(right)), GROUND)
    return merged([*fit(left, start, GROUND), *middle, far, *right])


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


def _wind(board: Board, side: int) -> list[Span]:
    """The wind of a side, lit while it is that player's turn."""
    seat = board.scene.seating.at(side)
    ink = Ink.ACTING if board.scene.acting == seat else Ink.TEXT
    wind = board.look.glyphs.short(board.scene.view.table.seat_wind(seat)).strip()
    return [Span(f" {wind} ", Role(ink, DISPLAY))]


def _title(board: Board) -> list[Span]:
    return [Span(f" {round_name(board)} ", Role(Ink.TITLE, DISPLAY))]


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


def _wall(board: Board) -> list[Span]:
    return [Span(f" {t('table.wall', count=board.scene.view.table.live)} ", GROUND)]


def _at_stake(board: Board, *, brief: bool) -> tuple[list[Span], list[Span]]:
    """Honba and riichi sticks; nothing for those that there are not."""
    table = board.scene.view.table
    honba = t("table.honba", count=table.honba) if table.honba else ""
    key = "table.riichi-sticks-brief" if brief else "table.riichi-sticks"
    sticks = t(key, count=table.riichi_sticks) if table.riichi_sticks else ""
    one, other = ([Span(f" {text} ", GROUND)] if text else [] for text in (honba, sticks))
    return one, other


def _brief(board: Board, width: int) -> Row:
    honba, sticks = _at_stake(board, brief=True)
    row = [*_title(board), *_wall(board), *honba, *sticks]
    return merged(centred(row, width, GROUND))
