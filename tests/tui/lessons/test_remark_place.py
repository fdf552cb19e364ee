"""A remark of a lesson covers whole lines of the table, and never what lies on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.nightly import part_always
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.drawing.page_widget import Page
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.lesson_remark import RemarkScreen
from tui.shell.app import FuritenApp
from tui.table.table_layout import Zone
from tui.table.widget import GameTable

SIZES = part_always([(80, 24), (100, 30), (120, 40), (160, 50)], [(80, 24), (120, 40)])
ON_THE_TABLE = (Zone.LEFT, Zone.MIDDLE, Zone.RIGHT, Zone.PLATE, Zone.FURITEN, Zone.HAND, Zone.PANEL)
MOVES = ("left", "enter"), ("r", "enter"), ("o",)

pytestmark = pytest.mark.usefixtures("quick_disk")


def covered(app: FuritenApp) -> set[Zone]:
    """The zones of the table of which the remark covers a part."""
    page = screen_of(app, RemarkScreen).query_one(Page).region
    regions = app.screen_stack[-2].query_one(GameTable).plan.regions
    return {zone for zone, region in regions.items() if region.overlaps(page)}


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_a_remark_covers_no_pond_no_plate_and_no_tile(width: int, height: int, tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    seen: set[frozenset[Zone]] = set()
    async with app.run_test(size=(width, height)) as pilot:
        await press(pilot, "t")
        await until(lambda: isinstance(app.screen, RemarkScreen))
        for move in (*MOVES, ()):
            await until(lambda: takes_keys(app))
            while isinstance(app.screen, RemarkScreen):
                seen.add(frozenset(covered(app)))
                assert not covered(app) & set(ON_THE_TABLE)
                await press(pilot, "enter")
                await until(lambda: takes_keys(app))
            await press(pilot, *move)
        await until(lambda: isinstance(app.screen, HandEndScreen))
    assert len(seen) >= 2, "above the table and below it"
