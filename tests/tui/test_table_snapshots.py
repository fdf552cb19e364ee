"""Pictures of the table as files: three sizes of every situation that is easy to draw wrongly.

After a wanted change: ``pytest tests/tui/test_table_snapshots.py --snapshot-update``, and look at the files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath

import pytest
from table_positions import (
    TENHOU,
    Position,
    after_riichi,
    all_melds,
    four_kans,
    four_pons,
    long_ponds,
    plain_turn,
    riichi_tile_called,
)
from textual.app import App, ComposeResult

from tui.desk import Desk, DeskSettings
from tui.table.scene import Announcement, Scene
from tui.table.widget import GameTable
from tui.tiles import Look, Palette, TileStyle, default_look, glyph_set, load_palette

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
    desk = Desk(NAMES, position.seat, TENHOU, DeskSettings(seed=42))
    for event in position.events:
        desk.event(event)
    desk.view.table.live = position.view.table.live
    assert desk.offer(), "there is nothing to decide"
    return desk.scene()


SITUATIONS: dict[str, Callable[[], Position]] = {
    "plain-turn": plain_turn,
    "riichi-and-furiten": after_riichi,
    "riichi-tile-called": riichi_tile_called,
    "all-melds": all_melds,
    "long-ponds": lambda: long_ponds().until_draw("6z"),
    "own-four-kans": lambda: four_kans(0).until_draw("9p"),
    "own-four-pons": lambda: four_pons(0).until_draw("9p"),
    "right-four-kans": lambda: four_kans(1).until_draw("9p"),
    "across-four-kans": lambda: four_kans(2).until_draw("9p"),
    "left-four-kans": lambda: four_kans(3).until_draw("9p"),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_solid(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    assert snap_compare(Picture(scene(SITUATIONS[situation]())), terminal_size=size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("situation", ["riichi-and-furiten", "all-melds"])
def test_line(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    app = Picture(scene(SITUATIONS[situation]()), default_look(colour=False))
    assert snap_compare(app, terminal_size=size)


@pytest.mark.parametrize("style", list(TileStyle))
@pytest.mark.parametrize("glyphs", ["latin", "ascii"])
def test_other_glyphs(snap_compare: SnapCompare, glyphs: str, style: TileStyle) -> None:
    assert snap_compare(
        Picture(scene(after_riichi()), Look(style, glyph_set(glyphs))), terminal_size=(100, 30)
    )


def test_no_colours_at_all(snap_compare: SnapCompare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Picture(scene(after_riichi()), default_look(colour=False), load_palette("mono"))
    assert snap_compare(app, terminal_size=(80, 24))


def test_dark_theme(snap_compare: SnapCompare) -> None:
    assert snap_compare(Picture(scene(after_riichi()), palette=load_palette("dark")), terminal_size=(120, 40))


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_bright_themes(snap_compare: SnapCompare, theme: str) -> None:
    assert snap_compare(Picture(scene(after_riichi()), palette=load_palette(theme)), terminal_size=(120, 40))


def test_a_call_and_a_discard_that_lands(snap_compare: SnapCompare) -> None:
    moving = replace(scene(all_melds()), announced=Announcement(1, "PON"), banner=True, landing=True)
    assert snap_compare(Picture(moving), terminal_size=(100, 30))


def test_too_small_a_screen(snap_compare: SnapCompare) -> None:
    assert snap_compare(Picture(scene(plain_turn())), terminal_size=(70, 20))
