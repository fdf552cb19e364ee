"""A scene as SVG without an app looks as it does in one."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import partial

import pytest
from textual.app import App, ComposeResult

from tests.support.nightly import one_in
from tests.support.tui.table_positions import after_riichi, all_melds, bare_scene, four_kans
from tui.desk.scene import Scene
from tui.drawing.palette import load_palette
from tui.drawing.rows import Role, Span
from tui.pictures.scene_svg import rows_svg, scene_rows, scene_svg
from tui.pictures.svg_export import picture
from tui.system.terminal import MIN_SIZE
from tui.table.widget import GameTable
from tui.tiles.look import Look, TileStyle, glyph_set
from tui.tiles.roles import Ink

SVG = "{http://www.w3.org/2000/svg}"
LOOK = Look(TileStyle.SOLID, glyph_set("kanji"))
POSITIONS = {"riichi": after_riichi, "melds": all_melds, "kans": partial(four_kans, 1)}


SIZES = ((80, 24), (100, 30), (120, 40), (200, 60), (79, 24))


class Shown(App[None]):
    """An app with nothing but a table."""

    TITLE = "furiten"

    def __init__(self, scene: Scene, *, bare: bool) -> None:
        super().__init__()
        self._table = GameTable(scene, look=LOOK, palette=load_palette("felt"), bare=bare)

    def compose(self) -> ComposeResult:
        yield self._table


def scene_of(name: str) -> Scene:
    return bare_scene(POSITIONS[name]().view)


@pytest.mark.parametrize(("size", "name", "bare"), one_in(7, SIZES, POSITIONS, (False, True)))
async def test_it_looks_as_on_the_screen(name: str, size: tuple[int, int], bare: bool) -> None:
    scene = scene_of(name)
    async with Shown(scene, bare=bare).run_test(size=size) as pilot:
        await pilot.pause()
        expected = picture(pilot.app)
    assert scene_svg(scene, size, LOOK, load_palette("felt"), bare=bare) == expected


@pytest.mark.parametrize("theme", ["felt", "mono", "light"])
def test_it_is_well_formed_and_says_the_screen_as_text(theme: str) -> None:
    svg = scene_svg(scene_of("melds"), (80, 24), LOOK, load_palette(theme), title="<a> & b")
    root = ET.fromstring(svg)
    assert root.findtext(f"{SVG}title") == "<a> & b"
    desc = root.findtext(f"{SVG}desc") or ""
    assert len(desc.splitlines()) == 25
    assert "Hayai" in desc


def test_every_row_has_the_whole_width() -> None:
    rows = scene_rows(scene_of("riichi"), MIN_SIZE, LOOK)
    assert [sum(map(len, (span.text for span in row))) <= MIN_SIZE[0] for row in rows] == [True] * MIN_SIZE[1]


def test_rows_of_their_own_become_a_picture() -> None:
    rows = ((Span("ab", Role(Ink.TITLE)),), (Span("c 東 d"),))
    root = ET.fromstring(rows_svg(rows, load_palette("dark")))
    assert root.findtext(f"{SVG}desc") == "\nab\nc 東 d\n"
    with pytest.raises(ValueError, match="no rows"):
        rows_svg((), load_palette("dark"))
