"""Keys, the wheel and clicks: how they scroll a page and move the cursor of a list, on every screen."""

from __future__ import annotations

import pytest
from textual.events import MouseEvent, MouseScrollDown

from tui.config.actions import BY_ID, Place
from tui.drawing.meta import EntryAt, PageTurn
from tui.drawing.rows import Rows, Span, plain
from tui.screens.list_page import ListPage
from tui.screens.scroll_page import STEP, ScrollPage

ROWS: Rows = tuple((Span(f"row {number}"),) for number in range(20))
WIDTH, HEIGHT = 40, 6
"""Five rows and the line that says there are more."""


class Text(ScrollPage[None]):
    """Twenty rows."""

    place = Place.LOG
    seen = ""

    def redraw(self) -> None:
        self.seen = plain(self.window(ROWS, WIDTH, HEIGHT)).split("\n")[0].strip()


class Numbers(ListPage[None]):
    """Twenty entries, a row each."""

    place = Place.KEYS
    count = len(ROWS)

    def redraw(self) -> None:
        self.window_with((self.at, self.at), ROWS, WIDTH, HEIGHT)


def wheel() -> MouseEvent:
    return MouseScrollDown(None, 0, 0, 0, 0, 0, False, False, False)


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        ("", 0),
        ("down", 1),
        ("down up up", 0),
        ("page-down", 4),
        ("page-down page-down", 8),
        ("page-down page-up", 0),
        ("last", 15),
        ("last down page-down", 15),
        ("last page-up", 11),
        ("last first", 0),
    ],
)
def test_keys_scroll(keys: str, first: int) -> None:
    page = Text()
    page.redraw()
    for key in keys.split():
        page.perform(BY_ID[key])
    assert page.seen == f"row {first}"


def test_the_wheel_and_clicks_scroll() -> None:
    page = Text()
    page.redraw()
    page.wheel(wheel(), 1)
    assert page.scroll.top == STEP
    page.click(PageTurn(1))
    assert page.scroll.top == STEP + 4
    page.click(EntryAt(1))
    assert page.scroll.top == STEP + 4


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ("down", 1),
        ("up", 19),
        ("up down", 0),
        ("last", 19),
        ("last first", 0),
        ("page-down", 4),
        ("page-up", 0),
        ("last page-down", 19),
        ("last page-up", 15),
    ],
)
def test_keys_move_the_cursor(keys: str, at: int) -> None:
    page = Numbers()
    page.redraw()
    for key in keys.split():
        page.perform(BY_ID[key])
    assert page.at == at
    assert page.scroll.top <= at < page.scroll.top + HEIGHT - 1


def test_the_wheel_and_clicks_move_the_cursor_and_stop_at_the_ends() -> None:
    page = Numbers()
    page.redraw()
    page.wheel(wheel(), -1)
    assert page.at == 0
    page.wheel(wheel(), 1)
    assert page.at == 1
    page.click(EntryAt(19))
    page.wheel(wheel(), 1)
    assert page.at == 19
    page.click(PageTurn(-1))
    assert page.at == 15
