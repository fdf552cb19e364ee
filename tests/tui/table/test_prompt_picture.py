"""The prompt as it is drawn: calls and their forms with their tiles."""

from __future__ import annotations

from msgspec.structs import replace

from tests.support.tui.positions import Seated
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import ActionKey, plain
from tui.table.table_layout import Zone, draw, plan
from tui.tiles import Ground, Look, TileStyle, glyph_set

SOLID = Look(TileStyle.SOLID, glyph_set("kanji"))


def test_tiles_of_a_call_are_drawn_and_mean_what_its_key_means() -> None:
    desk = Seated("34567m340p79s125z").offered("0: 5z; 1: 1m; 2: 9p; 3: 5m")
    desk.do("chi")
    scene = make_scene(desk)
    (row,) = draw(scene, plan(80, 24), SOLID)[Zone.PROMPT]
    drawn = [
        [span.text for span in row if span.meta == ActionKey(item.id) and span.role.ground is Ground.FACE]
        for item in scene.prompt
        if item.id is not None
    ]
    assert drawn == [["4m", "6m"], ["3m", "4m"], ["6m", "7m"], []]
    greyed = replace(scene, prompt=tuple(replace(item, enabled=False) for item in scene.prompt))
    (row,) = draw(greyed, plan(80, 24), SOLID)[Zone.PROMPT]
    assert "34m" in plain((row,)), "what cannot be taken is told in words"
