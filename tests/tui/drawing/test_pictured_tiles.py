"""Pictures of tiles: cells in place of faces, the colour that is their number, and their pixels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from textual.strip import Strip

from engine.tiles import NAMES, TILE_OF
from tui.config.settings import Theme, Tiles
from tui.drawing.face_pixels import pixels
from tui.drawing.palette import load_palette, segments_of
from tui.drawing.rows import Role, Rows, TilePicture, cells, fit, on_ground, plain, width_of
from tui.drawing.solid_tiles import PLACEHOLDER, Painted, numbered_pictures
from tui.drawing.tile_picture import draw_added, draw_tile
from tui.system.graphics import Cell
from tui.system.terminal import Glyphs
from tui.tiles import PLAIN, Ground, Mark, Size, TileState, default_look

LETTERED, PICTURED = (default_look(environment={}, pictured=pictured) for pictured in (False, True))
LARGE = (Size.M, Size.L, Size.XL, Size.XXL)
STATES = (
    PLAIN,
    TileState(cursor=True, mark=Mark(furiten=True, keeps_tenpai=True)),
    TileState(last=True),
    TileState(called_away=True, tsumogiri=True),
    TileState(dora=True, ura=True),
    TileState(cause=True),
)
CELL = Cell(5, 10)
RED_FIVE, FIVE, NINE = TILE_OF["0p"], TILE_OF["5p"], TILE_OF["9p"]


def all_rows() -> Iterator[tuple[Rows, Rows]]:
    """Tiles of all forms, with letters and with pictures."""
    for size, state, sideways in product(LARGE, STATES, (False, True)):
        for tile in (None, FIVE):
            yield (
                draw_tile(tile, size, LETTERED, state, sideways=sideways),
                draw_tile(tile, size, PICTURED, state, sideways=sideways),
            )
        yield (
            draw_added(FIVE, RED_FIVE, size, LETTERED, state),
            draw_added(FIVE, RED_FIVE, size, PICTURED, state),
        )


def parts_of(rows: Rows) -> dict[tuple[int, int], tuple[str, Role]]:
    """The cells that show a part of a picture, by row and column."""
    found = {}
    for number, row in enumerate(rows):
        column = 0
        for span in row:
            text, role = span.text, span.role
            if isinstance(role.ink, TilePicture):
                assert text[::3] == PLACEHOLDER * cells(text)
                for each in range(cells(text)):
                    found[number, column + each] = text[3 * each : 3 * each + 3], role
            column += cells(text)
    return found


def test_a_picture_takes_the_cells_of_the_face_and_no_others() -> None:
    for lettered, pictured in all_rows():
        assert [width_of(row) for row in pictured] == [width_of(row) for row in lettered]
        parts = parts_of(pictured)
        assert parts
        for number, (before, after) in enumerate(zip(lettered, pictured, strict=True)):
            assert any(row == number for row, _ in parts) or before == after
        for text, role in parts.values():
            assert len({each for each, other in parts.values() if other == role}) > 1, text


def test_every_cell_says_its_row_and_its_column() -> None:
    parts = parts_of(draw_tile(FIVE, Size.L, PICTURED))
    (top, left), (bottom, right) = min(parts), max(parts)
    assert len(parts) == (bottom - top + 1) * (right - left + 1)
    rows = [[parts[row, column][0] for column in range(left, right + 1)] for row in range(top, bottom + 1)]
    assert [len({text[1] for text in row}) for row in rows] == [1] * len(rows)
    assert len({row[0][1] for row in rows}) == len(rows)
    assert all([text[2] for text in row] == [text[2] for text in rows[0]] for row in rows)
    assert len({text[2] for text in rows[0]}) == len(rows[0])


@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("cursor", [False, True])
def test_badges_and_the_lower_edge_stay_letters(size: Size, *, cursor: bool) -> None:
    state = TileState(mark=Mark(furiten=True), cursor=cursor)
    shown = plain(draw_tile(FIVE, size, PICTURED, state))
    assert shown.count("^") == 1
    if size is Size.M:
        return
    assert LETTERED.glyphs.upper_half in shown.splitlines()[-1]


def test_the_smallest_tiles_have_no_picture() -> None:
    assert draw_tile(FIVE, Size.S, PICTURED) == draw_tile(FIVE, Size.S, LETTERED)


@pytest.mark.parametrize("theme", [Theme.FELT, Theme.DARK, Theme.LIGHT, Theme.CONTRAST])
def test_the_colour_of_a_cell_is_the_number_of_its_picture_and_nothing_else(theme: Theme) -> None:
    palette = load_palette(theme)
    for _, rows in all_rows():
        for _, role in parts_of(rows).values():
            style = palette.style(role)
            assert style.color is not None
            painted = numbered_pictures()[int(style.color.name[1:], 16)]
            assert painted.picture == role.ink
            assert style.bgcolor is not None
            assert style.bgcolor.name == palette.colour(role.ground)
            assert style.without_color == type(style).null()
            colours = (*painted.paints, painted.sign, painted.around)
            assert all(len(colour) == 7 and int(colour[1:], 16) >= 0 for colour in colours)


def test_a_tile_under_the_cursor_has_the_picture_of_any_other_but_for_its_place() -> None:
    palette = load_palette(Theme.FELT)
    (one,), (other,) = (
        {role for _, role in parts_of(draw_tile(FIVE, Size.M, PICTURED, state)).values()}
        for state in (TileState(cursor=True), TileState(last=True))
    )
    assert palette.style(one).color == palette.style(other).color
    assert palette.style(one).bgcolor != palette.style(other).bgcolor


def test_the_corners_have_the_colour_of_the_panel_that_the_tile_lies_on() -> None:
    palette = load_palette(Theme.FELT)
    row = draw_tile(FIVE, Size.M, PICTURED)[0]
    for ground in (Ground.FELT, Ground.PANEL):
        (number,) = (
            style.color.name
            for _, style, _ in segments_of(on_ground(row, ground), palette)
            if style is not None and style.color is not None
        )
        assert numbered_pictures()[int(number[1:], 16)].around == palette.colour(ground)


def test_a_row_is_cut_between_cells() -> None:
    row = draw_tile(FIVE, Size.L, PICTURED)[1]
    strip = Strip(segments_of(row, load_palette(Theme.FELT)))
    for column in range(1, 5):
        assert all(len(span.text) == 3 * cells(span.text) for span in fit(row, column))
        for part in strip.divide([column, 5]):
            assert all(len(text) == 3 * cells(text) for text, _, _ in part)


@pytest.mark.parametrize(
    ("tiles", "theme", "most"),
    [
        (Tiles.SOLID, Theme.FELT, Glyphs.KANJI),
        (Tiles.LINE, Theme.FELT, Glyphs.KANJI),
        (Tiles.AUTO, Theme.SIXTEEN, Glyphs.KANJI),
        (Tiles.AUTO, Theme.MONO, Glyphs.KANJI),
        (Tiles.AUTO, Theme.FELT, Glyphs.ASCII),
    ],
)
def test_only_the_automatic_style_with_colours_has_pictures(tiles: Tiles, theme: Theme, most: Glyphs) -> None:
    assert not default_look(tiles=tiles, theme=theme, most=most, environment={}, pictured=True).pictured
    assert not default_look(environment={"FURITEN_TILES": "solid"}, pictured=True).pictured
    assert default_look(environment={}, pictured=True).pictured
    assert not default_look(environment={}).pictured


# -- pixels --------------------------------------------------------------------------------------------

FELT = (0x12, 0x40, 0x2F, 255)


def painted(tile: int | None, *, sideways: bool = False, signs: str = "") -> Painted:
    picture = TilePicture(tile, 4, 2, lowered=False, joined=False, sideways=sideways, signs=signs)
    return Painted(picture, ("#222222", "#ac001e", "#00653e", "#1b2f88"), "#7a4d00", "#12402f")


def grid(drawn: Painted, cell: Cell = CELL) -> list[list[tuple[int, ...]]]:
    """The pixels, row by row."""
    flat = pixels(drawn, cell)
    width = 4 * cell.width
    each = [tuple(flat[at : at + 4]) for at in range(0, len(flat), 4)]
    return [each[at : at + width] for at in range(0, len(each), width)]


def test_all_faces_differ() -> None:
    drawn = {pixels(painted(tile), CELL) for tile in (None, *range(len(NAMES)))}
    assert len(drawn) == len(NAMES) + 1


def test_corners_hide_the_ground_and_the_body_shows_it() -> None:
    rows = grid(painted(TILE_OF["1s"]), Cell(10, 20))
    assert {rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]} == {FELT}
    assert rows[20][3] == (0, 0, 0, 0)


def test_nine_circles_are_seen_beside_every_sign() -> None:
    cell = Cell(12, 24)
    for signs in ("", "d", "u", "'", "()", "d'"):
        rows = grid(painted(NINE, signs=signs), cell)
        signed = sum(pixel[:3] == (0x7A, 0x4D, 0x00) for row in rows for pixel in row)
        assert signed >= 4 * len(signs)
        for ink in ((0x00, 0x65, 0x3E), (0xAC, 0x00, 0x1E), (0x1B, 0x2F, 0x88)):
            spots = {
                (column, number)
                for number, row in enumerate(rows)
                for column, pixel in enumerate(row)
                if pixel[:3] == ink and pixel[3] > 128
            }
            assert pieces(spots) >= 3, (signs, ink)


def pieces(spots: set[tuple[int, int]]) -> int:
    """How many connected pieces the spots make."""
    left, count = set(spots), 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            edge += near
    return count


def test_a_sideways_tile_is_turned_to_the_left() -> None:
    # one circle above the other: side by side, the upper one (green) at the left
    rows = grid(painted(TILE_OF["2p"], sideways=True), Cell(10, 15))
    middle = rows[15]
    green = [column for column, pixel in enumerate(middle) if pixel[1] > pixel[2] and pixel[3] > 128]
    blue = [column for column, pixel in enumerate(middle) if pixel[2] > pixel[1] and pixel[3] > 128]
    assert green
    assert blue
    assert max(green) < min(blue)
