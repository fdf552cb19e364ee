"""Every glyph and large letter takes exactly the cells that it is given."""

from __future__ import annotations

import itertools
import unicodedata
from pathlib import Path

import pytest
from msgspec.structs import fields
from rich.cells import cell_len

from ai.reading.safety_reasons import SafetyClass
from tests.support.nightly import at_night, one_in
from tests.support.tui.pilot import press, takes_keys, until
from tests.support.tui.positions import (
    after_riichi,
    all_melds,
    bare_scene,
    four_kans,
    long_ponds,
    riichi_tile_called,
)
from tests.support.tui.sessions import folder_at
from tui.config.settings import Settings, SettingsFile, Theme, Tiles
from tui.drawing.large_letters import HEIGHT, can_be_large, dots, large, plate
from tui.drawing.rows import Role, Rows, block_width, plain, width_of
from tui.drawing.tile_picture import draw_added, draw_tile, tile_width
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.shell.app import FuritenApp
from tui.system.terminal import Glyphs
from tui.table.table_layout import draw, plan
from tui.table.widget import ZoneWidget
from tui.tiles import GLYPH_SETS, PLAIN, Box, GlyphSet, Ink, Look, Mark, Size, TileState, TileStyle, glyph_set
from tui.words.event_lines import Announcement

LOOKS = [Look(style, glyph_set(name)) for style in TileStyle for name in GLYPH_SETS]
SHAPING = ("tsumogiri", "called_away", "last", "cursor", "dora", "cause")
"""What can be true of a tile and changes its text; the rest only colours it."""
STATES = [
    TileState(**dict(zip(SHAPING, chosen, strict=True)))
    for chosen in itertools.product((False, True), repeat=len(SHAPING))
]
COLOURING = [name for name in TileState.__struct_fields__ if name not in (*SHAPING, "mark")]
STATES += [TileState(**{name: True}) for name in COLOURING]
STATES += [TileState(mark=Mark(safety, True, True), dora=True) for safety in SafetyClass]
AMBIGUOUS = {
    **dict.fromkeys("┌┐└┘─│├┤╭╮╰╯╔╗╚╝═║╠╣", "frames of boxes: nothing else joins up"),
    **dict.fromkeys("▀▄", "half rows, which make a tile as high as it should be"),
    **dict.fromkeys("▁▂▅▆█▒▓", "heights and shades of the safety below a tile"),
}
"""What Unicode leaves open (UAX 11), so that some terminals draw it two cells wide, and why it is used all
the same. Only ``ascii`` does without; ``furiten doctor`` tells where that is needed."""
ROWS = {
    **{(TileStyle.SOLID, size): rows for size, rows in zip(Size, (1, 3, 5, 6, 8), strict=True)},
    **{(TileStyle.LINE, size): rows for size, rows in zip(Size, (1, 3, 4, 5, 5), strict=True)},
}
MAHJONG = range(0x1F000, 0x1F02C)

every_look = pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.style}-{look.glyphs.name}")


def named(value: object) -> str:
    return f"{value.style}-{value.glyphs.name}" if isinstance(value, Look) else str(value)


