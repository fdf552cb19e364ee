"""Pictures of screens around the table that no scene has.

The hands are records of their own, so that no change of a bot changes a picture. After a wanted change:
``pytest tests/tui/screens/test_screen_snapshots.py --snapshot-update``, and look at the files.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.records import read_events
from engine.records.resumed_game import resume
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import with_each
from tests.support.tui.pilot import SnapCompare, press, takes_keys, until
from tests.support.tui.sessions import Memory, folder_at, left_game, options
from tui.play.session import Session
from tui.screens import title
from tui.shell.app import FuritenApp

HANDS = ROOT / "tests" / "data" / "hands"

SIZES = ((80, 24), (100, 30), (120, 40))


@pytest.fixture(autouse=True)
def _same_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(title, "__version__", "1.2.3")


def recorded(name: str) -> Session:
    """A hand of the record of that name, at its end."""
    return Session(resume(read_events((HANDS / f"{name}.jsonl").read_bytes())).match, Memory())


def keys(*names: str) -> Callable[[Pilot[int]], object]:
    """Press these once the screen takes them, and wait for the next screen that does."""

    async def pressed(pilot: Pilot[int]) -> None:
        await press(pilot, *names)
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]

    return pressed


def test_title_with_a_game_to_continue(snap_compare: SnapCompare, tmp_path: Path) -> None:
    left_game(tmp_path, options(7, "tenhou"), decisions=3)
    assert snap_compare(FuritenApp(folder_at(tmp_path)), run_before=keys("down", "up"))


def test_title_with_a_damaged_save(snap_compare: SnapCompare, tmp_path: Path) -> None:
    folder_at(tmp_path).game.write_bytes(b"broken\n")
    assert snap_compare(FuritenApp(folder_at(tmp_path)), run_before=keys())


def test_a_new_game_over_an_unfinished_one(snap_compare: SnapCompare, tmp_path: Path) -> None:
    left_game(tmp_path, options(7, "tenhou"), decisions=3)
    assert snap_compare(FuritenApp(folder_at(tmp_path)), run_before=keys("n", "enter"))


@pytest.mark.parametrize(("name", "size"), with_each(["kan", "nine-terminals", "nagashi", "pao"], SIZES))
def test_end_of_a_hand(snap_compare: SnapCompare, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    app = FuritenApp(folder_at(tmp_path), recorded(name), speed="instant")
    assert snap_compare(app, terminal_size=size, run_before=at_the_end())


@pytest.mark.parametrize(("number", "size"), with_each([1, 2], SIZES))
def test_double_ron(snap_compare: SnapCompare, tmp_path: Path, number: int, size: tuple[int, int]) -> None:
    app = FuritenApp(folder_at(tmp_path), recorded("double-ron"), speed="instant")
    assert snap_compare(app, terminal_size=size, run_before=at_the_end(*["enter"] * (number - 1)))


def test_the_table_behind_the_end_of_a_hand(snap_compare: SnapCompare, tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), recorded("draw"), speed="instant")
    assert snap_compare(app, run_before=at_the_end("v"))


@pytest.mark.parametrize("name", ["title", "ron"])
def test_too_small(snap_compare: SnapCompare, tmp_path: Path, name: str) -> None:
    session = None if name == "title" else recorded(name)
    app = FuritenApp(folder_at(tmp_path), session, speed="instant")
    assert snap_compare(app, terminal_size=(70, 20), run_before=keys() if session is None else at_the_end())


def at_the_end(*names: str) -> Callable[[Pilot[int]], object]:
    """Press these on the screen that lies over the table."""

    async def pressed(pilot: Pilot[int]) -> None:
        await until(lambda: len(pilot.app.screen_stack) == 3)
        await press(pilot, *names)
        await until(lambda: takes_keys(pilot.app))  # type: ignore[arg-type]

    return pressed
