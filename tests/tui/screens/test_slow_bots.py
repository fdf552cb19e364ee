"""A bot that thinks for long: the own discard is shown, then for whom the game waits; keys go on working."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import pytest

from engine.events import Event
from tests.support.tui.pilot_keys import strike, takes_keys, until
from tests.support.tui.plain_player import Eager, Keyboard
from tests.support.tui.sessions import folder_at, options
from tests.support.tui.texts import says
from tui.desk.scene import Scene
from tui.i18n.texts import t
from tui.plain.line_io import Lines
from tui.plain.start import PlainRoom
from tui.play.options import PlayOptions
from tui.play.session import Pending
from tui.play.start import open_for_play
from tui.screens.game.game import GameScreen
from tui.screens.game.log import LogScreen
from tui.screens.tile_explainer import HintScreen
from tui.shell.app import FuritenApp
from tui.shell.signals import HUNG_UP

pytestmark = pytest.mark.usefixtures("quick_disk")

THINKER = """
import json, sys, time
from pathlib import Path
seat = None
for line in sys.stdin:
    for event in json.loads(line):
        seat = event.get("id", seat)
    while not Path(sys.argv[1]).exists():
        time.sleep(0.005)
    answer = {"type": "none"}
    if event["type"] == "tsumo" and event["actor"] == seat:
        answer = {"type": "dahai", "actor": seat, "pai": event["pai"], "tsumogiri": True}
    print(json.dumps(answer), flush=True)
"""
"""Throws what it draws, but answers nothing before there is a file of that name."""


def at_table_with_thinker(folder: Path, gate: Path) -> PlayOptions:
    """A hand against a bot on the right that thinks until the gate is open; the person is before it."""
    path = folder / "thinker.py"
    path.write_text(THINKER, encoding="utf-8")
    program = f"mjai:'{sys.executable}' -I -S '{path}' '{gate}'"
    return options(3, bots=(program, "tsumogiri", "tsumogiri"))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait in a test."""
    monkeypatch.setattr("tui.screens.game.seat.AT_ONCE", 0.01)
    monkeypatch.setattr("tui.screens.game.seat.PATIENCE", 0.02)
    monkeypatch.setattr("tui.plain.game.PATIENCE", 0.02)


def scene_of(app: FuritenApp) -> Scene:
    """What the table shows."""
    scene: Scene = next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))._table.scene
    return scene


@pytest.mark.usefixtures("impatient")
async def test_the_own_discard_is_shown_and_then_for_whom_the_game_waits(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def at_once(_: float) -> None:
        await asyncio.sleep(0)

    folder = folder_at(tmp_path / "home")
    session, _ = open_for_play(folder, at_table_with_thinker(tmp_path, gate))
    assert session is not None
    app = FuritenApp(folder, session, speed="normal", sleep=at_once)
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: scene_of(app).reason == "Thinker is thinking...")
        scene = scene_of(app)
        assert not scene.prompt, "no button that does nothing"
        assert scene.cursor is None
        assert all(item.key for item in scene.keys), "nor the word that keys hurry the bots"
        assert scene.acting == (session.seat + 1) % 4
        thrown = scene.view.table.seats[session.seat].pond
        assert len(thrown) == 1
        assert scene.view.drawn is None
        for key in ("enter", "left", "enter", "space"):
            await strike(app, key)
        assert not app.pace.instant, "what was pressed meanwhile hurries nothing later"
        for key, screen in (("l", LogScreen), ("h", HintScreen)):
            await strike(app, key)
            await until(lambda kind=screen: isinstance(app.screen, kind) and takes_keys(app))  # type: ignore[misc]
            await strike(app, "escape")
            await until(lambda: isinstance(app.screen, GameScreen))
        assert scene_of(app).reason == "Thinker is thinking..."
        gate.touch()
        await until(lambda: takes_keys(app))
        assert "thinking" not in scene_of(app).reason
        assert scene_of(app).prompt
    app.folder.release()


async def test_the_table_is_painted_before_bots_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = open_for_play(folder_at(tmp_path), options(42))
    assert session is not None
    assert session.pending is Pending.BOTS
    app = FuritenApp(folder_at(tmp_path), session, speed="instant")
    seen: list[str] = []
    advance = session.advance

    def asked() -> list[Event]:
        seen.append("\n".join(strip.text for strip in app.screen._compositor.render_strips()))
        return advance()

    monkeypatch.setattr(session, "advance", asked)
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
    assert seen
    assert "AUTO" in seen[0]
    session.close()


@pytest.mark.usefixtures("impatient")
async def test_one_leaves_a_table_at_which_somebody_thinks(tmp_path: Path) -> None:
    folder = folder_at(tmp_path / "home")
    session, _ = open_for_play(folder, at_table_with_thinker(tmp_path, tmp_path / "gate"))
    app = FuritenApp(folder, session, speed="instant")
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: "thinking" in scene_of(app).reason)
        await strike(app, "q")
        await until(lambda: takes_keys(app) or app.return_code is not None)
        await strike(app, "enter")
        await until(lambda: app.return_code is not None)
    assert app.failure == ""
    app.folder.release()


@pytest.mark.usefixtures("impatient")
async def test_a_terminal_that_is_closed_does_not_wait_for_who_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game would stay locked for as long as a program may think."""
    monkeypatch.setenv("FURITEN_BOT_SECONDS", "1")
    folder = folder_at(tmp_path / "home")
    session, _ = open_for_play(folder, at_table_with_thinker(tmp_path, tmp_path / "gate"))
    assert session is not None
    app = FuritenApp(folder, session, speed="instant")
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: "thinking" in scene_of(app).reason)
        app.exit(HUNG_UP)
        assert session.bot_failures() == [], "nothing was waited for"
        assert session.advance() == [], "and nothing goes on"
    app.folder.release()


@pytest.mark.usefixtures("impatient")
@pytest.mark.nightly
def test_plain_lines_say_for_whom_they_wait(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    class Said(io.StringIO):
        """Opens the gate once it has been said for whom the game waits."""

        def write(self, text: str) -> int:
            if "thinking" in text:
                gate.touch()
            return super().write(text)

    said = Said()
    room = PlainRoom(folder_at(tmp_path / "home"), Lines(Keyboard(said, Eager()), said))  # type: ignore[arg-type]
    assert room.play(at_table_with_thinker(tmp_path, gate)) == 0
    assert "Thinker is thinking..." in said.getvalue().splitlines()
    assert not says(said.getvalue(), "session.lapses.late")


def test_who_may_claim_a_tile_is_not_told(tmp_path: Path) -> None:
    """That somebody is asked about a tile says what is held."""
    session, _ = open_for_play(folder_at(tmp_path / "home"), options(3))
    assert session is not None
    assert session.waits_for(None) == t("session.thinking-others")
    turns, claims = 0, 0
    for _ in range(400):
        match = session.match
        if session.pending == "game-over":
            break
        if session.pending == "hand-over":
            session.proceed()
            continue
        thinker, turn = session.thinker, match.round.table.turn
        if match.acting == (turn,) and turn != session.seat:
            assert thinker == turn
            turns += 1
        else:
            assert thinker is None
            claims += session.pending == "bots"
        if session.pending == "bots":
            session.advance()
        else:
            session.choose(session.options.actions[-1])
    assert turns
    assert claims
    session.close()