def cells(text: str) -> int:
    """Width as Unicode has it, what it leaves open counted as one."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def texts_of(glyphs: GlyphSet) -> dict[str, str]:
    """Every glyph of a set by its name."""
    found: dict[str, str] = {}
    for field in fields(glyphs):
        if field.name in ("name", "about"):
            continue
        value = getattr(glyphs, field.name)
        if isinstance(value, Box):
            found |= {f"{field.name} {each.name}": getattr(value, each.name) for each in fields(value)}
        elif isinstance(value, tuple):
            found |= {f"{field.name} {number}": each for number, each in enumerate(value)}
        else:
            found[field.name] = value
    return found


WIDTHS = {
    "honours": {2},
    "corners": {1, 2},
    "suits": {2, 3},
    "numerals": {2},
    "pips": {2},
    "ellipsis": {2},
    "bars": {1, 2, 3, 4},
}
"""Of texts that take more than one cell."""


@pytest.mark.parametrize("name", GLYPH_SETS)
def test_every_glyph_has_its_width(name: str) -> None:
    for field, text in texts_of(glyph_set(name)).items():
        assert cell_len(text) == cells(text), field
        assert cells(text) in WIDTHS.get(field.split()[0], {1}), field
        assert not any(unicodedata.combining(char) or unicodedata.category(char) == "Mn" for char in text)
        assert not any(ord(char) in MAHJONG or 0xFE00 <= ord(char) <= 0xFE0F for char in text), field


def test_what_unicode_leaves_open_is_used_for_a_reason_or_not_at_all() -> None:
    found = {
        name: {
            char
            for text in texts_of(glyph_set(name)).values()
            for char in text
            if unicodedata.east_asian_width(char) == "A"
        }
        for name in GLYPH_SETS
    }
    assert found["ascii"] == set()
    assert set().union(*found.values()) == AMBIGUOUS.keys()


def fills(rows: Rows, width: int) -> bool:
    return all(cell_len(line) == cells(line) == width for line in plain(rows).splitlines())


@pytest.mark.parametrize(("look", "size"), one_in(3, LOOKS, Size, name=named))
def test_every_tile_in_every_state_fills_its_cells(look: Look, size: Size) -> None:
    for sideways, state in itertools.product((False, True), STATES):
        width = tile_width(size, look, sideways=sideways)
        for tile in range(37) if state == PLAIN else (4, 26, 33, 34):
            rows = draw_tile(tile, size, look, state, sideways=sideways)
            assert fills(rows, width), (tile, state, plain(rows))
            assert sideways or len(rows) == ROWS[look.style, size], "they stand side by side"
            assert look.glyphs.name != "ascii" or plain(rows).isascii()
    assert fills(draw_tile(None, size, look), tile_width(size, look))
    for state in STATES:
        rows = draw_added(13, 35, size, look, state)
        assert fills(rows, cells(plain(rows[-1:]))), (state, plain(rows))


@every_look
@pytest.mark.parametrize("size", [Size.M, Size.L, Size.XL])
def test_a_sideways_tile_is_shape_and_no_bracket_in_every_state(look: Look, size: Size) -> None:
    for state in STATES:
        upright = draw_tile(4, size, look, state)
        lying = draw_tile(4, size, look, state, sideways=True)
        assert tile_width(size, look, sideways=True) >= tile_width(size, look)
        assert tile_width(size, look, sideways=True) > tile_width(Size.M, look)
        assert height(lying) < height(upright)
        assert bool(height(lying[-1:])) == bool(height(upright[-1:])), "they stand on the same base line"
        assert not {"<", ">"} & set(plain(lying))


def height(rows: Rows) -> int:
    """How high a tile is, in half rows."""
    seen = 0
    for row in rows:
        if set("".join(span.text for span in row)) <= {"▀", "▄"}:
            seen += 1
        elif any(span.text.strip() or span.role.ground != "felt" for span in row):
            seen += 2
    return seen


SCENES = [after_riichi, all_melds, riichi_tile_called, long_ponds, lambda: four_kans(2)]


@pytest.mark.parametrize(
    "size", [(80, 24), (100, 30), (120, 40), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}"
)
@pytest.mark.parametrize("style", list(TileStyle))
def test_the_whole_table_is_seven_bit_in_ascii(style: TileStyle, size: tuple[int, int]) -> None:
    look = Look(style, glyph_set("ascii"))
    for position in SCENES:
        scene = bare_scene(
            position().view, announced=Announcement(1, "PON"), banner=True, just_discarded=True
        )
        for rows in draw(scene, plan(*size), look).values():
            assert plain(rows).isascii()


def painted(app: FuritenApp) -> str:
    """All the text on the screen."""
    return "".join(
        segment.text
        for widget in (*app.screen.query(Page), *app.screen.query(ZoneWidget))
        for y in range(widget.size.height)
        for segment in widget.render_line(y)
    )


@pytest.mark.parametrize("tiles", [Tiles.LINE, *at_night([Tiles.SOLID])])
async def test_every_screen_is_seven_bit_in_ascii(tmp_path: Path, tiles: Tiles) -> None:
    SettingsFile(tmp_path).change(Settings(tiles=tiles, glyphs=Glyphs.ASCII, theme=Theme.LIGHT))
    app = FuritenApp(folder_at(tmp_path))
    seen = set()
    async with app.run_test() as pilot:
        for keys in (("s",), ("n",), ("p",), ("g",), ("question_mark",), ("right",), ("right",)):
            await until(lambda: takes_keys(app))
            assert painted(app).isascii()
            await press(pilot, *keys)
            await until(lambda: takes_keys(app))
            assert painted(app).isascii(), app.screen
            seen.add(type(app.screen).__name__)
            if keys[0] not in ("question_mark", "right"):
                await press(pilot, "escape")
    assert seen == {"SettingsScreen", "NewGameScreen", "PracticeScreen", "GlossaryScreen", "HelpScreen"}


LETTERS = "ABCDEFGHIKLMNORSTUXY0123456789, "
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")


def test_letters_have_one_height_and_differ() -> None:
    assert all(len(dots(letter)) == HEIGHT for letter in LETTERS)
    assert all(len({len(line) for line in dots(letter)}) == 1 for letter in LETTERS)
    assert len({dots(letter) for letter in LETTERS}) == len(LETTERS)


@pytest.mark.parametrize("name", GLYPH_SETS)
def test_limits_and_points_are_large_in_english(name: str) -> None:
    texts = [t(f"limits.{limit}").upper() for limit in LIMITS]
    texts += [t("score.yakuman", count=count).upper() for count in (1, 2, 6)]
    for text in (*texts, "1,000", "96,000"):
        assert can_be_large(text)
        rows = large(text, glyph_set(name), Ink.TITLE)
        assert len(rows) == (HEIGHT if name == "ascii" else 3)
        assert len({width_of(row) for row in rows}) == 1
        assert plain(rows).isascii() == (name == "ascii")
        assert block_width(rows) <= 76


def test_a_limit_in_kanji_stands_wide_on_a_plate() -> None:
    assert not can_be_large("満貫")
    rows = plate("満貫", Role(Ink.TITLE))
    assert len({width_of(row) for row in rows}) == 1
    assert "満  貫" in plain(rows)
