"""A discard lands and a call is announced, restrained: one tile, one row, and nothing where it is off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.tui.pilot_keys import press, takes_keys, until
from tests.support.tui.sessions import folder_at, options
from tests.support.tui.table_positions import Position, bare_scene
from tui.config.looks import Motion
from tui.config.settings import Settings, SettingsFile
from tui.desk.scene import Scene
from tui.drawing.rows import plain, width_of
from tui.play.options import Speed
from tui.play.start import open_for_play
from tui.shell.app import FuritenApp
from tui.table.table_layout import Zone, plan
from tui.table.table_picture import draw
from tui.table.widget import GameTable
from tui.tiles.look import GLYPH_SETS, Look, TileStyle, glyph_set
from tui.words.event_lines import Announcement

SIZES = [(80, 24), (100, 30), (120, 40)]
LOOKS = [Look(style, glyph_set(name)) for style in TileStyle for name in GLYPH_SETS]

pytestmark = pytest.mark.usefixtures("quick_disk")


def thrown() -> Scene:
    return bare_scene(Position("123456789m1234p").play("0: 9m; 1: 9s; 2: 9p; 3: 1z").view)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.style}-{look.glyphs.name}")
def test_only_the_tile_that_lands_lights_up(size: tuple[int, int], look: Look) -> None:
    still, landing = (
        draw(replace(thrown(), just_discarded=each), plan(*size), look) for each in (False, True)
    )
    assert {zone: plain(rows) for zone, rows in still.items()} == {
        zone: plain(rows) for zone, rows in landing.items()
    }, "nothing moves"
    changed = [
        (zone, before, after)
        for zone in still
        for before, after in zip(still[zone], landing[zone], strict=True)
        if before != after
    ]
    assert {zone for zone, _, _ in changed} == {Zone.LEFT}
    assert 1 <= len(changed) <= 3
    for _, before, after in changed:
        assert width_of(set(after) - set(before)) <= 5


@pytest.mark.parametrize("word", ["PON", "RIICHI"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_call_is_announced_in_one_row_of_the_centre(size: tuple[int, int], word: str) -> None:
    scene = replace(thrown(), announced=Announcement(2, word))
    quiet, said = (draw(replace(scene, banner=each), plan(*size), LOOKS[0]) for each in (False, True))
    assert {zone for zone in quiet if quiet[zone] != said[zone]} == {Zone.MIDDLE}
    (row,) = (
        after for before, after in zip(quiet[Zone.MIDDLE], said[Zone.MIDDLE], strict=True) if before != after
    )
    assert f" Mamori: {word} " in plain((row,))
    assert {span.role.ground for span in row if word in span.text} == {
        "riichi" if word == "RIICHI" else "call"
    }


class Quick:
    """A clock on which no time passes; it notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        await asyncio.sleep(0)


Shown = tuple[list[Scene], list[float], int]


async def one_round(
    path: Path, monkeypatch: pytest.MonkeyPatch, motion: Motion, speed: Speed = "normal"
) -> Shown:
    """What the table shows until the person has to decide for the second time, how long everybody took for
    it, and how many tiles were discarded."""
    SettingsFile(path).change(Settings(motion=motion))
    scenes: list[Scene] = []
    discards: list[int] = []
    show = GameTable.show

    def note(table: GameTable, scene: Scene) -> None:
        scenes.append(scene)
        discards.append(len(scene.view.table.discards))
        show(table, scene)

    with monkeypatch.context() as patch:
        patch.setattr(GameTable, "show", note)
        # on a busy machine bots may take longer, and the table would then show the wait as well
        patch.setattr("tui.screens.game.seat.AT_ONCE", 600.0)
        folder = folder_at(path)
        session, _ = open_for_play(folder, options(7))
        clock = Quick()
        app = FuritenApp(folder, session, speed=speed, sleep=clock.sleep)
        async with app.run_test() as pilot:
            await press(pilot, "enter")
            await until(lambda: takes_keys(app))
        folder.release()
    return scenes, clock.asked, discards[-1]


async def test_discards_land_and_the_game_takes_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved, long, discards = await one_round(tmp_path / "on", monkeypatch, Motion.ON)
    still, short, same = await one_round(tmp_path / "off", monkeypatch, Motion.OFF)
    landings = [number for number, scene in enumerate(moved) if scene.just_discarded]
    assert len(landings) == discards == same >= 4, "that of the person lands too"
    assert not any(moved[number + 1].just_discarded for number in landings)
    assert len(moved) == len(still) + len(landings)
    assert sum(long) == pytest.approx(sum(short))
    assert not any(scene.just_discarded or scene.banner for scene in still)


async def test_at_instant_speed_nothing_lights_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes, asked, _ = await one_round(tmp_path, monkeypatch, Motion.ON, "instant")
    assert not any(scene.just_discarded or scene.banner for scene in scenes)
    assert asked == []
