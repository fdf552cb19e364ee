"""Melds lie beside their owner: nobody's look like those of somebody else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.nightly import one_in
from tests.support.tui.table_positions import Position, all_melds, bare_scene, four_kans, four_pons
from tui.drawing.click_meta import DiscardAt, MeldAt
from tui.drawing.rows import cells
from tui.table.table_layout import Zone, plan
from tui.table.table_picture import draw
from tui.tiles.look import Look, TileStyle, glyph_set
from tui.words.seating import Seating

SIZES = [(80, 24), (100, 30), (120, 40), (140, 45), (160, 50), (200, 60)]
LOOKS = [Look(style, glyph_set("kanji")) for style in TileStyle]
POSITIONS = {
    "melds": all_melds,
    **{f"kans-{seat}": (lambda seat=seat: four_kans(seat)) for seat in range(4)},
    **{f"pons-{seat}": (lambda seat=seat: four_pons(seat)) for seat in range(4)},
}
APART = 9
"""Columns between the melds of the player across and the pond, at most."""
Cells = set[tuple[int, int]]


def places(position: Position, size: tuple[int, int], look: Look) -> dict[tuple[str, int], Cells]:
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


@pytest.mark.parametrize(("size", "name"), one_in(4, SIZES, POSITIONS))
def test_melds_of_side_players_are_under_their_pond_with_felt_above_the_own_name(
    name: str, size: tuple[int, int]
) -> None:
    for look in LOOKS:
        found = places(POSITIONS[name](), size, look)
        for seat in (1, 3):
            if melds := found.get(("melds", seat)):
                assert min(rows_of(melds)) > max(rows_of(found["pond", seat]))
                assert left_of(melds) == left_of(found["pond", seat])
                assert max(rows_of(melds)) + 1 not in rows_of(found["plate", 0])


@pytest.mark.parametrize(("size", "name"), one_in(4, SIZES, POSITIONS))
def test_melds_of_the_player_across_begin_beside_that_pond_and_far_from_the_left_player(
    name: str, size: tuple[int, int]
) -> None:
    for look in LOOKS:
        found = places(POSITIONS[name](), size, look)
        if melds := found.get(("melds", 2)):
            beside = rows_of(found["plate", 2]) | rows_of(found["pond", 2])
            assert rows_of(melds) & beside
            assert 1 < left_of(found["pond", 2]) - max(x for x, _ in melds) < APART
            assert max(rows_of(melds)) + 1 < min(rows_of(found["plate", 3]))


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.style.value)
@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
def test_melds_of_the_player_across_stand_on_the_base_line_of_that_pond(
    size: tuple[int, int], look: Look
) -> None:
    found = places(all_melds(), size, look)
    assert max(rows_of(found["melds", 2])) == max(rows_of(found["pond", 2]))


@pytest.mark.parametrize(("size", "side", "owner"), one_in(5, SIZES, (1, 2, 3), range(4)))
def test_from_every_seat_the_melds_drawn_are_those_of_their_owner(
    owner: int, side: int, size: tuple[int, int]
) -> None:
    seat = (owner - side) % 4
    scene = bare_scene(four_pons(owner).view)
    shape = plan(*size)
    zones = draw(replace(scene, seating=Seating(scene.seating.names, seat)), shape, LOOKS[0])
    zone_of_side = {1: Zone.RIGHT, 2: Zone.LEFT, 3: Zone.LEFT}
    found = {
        (zone, span.meta.seat, span.meta.place)
        for zone, rows in zones.items()
        for row in rows
        for span in row
        if isinstance(span.meta, MeldAt)
    }
    assert found == {(zone_of_side[side], owner, place) for place in range(4)}
