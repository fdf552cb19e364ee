"""Scrolling: rows that are more than fit, by keys, wheel and clicks, on pages and lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import MouseEvent, MouseScrollDown

from tui.config.actions import BY_ID, ActionId, Place
from tui.drawing.rows import STEP, EntryAt, MenuEntry, PageTurn, Role, Rows, Scroll, Span, plain
from tui.screens.list_page import ListPage, MenuPage
from tui.screens.page import Entry, PageScreen, framed, keys, page_footer
from tui.tiles import Ink

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


def test_a_heading_is_not_the_last_row_above_more() -> None:
    rows = list(numbered(8))
    rows[4] = (Span("heading", Role(Ink.TITLE)),)
    scroll, seen = Scroll(), []
    for _ in range(3):
        seen.append(plain(scroll.window(tuple(rows), WIDTH, 6, KEYS)).split("\n"))
        scroll.page(1)
    assert ["heading" in "".join(page) for page in seen] == [False, True, True]
    assert [len(page) for page in seen] == [6] * 3


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


ROWS: Rows = tuple((Span(f"row {number}"),) for number in range(20))
PAGE_WIDTH, PAGE_HEIGHT = 40, 6
"""Five rows and the line that says there are more."""


class Text(PageScreen[None]):
    """Twenty rows."""

    place = Place.LOG
    seen = ""

    def redraw(self) -> None:
        self.seen = plain(self.window(ROWS, PAGE_WIDTH, PAGE_HEIGHT)).split("\n")[0].strip()


class Numbers(ListPage[None]):
    """Twenty entries, a row each."""

    place = Place.KEYS
    count = len(ROWS)

    def redraw(self) -> None:
        self.window_with((self.at, self.at), ROWS, PAGE_WIDTH, PAGE_HEIGHT)


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
    assert page.scroll.top <= at < page.scroll.top + PAGE_HEIGHT - 1


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
    *_, last = page.window(ROWS, PAGE_WIDTH, PAGE_HEIGHT)
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


class OrderedMenu(MenuPage[None]):
    place = Place.MENU
    lettered = True
    letter_order = ("one", "two", "three")


def test_an_entry_keeps_its_letter_whichever_others_are_shown() -> None:
    menu = OrderedMenu()
    menu.fill([Entry("two", "2"), Entry("three", "3")])
    before = {entry.id: entry.letter for entry in menu.entries}
    menu.fill([Entry(id, id) for id in ("three", "one", "two")])
    after = {entry.id: entry.letter for entry in menu.entries}
    assert before.items() <= after.items()
    assert len(set(after.values())) == len(after)


@pytest.mark.parametrize("width", range(48, 121, 8))
def test_a_footer_that_is_too_long_leaves_out_hints_and_not_the_way_on_or_out(width: int) -> None:
    names = (ActionId.CONFIRM, ActionId.LOG, ActionId.UNDO, ActionId.SETTINGS, ActionId.ASK, ActionId.CANCEL)
    hints = [keys(f"word{at}-{'x' * 6}", name) for at, name in enumerate(names)]
    foot = page_footer(*hints)
    *_, row = framed([], foot, width, 24)
    shown = plain((row,)).strip()
    whole = [plain((hint,)) for hint in hints]
    apart = shown.split("  ")
    assert all(
        each.strip() in [*whole, plain((keys(BY_ID[ActionId.HELP].words, ActionId.HELP),))] for each in apart
    )
    for hint in (whole[0], whole[-1], BY_ID[ActionId.HELP].words):
        assert hint in shown
