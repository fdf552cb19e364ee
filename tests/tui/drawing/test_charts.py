"""Bars and line charts: each value in its length or at its height, told apart without colour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.drawing.charts import (
    PART_INKS,
    PLACE_INKS,
    BarPart,
    Curve,
    DotCanvas,
    LineChart,
    bar,
    columns,
    lengths,
    line_chart,
    places_line,
    ticks,
    zero_row,
)
from tui.drawing.palette import THEMES, load_palette
from tui.drawing.rows import EntryAt, Role, Rows, meta_at, plain, width_of
from tui.tiles import GLYPH_SETS, GlyphSet, Ground, Ink, glyph_set

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


KANJI, ASCII = glyph_set("kanji"), glyph_set("ascii")
EAST = Curve((30.0, 35.0, 20.0, 40.0), Ink.MAN, "E", "Ada")
SOUTH = Curve((30.0, 25.0, 28.0, 10.0), Ink.PIN, "S", "Ben")
POINTS = LineChart((EAST, SOUTH), ("", "a", "b", "c"))
WIDTH, HEIGHT = 60, 12


def drawn(chart: LineChart, glyphs: GlyphSet, width: int = WIDTH, height: int = HEIGHT) -> Rows:
    rows = line_chart(chart, width, height, glyphs)
    assert len(rows) == height
    assert {width_of(row) for row in rows} == {width}
    return rows


NAMES = len(" E Ada")


def rows_with(rows: Rows, sign: str, ink: Ink) -> list[int]:
    """The rows in which the values of a curve are marked, from left to right."""
    found = []
    for y, row in enumerate(rows):
        marks = "".join(span.text if span.role.ink is ink else " " * width_of([span]) for span in row)
        found += [(x, y) for x, mark in enumerate(marks[:-NAMES]) if mark == sign]
    return [y for _, y in sorted(found)]


@every_set
def test_a_larger_value_is_higher(glyphs: GlyphSet) -> None:
    rows = rows_with(drawn(POINTS, glyphs), "E", Ink.MAN)
    assert len(rows) == 2, "not where both meet at the start, and not beside the name"
    assert rows[0] < rows[1]
    rows = rows_with(drawn(POINTS, glyphs), "S", Ink.PIN)
    assert rows[0] > rows[1]


@every_set
def test_names_stand_at_the_ends_in_order(glyphs: GlyphSet) -> None:
    lines = plain(drawn(POINTS, glyphs)).splitlines()
    (ada,) = (number for number, line in enumerate(lines) if line.rstrip().endswith("E Ada"))
    (ben,) = (number for number, line in enumerate(lines) if line.rstrip().endswith("S Ben"))
    assert (ada, ben) == (0, HEIGHT - 2)


@every_set
def test_equal_ends_have_their_names_below_each_other(glyphs: GlyphSet) -> None:
    curves = tuple(Curve((1.0, 2.0), ink, sign, sign * 3) for sign, ink in zip("ESWN", Ink, strict=False))
    lines = plain(drawn(LineChart(curves), glyphs, height=6)).splitlines()
    assert [line[-5:].strip()[-3:] for line in lines[:4]] == ["EEE", "SSS", "WWW", "NNN"]


@every_set
def test_numbers_of_the_axis_stand_at_their_heights(glyphs: GlyphSet) -> None:
    chart = LineChart((EAST,), low=0, high=40, marks=(0, 20, 40))
    lines = plain(drawn(chart, glyphs, height=11)).splitlines()
    assert {
        number: line.split(glyphs.rule)[0].strip() for number, line in enumerate(lines) if line[1] != " "
    } == {
        0: "40",
        5: "20",
        10: "0",
    }


@every_set
def test_the_line_of_the_base_is_whole(glyphs: GlyphSet) -> None:
    chart = LineChart((Curve((0.0, 100.0), Ink.TEXT),), base=50, low=0, high=100)
    assert glyphs.box.across * 10 in plain(drawn(chart, glyphs)).splitlines()[HEIGHT // 2]


def test_labels_that_would_touch_are_left_out() -> None:
    labels = tuple(f"S{number}-1" for number in range(30))
    chart = LineChart((Curve(tuple(map(float, range(30))), Ink.TEXT),), labels)
    shown = plain(drawn(chart, KANJI)).splitlines()[-1].split()
    assert 5 < len(shown) < 30
    assert set(shown) <= set(labels)
    assert shown == sorted(shown, key=labels.index)


def test_a_gap_is_not_bridged() -> None:
    whole = drawn(LineChart((Curve((1.0, 1.0, 1.0, 1.0, 2.0), Ink.TEXT),)), KANJI)
    gap = drawn(LineChart((Curve((1.0, None, None, 1.0, 2.0), Ink.TEXT),)), KANJI)
    assert plain(gap).count("⣀") < plain(whole).count("⣀") / 2


def test_ascii_stays_ascii() -> None:
    assert plain(drawn(POINTS, ASCII)).isascii()


def test_nothing_to_draw_is_an_empty_area() -> None:
    assert not plain(drawn(LineChart(()), KANJI)).strip()


def test_curves_are_told_apart_without_colour() -> None:
    """The signs alone say which line is which, also where they are close."""
    other = Curve(EAST.values, EAST.ink, "S", "Ada")
    assert plain(drawn(LineChart((EAST,)), KANJI)) != plain(drawn(LineChart((other,)), KANJI))


@pytest.mark.parametrize(
    ("low", "high", "most", "found"),
    [
        (0, 40, 4, (0, 20, 40)),
        (0, 40, 5, (0, 10, 20, 30, 40)),
        (-12_300, 71_200, 5, (0, 20_000, 40_000, 60_000)),
        (0.11, 0.19, 5, (0.12, 0.14, 0.16, 0.18)),
        (1, 4, 4, (1, 2, 3, 4)),
    ],
)
def test_ticks_are_round(low: float, high: float, most: int, found: tuple[float, ...]) -> None:
    assert ticks(low, high, most) == pytest.approx(found)


NUMBERS = st.floats(-1e6, 1e6).map(lambda number: round(number, 2))


@given(
    st.lists(st.lists(st.none() | NUMBERS, max_size=40), max_size=4),
    st.integers(30, 120),
    st.integers(2, 30),
    st.sampled_from(GLYPH_SETS),
    st.booleans(),
)
def test_any_values_fill_any_size(
    values: list[list[float | None]], width: int, height: int, name: str, labels: bool
) -> None:
    curves = tuple(
        Curve(tuple(each), Ink.TEXT, sign, "name") for each, sign in zip(values, "ESWN", strict=False)
    )
    chart = LineChart(curves, tuple(map(str, range(40))) if labels else ())
    # the signs of curves with a value stand beside the last ones
    rows = drawn(chart, glyph_set(name), width, height)
    assert len(rows) == height


@given(NUMBERS, st.floats(0.01, 1e6), st.integers(1, 20))
def test_there_are_never_more_ticks_than_asked_for(low: float, range: float, most: int) -> None:
    found = ticks(low, low + range, most)
    assert len(found) <= most
    assert all(low - 1e-6 <= tick <= low + range + 1e-6 for tick in found)


def test_a_dot_is_set_where_it_is_asked_for() -> None:
    canvas = DotCanvas(2, 1, KANJI)
    assert (canvas.width, canvas.height) == (4, 4)
    canvas.dot(0, 0, Ink.MAN)
    canvas.dot(3, 3, Ink.PIN)
    canvas.dot(4, 0, Ink.PIN)
    canvas.dot(-1, 0, Ink.PIN)
    assert plain(canvas.rows()) == "⠁⢀"
    coarse = DotCanvas(2, 1, ASCII)
    assert (coarse.width, coarse.height) == (2, 2)
    coarse.line((0, 0), (1, 1), Ink.MAN)
    assert plain(coarse.rows()) == "'."
