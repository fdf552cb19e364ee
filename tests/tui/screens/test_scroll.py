"""Rows that are more than fit: which of them are shown, and the line that says that there are more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.drawing.rows import Rows, Span, plain
from tui.screens.scroll_page import Scroll

KEYS = ("Up", "Down")
WIDTH = 40


def numbered(count: int) -> Rows:
    return tuple((Span(f"row {number}"),) for number in range(count))


def shown(scroll: Scroll, count: int, height: int, around: tuple[int, int] | None = None) -> list[int]:
    """The numbers of the rows that are seen of so many."""
    rows = numbered(count)
    if around is None:
        picture = scroll.window(rows, WIDTH, height, KEYS)
    else:
        picture = scroll.around(around, rows, WIDTH, height, KEYS)
    assert len(picture) == height
    lines = [plain([row]).strip() for row in picture]
    seen = [int(line.removeprefix("row ")) for line in lines if line.startswith("row ")]
    if count > height:
        assert (KEYS[0] in lines[-1], KEYS[1] in lines[-1]) == (seen[0] > 0, seen[-1] < count - 1)
    return seen


@pytest.mark.parametrize("count", [0, 1, 5, 6])
def test_what_fits_is_all_seen_and_does_not_move(count: int) -> None:
    scroll = Scroll()
    assert shown(scroll, count, 6) == list(range(count))
    scroll.page(1)
    assert shown(scroll, count, 6) == list(range(count))


def test_one_row_too_many_costs_the_line_that_says_so() -> None:
    assert shown(Scroll(), 7, 6) == [0, 1, 2, 3, 4]


def test_a_page_keeps_one_row_to_hold_on_to() -> None:
    scroll = Scroll()
    assert shown(scroll, 20, 6) == [0, 1, 2, 3, 4]
    scroll.page(1)
    assert shown(scroll, 20, 6) == [4, 5, 6, 7, 8]
    scroll.page(2)
    assert shown(scroll, 20, 6) == [12, 13, 14, 15, 16]
    scroll.page(1)
    assert shown(scroll, 20, 6) == [15, 16, 17, 18, 19]
    scroll.page(-1)
    assert shown(scroll, 20, 6) == [11, 12, 13, 14, 15]


def test_a_page_moves_even_where_one_row_is_seen() -> None:
    scroll = Scroll()
    assert shown(scroll, 5, 2) == [0]
    scroll.page(1)
    assert shown(scroll, 5, 2) == [1]


def test_it_goes_to_the_end_and_back_and_never_beyond() -> None:
    scroll = Scroll()
    shown(scroll, 20, 6)
    scroll.to(end=True)
    assert shown(scroll, 20, 6) == [15, 16, 17, 18, 19]
    scroll.by(1)
    assert shown(scroll, 20, 6) == [15, 16, 17, 18, 19]
    scroll.to(end=False)
    scroll.by(-1)
    assert shown(scroll, 20, 6) == [0, 1, 2, 3, 4]


def test_it_opens_at_the_end_and_stays_there_until_it_is_scrolled() -> None:
    scroll = Scroll()
    scroll.to(end=True)
    assert shown(scroll, 5, 10) == [0, 1, 2, 3, 4]
    assert shown(scroll, 20, 10)[-1] == 19
    assert shown(scroll, 20, 6)[-1] == 19
    scroll.by(-2)
    assert shown(scroll, 20, 6)[-1] == 17
    assert shown(scroll, 20, 5)[0] == 13


def test_fewer_rows_or_more_room_bring_it_back() -> None:
    scroll = Scroll()
    shown(scroll, 20, 6)
    scroll.to(end=True)
    assert shown(scroll, 10, 6) == [5, 6, 7, 8, 9]
    assert shown(scroll, 10, 8) == [3, 4, 5, 6, 7, 8, 9]


@given(count=st.integers(1, 30), height=st.integers(2, 12), top=st.integers(0, 40), data=st.data())
def test_rows_to_be_seen_are_seen_with_the_least_movement(
    count: int, height: int, top: int, data: st.DataObject
) -> None:
    room = height if count <= height else height - 1
    first = data.draw(st.integers(0, count - 1))
    last = data.draw(st.integers(first, min(count, first + room) - 1))
    scroll = Scroll()
    shown(scroll, count, height)
    scroll.by(top)
    before = shown(scroll, count, height)
    seen = shown(scroll, count, height, around=(first, last))
    assert {first, last} <= set(seen)
    if {first, last} <= set(before):
        assert seen == before
    else:
        assert first == seen[0] or last == seen[-1]
