"""The layout of the table: sizes by zone, what stands stays, words over no tile, melds beside their owner."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.ai.seat_views import Position
from tests.support.nightly import one_in
from tests.support.tui.positions import all_melds, bare_scene, four_kans, four_pons, long_ponds, plain_turn
from tui.desk.hints import RIICHI_WIDTH
from tui.desk.scene import Scene
from tui.drawing.rows import DiscardAt, MarkAt, MeldAt, Row, Rows, TileAt, cells, plain
from tui.drawing.tile_picture import tile_width
from tui.i18n import Language, choose_language
from tui.table.table_layout import Zone, draw, plan
from tui.tiles import Ground, Ink, Look, Size, TileStyle, default_look, glyph_set
from tui.words.event_lines import Announcement
from tui.words.names import Seating

NAMES = ("You", "Hayai", "Mamori", "Takame")
LOOKS = [Look(style, glyph_set("kanji")) for style in TileStyle]
TILES = [f"{digit}{suit}" for suit in "mps" for digit in range(1, 7)]
COLUMNS = (Zone.LEFT, Zone.MIDDLE, Zone.RIGHT)
ROW = 6
DISPLAY = (Ground.DISPLAY, Ground.STICK)


def rows_on(rows: Rows, *grounds: str) -> list[int]:
    """Rows in which something stands on one of these grounds."""
    return [number for number, row in enumerate(rows) if any(span.role.ground in grounds for span in row)]


def first_rows(rows: Rows) -> dict[int, int]:
    """The row at which the pond of each seat in that column begins."""
    found: dict[int, int] = {}
    for number, row in enumerate(rows):
        for span in row:
            if isinstance(span.meta, DiscardAt):
                found.setdefault(span.meta.seat, number)
    return found


ROWS = {(80, 24): 3, (100, 30): 2, (120, 40): 3, (200, 60): 3}
"""Rows of the ponds by size."""


def named(value: object) -> str:
    return value.style.value if isinstance(value, Look) else str(value)


def places(scene: Scene, size: tuple[int, int], look: Look) -> dict[str, object]:
    """Where the display, the plates and the ponds stand."""
    zones = draw(scene, plan(*size), look)
    found: dict[str, object] = {"display": rows_on(zones[Zone.MIDDLE], "display")}
    for zone in COLUMNS:
        found[f"plate {zone.value}"] = rows_on(zones[zone], "wind", "wind-acting")
        for seat, row in first_rows(zones[zone]).items():
            found[f"pond {seat}"] = row
    return found


@pytest.mark.parametrize(
    ("size", "rows"), [((80, 47), 0), ((80, 48), 12), ((86, 57), 16), ((90, 90), 20), ((120, 60), None)]
)
def test_on_a_narrow_and_high_screen_the_panel_lies_above_the_hand(
    size: tuple[int, int], rows: int | None
) -> None:
    regions = plan(*size).regions
    panel = regions.get(Zone.PANEL)
    assert (panel is not None and Zone.EDGE in regions) is (rows is None), "beside the table, in a wide one"
    if rows:
        assert panel == (0, regions[Zone.PLATE].y - rows, size[0], rows)
    elif rows == 0:
        assert panel is None


@pytest.mark.parametrize(("size", "look"), one_in(3, ROWS, LOOKS, name=named))
def test_nothing_moves_while_the_ponds_have_that_many_rows(size: tuple[int, int], look: Look) -> None:
    rows = ROWS[size]
    position = Position("123456789m1234p")
    steady: dict[str, object] = {}
    for number, tile in enumerate(TILES[: rows * ROW]):
        for seat in range(4):
            now = places(bare_scene(position.view, NAMES), size, look)
            assert {name: now[name] for name in steady} == steady, (number, seat)
            steady |= now
            position.play(f"{seat}: {tile}")


@pytest.mark.parametrize("word", ["PON", "RIICHI", "TSUMO", "KAN in riichi"])
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_when_a_player_says_something(size: tuple[int, int], seat: int, word: str) -> None:
    word, _, riichi = word.partition(" in ")
    discards = [f"{each}: {riichi if each == seat else ''} {each + 1}z" for each in range(4)]
    view = Position("123456789m1234p").play("; ".join(["0: 9m; 1: 9s; 2: 9p; 3: 9s", *discards])).view
    silent, said = (
        places(bare_scene(view, NAMES, announced=announced), size, LOOKS[0])
        for announced in (None, Announcement(seat, word))
    )
    assert said == silent


@pytest.mark.parametrize("size", [(120, 40), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_sticks_at_both_sides_fit_into_the_display_in_every_language(size: tuple[int, int]) -> None:
    view = Position("123456789m1234p").play("0: 9m; 1: riichi 9s; 2: 9p; 3: riichi 1z").view
    for code in (each for each in Language if each is not Language.AUTO):
        choose_language(code)
        rows = draw(bare_scene(view, NAMES), plan(*size), LOOKS[0])[Zone.MIDDLE]
        shown = [[cells(span.text) for span in row if span.role.ground in DISPLAY] for row in rows]
        assert len({sum(row) for row in shown if row}) == 1, code
        assert max(sum(span.role.ground == Ground.STICK for span in row) for row in rows) == 2


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_plates_cut_nothing_off(size: tuple[int, int], seat: int) -> None:
    first = "".join(f"{each}: {'riichi ' if each == seat else ''}{each + 1}p;" for each in range(4))
    view = Position("123456789m1234p", scores=(123_400, -12_300, 123_400, -12_300)).play(first).view
    zone = (Zone.PLATE, Zone.RIGHT, Zone.MIDDLE, Zone.LEFT)[seat]
    scene = bare_scene(view, NAMES, wait_line="x" * RIICHI_WIDTH)
    silent, said = (
        plain(draw(replace(scene, announced=announced), plan(*size), LOOKS[0])[zone])
        for announced in (None, Announcement(seat, "KAN"))
    )
    assert view.table.seats[seat].riichi == 2
    for shown in (silent, said):
        assert f"{view.table.seats[seat].score:,}" in shown
        assert "x" * RIICHI_WIDTH in shown or seat
    assert " DOUBLE RIICHI " in silent
    assert " KAN " in said


STYLES = [Look(style, glyph_set(name)) for style in TileStyle for name in ("kanji", "latin", "ascii")]
every_look = pytest.mark.parametrize("look", STYLES, ids=lambda look: f"{look.style}-{look.glyphs.name}")
SIZES_OF_TILES = [
    ((80, 24), Size.M, Size.S),
    ((100, 30), Size.M, Size.M),
    ((120, 40), Size.L, Size.M),
    ((140, 45), Size.XL, Size.M),
    ((146, 50), Size.XL, Size.L),
    ((189, 60), Size.XL, Size.L),
    ((200, 60), Size.XXL, Size.L),
]


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
@pytest.mark.parametrize(("size", "in_hand", "in_ponds"), SIZES_OF_TILES)
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
    width = shape.regions[Zone.EDGE].x if Zone.PANEL in shape.regions else size[0]
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


SIZES_OF_WORDS = [(80, 24), (100, 30), (120, 40), (160, 50)]
WORDS = ("RIICHI", "PON", "KAN", "RON", "TSUMO")
CROWDED = {
    "few": Position("123456789m1234p").play("0: 9m; 1: 9s; 2: 9p; 3: 1z"),
    "long": long_ponds(),
    "melds": all_melds(),
}


def tiles_of(row: Row) -> list[DiscardAt | MeldAt]:
    """The discards and melds in a row."""
    return [span.meta for span in row if isinstance(span.meta, DiscardAt | MeldAt)]


@pytest.mark.parametrize(
    ("size", "name", "word", "seat"), one_in(7, SIZES_OF_WORDS, CROWDED, WORDS, range(4))
)
def test_an_announcement_hides_no_tile_and_no_plate(
    size: tuple[int, int], name: str, word: str, seat: int
) -> None:
    look = default_look()
    scene = replace(bare_scene(CROWDED[name].view), announced=Announcement(seat, word))
    quiet, said = (draw(replace(scene, banner=banner), plan(*size), look) for banner in (False, True))
    assert {zone for zone in quiet if quiet[zone] != said[zone]} <= {Zone.MIDDLE}
    for before, after in zip(quiet[Zone.MIDDLE], said[Zone.MIDDLE], strict=True):
        if before != after:
            assert not tiles_of(before)
            assert not any(each in plain((before,)) for each in scene.seating.names)


SIZES = [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (200, 60)]
MELDED = {
    "melds": all_melds,
    **{f"kans-{seat}": (lambda seat=seat: four_kans(seat)) for seat in range(4)},
    **{f"pons-{seat}": (lambda seat=seat: four_pons(seat)) for seat in range(4)},
}
Cells = set[tuple[int, int]]


def seat_cells(position: Position, size: tuple[int, int], look: Look) -> dict[tuple[str, int], Cells]:
    """The cells of the screen with the plate, the pond and the melds of each seat."""
    shape = plan(*size)
    found: dict[tuple[str, int], Cells] = {}
    columns = {Zone.RIGHT: 1, Zone.MIDDLE: 2, Zone.LEFT: 3, Zone.PLATE: 0}
    for zone, rows in draw(bare_scene(position.view), shape, look).items():
        region = shape.regions[zone]
        for y, row in enumerate(rows):
            x = 0
            for span in row:
                what: tuple[str, int] | None = None
                if isinstance(span.meta, DiscardAt):
                    what = ("pond", span.meta.seat)
                elif isinstance(span.meta, MeldAt):
                    what = ("melds", span.meta.seat)
                elif span.role.ground in ("wind", "wind-acting"):
                    what = ("plate", columns[zone])
                if what:
                    ends = (x, x + cells(span.text) - 1)
                    found.setdefault(what, set()).update((region.x + end, region.y + y) for end in ends)
                x += cells(span.text)
    return found


def rows_of(found: Cells) -> set[int]:
    return {y for _, y in found}


def left_of(found: Cells) -> int:
    return min(x for x, _ in found)


@pytest.mark.parametrize(("size", "name"), one_in(4, SIZES, MELDED))
def test_melds_stand_between_the_name_of_their_owner_and_the_pond(name: str, size: tuple[int, int]) -> None:
    for look in LOOKS:
        found = seat_cells(MELDED[name](), size, look)
        for seat in (1, 2, 3):
            melds = found.get(("melds", seat))
            if melds is None:
                continue
            names, discards = found["plate", seat], found.get(("pond", seat), set())
            # the plate of a narrow column has a second row
            assert min(rows_of(melds)) - max(rows_of(names)) <= 2
            assert not discards or min(rows_of(discards)) > max(rows_of(melds))
            assert abs(left_of(melds) - left_of(names)) <= 1
            others = [found[what] for what in found if what[0] == "plate" and what[1] != seat]
            near = min(abs(y - min(rows_of(names))) for y in rows_of(melds))
            for other in others:
                if left_of(other) == left_of(names):
                    assert min(abs(y - min(rows_of(other))) for y in rows_of(melds)) > near


@pytest.mark.parametrize(("size", "side", "owner"), one_in(5, SIZES, (1, 2, 3), range(4)))
def test_from_every_seat_the_melds_drawn_are_those_of_their_owner(
    owner: int, side: int, size: tuple[int, int]
) -> None:
    seat = (owner - side) % 4
    scene = bare_scene(four_pons(owner).view)
    shape = plan(*size)
    zones = draw(replace(scene, seating=Seating(scene.seating.names, seat)), shape, LOOKS[0])
    zone_of_side = {1: Zone.RIGHT, 2: Zone.MIDDLE, 3: Zone.LEFT}
    found = {
        (zone, span.meta.seat, span.meta.place)
        for zone, rows in zones.items()
        for row in rows
        for span in row
        if isinstance(span.meta, MeldAt)
    }
    assert found == {(zone_of_side[side], owner, place) for place in range(4)}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_bar_stands_along_the_pond_of_another_player_on_turn(seat: int, size: tuple[int, int]) -> None:
    look = default_look()
    shape = plan(*size)
    quiet, acting = (
        draw(replace(bare_scene(CROWDED["melds"].view), acting=each), shape, look) for each in (None, seat)
    )
    zone = {1: Zone.RIGHT, 2: Zone.MIDDLE, 3: Zone.LEFT}[seat]
    marked = [
        after
        for before, after in zip(quiet[zone], acting[zone], strict=True)
        if any(span.role.ink == Ink.ACTING and span.text == look.glyphs.rule for span in after)
    ]
    pond = [
        row for row in acting[zone] if any(isinstance(m, DiscardAt) and m.seat == seat for m in tiles_of(row))
    ]
    assert pond
    assert all(row in marked for row in pond)
    for row in marked:
        assert {each.seat for each in tiles_of(row)} <= {seat}
