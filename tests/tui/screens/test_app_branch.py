"""Play on from a record in the real app: the form, the table, both sides at the end, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.read_file import read_record
from engine.records.verify import verify_record
from tests.support.tui.archive_games import recorded_match
from tests.support.tui.pilot import key_for, press, screen_of, strike, takes_keys, until
from tests.support.tui.recorded_games import early, record
from tests.support.tui.sessions import folder_at, options
from tests.support.tui.texts import says
from tui.play.start_game import begin
from tui.replay.replay_state import PositionCode, Replay, ReplayedGame
from tui.screens.game.branch_screens import BranchEndScreen, BranchScreen, play_on
from tui.screens.new_game import BranchFormScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.screen import KeyScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")


async def play_to_the_comparison(app: FuritenApp) -> list[str]:
    seen: list[str] = []
    while True:
        await until(lambda: takes_keys(app))
        screen = app.screen
        assert isinstance(screen, KeyScreen)
        seen.append(type(screen).__name__)
        if isinstance(screen, BranchEndScreen):
            return seen
        await strike(app, key_for(screen))


@pytest.mark.parametrize(
    "keys", [(), pytest.param((*["up"] * 5, "right", "down", "right"), marks=pytest.mark.nightly)]
)
async def test_from_the_form_to_the_comparison_and_back(tmp_path: Path, keys: tuple[str, ...]) -> None:
    folder = folder_at(tmp_path)
    with folder:
        begin(folder, options(3))
    saved = folder.game.read_bytes()
    before = {path.name for path in folder.records.files()}
    app, told = FuritenApp(folder, speed="instant"), list[str]()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        play_on(screen_of(app, TitleScreen), early(), told.append)
        await until(lambda: isinstance(app.screen, BranchFormScreen))
        await press(pilot, *keys, "enter")
        await until(lambda: isinstance(app.screen, BranchScreen) and takes_keys(app))
        seen = await play_to_the_comparison(app)
        assert "HandEndScreen" in seen
        assert seen.count("HandEndScreen") > 1 or not keys
        assert isinstance(app.screen, BranchEndScreen)
        assert app.screen.comparison.compared >= 1
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        await until(lambda: app.session is None)
    (kept,) = [path for path in folder.records.files() if path.name not in before]
    assert says(told[-1], "branch.kept", name=kept.name)
    assert verify_record(read_record(kept.read_bytes())).ok
    assert recorded_match(kept).entry.branch
    assert folder.game.read_bytes() == saved


async def test_leaving_in_the_middle_keeps_an_unfinished_record(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app, told = FuritenApp(folder, speed="instant"), list[str]()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        play_on(screen_of(app, TitleScreen), early(), told.append)
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, BranchScreen) and takes_keys(app))
        await strike(app, key_for(app.screen))  # type: ignore[arg-type]
        await until(lambda: takes_keys(app))
        await press(pilot, "q")
        await until(lambda: bool(told))
    (kept,) = folder.records.files()
    assert says(told[-1], "branch.left", name=kept.name)
    assert "unfinished" in kept.name


async def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app = FuritenApp(folder, speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        play_on(screen_of(app, TitleScreen), early(), lambda _: None)
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, BranchScreen) and takes_keys(app))
        await strike(app, key_for(app.screen))  # type: ignore[arg-type]
        await until(lambda: takes_keys(app))
        app.action_interrupt()
        await until(lambda: app.return_code is not None)
    assert app.return_value == 130
    (kept,) = folder.records.files()
    assert not recorded_match(kept).entry.over


@pytest.mark.nightly
async def test_from_the_viewer_and_back_to_its_position(tmp_path: Path) -> None:
    folder, source = folder_at(tmp_path), early()
    replayed = ReplayedGame(file=Path("a.jsonl"), rules=source.rules, events=record())
    at = PositionCode(source.point.hand.number, source.point.step)
    app = FuritenApp(folder, speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        app.show_replay(Replay(replayed, source.seat, at))
        await until(lambda: isinstance(app.screen, ReplayScreen) and takes_keys(app))
        viewer = app.screen
        assert isinstance(viewer, ReplayScreen)
        await press(pilot, "e", "enter")
        await until(lambda: isinstance(app.screen, BranchScreen) and takes_keys(app))
        assert isinstance(app.screen, BranchScreen)
        assert app.screen.session.seat == source.seat
        await play_to_the_comparison(app)
        await press(pilot, "enter")
        await until(lambda: app.screen is viewer and takes_keys(app))
        await until(lambda: bool(viewer.notice))
        assert viewer.replay.code == at
        (kept,) = folder.records.files()
        assert says(viewer.notice, "branch.kept", name=kept.name)
        await press(pilot, "right")
        assert viewer.replay.index == source.point.index + 1


async def test_a_seat_that_decides_nothing_is_told(tmp_path: Path) -> None:
    app, told = FuritenApp(folder_at(tmp_path)), list[str]()
    async with app.run_test():
        play_on(screen_of(app, TitleScreen), None, told.append)
    assert says(told[0], "branch.no-decision")


async def test_undo_stops_at_the_branch(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: takes_keys(app))
        source = early()
        play_on(screen_of(app, TitleScreen), source, lambda _: None)
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, BranchScreen) and takes_keys(app))
        assert isinstance(app.screen, BranchScreen)
        match = app.screen.session.match
        first = len(match.events)
        await strike(app, key_for(app.screen))
        await until(lambda: takes_keys(app))
        for _ in range(3):
            await press(pilot, "u")
            await until(lambda: takes_keys(app))
        again = app.screen.session.match
        assert len(again.events) == first
        assert again.events[1:] == match.events[1:first]
        assert again.takebacks == 1
