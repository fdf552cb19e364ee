"""A larger screen has larger tiles, zone by zone, and the table in its middle."""

from __future__ import annotations

import pytest

from tests.support.tui.table_positions import Position, bare_scene, plain_turn
from tui.drawing.click_meta import DiscardAt, MarkAt, TileAt
from tui.drawing.rows import Rows, cells
from tui.drawing.tile_picture import tile_width
from tui.table.table_layout import Zone, plan
from tui.table.table_picture import draw
from tui.tiles.look import Look, Size, TileStyle, glyph_set

LOOKS = [Look(style, glyph_set(name)) for style in TileStyle for name in ("kanji", "latin", "ascii")]
every_look = pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.style}-{look.glyphs.name}")
SIZES = [
    ((80, 24), Size.M, Size.S),
    ((100, 30), Size.M, Size.M),
    ((120, 40), Size.L, Size.M),
    ((140, 45), Size.XL, Size.M),
    ((146, 50), Size.XL, Size.L),
    ((200, 60), Size.XL, Size.L),
]
TILES = [f"{digit}{suit}" for suit in "mps" for digit in range(1, 7)]


def columns(rows: Rows, kind: type[TileAt | DiscardAt], seat: int | None = None) -> list[tuple[int, int]]:
    """The first and the last column of each tile of that kind in its widest row."""
    found: dict[TileAt | DiscardAt, tuple[int, int]] = {}
    for row in rows:
        x = 0
        for span in row:
            meta = span.meta
            if isinstance(meta, kind) and (isinstance(meta, TileAt) or meta.seat == seat):
                start, end = found.get(meta, (x, x))
                found[meta] = (min(start, x), max(end, x + cells(span.text)))
            x += cells(span.text)
    return sorted(found.values())


@every_look
@pytest.mark.parametrize(("size", "in_hand", "in_ponds"), SIZES)
def test_tiles_are_as_large_as_the_screen_allows(
    size: tuple[int, int], in_hand: Size, in_ponds: Size, look: Look
) -> None:
    zones = draw(bare_scene(plain_turn().view), plan(*size), look)
    start, end = columns(zones[Zone.HAND], TileAt)[0]
    assert end - start == tile_width(in_hand, look)
    for zone, seat in ((Zone.MIDDLE, 0), (Zone.MIDDLE, 2), (Zone.RIGHT, 1), (Zone.LEFT, 3)):
        start, end = columns(zones[zone], DiscardAt, seat)[0]
        assert end - start == tile_width(in_ponds, look)


@every_look
@pytest.mark.parametrize("size", [(140, 45), (146, 50), (160, 50), (200, 60)])
def test_ponds_keep_their_size_to_the_third_row(size: tuple[int, int], look: Look) -> None:
    position = Position("123456789m1234p")
    for tile in TILES:
        for seat in range(4):
            position.play(f"{seat}: {tile}")
    zones = draw(bare_scene(position.view), plan(*size), look)
    ponds = plan(*size).form.ponds  # type: ignore[union-attr]
    for zone, seat in ((Zone.MIDDLE, 0), (Zone.MIDDLE, 2), (Zone.RIGHT, 1), (Zone.LEFT, 3)):
        start, end = columns(zones[zone], DiscardAt, seat)[0]
        assert end - start == tile_width(ponds[0], look)


@every_look
@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("size", [(140, 45), (160, 50), (200, 60)])
def test_the_table_stands_in_the_middle_of_a_large_screen(
    size: tuple[int, int], bare: bool, look: Look
) -> None:
    position = Position("123456789m1234p")
    for tile in TILES[:6]:
        for seat in range(4):
            position.play(f"{seat}: {tile}")
    shape = plan(*size, bare=bare)
    zones = draw(bare_scene(position.view), shape, look)
    ends = {}
    for zone, seat in ((Zone.LEFT, 3), (Zone.RIGHT, 1)):
        tiles = columns(zones[zone], DiscardAt, seat)
        ends[zone] = (shape.regions[zone].x + tiles[0][0], shape.regions[zone].x + tiles[-1][1])
    width = shape.regions[Zone.EDGE].x if shape.has_panel else size[0]
    before, after = ends[Zone.LEFT][0], width - ends[Zone.RIGHT][1]
    assert before > 1
    assert abs(before - after) <= 4


@every_look
@pytest.mark.parametrize("size", [(140, 45), (160, 50)])
def test_the_hand_has_its_marks_below_each_tile(size: tuple[int, int], look: Look) -> None:
    zones = draw(bare_scene(plain_turn().view), plan(*size), look)
    x, places = 0, {}
    for span in zones[Zone.MARKS][0]:
        if isinstance(span.meta, MarkAt):
            places.setdefault(span.meta.place, x)
        x += cells(span.text)
    assert [places[place] for place in sorted(places)] == [
        start for start, _ in columns(zones[Zone.HAND], TileAt)
    ]
