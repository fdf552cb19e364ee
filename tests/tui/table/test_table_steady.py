"""What stands on the table stays where it is while the ponds grow and while players say something."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.nightly import one_in
from tests.support.tui.table_positions import Position, bare_scene
from tui.desk.hints import RIICHI_WIDTH
from tui.desk.scene import Scene
from tui.drawing.click_meta import DiscardAt
from tui.drawing.rows import Rows, plain
from tui.table.table_layout import Zone, plan
from tui.table.table_picture import draw
from tui.tiles.look import Look, TileStyle, glyph_set
from tui.words.event_lines import Announcement

NAMES = ("You", "Hayai", "Mamori", "Takame")
LOOKS = [Look(style, glyph_set("kanji")) for style in TileStyle]
TILES = [f"{digit}{suit}" for suit in "mps" for digit in range(1, 7)]
COLUMNS = (Zone.LEFT, Zone.MIDDLE, Zone.RIGHT)
ROW = 6


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


@pytest.mark.parametrize("word", ["PON", "RIICHI", "TSUMO"])
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_when_a_player_says_something(size: tuple[int, int], seat: int, word: str) -> None:
    view = Position("123456789m1234p").play("0: 9m; 1: 9s; 2: 9p; 3: 1z").view
    silent, said = (
        places(bare_scene(view, NAMES, announced=announced), size, LOOKS[0])
        for announced in (None, Announcement(seat, word))
    )
    assert said == silent


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_player_in_riichi_can_say_one_word_more(size: tuple[int, int], seat: int) -> None:
    discards = [f"{each}: {'riichi ' if each == seat else ''}{each + 1}z" for each in range(4)]
    view = Position("123456789m1234p").play("; ".join(["0: 9m; 1: 9s; 2: 9p; 3: 9s", *discards])).view
    quiet, said = (
        places(bare_scene(view, NAMES, announced=announced), size, LOOKS[0])
        for announced in (None, Announcement(seat, "KAN"))
    )
    assert said == quiet


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
