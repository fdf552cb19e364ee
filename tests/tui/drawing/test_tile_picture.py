"""One function draws every tile: sizes, rotation, states, glyph sets, and samples of suits for beginners."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from engine.tiles import EAST, NAMES, TILE_OF
from tests.support.tui.pilot import press, running, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.config.actions import ActionId
from tui.drawing.rows import ActionKey, ColourOf, Span, TileAt, fit, meta_at, plain, shortened, spread
from tui.drawing.tile_picture import draw_added, draw_tile
from tui.i18n import choose_language, t, wrapped
from tui.screens.game.lesson_remarks import RemarkScreen
from tui.screens.pages.glossary_page import GlossaryScreen
from tui.screens.pages.settings_pages import SettingsScreen
from tui.shell.app import FuritenApp
from tui.table.side_panel import suit_samples, suits_in_a_row
from tui.tiles import (
    DORA_SIGN,
    GLYPH_SETS,
    Look,
    Size,
    TileState,
    TileStyle,
    default_look,
    glyph_set,
)

LOOKS = [Look(style, glyph_set(name)) for style in TileStyle for name in GLYPH_SETS]
KANJI_SOLID = Look(TileStyle.SOLID, glyph_set("kanji"))
KANJI_LINE = Look(TileStyle.LINE, glyph_set("kanji"))


def tile(name: str) -> int:
    return TILE_OF[name]


def test_the_smallest_sideways_tile_has_brackets() -> None:
    assert plain(draw_tile(tile("7s"), Size.S, KANJI_SOLID, sideways=True)) == "<7s>"


def test_boxes_look_like_this() -> None:
    assert plain(draw_tile(tile("0p"), Size.M, KANJI_LINE)).splitlines() == ["┌──┐", "│0p│", "└──┘"]
    assert plain(draw_tile(tile("7s"), Size.M, KANJI_LINE, sideways=True)).splitlines() == [
        "      ",
        "┌─7s─┐",
        "└────┘",
    ]
    assert plain(draw_tile(tile("0m"), Size.L, KANJI_LINE)).splitlines() == [
        "╭────╮",
        "│5*  │",
        "│ 萬 │",
        "╰────╯",
    ]
    assert plain(draw_added(tile("5p"), tile("0p"), Size.M, KANJI_LINE)).splitlines() == [
        "┌─0p─┐",
        "├─5p─┤",
        "└────┘",
    ]
    assert plain(draw_added(tile("5p"), tile("0p"), Size.S, KANJI_LINE)) == "<5p+0p>"


def test_a_red_five_is_told_by_its_sign_and_not_by_its_hue() -> None:
    for look in LOOKS:
        for size in Size:
            assert plain(draw_tile(tile("5p"), size, look)) != plain(draw_tile(tile("0p"), size, look))
    assert "0p" in plain(draw_tile(tile("0p"), Size.S, KANJI_SOLID))
    assert "*５" in plain(draw_tile(tile("0p"), Size.M, KANJI_SOLID))


@pytest.mark.parametrize("state", [TileState(called_away=True), TileState(dora=True), TileState(last=True)])
def test_states_are_told_by_shape_and_not_by_hue(state: TileState) -> None:
    for look in LOOKS:
        for size, sideways in ((Size.M, False), (Size.M, True)):
            marked = draw_tile(tile("9m"), size, look, state, sideways=sideways)
            usual = draw_tile(tile("9m"), size, look, sideways=sideways)
            solid_ascii = look.style is TileStyle.SOLID and look.glyphs.name == "ascii"
            if solid_ascii and sideways:
                continue
            shape = [[(span.text, span.role.ground == "felt") for span in row] for row in marked]
            assert shape != [[(span.text, span.role.ground == "felt") for span in row] for row in usual]


def test_all_tiles_of_a_set_differ() -> None:
    for look in LOOKS:
        for size in Size:
            pictures = {plain(draw_tile(drawn, size, look)) for drawn in range(37)}
            assert len(pictures) == 37


def test_what_a_column_means() -> None:
    row = (Span("萬萬", meta=TileAt(3)), Span(" "), Span("x", meta=ActionKey(ActionId.HELP)))
    found = [meta_at(row, column) for column in range(7)]
    assert found == [TileAt(3)] * 4 + [None, ActionKey(ActionId.HELP), None]


def test_rows_fit_to_the_cell() -> None:
    rows = draw_tile(tile("1z"), Size.S, KANJI_SOLID)
    assert plain((fit(rows[0], 1),)) == " ", "a kanji does not fit into one cell and leaves a space"
    assert plain((fit(rows[0], 4),)) == "東  "
    assert plain((spread(rows[0], rows[0], 6),)) == "東  東"
    assert shortened("Mamori the Patient", 10) == "Mamori t.."
    assert shortened("西西西", 5) == "西.."
    assert len(NAMES) == 37


def test_wrapped_text_breaks_between_words_and_loses_none() -> None:
    text = "Hayai: pon South from Takame"
    assert wrapped(text, 25, 2) == ["Hayai: pon South from", "  Takame"]
    assert wrapped(text, 28, 2) == [text]
    assert " ".join(line.strip() for line in wrapped(text, 9)) == text


FACES = {"kanji": ("4萬", "8筒", "6索"), "latin": ("4man", "8pin", "6sou"), "ascii": ("4man", "8pin", "6sou")}


@pytest.mark.parametrize("glyphs", GLYPH_SETS)
@pytest.mark.parametrize("style", TileStyle)
def test_each_suit_has_its_letters_its_face_and_its_name(glyphs: str, style: TileStyle) -> None:
    look = Look(style, glyph_set(glyphs))
    for suit, (letters, face, row) in enumerate(
        zip(("4m", "8p", "6s"), FACES[glyphs], suit_samples(look), strict=True)
    ):
        assert plain((row,)) == f"{letters}  {face}  {t(f'desk.suit.{suit}')}"


@pytest.mark.usefixtures("language")
def test_all_suits_fit_in_a_line_at_80_columns() -> None:
    for name in GLYPH_SETS:
        assert len(plain((suits_in_a_row(Look(TileStyle.SOLID, glyph_set(name))),))) <= 72


async def test_pages_for_beginners_show_it(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await until(lambda: takes_keys(app))
        await press(pilot, "g")
        glossary = screen_of(app, GlossaryScreen)
        glossary.follow("notation")
        assert "6s  6索" in plain(glossary.picture(80, 24))
        await press(pilot, "escape", "escape", "s")
        settings = screen_of(app, SettingsScreen)
        while settings.field != "glyphs":
            await press(pilot, "down")
        assert "6s  6索" in plain(settings.picture(80, 24))
        await press(pilot, "right")
        assert "6s  6sou" in plain(settings.picture(80, 24)), "in the glyphs that were just chosen"


async def test_the_first_lesson_shows_it_with_the_hand(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press(pilot, "t")
        read = []
        for _ in range(3):
            await until(lambda: isinstance(app.screen, RemarkScreen) and takes_keys(app))
            remark = screen_of(app, RemarkScreen)
            read.append("6s  6索" in plain(remark.drawn(80, 4)))
            await press(pilot, "enter")
        assert read == [False, True, False]


@pytest.mark.parametrize("size", [Size.M, Size.L, Size.XL, Size.XXL])
@pytest.mark.parametrize("glyphs", ["kanji", "latin"])
def test_the_face_of_a_solid_tile_is_in_its_middle(glyphs: str, size: Size) -> None:
    """As many blank cells before it as behind it, and as much face above it as below, to half a row."""
    look = Look(TileStyle.SOLID, glyph_set(glyphs))
    for name in ("5m", "9p", "5s", "7z", *["1z"] * (glyphs == "kanji")):
        rows = draw_tile(tile(name), size, look)
        lines = plain(rows).splitlines()
        written = [place for place, line in enumerate(lines) if line.strip(" ▄▀")]
        for place in written:
            before, after = (
                len(part) - len(part.strip()) for part in (lines[place].rstrip(), lines[place].lstrip())
            )
            assert 0 <= after - before <= 1, lines[place]
        halves = [half for row in rows for half in _halves(row[0])]
        first, last = halves.index(True), len(halves) - halves[::-1].index(True)
        above, below = 2 * written[0] - first, last - 2 * (written[-1] + 1)
        assert abs(above - below) <= (2 if glyphs == "latin" and size is Size.M else 1), (name, lines)


def _halves(span: Span, of: str = "face") -> tuple[bool, bool]:
    """Whether the upper and the lower half of a cell have that ground."""
    ink, ground = (
        (span.role.ink.ground if isinstance(span.role.ink, ColourOf) else "") == of,
        span.role.ground == of,
    )
    return {"▀": (ink, ground), "▄": (ground, ink)}.get(span.text[0], (ground, ground))


@pytest.mark.parametrize("size", [Size.M, Size.L])
def test_a_tile_on_a_pon_and_the_tile_below_it_are_as_high_to_half_a_row(size: Size) -> None:
    rows = draw_added(tile("5p"), tile("5p"), size, KANJI_SOLID)
    upper, lower = (
        sum(half for row in rows for half in _halves(row[0], ground)) for ground in ("face", "tsumogiri")
    )
    assert 2 <= lower <= upper <= lower + 1


def test_brackets_stand_around_what_is_written() -> None:
    state = TileState(called_away=True)
    for look, size, sideways in itertools.product(LOOKS, (Size.M, Size.L), (False, True)):
        if look.style is TileStyle.SOLID:
            rows = draw_tile(tile("5z"), size, look, state, sideways=sideways)
            bracketed = [plain([row]).strip() for row in rows if "(" in plain([row])]
            assert {bool(line.strip("() ")) for line in bracketed} == {True}, (look, size)


@pytest.mark.parametrize("name", ["2m", "0p", "6z"])
def test_both_brackets_stand_where_a_row_has_room(name: str) -> None:
    sizes, signs = (Size.M, Size.L), (False, True)
    for look, size, dora, tsumogiri in itertools.product(LOOKS, sizes, signs, signs):
        if look.style is TileStyle.SOLID:
            state = TileState(called_away=True, dora=dora, tsumogiri=tsumogiri)
            rows = [plain([row]) for row in draw_tile(tile(name), size, look, state)]
            paired = [row.count(")") for row in rows if "(" in row]
            assert 1 in paired or (0 in paired and tsumogiri and (dora or name == "0p")), (look, state)
            assert all(count == 1 for count in paired) or 1 not in paired, (look, state)
            assert any(DORA_SIGN in row for row in rows) is dora, (look, state)


@pytest.mark.parametrize("size", [each for each in Size if each is not Size.S])
def test_a_bracket_tells_of_a_call_whatever_other_sign_there_is(size: Size) -> None:
    for look, dora, tsumogiri in itertools.product(LOOKS, (False, True), (False, True)):
        state = TileState(called_away=True, dora=dora, tsumogiri=tsumogiri)
        assert "(" in plain(draw_tile(tile("2m"), size, look, state)), (look, state)


def test_the_largest_faces_show_as_many_circles_or_bamboos_as_their_number() -> None:
    for name in (f"{number}{suit}" for number in range(1, 10) for suit in "ps"):
        pip = KANJI_SOLID.glyphs.pips["ps".index(name[1])]
        assert plain(draw_tile(tile(name), Size.XL, KANJI_SOLID)).count(pip) == int(name[0])
        assert pip not in plain(draw_tile(tile(name), Size.L, KANJI_SOLID))


def test_japanese_tiles_have_no_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Ｅ" in plain(draw_tile(EAST, Size.L, default_look(environment={})))
    choose_language("ja")
    assert plain(draw_tile(EAST, Size.L, default_look(environment={}))).split()[1] == "東"
