"""Panels in tests: as still pictures without an app, and in a small app over the table of a desk."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult

from tests.support.tui.sessions import folder_at
from tui.desk.desk import Desk
from tui.desk.scene_maker import make_scene
from tui.desk.tile_explainer import TileExplainer
from tui.screens.pages.glossary import GlossaryScreen
from tui.screens.tile_explainer import HintScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable
from tui.tiles.look import Look, default_look

PAGES = [(80, 24), (100, 30), (92, 30)]
"""The pages of panels on screens of 80x24, 100x30 and 120x40."""


class StillHint(HintScreen):
    """A panel that is asked for its picture alone."""

    look: ClassVar[Look] = default_look()  # type: ignore[misc]

    def redraw(self) -> None:
        """Nothing is shown."""


class StillGlossary(GlossaryScreen):
    """The same for the glossary."""

    look: ClassVar[Look] = default_look()  # type: ignore[misc]

    def redraw(self) -> None:
        """Nothing is shown."""


class AskedApp(FuritenApp):
    """The table of a desk, and the panel about one of its tiles over it."""

    def __init__(self, path: Path, desk: Desk, place: int | None = None) -> None:
        super().__init__(folder_at(path))
        self._scene = make_scene(desk)
        self._hint = HintScreen(inquiry(desk), place)

    def compose(self) -> ComposeResult:
        """The table."""
        yield GameTable(self._scene, look=self.look, palette=self.palette)

    async def on_mount(self, event: events.Mount) -> None:  # type: ignore[override]
        """The panel in place of the first screen."""
        event.prevent_default()
        self.animation_level = "none"
        await self.push_screen(self._hint)


def inquiry(desk: Desk) -> TileExplainer:
    """What the desk can be asked."""
    return TileExplainer(desk.view, desk.seating, desk.laid, desk.choice)
