"""Scenes and screens as SVG: what a picture pins, what it leaves to the font, its size and its file."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual.app import App, ComposeResult

from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import one_in
from tests.support.tui.positions import after_riichi, all_melds, bare_scene, four_kans
from tui.desk.scene import Scene
from tui.drawing.palette import load_palette
from tui.pictures import Piece, Shapes, picture, picture_stem, row_pieces, svg_of
from tui.system.files import save_new
from tui.table.table_layout import scene_rows
from tui.table.widget import GameTable
from tui.tiles import Look, TileStyle, glyph_set

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


def svg_of_rows(scene: Scene, size: tuple[int, int], *, bare: bool = False, title: str = "furiten") -> str:
    """The table as SVG without an app, as an animated picture has it."""
    rows = scene_rows(scene, size, LOOK, bare=bare)
    return svg_of(title, size, tuple(row_pieces(rows, load_palette("felt"))))


@pytest.mark.parametrize(("size", "name", "bare"), one_in(11, SIZES, POSITIONS, (False, True)))
async def test_it_looks_as_on_the_screen(name: str, size: tuple[int, int], bare: bool) -> None:
    scene = scene_of(name)
    async with Shown(scene, bare=bare).run_test(size=size) as pilot:
        await pilot.pause()
        expected = picture(pilot.app)
    assert svg_of_rows(scene, size, bare=bare) == expected


def test_it_is_well_formed_and_says_the_screen_as_text() -> None:
    svg = svg_of_rows(scene_of("melds"), (80, 24), title="<a> & b")
    root = ET.fromstring(svg)
    assert root.findtext(f"{SVG}title") == "<a> & b"
    desc = root.findtext(f"{SVG}desc") or ""
    assert len(desc.splitlines()) == 25
    assert "Hayai" in desc


SNAPSHOTS = ROOT / "tests"
ALLOWED = 15_000_000
JOINING = "▀▄█░─│┌┐└┘├┤╭╮╰╯═║╔╗╚╝╠╣⠁⠂⠄⡀⠈⠐⠠⢀⣿"


def pictured(*lines: tuple[str, str]) -> str:
    """Lines of text, each in a style, on a screen of 20x4."""
    pieces: list[Piece] = []
    for row, (text, style) in enumerate((*lines, *[("", "none")] * (4 - len(lines)))):
        rest = " " * (20 - cell_len(text))
        pieces.append(Piece(0, row, text, Style.parse(style)))
        pieces.append(Piece(cell_len(text), row, rest, Style.parse("white on #12402f")))
    return svg_of("", (20, 4), pieces)


def texts(svg: str) -> dict[str, dict[str, str]]:
    """Every text of a picture, and what it says about its look, with that of the group that it stands in."""
    return {
        text.text or "": {**group.attrib, **text.attrib}
        for group in ET.fromstring(svg).iter(f"{SVG}g")
        for text in group.findall(f"{SVG}text")
    }


def test_words_stand_in_their_cells() -> None:
    found = texts(pictured(("  You  drew 9m<", "#ffffff on #000000")))
    assert {text: (at["x"], at["y"], at.get("textLength")) for text, at in found.items()} == {
        "You": ("20", "15", "30"),
        "drew 9m<": ("70", "15", "80"),
    }


def test_a_wide_character_stands_in_the_middle_of_its_two_cells() -> None:
    found = texts(pictured(("9", "none"), (" 東5", "none")))
    assert found["東"]["x"] == "20"
    assert found["東"]["text-anchor"] == "middle"
    assert found["5"]["x"] == "30"


@pytest.mark.parametrize(
    ("style", "other"),
    [
        ("#ffffff on #000000", "#fffffe on #000000"),
        ("#ffffff on #000000", "#ffffff on #000001"),
        ("#ffffff on #000000", "bold #ffffff on #000000"),
        ("#ffffff on #000000", "italic #ffffff on #000000"),
        ("#ffffff on #000000", "underline #ffffff on #000000"),
        ("#ffffff on #000000", "dim #ffffff on #000000"),
        ("#ffffff on #000000", "reverse #ffffff on #000000"),
        ("#ffffff on #000000", "strike #ffffff on #000000"),
    ],
)
def test_everything_that_can_be_seen_makes_another_picture(style: str, other: str) -> None:
    assert pictured(("9m", style)) != pictured(("9m", other))


def test_where_a_style_begins_makes_no_other_picture() -> None:
    """Only what can be seen counts: blanks have no ink, and a ground has no seams."""
    one = pictured(("ab", "#ffffff on #000000"), ("  ", "#ffffff on #000000"))
    other = pictured(("ab", "#ffffff on #000000"), ("  ", "bold #aabbcc on #000000"))
    assert one == other


def test_what_has_to_join_is_a_shape_and_each_shape_is_its_own() -> None:
    drawn = set()
    for character in JOINING:
        shapes = Shapes(10, 20)
        assert shapes.draw(0, 0, character, "#ff0000", "#000000")
        drawn.add("".join(shapes.paths("#000000")))
    assert len(drawn) == len(JOINING)


def test_shapes_are_no_letters() -> None:
    assert not texts(pictured(*((JOINING[at : at + 13], "none") for at in range(0, len(JOINING), 13))))


def test_the_screen_can_be_read_and_compared_as_text() -> None:
    svg = pictured(("East 1  <9m> & 東", "bold"))
    desc = ET.fromstring(svg).findtext(f"{SVG}desc")
    assert desc == "\nEast 1  <9m> & 東\n\n\n\n"


def test_all_pictures_together_are_small() -> None:
    found = list(Path(SNAPSHOTS).rglob("__snapshots__/**/*.svg"))
    assert found
    assert sum(file.stat().st_size for file in found) < ALLOWED
    assert all(b"Generated with Rich" not in file.read_bytes()[:400] for file in found)


def test_the_first_folder_that_takes_it_has_it(tmp_path: Path) -> None:
    path = save_new("<svg/>", "game-5.23", ".svg", (tmp_path / "gone", tmp_path))
    assert path == tmp_path / "game-5.23.svg"
    assert path.read_text(encoding="utf-8") == "<svg/>"


def test_it_never_replaces_a_file(tmp_path: Path) -> None:
    found = [save_new(text, "game-1.0", ".svg", (tmp_path,)) for text in ("<a/>", "<b/>", "<c/>")]
    assert [path.name for path in found] == ["game-1.0.svg", "game-1.0-2.svg", "game-1.0-3.svg"]
    assert [path.read_text(encoding="utf-8") for path in found] == ["<a/>", "<b/>", "<c/>"]


def test_the_error_of_the_last_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="second"):
        save_new("<svg/>", "game", ".svg", (tmp_path / "first", tmp_path / "second"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("record", "stem"),
    [("game.mjson.gz", "game-5.23"), ("2026-11-01-2300-seed-7.jsonl", "2026-11-01-2300-seed-7-5.23")],
)
def test_its_name_tells_record_and_position(record: str, stem: str) -> None:
    assert picture_stem(Path("/some/folder") / record, "5.23") == stem
