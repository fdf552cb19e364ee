"""Pictures of the table and of hints in situations that no scene has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from textual.app import App, ComposeResult

from engine.furiten import FuritenKind
from engine.rules import TENHOU
from tests.support.ai.seat_views import Position
from tests.support.nightly import with_each
from tests.support.tui.pilot import SnapCompare
from tests.support.tui.positions import (
    WRC,
    Seated,
    all_melds,
    four_kans,
    four_pons,
    go_to,
    long_ponds,
    plain_turn,
    riichi_tile_called,
)
from tests.tui.desk.test_desk_safety import HAND, OPEN_THREAT, QUIET
from tui.config.settings import MarksWhen
from tui.desk.desk import Desk
from tui.desk.desk_settings import DeskSettings
from tui.desk.scene import Scene
from tui.desk.scene_maker import make_scene
from tui.drawing.palette import Palette
from tui.table.widget import GameTable
from tui.tiles import Look
from tui.words.event_lines import Announcement
from tui.words.names import Seating

SIZES = [(80, 24), (100, 30), (120, 40)]
NAMES = ("You", "Hayai", "Mamori", "Takame")


class Picture(App[None]):
    """A still picture: one table, no clock, no animation."""

    def __init__(self, scene: Scene, look: Look | None = None, palette: Palette | None = None) -> None:
        super().__init__()
        self._table = GameTable(scene, look=look, palette=palette)

    def compose(self) -> ComposeResult:
        yield self._table


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
}


@pytest.mark.parametrize(("situation", "size"), with_each(SITUATIONS, SIZES))
def test_solid(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    assert snap_compare(Picture(scene(SITUATIONS[situation]())), terminal_size=size)


def test_a_call_and_a_discard_that_lands(snap_compare: SnapCompare) -> None:
    moving = replace(scene(all_melds()), announced=Announcement(1, "PON"), banner=True, just_discarded=True)
    assert snap_compare(Picture(moving), terminal_size=(100, 30))


def test_too_small_a_screen(snap_compare: SnapCompare) -> None:
    assert snap_compare(Picture(scene(plain_turn())), terminal_size=(70, 20))


PINFU = "234m45622p23478s"
"""Waits on 6s and 9s, with pinfu."""
OPENING = "0: 6s; 1: 4z; 2: 9m; 3: 1z; 0: 7z; 1: 2m; 2: 1p'; 3: 9p;"
DANGER = f"{OPENING} 0: 3z; 1: 8m; 2: riichi 5p; 3: 9m;"
"""6s lies in the own pond, and Mamori is in riichi."""


def passed(hand: str, moves: str, last: str, **more: object) -> Callable[[], Desk]:
    """The last move is a tile that completes the hand; where it can be won on, the player declines twice."""

    def position() -> Desk:
        seated = Seated(hand, **more)  # type: ignore[arg-type]
        seated.play(moves)
        seated.play(last)
        if seated.desk.offer():
            seated.desk.do("pass")
            seated.desk.do("pass")
        return seated.desk

    return position


HINTED: dict[str, Callable[[], Desk]] = {
    "marks-open-threat": lambda: go_to(Seated(HAND).offered(OPEN_THREAT), "4m"),
    "marks-always": lambda: go_to(Seated(HAND, marks=MarksWhen.ALWAYS).offered(QUIET), "7p"),
    "furiten-step-back": lambda: Seated(PINFU).offered(f"{DANGER} 0: draws 9m"),
    "furiten-between-turns": lambda: Seated(PINFU).play(f"{DANGER} 0: 9m; 1: 9m").desk,
    "passed-furiten-already": passed(PINFU, OPENING, "0: 3z; 1: 9s"),
    "passed-closed-kan": passed(
        "19m19p19s1234567z",
        "0: 5m; 1: 5m",
        "2: ankan 1s1s1s1s",
        rules=replace(WRC, orphans_rob_closed_kan=True),
    ),
}
HINT_SIZES = ((80, 24), (120, 40))


@pytest.mark.parametrize(("situation", "size"), with_each(HINTED, HINT_SIZES))
def test_hints(snap_compare: SnapCompare, situation: str, size: tuple[int, int]) -> None:
    desk = HINTED[situation]()
    scene = make_scene(desk)
    by_passing = any(cause.kind is not FuritenKind.DISCARD for cause in desk.view.furiten)
    assert (desk.passed is not None or by_passing) == situation.startswith("passed"), scene.furiten
    assert bool(scene.furiten) == (not situation.startswith("marks")), scene.furiten
    assert snap_compare(Picture(scene), terminal_size=size)
