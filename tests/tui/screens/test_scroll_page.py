"""Keys, the wheel and clicks: how they scroll a page and move the cursor of a list, on every screen."""

from __future__ import annotations

import pytest
from textual.events import MouseEvent, MouseScrollDown

from tui.config.actions import BY_ID, ActionId, Place
from tui.drawing.rows import EntryAt, MenuEntry, PageTurn, Rows, Span, plain
from tui.screens.list_page import ListPage, MenuPage
from tui.screens.page import STEP, Entry, PageScreen

ROWS: Rows = tuple((Span(f"row {number}"),) for number in range(20))
WIDTH, HEIGHT = 40, 6
"""Five rows and the line that says there are more."""


class Text(PageScreen[None]):
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


class Choices(MenuPage[str]):
    """A menu of three."""

    place = Place.MENU
    taken = ""
    left = False

    def redraw(self) -> None:
        self.taken = ""

    def on_row(self, at: int) -> None:
        self.taken = self.entries[at].id

    def leave(self) -> None:
        self.left = True


def choices() -> Choices:
    return Choices([Entry(id, id.title()) for id in ("one", "two", "three")])


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
        page.on_action(BY_ID[key])
    assert page.seen == f"row {first}"


def test_the_wheel_and_clicks_scroll() -> None:
    page = Text()
    page.redraw()
    page.wheel(wheel(), 1)
    assert page.scroll.top == STEP
    assert page.seen == f"row {STEP}"
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
        page.on_action(BY_ID[key])
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


def test_a_click_on_the_last_line_turns_a_page_up_or_down() -> None:
    page = Text()
    page.redraw()
    page.scroll.by(1)
    *_, last = page.window(ROWS, WIDTH, HEIGHT)
    assert [span.meta for span in last if span.meta is not None] == [PageTurn(-1), PageTurn(1)]


def test_enter_or_a_click_takes_an_entry_of_a_menu_and_esc_leaves() -> None:
    page = choices()
    page.on_action(BY_ID[ActionId.DOWN])
    page.on_action(BY_ID[ActionId.CONFIRM])
    assert page.taken == "two"
    page.click(MenuEntry("three"))
    assert page.taken == "three"
    assert not page.left
    page.on_action(BY_ID[ActionId.CANCEL])
    assert page.left


def test_a_menu_that_is_filled_again_keeps_its_entry_under_the_cursor_if_it_is_told_to() -> None:
    page = choices()
    page.select("three")
    entries = page.entries[1:]
    page.fill(entries, page.chosen.id)
    assert page.chosen.id == "three"
    page.select("one")
    assert page.chosen.id == "three"
    page.fill(entries)
    assert page.chosen.id == "two"
