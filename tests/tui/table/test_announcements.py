"""What a player says is shown in the middle of the table: never over a discard, a plate or a hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.support.nightly import one_in
from tests.support.tui.table_positions import Position, all_melds, bare_scene, long_ponds
from tui.drawing.click_meta import DiscardAt, MeldAt
from tui.drawing.rows import Row, plain
from tui.table.table_layout import Zone, plan
from tui.table.table_picture import draw
from tui.tiles.look import default_look
from tui.words.event_lines import Announcement

SIZES = [(80, 24), (100, 30), (120, 40), (160, 50)]
WORDS = ("RIICHI", "PON", "KAN", "RON", "TSUMO")
POSITIONS = {
    "few": Position("123456789m1234p").play("0: 9m; 1: 9s; 2: 9p; 3: 1z"),
    "long": long_ponds(),
    "melds": all_melds(),
}


def tiles_of(row: Row) -> list[object]:
    """The discards and melds in a row."""
    return [span.meta for span in row if isinstance(span.meta, DiscardAt | MeldAt)]


@pytest.mark.parametrize(("size", "name", "word", "seat"), one_in(7, SIZES, POSITIONS, WORDS, range(4)))
def test_an_announcement_hides_no_tile_and_no_plate(
    size: tuple[int, int], name: str, word: str, seat: int
) -> None:
    look = default_look()
    scene = replace(bare_scene(POSITIONS[name].view), announced=Announcement(seat, word))
    quiet, said = (draw(replace(scene, banner=banner), plan(*size), look) for banner in (False, True))
    assert {zone for zone in quiet if quiet[zone] != said[zone]} <= {Zone.MIDDLE}
    for before, after in zip(quiet[Zone.MIDDLE], said[Zone.MIDDLE], strict=True):
        if before != after:
            assert not tiles_of(before)
            assert not any(each in plain((before,)) for each in scene.seating.names)
