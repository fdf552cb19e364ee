"""Screens over screens: keys that come together, and a table that waits while something lies over it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import press, screen_of, settle, table_app, takes_keys, until
from tests.support.tui.sessions import options
from tui.screens.game.game import GameScreen
from tui.screens.pages.glossary import GlossaryScreen
from tui.screens.pages.help import HelpScreen
from tui.screens.tile_explainer import HintScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


async def together(pilot: Pilot[int], *keys: str) -> None:
    """Keys that arrive before the screen has taken the first of them."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await settle(pilot.app)


def stack(app: FuritenApp) -> list[str]:
    return [type(screen).__name__ for screen in app.screen_stack[1:]]


@pytest.mark.parametrize("opens", ["h", *at_night(["question_mark", "g", "s"])])
async def test_two_keys_that_close_close_one_screen(opens: str, tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, opens)
        await until(lambda: takes_keys(app) and not isinstance(app.screen, GameScreen))
        await together(pilot, "escape", "escape", "escape")
        assert stack(app) == ["GameScreen"]
    app.folder.release()


async def test_keys_after_one_that_opens_a_screen_are_not_for_the_one_below(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "h")
        await until(lambda: isinstance(app.screen, HintScreen) and takes_keys(app))
        await together(pilot, "g", "question_mark", "escape")
        assert stack(app) == ["GameScreen", "HintScreen", "GlossaryScreen"]
        screen_of(app, GlossaryScreen)
    app.folder.release()


@pytest.mark.parametrize(
    ("keys", "opened"),
    [
        (("h", "h"), "HintScreen"),
        *at_night([(("l", "s"), "LogScreen"), (("colon", "enter"), "PaletteScreen")]),
    ],
)
async def test_of_keys_that_come_in_one_go_at_the_table_the_first_counts(
    keys: tuple[str, ...], opened: str, tmp_path: Path
) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        before = len(screen_of(app, GameScreen).session.match.events)
        await together(pilot, *keys)
        assert stack(app) == ["GameScreen", opened]
        assert len(app.session.match.events if app.session else ()) == before
    app.folder.release()


async def test_the_game_waits_under_a_panel_whatever_its_size(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        table = screen_of(app, GameScreen)
        # the discard and the question come together: the bots may not play on under the answer
        await together(pilot, "enter", "h")
        panel = screen_of(app, HintScreen)
        shown = len(table.desk.view.me.pond)
        await pilot.resize_terminal(120, 40)
        await settle(app)
        assert app.screen is panel
        assert len(table.desk.view.me.pond) == shown
        await press(pilot, "escape")
        await until(lambda: len(table.desk.view.me.pond) > shown)
    app.folder.release()


async def test_help_over_help_is_one(tmp_path: Path) -> None:
    app = table_app(tmp_path, options(7))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        await together(pilot, "question_mark", "question_mark")
        screen_of(app, HelpScreen)
        assert stack(app) == ["GameScreen", "HelpScreen"]
    app.folder.release()
