"""Bars and lines of charts: their lengths are the amounts, and every part is seen without colour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.drawing.bars import PART_INKS, PLACE_INKS, BarPart, bar, columns, lengths, zero_row
from tui.drawing.click_meta import EntryAt
from tui.drawing.palette import THEMES, load_palette
from tui.drawing.places_line import places_line
from tui.drawing.rows import Role, meta_at, plain, width_of
from tui.tiles.look import GLYPH_SETS, GlyphSet, glyph_set
from tui.tiles.roles import Ground, Ink

every_set = pytest.mark.parametrize("glyphs", list(map(glyph_set, GLYPH_SETS)), ids=GLYPH_SETS)
AMOUNTS = st.lists(st.integers(0, 500), min_size=1, max_size=4)


@given(AMOUNTS, st.integers(0, 500), st.integers(4, 80))
def test_parts_are_as_long_as_their_amounts_and_none_is_lost(
    amounts: list[int], more: int, length: int
) -> None:
    whole = sum(amounts) + more
    sizes = lengths(amounts, whole, length)
    assert sum(sizes) <= length
    assert [size > 0 for size in sizes] == [amount > 0 for amount in amounts]
    seen = sum(size > 0 for size in sizes)
    for amount, size in zip(amounts, sizes, strict=True):
        assert abs(size - amount / max(whole, 1) * length) <= seen + 1, (
            "a part that is too small takes a cell"
        )


def test_a_bar_of_everything_is_full_and_one_of_nothing_is_blank() -> None:
    glyphs = glyph_set("ascii")
    parts = [BarPart(3, PART_INKS[0]), BarPart(1, PART_INKS[1], 1)]
    assert plain((bar(parts, 4, 8, glyphs),)) == "######=="
    assert plain((bar(parts, 8, 8, glyphs),)) == "###=    "
    assert plain((bar([BarPart(0, PART_INKS[0])], 0, 8, glyphs),)) == " " * 8


@every_set
def test_the_parts_of_a_bar_are_told_apart_without_colour(glyphs: GlyphSet) -> None:
    row = bar([BarPart(5, Ink.TEXT, fill) for fill in range(len(glyphs.fills))], 20, 20, glyphs)
    text = plain((row,))
    assert [text[at : at + 5] for at in range(0, 20, 5)] == [sign * 5 for sign in glyphs.fills]
    assert len(set(glyphs.fills)) == len(glyphs.fills) == 4


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme != "mono"])
def test_the_inks_of_charts_differ_in_every_theme(theme: str) -> None:
    palette = load_palette(theme)
    for inks in (PART_INKS, PLACE_INKS):
        for ground in (Ground.FELT, Ground.PANEL):
            found = {palette.style(Role(ink, ground)).color for ink in inks}
            assert len(found) == len(inks), ground


@every_set
def test_columns_stand_on_the_zero_line_or_hang_from_it(glyphs: GlyphSet) -> None:
    values = [40, -20, 0, 1, -1, 20]
    rows = columns(values, 7, 2, glyphs, [EntryAt(number) for number in range(len(values))])
    zero = zero_row(values, 7)
    assert zero == 4
    assert len(rows) == 7
    assert {width_of(row) for row in rows} == {12}
    text = plain(rows).splitlines()
    for number, value in enumerate(values):
        filled = [row for row in range(7) if row != zero and text[row][number * 2] != " "]
        beside = range(zero - len(filled), zero) if value > 0 else range(zero + 1, zero + 1 + len(filled))
        assert filled == list(beside), value
        assert bool(filled) == bool(value), "the smallest value is seen"
        assert all(meta_at(rows[row], number * 2) == EntryAt(number) for row in filled)
    assert text[0][0] != " "
    assert text[6][2] != " ", "the largest values reach both ends"
    assert plain(rows).isascii() == (glyphs.name == "ascii")


def test_columns_of_one_sign_have_all_the_rows() -> None:
    glyphs = glyph_set("kanji")
    assert zero_row([5, 3], 4) == 3
    assert zero_row([-5, -3], 4) == 0
    assert zero_row([0], 4) == zero_row([], 4) == 3
    assert plain(columns([4, 3], 3, 1, glyphs)) == "█▄\n██\n──"


@every_set
@pytest.mark.parametrize("step", [2, 3, 5])
def test_the_line_of_places_has_each_game_in_its_row(glyphs: GlyphSet, step: int) -> None:
    places = [1, 4, 4, 2, 3, 1]
    rows = places_line(places, glyphs, step, [EntryAt(number) for number in range(6)])
    assert len(rows) == 4
    text = plain(rows).splitlines()
    assert {len(line) for line in text} == {5 * step + 1}
    for number, place in enumerate(places):
        assert [line[number * step] for line in text if line[number * step].isdigit()] == [str(place)]
        assert text[place - 1][number * step] == str(place)
        assert meta_at(rows[place - 1], number * step) == EntryAt(number)
    for between in range(5):
        joined = [row for row in range(4) if text[row][between * step + step // 2] != " "]
        low, high = sorted(places[between : between + 2])
        assert joined == list(range(low - 1, high)), "the line goes from one place to the next"
    assert plain(rows).isascii() == (glyphs.name == "ascii")


def test_a_line_of_one_game_is_its_place_and_of_none_is_blank() -> None:
    glyphs = glyph_set("kanji")
    assert plain(places_line([3], glyphs)) == " \n \n3\n "
    assert plain(places_line([], glyphs)) == "\n\n\n"
