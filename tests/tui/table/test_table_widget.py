"""The table as a widget: clicks, live resize, motion, and no more sent than has changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip

from tests.support.ai.seat_views import Position
from tests.support.nightly import at_night
from tests.support.tui.pilot import click_at, press, running, takes_keys, until
from tests.support.tui.positions import after_riichi, bare_scene, plain_turn, riichi_tile_called
from tests.support.tui.sessions import folder_at, options
from tui.config.actions import ActionId
from tui.config.settings import OnOff, Settings, SettingsFile
from tui.desk.scene import PromptItem, Scene
from tui.drawing.palette import Palette, load_palette
from tui.drawing.rows import ActionKey, MarkAt, Meta, Role, Span, TileAt, divided, fit, plain, width_of
from tui.play.play_options import Speed
from tui.play.start_game import open_for_play
from tui.shell.app import FuritenApp
from tui.table.hand_picture import sorted_end
from tui.table.table_layout import Zone, draw, plan
from tui.table.widget import GameTable, TableClicked, ZoneWidget, _difference
from tui.tiles import GLYPH_SETS, Ink, Look, TileStyle, glyph_set
from tui.words.event_lines import Announcement

SOLID = Look(TileStyle.SOLID, glyph_set("kanji"))
LINE = Look(TileStyle.LINE, glyph_set("kanji"))


class TableApp(App[None]):
    """Hosts one table and keeps its messages."""

    def __init__(self, scene: Scene | None) -> None:
        super().__init__()
        self.table = GameTable(scene)
        self.heard: list[Meta] = []

    def compose(self) -> ComposeResult:
        yield self.table

    def on_table_clicked(self, message: TableClicked) -> None:
        self.heard.append(message.meta)


def scene(**details: object) -> Scene:
    prompt = (
        PromptItem("Enter", "discard 9m", id=ActionId.CONFIRM),
        PromptItem("r", "riichi", id=ActionId.RIICHI),
    )
    details.setdefault("prompt", prompt)
    return bare_scene(after_riichi().view, **details)


async def test_a_click_names_what_is_there() -> None:
    async with running(TableApp(scene())) as (app, pilot):
        await pilot.pause()
        for zone, x, y in (
            ("hand", 4, 1),
            ("hand-behind", 3, 1),
            ("marks", 22, 1),
            *(("marks", x, 0) for x in (4, 7, 8, 9, 57)),
        ):
            assert await click_at(pilot, f"#zone-{zone}", offset=(x, y))
        await pilot.pause()
    drawn = 10
    marks = [MarkAt(place) for place in (0, 0, 1, drawn)]
    assert app.heard == [TileAt(0), TileAt(drawn), ActionKey(ActionId.RIICHI), *marks]


async def test_live_resize_changes_the_layout_and_a_small_screen_waits() -> None:
    async with running(TableApp(scene()), (120, 40)) as (app, pilot):
        assert app.table.plan.form is not None
        assert app.table.plan.form.name == "large"
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert app.table.plan.form.name == "medium"
        assert not app.query_one("#zone-panel").region
        await pilot.resize_terminal(79, 24)
        await pilot.pause()
        notice = app.query_one("#zone-header", ZoneWidget)
        assert notice.region.size == (79, 24)
        assert "79x24" in "".join(segment.text for y in range(24) for segment in notice.render_line(y))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.table.plan.form.name == "small"
        assert notice.region.size == (80, 1)


async def test_only_zones_that_changed_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(TableApp(scene(cursor=0)), (120, 40)) as (app, pilot):
        await pilot.pause()
        drawn: dict[str, list[object]] = {}

        def note(self: ZoneWidget, *regions: object, **details: object) -> ZoneWidget:
            drawn.setdefault(str(self.id), []).extend(regions)
            return self

        monkeypatch.setattr(ZoneWidget, "refresh", note)
        app.table.show(scene(cursor=0))
        assert drawn == {}, "the same scene sends nothing"
        app.table.show(scene(cursor=1))
        assert set(drawn) == {"zone-hand"}
        assert max(region.right for region in drawn["zone-hand"]) < 17  # type: ignore[attr-defined]


async def test_a_line_that_comes_back_is_the_same_strip_until_the_colours_change() -> None:
    async with running(TableApp(scene())) as (app, pilot):
        await pilot.pause()
        area, mono = app.query_one("#zone-marks", ZoneWidget), load_palette("mono")

        def first_strip(text: str, palette: Palette) -> Strip:
            area.show((fit([Span(text)], area.size.width), *area.rows[1:]), palette)
            return area.render_lines(Region(0, 0, *area.size))[0]

        one, other, again = (first_strip(text, app.table.palette) for text in ("one", "other", "one"))
        assert again is one
        assert other.text.startswith("other")
        plain_one = first_strip("one", mono)
        assert plain_one.text == one.text
        assert list(plain_one) != list(one)


async def test_a_drawn_tile_that_comes_or_goes_leaves_the_sorted_tiles_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sent from the left edge of one area, it would take the whole hand along."""
    async with running(TableApp(bare_scene(plain_turn().view)), (120, 40)) as (app, pilot):
        await pilot.pause()
        drawn = set()
        monkeypatch.setattr(ZoneWidget, "refresh", lambda self, *_, **__: drawn.add(self.id))
        app.table.show(bare_scene(plain_turn().play("0: 9m").view))
        assert "zone-hand-behind" in drawn
        assert "zone-hand" not in drawn


