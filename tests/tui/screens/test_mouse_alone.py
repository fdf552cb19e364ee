"""Nothing needs the keyboard but typing: everything has a place to click, or a right click offers it."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.tui.pilot_keys import settle, takes_keys, until
from textual import events

from tests.support.nightly import at_night
from tui.config.actions import BY_ID, ActionId, ActionSort, actions_at
from tui.demo.scene_files import scene_of
from tui.demo.staged_app import Staged, folder_for
from tui.drawing.rows import ActionKey, EntryAt, ExplainedAt, MenuEntry, Meta, OptionAt, PageTurn, TileAt
from tui.drawing.widgets import ClickArea
from tui.screens.pages.command_palette import PaletteScreen
from tui.screens.pages.glossary_page import GlossaryScreen
from tui.screens.screen import KeyScreen

SCENES = (
    "the-deal",
    "question-waits",
    "settings",
    "all-keys",
    *at_night(
        [
            "why-it-is-safe",
            "a-ron",
            "the-moments-that-mattered",
            "progress",
            "a-lesson",
            "the-glossary",
            "the-keys",
            "the-log",
        ]
    ),
)
"""One of every sort of screen."""
THINGS = {EntryAt, MenuEntry, TileAt, OptionAt, ExplainedAt, PageTurn}
"""What is chosen or moved by a click on itself."""


def clickable(screen: KeyScreen[object]) -> set[Meta]:
    """What clicks on a screen can mean."""
    areas = screen.query(ClickArea)
    return {span.meta for area in areas for row in area.rows for span in row if span.meta is not None}


def click_right(app: Staged) -> None:
    """Anywhere."""
    for kind in (events.MouseDown, events.MouseUp):
        app.post_message(kind(None, 5, 5, 0, 0, 3, False, False, False, screen_x=5, screen_y=5))


async def _at_once(seconds: float) -> None:
    await asyncio.sleep(0)


@pytest.mark.parametrize("name", SCENES)
async def test_everything_has_a_place_to_click(name: str) -> None:
    scene = scene_of(name)
    with folder_for(scene, {"motion": "off"}) as folder:
        app = Staged(scene, folder, sleep=_at_once)
        async with app.run_test():
            await app.play(scene.steps)
            screen = app.screen
            assert isinstance(screen, KeyScreen)
            places = clickable(screen)
            moves = {
                ActionKey(action.id) for action in actions_at(screen.place) if action.sort is ActionSort.MOVES
            }
            assert not moves or THINGS & set(map(type, places)) or moves & places

            click_right(app)
            await until(lambda: isinstance(app.screen, PaletteScreen) and takes_keys(app))
            palette = app.screen
            assert isinstance(palette, PaletteScreen)
            assert palette.found == list(screen.offers())
            offered = clickable(palette)
            listed = {meta for meta in offered if isinstance(meta, EntryAt)}
            assert listed <= set(map(EntryAt, range(palette.count)))
            assert ActionKey(ActionId.CANCEL) in offered
            assert PageTurn(1) in offered or len(listed) == len(palette.found)
            click_right(app)
            await settle(app)
            assert app.screen is palette, "one is enough"
            palette.click(EntryAt(palette.found.index(BY_ID[ActionId.GLOSSARY])))
            await until(lambda: isinstance(app.screen, GlossaryScreen))
        app.close()
