"""A page over the table hides it: no tile and no word is cut at the edge of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.nightly import at_night
from tests.support.tui.painted_screen import painted_rows
from tests.support.tui.pilot_keys import press, table_app, takes_keys, until
from tests.support.tui.sessions import options
from tui.drawing.page_widget import Page
from tui.screens.game.game import GameScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")

PAGES = ("h", "g", "question_mark")
"""Keys that open a page over the table."""


def beside_the_page(app: FuritenApp) -> str:
    """What is written around the page of the top screen."""
    page = app.screen.query_one(Page).region
    return "".join(
        cell
        for y, row in enumerate(painted_rows(app))
        for x, cell in enumerate(row)
        if not page.contains(x, y)
    ).strip()


@pytest.mark.parametrize("size", [(120, 40), *at_night([((80, 24),), ((100, 30),), ((160, 50),)])])
async def test_nothing_shows_beside_a_page(size: tuple[int, int], tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=size) as pilot:
        for opens in PAGES if size == (120, 40) else (*PAGES, "l", "s", "colon"):
            await press(pilot, opens)
            await until(lambda: takes_keys(app) and not isinstance(app.screen, GameScreen))
            assert beside_the_page(app) == "", opens
            await press(pilot, "escape")
    app.folder.release()


async def test_the_table_shows_again_when_it_is_asked_for(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: takes_keys(app))
        before = painted_rows(app)
        await press(pilot, "l", "escape")
        await until(lambda: takes_keys(app))
        assert painted_rows(app) == before
    app.folder.release()
