"""Pictures of the table in situations that no scene has: three sizes of what is easy to draw wrongly.

Keep wanted changes by ``pytest tests/tui/table/test_table_snapshots.py --snapshot-update``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import pytest
from msgspec.structs import replace
from textual.app import App, ComposeResult

from tests.support.nightly import with_each
from tests.support.tui.table_positions import (
    TENHOU,
    Position,
    all_melds,
    four_kans,
    four_pons,
    long_ponds,
    plain_turn,
    riichi_tile_called,
)
from tui.desk.desk import Desk
from tui.desk.scene import Scene
from tui.desk.scene_maker import make_scene
from tui.desk.settings import DeskSettings
from tui.drawing.palette import Palette
from tui.table.widget import GameTable
from tui.tiles.look import Look
from tui.words.event_lines import Announcement
from tui.words.seating import Seating

SnapCompare = Callable[..., bool | PurePath]
SIZES = [(80, 24), (100, 30), (120, 40)]
NAMES = ("You", "Hayai", "Mamori", "Takame")


class Picture(App[None]):
    """A still picture: one table, no clock, no animation."""

    def __init__(self, scene: Scene, look: Look | None = None, palette: Palette | None = None) -> None:
        super().__init__()
        self._table = GameTable(scene, look=look, palette=palette)

    def compose(self) -> ComposeResult:
        yield self._table


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TEXTUAL_THEME", raising=False)


def scene(position: Position) -> Scene:
    """What the desk makes of that position, on the person's turn."""
    desk = Desk(Seating(NAMES, position.seat), TENHOU, DeskSettings(seed=42))
    for event in position.events:
        desk.event(event)
    desk.view.table.live = position.view.table.live
    assert desk.offer(), "there is nothing to decide"
    return make_scene(desk)


SITUATIONS: dict[str, Callable[[], Position]] = {
    "riichi-tile-called": riichi_tile_called,
    "long-ponds": lambda: long_ponds().until_draw("6z"),
    "own-four-pons": lambda: four_pons(0).until_draw("9p"),
    "right-four-kans": lambda: four_kans(1).until_draw("9p"),
    "across-four-kans": lambda: four_kans(2).until_draw("9p"),
    "left-four-kans": lambda: four_kans(3).until_draw("9p"),
}


@pytest.mark.parametrize(("situation", "size"), with_each(SITUATIONS, SIZES))
def test_solid(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    assert snap_compare(Picture(scene(SITUATIONS[situation]())), terminal_size=size)


def test_a_call_and_a_discard_that_lands(snap_compare: SnapCompare) -> None:
    moving = replace(scene(all_melds()), announced=Announcement(1, "PON"), banner=True, just_discarded=True)
    assert snap_compare(Picture(moving), terminal_size=(100, 30))


def test_too_small_a_screen(snap_compare: SnapCompare) -> None:
    assert snap_compare(Picture(scene(plain_turn())), terminal_size=(70, 20))
