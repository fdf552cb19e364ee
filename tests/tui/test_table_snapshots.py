"""Pictures of the table as files: three sizes of every situation that is easy to draw wrongly.

After a wanted change: ``pytest tests/tui/test_table_snapshots.py --snapshot-update``, and look at the files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

import pytest
from table_positions import (
    Position,
    after_riichi,
    all_melds,
    four_kans,
    long_ponds,
    plain_turn,
    riichi_tile_called,
)
from textual.app import App, ComposeResult

from engine.tiles import KIND_OF
from tui.table.legend import GENBUTSU, LIVE, NO_READ, SUJI
from tui.table.scene import Announcement, PromptItem, Scene, WaitRow, shown_hand
from tui.table.widget import GameTable
from tui.tiles import Look, Palette, TileStyle, default_look, glyph_set, load_palette

SnapCompare = Callable[..., bool | PurePath]
SIZES = [(80, 24), (100, 30), (120, 40)]
NAMES = ("You", "Hayai", "Mamori", "Takame")
KEYS = "? help  Enter discard  u undo  h hints  l log  q quit"


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


def scene(position: Position, **details: object) -> Scene:
    """The person's turn with the cursor on the last tile, and every line of text in use."""
    view = position.view
    hand = shown_hand(view)
    usual: dict[str, object] = {
        "cursor": len(hand) - 1,
        "lit": KIND_OF[hand[-1]],
        "prompt": (PromptItem("Enter", "discard"), PromptItem("r", "riichi", False)),
        "reason": "riichi: the hand is not tenpai",
        "keys": KEYS,
        "header": ("hand 2 of 8", "seed 42"),
        "log": ("Deal: East 2", "Hayai: discards 9s", "Mamori: discards 4p", "Takame: discards 1m"),
    }
    usual.update(details)
    return Scene.of(view, NAMES, **usual)


def furiten_scene() -> Scene:
    """Against a riichi, with marks, waits and an own discard that makes the hand furiten."""
    marks = (GENBUTSU, GENBUTSU, NO_READ, NO_READ, NO_READ, LIVE, GENBUTSU, NO_READ, SUJI, LIVE)
    return scene(
        after_riichi(),
        marks=(*marks, GENBUTSU.with_furiten()),
        furiten_line="3s lies in your pond (turn 3): no ron on 3s 6s; tsumo still wins",
        wait_line="tenpai 3s 6s",
        waits=(WaitRow(20, 2, "furiten"), WaitRow(23, 2, "furiten")),
        reason="9m is safe: Mamori threw 9m (genbutsu)",
        legend_title="Against Mamori",
    )


SITUATIONS: dict[str, Callable[[], Scene]] = {
    "plain-turn": lambda: scene(plain_turn()),
    "riichi-and-furiten": furiten_scene,
    "riichi-tile-called": lambda: scene(riichi_tile_called(), announced=Announcement(3, "PON")),
    "all-melds": lambda: scene(all_melds(), announced=Announcement(3, "KAN")),
    "long-ponds": lambda: scene(long_ponds()),
    "own-four-kans": lambda: scene(four_kans(0)),
    "right-four-kans": lambda: scene(four_kans(1)),
    "across-four-kans": lambda: scene(four_kans(2)),
    "left-four-kans": lambda: scene(four_kans(3)),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_solid(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    assert snap_compare(Picture(SITUATIONS[situation]()), terminal_size=size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("situation", ["riichi-and-furiten", "all-melds"])
def test_line(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    app = Picture(SITUATIONS[situation](), default_look(colour=False))
    assert snap_compare(app, terminal_size=size)


@pytest.mark.parametrize("style", list(TileStyle))
@pytest.mark.parametrize("glyphs", ["latin", "ascii"])
def test_other_glyphs(snap_compare: SnapCompare, glyphs: str, style: TileStyle) -> None:
    assert snap_compare(Picture(furiten_scene(), Look(style, glyph_set(glyphs))), terminal_size=(100, 30))


def test_no_colours_at_all(snap_compare: SnapCompare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Picture(furiten_scene(), default_look(colour=False), load_palette("mono"))
    assert snap_compare(app, terminal_size=(80, 24))


def test_dark_theme(snap_compare: SnapCompare) -> None:
    assert snap_compare(Picture(furiten_scene(), palette=load_palette("dark")), terminal_size=(120, 40))


def test_too_small_a_screen(snap_compare: SnapCompare) -> None:
    assert snap_compare(Picture(scene(plain_turn())), terminal_size=(70, 20))