@pytest.mark.parametrize("look", [SOLID, *at_night([(LINE,)])], ids=["solid", "line"])
async def test_the_two_areas_of_the_hand_meet_after_a_call(look: Look) -> None:
    """And after another look or size: what stands behind the sorted tiles begins elsewhere then."""
    async with running(TableApp(None), (120, 40)) as (app, pilot):
        for made in (plain_turn, riichi_tile_called):
            app.table.show(bare_scene(made().view))
            app.table.apply_theme(look, app.table.palette)
            for size in (app.size, (80, 24), (200, 60)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert app.table.scene is not None
                rows = draw(app.table.scene, app.table.plan, look)[Zone.HAND]
                first = app.query_one("#zone-hand", ZoneWidget)
                behind = app.query_one("#zone-hand-behind", ZoneWidget)
                start = app.table.plan.regions[Zone.HAND].x
                assert first.region.x == start
                assert first.region.right == behind.region.x == start + sorted_end(rows)
                shown = screen_text(app, behind.region.right).splitlines()[
                    first.region.y : first.region.bottom
                ]
                assert plain(rows) == "\n".join(line[start:] for line in shown)


@pytest.mark.parametrize(
    ("old", "new", "columns"),
    [
        ("one", "two", (1, 4)),
        ("long one", "short", (1, 9)),
        ("萬1", "筒1", (1, 3)),
    ],
)
def test_of_a_line_only_what_differs_is_drawn_again(old: str, new: str, columns: tuple[int, int]) -> None:
    """Not the blanks behind a text that is shorter or longer now."""
    before, after = (fit((Span(" "), Span(text, Role(Ink.MAN))), 40) for text in (old, new))
    region = _difference(before, after, 7)
    assert (region.x, region.right) == columns
    assert (region.y, region.height) == (7, 1)


@pytest.mark.parametrize(
    ("column", "parts"),
    [
        (0, ("", "ab萬 cd")),
        (2, ("ab", "萬 cd")),
        (3, ("ab ", "  cd")),
        (5, ("ab萬 ", "cd")),
        (9, ("ab萬 cd", "")),
    ],
)
def test_a_row_is_divided_at_a_column(column: int, parts: tuple[str, str]) -> None:
    """Across a wide letter too, so that a row never changes its width."""
    halves = divided((Span("ab"), Span("萬 ", Role(Ink.MAN)), Span("cd")), column)
    assert tuple(plain((half,)) for half in halves) == parts


async def test_a_scene_may_come_before_or_after_the_screen() -> None:
    async with running(TableApp(None)) as (app, pilot):
        app.table.show(scene())
        await pilot.pause()
        assert "FURITEN" not in screen_text(app)
        app.table.show(scene(furiten=("3s lies in your pond",)))
        await pilot.pause()
        assert "FURITEN" in screen_text(app)


def screen_text(app: App[None], width: int | None = None) -> str:
    strips = app.screen._compositor.render_strips()
    lines = ("".join(segment.text for segment in strip.crop(0, width)) for strip in strips)
    return "\n".join(lines)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_without_colours_furiten_is_told(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = TableApp(scene(cursor=0, furiten=("3s lies in your pond",)))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "FURITEN" in screen_text(app)


SIZES = [(80, 24), (100, 30), (120, 40)]
LOOKS = [Look(style, glyph_set(name)) for style in TileStyle for name in GLYPH_SETS]


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
    path: Path, monkeypatch: pytest.MonkeyPatch, motion: OnOff, speed: Speed = "normal"
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
        patch.setattr("tui.screens.game.game.AT_ONCE", 600.0)
        folder = folder_at(path)
        session, _ = open_for_play(folder, options(7))
        clock = Quick()
        async with running(FuritenApp(folder, session, speed=speed, sleep=clock.sleep)) as (app, pilot):
            await press(pilot, "enter")
            await until(lambda: takes_keys(app))
        folder.release()
    return scenes, clock.asked, discards[-1]


async def test_discards_land_and_the_game_takes_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved, long, discards = await one_round(tmp_path / "on", monkeypatch, OnOff.ON)
    still, short, same = await one_round(tmp_path / "off", monkeypatch, OnOff.OFF)
    landings = [number for number, scene in enumerate(moved) if scene.just_discarded]
    assert len(landings) == discards == same >= 4, "that of the person lands too"
    assert not any(moved[number + 1].just_discarded for number in landings)
    assert len(moved) == len(still) + len(landings)
    assert sum(long) == pytest.approx(sum(short))
    assert not any(scene.just_discarded or scene.banner for scene in still)


async def test_at_instant_speed_nothing_lights_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes, asked, _ = await one_round(tmp_path, monkeypatch, OnOff.ON, "instant")
    assert not any(scene.just_discarded or scene.banner for scene in scenes)
    assert asked == []
