r"""Names of a record with control characters at the table, in its pages and in the archive: as ``\x1b``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.segment import Segment
from rich.traceback import Traceback
from textual.app import ComposeResult
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Static

from engine import events as ev
from engine.records.mjai_lines import write_events
from engine.records.readable_games import games_of
from engine.wording import visible
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night
from tests.support.tui.painted_screen import painted_rows
from tests.support.tui.pilot_keys import press, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.archive.archive import RECORDS
from tui.config.actions import Place, actions_at
from tui.replay.position_code import PositionCode
from tui.replay.replay import Replay, ReplayedGame
from tui.shell.app import FuritenApp
from tui.shell.control_filter import ControlFilter

NAMES = ["\x1b[2JA", "\x9b31mB", "\u202eC", "\rD\x07"]
EVENTS = list(wild_game("tenhou", 2, "hand"))
assert isinstance(EVENTS[0], ev.StartGame)
EVENTS[0] = replace(EVENTS[0], names=NAMES, program="\x1b]0;title\x07")


def check(app: FuritenApp) -> str:
    """What is painted; no character of it may act on a terminal."""
    text = "\n".join("".join(row) for row in painted_rows(app))
    assert not [char for char in text.replace("\n", "") if char != "\xa0" and visible(char) != char], text
    return text


@asynccontextmanager
async def viewing(
    folder: Path, *, at: PositionCode | None = None
) -> AsyncIterator[tuple[FuritenApp, Pilot[int]]]:
    """The viewer of the record, or the list of games."""
    (game,) = games_of(write_events(EVENTS))
    (folder / RECORDS).mkdir()
    (folder / RECORDS / "a.mjson").write_bytes(write_events(EVENTS))
    replayed = ReplayedGame(file=Path("\x1b[31m.mjson"), rules=game.rules, events=tuple(game.events))
    app = FuritenApp(
        folder_at(folder),
        opens=lambda app: app.show_games() if at is None else app.show_replay(Replay(replayed, 1, at)),
    )
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: takes_keys(app))
        yield app, pilot


@pytest.mark.parametrize("step", [4, *at_night([1])])
async def test_names_at_the_table_and_in_pages_of_the_viewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.chdir(tmp_path)
    keys = [action.keys[0] for action in actions_at(Place.REPLAY) if action.keys[0] not in ("q", "escape")]
    async with viewing(tmp_path, at=PositionCode(1, 30)) as (app, pilot):
        shown = check(app)
        # seat 1 is seen as "You"
        assert all(visible(NAMES[seat]) in shown for seat in (0, 2, 3))
        top = app.screen
        for key in keys[::step]:
            await press(pilot, key)
            check(app)
            for _ in range(4):
                await until(lambda: takes_keys(app))
                if app.screen is not top:
                    check(app)
                    await press(pilot, "escape")
            assert app.screen is top


async def test_names_in_the_list_of_games(tmp_path: Path) -> None:
    async with viewing(tmp_path) as (app, _):
        await until(lambda: "A" in check(app))
        assert "\\x1b" in check(app)


class _Careless(FuritenApp):
    """An app with a widget that shows what it gets."""

    def compose(self) -> ComposeResult:
        yield Static(f"before{''.join(NAMES)}after", markup=False)


async def test_what_a_widget_forgets_does_not_reach_the_terminal(tmp_path: Path) -> None:
    async with _Careless(folder_at(tmp_path), opens=lambda app: None).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app = pilot.app
        assert isinstance(app, FuritenApp)
        assert "before[2JA31mBCDafter" in check(app)


def test_the_message_of_an_unexpected_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = FuritenApp(folder_at(tmp_path))
    try:
        raise ValueError("".join(NAMES))
    except ValueError:
        app.error_console.print(Traceback())
    told = capsys.readouterr().err
    assert "\\x1b[2JA" in told
    assert all(visible(line) == line for line in told.splitlines())


def test_the_filter_keeps_widths_and_segments_that_move_the_cursor() -> None:
    home = Segment("\x1b[H", None, [(1,)])  # type: ignore[list-item]
    kept = ControlFilter().apply([Segment("a\x1bb\xa0東"), home], Color(0, 0, 0))
    assert [segment.text for segment in kept] == ["ab\xa0東", "\x1b[H"]
    clean = [Segment("a")]
    assert ControlFilter().apply(clean, Color(0, 0, 0)) is clean
