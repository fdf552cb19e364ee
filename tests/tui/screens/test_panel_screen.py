"""The panel on the screen: nothing is cut, keys and mouse step through the tiles; pictures of its kinds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from tests.support.nightly import one_in, with_each
from tests.support.tui.panels import ASKED, PAGES, AskedApp, StillHint, inquiry
from tests.support.tui.pilot import (
    SnapCompare,
    click_at,
    press,
    running,
    screen_of,
    takes_keys,
    until,
)
from tests.tui.screens.test_screen_snapshots import keys
from tui.desk.scene import PanelItem, Section
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import PageTurn, Scroll, plain, width_of
from tui.drawing.widgets import Page
from tui.i18n import t
from tui.screens.pages.glossary_page import GlossaryScreen
from tui.screens.panels import MARGIN, HintScreen
from tui.table.board import Board
from tui.table.side_panel import NARROW, NO_BREAK, side_panel
from tui.tiles import Mark, default_look, glyph_set
from tui.words.names import Seating, tile_word

LONG_NAMES = ("You", "Wwwwwwwwwwwwww", "Mmmmmmmmmmmmmmm", "Takame")


def words_of(text: str) -> list[str]:
    return text.replace(NO_BREAK, " ").split()


# -- the picture -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "size"), with_each(ASKED, PAGES))
def test_nothing_of_any_page_is_cut(name: str, size: tuple[int, int]) -> None:
    desk, _ = ASKED[name]()
    desk.seating = Seating(LONG_NAMES, desk.seating.seat)
    asked = inquiry(desk)
    screen = StillHint(asked)
    for stop in asked.stops:
        screen.go_to(stop)
        unfolded = plain(screen.picture(size[0], 150)).splitlines()
        body = [word for line in unfolded[6:-1] for word in line.split()]
        assert body == told(asked.page(stop).sections, size[0] - 2 * MARGIN)
        assert unfolded[1].split()[: len(asked.page(stop).title.split())] == asked.page(stop).title.split()
        seen: list[str] = []
        for _ in range(20):
            rows = screen.picture(*size)
            assert {width_of(row) for row in rows} == {size[0]}
            assert len(rows) == size[1]
            lines = plain(rows).splitlines()
            seen += lines
            if "more below" not in lines[-2]:
                break
            screen.click(PageTurn(1))
        else:
            raise AssertionError("the page has no end")
        assert set(unfolded) <= set(seen)


@pytest.mark.parametrize("width", [23, 31, 61])
@pytest.mark.parametrize("name", ASKED)
def test_the_panel_beside_the_table_has_the_words_of_the_page(name: str, width: int) -> None:
    """All of them where it is wide; where it is narrow what matters, and the key of the rest."""
    desk, _ = ASKED[name]()
    scene = make_scene(desk)
    assert scene.about is not None
    page = scene.about.page
    rows = side_panel(Board(scene, default_look()), width + 2, 200, Scroll())
    assert {width_of(row) for row in rows} == {width + 2}
    lines = [line.strip() for line in plain(rows).splitlines()]
    words = " ".join(lines[: lines.index(t("table.legend.title"))]).split()
    sections = [each for each in page.sections if width >= NARROW or not each.besides] or page.sections
    more = t("table.more", key="h").split() if len(sections) < len(page.sections) else []
    assert words == [*words_of(page.title), *told(sections, width), *more]


def told(sections: Sequence[Section], width: int) -> list[str]:
    """The words of these sections as they are laid out in that width."""
    return [
        word
        for part in sections
        for text in (
            part.title,
            *(text for item in part.items for text in (*_head(item), item.text)),
            *(line.text for line in (part.table.fitted(width) if part.table else ())),
        )
        for word in words_of(text)
    ]


def _head(item: PanelItem) -> tuple[str, ...]:
    if not item.head:
        return ("-",)
    if item.called is not None:
        return (f"{item.head} <{tile_word(item.called)}> {' '.join(map(tile_word, item.tiles))}",)
    return (_bar(item.mark), f"{item.head}: {item.threat}" if item.threat else item.head)


def _bar(mark: Mark) -> str:
    """The bar of a mark in the usual glyphs."""
    return "" if mark.safety is None else glyph_set("kanji").bars[mark.safety]


# -- keys and mouse ----------------------------------------------------------------------------------


async def test_left_and_right_step_through_the_hand(tmp_path: Path) -> None:
    desk, place = ASKED["against-a-riichi"]()
    async with running(AskedApp(tmp_path, desk, place)) as (app, pilot):
        screen = screen_of(app, HintScreen)
        assert screen.panel.title == "Discard 3p?"
        for key, title in (
            ("right", "Discard 4p?"),
            ("left", "Discard 3p?"),
            ("left", "Discard 6m?"),
            ("home", "Discard 3m?"),
            ("left", "Discard 9s?"),
            ("right", "Discard 3m?"),
            ("end", "Discard 9s?"),
        ):
            await press(pilot, key)
            assert screen.panel.title == title, key


async def test_a_long_page_scrolls_and_a_new_one_begins_at_its_top(tmp_path: Path) -> None:
    desk, place = ASKED["out-of-furiten"]()
    async with running(AskedApp(tmp_path, desk, place)) as (app, pilot):
        screen = screen_of(app, HintScreen)
        top = plain(screen.picture(80, 24))
        assert "Down: more below" in top
        assert "Up: more above" not in top
        await press(pilot, "down")
        head = screen.panel.sections[0].title
        first = next(at for at, row in enumerate(top.splitlines()) if row.strip() == head)
        assert plain(screen.picture(80, 24)).splitlines()[first] == top.splitlines()[first + 1]
        await press(pilot, *["pagedown"] * 4)
        end = plain(screen.picture(80, 24))
        assert "Up: more above" in end
        assert "more below" not in end
        assert screen.panel.sections[-1].title in end
        await press(pilot, "up")
        assert plain(screen.picture(80, 24)) != end
        await press(pilot, "left", "right")
        assert plain(screen.picture(80, 24)) == top


@pytest.mark.nightly
async def test_the_mouse(tmp_path: Path) -> None:
    desk, place = ASKED["a-call"]()
    async with running(AskedApp(tmp_path, desk, place)) as (app, pilot):
        screen = screen_of(app, HintScreen)
        await until(lambda: takes_keys(app))
        page = screen.query_one(Page)
        assert screen.panel.title == t("panel.title.offer", name="Takame", tile="5m")
        await click_at(pilot, page, offset=(8, 3))
        assert screen.panel.title == "Your 3m"
        await click_at(pilot, page, offset=(2, 3))
        assert screen.panel.title == t("panel.title.offer", name="Takame", tile="5m")
        top = plain(screen.picture(80, 24))
        await pilot._post_mouse_events([MouseScrollDown], page, offset=(10, 10))
        assert plain(screen.picture(80, 24)) != top
        await pilot._post_mouse_events([MouseScrollUp], page, offset=(10, 10))
        assert plain(screen.picture(80, 24)) == top
        foot = top.splitlines()[-1]
        await click_at(pilot, page, offset=(foot.index("g glossary"), 23))
        await until(lambda: isinstance(app.screen, GlossaryScreen))
        await press(pilot, "escape")
        await until(lambda: takes_keys(app))
        await click_at(pilot, page, offset=(foot.index("Esc close"), 23))
        await until(lambda: app.screen is not screen)


# -- before and beside a decision --------------------------------------------------------------------


SCENES = ("against-a-riichi", "passing-a-win")
"""These are scenes, and pictured with them."""

SIZES = ((80, 24), (120, 40))


@pytest.mark.parametrize(("name", "size"), one_in(5, [each for each in ASKED if each not in SCENES], SIZES))
def test_panel(snap_compare: SnapCompare, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    app = AskedApp(tmp_path, *ASKED[name]())
    assert snap_compare(app, terminal_size=size, run_before=keys())


def test_the_end_of_a_long_panel(snap_compare: SnapCompare, tmp_path: Path) -> None:
    app = AskedApp(tmp_path, *ASKED["out-of-furiten"]())
    assert snap_compare(app, run_before=keys(*["pagedown"] * 3))


@pytest.mark.parametrize(
    "size",
    [pytest.param(SIZES[0], id="80x24"), pytest.param(SIZES[1], id="120x40", marks=pytest.mark.nightly)],
)
def test_the_glossary_over_a_panel(snap_compare: SnapCompare, tmp_path: Path, size: tuple[int, int]) -> None:
    app = AskedApp(tmp_path, *ASKED["against-a-riichi"]())
    assert snap_compare(app, terminal_size=size, run_before=keys("g", "down", "right"))
