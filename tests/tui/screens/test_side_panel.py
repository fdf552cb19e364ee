"""The panel beside the table in the real app: it follows the cursor, scrolls, and opens beside the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.app import App, ComposeResult
from textual.events import MouseScrollDown

from tests.support.tui.panels import ASKED
from tests.support.tui.pilot import (
    click_at,
    lines_of,
    press,
    running,
    screen_of,
    settle,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.sessions import options
from tui.desk.desk import Desk
from tui.desk.scene import Scene
from tui.desk.scene_maker import make_scene
from tui.drawing.rows import TileAt, meta_at
from tui.i18n import t
from tui.screens.game.game import GameScreen
from tui.screens.panels import BESIDE, HintScreen, LogScreen
from tui.shell.app import FuritenApp
from tui.table.table_layout import Zone
from tui.table.widget import GameTable, ZoneWidget
from tui.words.names import tile_word

LARGE = (120, 40)


def first_tile(table: GameTable) -> tuple[int, int]:
    """Where the first tile of the hand is in its zone."""
    rows = table.query_one("#zone-hand", ZoneWidget).rows
    return next((x, y) for y, row in enumerate(rows) for x in range(40) if meta_at(row, x) == TileAt(0))


async def at_own_turn(app: FuritenApp) -> GameScreen:
    await until(lambda: takes_keys(app))
    game = screen_of(app, GameScreen)
    await until(lambda: game.loaded)
    return game


def panel(app: App[int]) -> list[str]:
    """The lines of the panel."""
    region = app.screen.query_one(GameTable).plan.regions[Zone.PANEL]
    return [line[region.x :].strip() for line in lines_of(app)]


def title(game: GameScreen) -> str:
    return t("panel.title.discard", tile=tile_word(game.desk.under_cursor))


class TableApp(App[int]):
    """Hosts one table."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        yield GameTable(self.scene())

    def scene(self) -> Scene:
        return replace(make_scene(self.desk), turns_page=True)


async def test_a_long_page_scrolls_and_a_new_one_begins_at_its_top() -> None:
    app = TableApp(ASKED["out-of-furiten"]()[0])
    async with running(app, LARGE) as (_, pilot):
        table = app.query_one(GameTable)
        await until(lambda: table.complete and bool(panel(app)[1]))
        first = panel(app)
        assert first[-1] == t("screen.more.below", key="PgDn")
        table.turn_panel(1)
        await until(lambda: panel(app)[3:] != first[3:])
        assert panel(app)[1] == first[1], "the title stays"
        table.turn_panel(-1)
        await until(lambda: panel(app) == first)
        region = table.plan.regions[Zone.PANEL]
        assert await click_at(pilot, "#zone-panel", offset=(region.width - 4, region.height - 1))
        await until(lambda: panel(app)[3:] != first[3:])
        app.desk.do("left")
        table.show(app.scene())
        app.desk.do("right")
        table.show(app.scene())
        await until(lambda: panel(app) == first)
        await pilot._post_mouse_events([MouseScrollDown], table, offset=(region.x + 2, 5))
        await until(lambda: panel(app)[3:] != first[3:])
        scrolled = panel(app)
        await pilot._post_mouse_events([MouseScrollDown], table, offset=(5, 5))
        await settle(app)
        assert panel(app) == scrolled, "the mouse is over the table"


async def test_keys_of_the_table_scroll_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turned: list[int] = []
    monkeypatch.setattr(GameTable, "turn_panel", lambda _, pages: turned.append(pages))
    async with running(table_app(tmp_path, options(7)), LARGE) as (app, pilot):
        await at_own_turn(app)
        await press(pilot, "pagedown", "pageup")
    assert turned == [1, -1]


async def test_the_page_stands_beside_the_table_whose_cursor_goes_with_it(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7)), LARGE) as (app, pilot):
        game = await at_own_turn(app)
        await press(pilot, "home", "h")
        asked = screen_of(app, HintScreen)
        table = asked.query_one(GameTable)
        assert asked.beside == BESIDE

        def cursor() -> int | None:
            return None if table.scene is None else table.scene.cursor

        await press(pilot, "right")
        assert (asked.stop, cursor()) == (1, 1)
        assert game.desk.choice is not None
        assert game.desk.choice.place == 0, "the choice waits"
        await until(lambda: asked.painted)
        assert await click_at(pilot, table.query_one("#zone-hand"), offset=first_tile(table))
        await until(lambda: asked.stop == 0)
        assert cursor() == 0
        shown = lines_of(app)
        assert asked.panel.title in shown[1]
        assert "You" in " ".join(shown), "the table is there"
        await pilot.resize_terminal(80, 24)
        await until(lambda: asked.beside == 0 and asked.panel.title in " ".join(lines_of(app)))
        assert not table.display
        await press(pilot, "h", "l")
        assert not screen_of(app, LogScreen).beside, "on a small screen it has no room beside the table"
        await pilot.resize_terminal(*LARGE)
        log = screen_of(app, LogScreen)
        await until(lambda: log.beside == BESIDE and "You" in " ".join(lines_of(app)))
        assert log.query_one(GameTable).display
        await press(pilot, "l")
        assert app.screen is game
