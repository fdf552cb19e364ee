"""Programs outside at the table: faults are told, logged and played around, and slow ones are waited for."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path
from threading import Timer

import pytest

from ai.bot import FaultKind
from ai.mjai.external import MOST_STARTS
from ai.play import PublicFault
from engine import events as ev
from engine.events import Event
from engine.records import read_events
from engine.view import mask
from tests.support.ai.external_programs import is_gone, lives, program
from tests.support.tui.pilot import lines_of, running, strike, table_app, takes_keys, until
from tests.support.tui.plain_player import Eager, Keyboard, play, typing
from tests.support.tui.positions import bare_scene, plain_turn
from tests.support.tui.sessions import folder_at, in_memory, options, play_on, sit_down, take_up
from tests.support.tui.texts import says
from tui.desk.scene import Scene
from tui.drawing.rows import plain
from tui.i18n import t
from tui.i18n import width as cells
from tui.plain.plain_game import PlainRoom
from tui.plain.typed_commands import Lines
from tui.play.play_options import PlayOptions
from tui.play.session import BotFailures, Pending, Session
from tui.play.start_game import open_for_play
from tui.screens.game.game import GameScreen
from tui.screens.panels import HintScreen, LogScreen
from tui.shell.app import FuritenApp
from tui.shell.terminal_signals import HUNG_UP
from tui.table.table_layout import draw, plan
from tui.tiles import Look, TileStyle, glyph_set
from tui.words.event_lines import game_log
from tui.words.names import REASON_WIDTH, SHORT, Seating


def at_table_with(mode: str, folder: Path) -> PlayOptions:
    """A hand against that program and two of ours."""
    return options(3, bots=(program(mode, folder), "tenpai", "tenpai"))


def test_what_was_played_for_it_is_told_without_its_answer(tmp_path: Path) -> None:
    session = in_memory(at_table_with("not-held", tmp_path))
    play_on(session)
    assert session.bot_failures() == [t("session.lapses.illegal", name="External")]
    assert session.bot_failures() == [], "once"


def test_a_game_goes_on_with_the_same_program(tmp_path: Path) -> None:
    folder, asked = folder_at(tmp_path / "home"), at_table_with("good", tmp_path / "lives")
    play_on(sit_down(folder, asked), decisions=4)
    folder.release()
    session = take_up(folder)
    play_on(session)
    assert session.bot_failures() == []
    assert len(lives(tmp_path / "lives")) == 2
    start = read_events(folder.game.read_bytes())[0]
    assert isinstance(start, ev.StartGame)
    assert asked.bots is not None
    assert asked.bots[0] in start.names


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked up as POSIX does")
def test_who_leaves_does_not_wait_for_a_program_that_hangs(tmp_path: Path) -> None:
    kept: list[ev.Event] = []

    class Kept:
        def append(self, events: list[ev.Event]) -> None:
            kept.extend(events)

        def rewrite(self, events: list[ev.Event]) -> None:
            kept[:] = events

    session = Session(in_memory(at_table_with("first-hang", tmp_path)).match, Kept(), agreed=True)
    Timer(0.1, session.close).start()
    for _ in range(100):
        if session.pending is not Pending.BOTS and session.pending is not Pending.PERSON:
            break
        before = len(kept)
        shown = (
            session.advance()
            if session.pending is Pending.BOTS
            else session.choose(session.options.actions[-1])
        )
        if not shown:
            assert len(kept) == before, "what was not decided is not saved"
            break
    else:
        pytest.fail("nobody left")
    assert all(map(is_gone, lives(tmp_path)))


CRASHED = t("session.lapses.crashed", name="External")
GONE = t("session.lapses.gone", name="External")


def at_table_with_thinkers(mode: str, folder: Path, **more: object) -> PlayOptions:
    """A hand against that program and two of ours."""
    return options(3, bots=(program(mode, folder), "tsumogiri", "tsumogiri"), **more)


def logged(session: Session) -> list[str]:
    heard = [mask(event, session.seat) for event in session.match.events]
    bot_failures = session.bot_failures_by_place()
    hands = game_log(session.match.rules, session.seating, heard, (), bot_failures, hints=True)
    return [entry.text for hand in hands for entry in hand.entries]


def test_each_is_a_line_of_the_log_before_what_was_played(tmp_path: Path) -> None:
    session = in_memory(at_table_with_thinkers("garbage", tmp_path))
    play_on(session)
    log = logged(session)
    told = t("session.lapses.garbage", name="External")
    assert log.count(told) == 1
    assert log[log.index(told) + 1].startswith("External: ")


def test_the_log_has_the_reason_of_what_did_not_begin_and_the_end_once(tmp_path: Path) -> None:
    session = in_memory(at_table_with_thinkers("always-first-crash", tmp_path))
    assert not session.absent
    play_on(session)
    log = logged(session)
    assert log.count(f"{CRASHED} Why: no model at hand") == MOST_STARTS
    assert log.count(GONE) == 1
    assert session.absent == {(session.seat + 1) % 4}


def test_what_is_told_at_the_table_is_told_once_and_without_reason(tmp_path: Path) -> None:
    session = in_memory(at_table_with_thinkers("always-first-crash", tmp_path))
    play_on(session)
    assert session.bot_failures(brief=True) == [CRASHED] * MOST_STARTS + [GONE]
    assert session.bot_failures(brief=True) == []


def test_what_was_taken_back_is_in_no_log(tmp_path: Path) -> None:
    session = in_memory(at_table_with_thinkers("first-garbage", tmp_path, undo=True))
    play_on(session, decisions=2)
    assert any(says(line, "session.lapses.garbage", name="External") for line in logged(session))
    while session.take_back(lambda _: True) is not None:
        pass
    assert not any(says(line, "session.lapses.garbage", name="External") for line in logged(session))
    play_on(session, decisions=1)
    session.close()


def test_what_is_taken_back_begins_at_its_place() -> None:
    bot_failures, seating = BotFailures(), Seating(("You", "A", "B", "C"), 0)
    for place in (3, 5, 8):
        bot_failures.note(place, [PublicFault(1, FaultKind.LATE, "")])
    bot_failures.cut(5)
    assert set(bot_failures.by_place(seating)) == {3}
    assert bot_failures.new(seating, brief=True) == [], (
        "what is left has been told, or was before the game went on"
    )
    bot_failures.note(5, [PublicFault(2, FaultKind.LATE, "")])
    assert set(bot_failures.by_place(seating)) == {3, 5}
    assert len(bot_failures.new(seating, brief=True)) == 1


@pytest.mark.usefixtures("language")
def test_it_fits_in_the_line_of_the_table() -> None:
    for kind in FaultKind:
        line = t(f"session.lapses.{kind}", name="x" * SHORT)
        assert cells(line) <= REASON_WIDTH, line


async def test_at_the_table_the_choice_is_told_again_after_a_program_is_gone(tmp_path: Path) -> None:
    app = table_app(tmp_path / "home", at_table_with_thinkers("always-first-crash", tmp_path / "lives"))
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
        screen = app.screen
        assert isinstance(screen, GameScreen)
        reasons = []
        while len(reasons) < 8:
            reasons.append(screen._table.scene.reason)
            await strike(app, "enter")
            await until(lambda: takes_keys(app))
            assert app.screen is screen
        assert GONE in reasons
        after = reasons[reasons.index(GONE) + 1 :]
        assert after
        assert not any(reason == GONE for reason in after), reasons
        assert screen._table.scene.absent == app.session.absent  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_who_is_gone_is_marked_at_its_seat(size: tuple[int, int]) -> None:
    def text(**details: object) -> str:
        look, scene = Look(TileStyle.SOLID, glyph_set("kanji")), bare_scene(plain_turn().view, **details)
        return "\n".join(map(plain, draw(scene, plan(*size), look).values()))

    assert "AWAY" not in text()
    assert text(absent=frozenset({1})).count(" AWAY ") == 1


def test_plain_lines_have_it_in_their_log(tmp_path: Path) -> None:
    asked = at_table_with_thinkers("always-first-crash", tmp_path / "lives")
    _, said = play(tmp_path / "home", asked, typing("draw", "draw", "log"))
    told = f"{CRASHED} Why: no model at hand"
    first = said.index(told)
    assert told in said[first + 1 :], "said as it happens, and again in the log"


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
    monkeypatch.setattr("tui.screens.game.game.AT_ONCE", 0.01)
    monkeypatch.setattr("tui.screens.game.game.PATIENCE", 0.02)
    monkeypatch.setattr("tui.plain.plain_game.PATIENCE", 0.02)


def scene_of(app: FuritenApp) -> Scene:
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
    async with running(FuritenApp(folder, session, speed="normal", sleep=at_once)) as (app, _):
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
        seen.append("\n".join(lines_of(app)))
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
    async with running(FuritenApp(folder, session, speed="instant")) as (app, _):
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: "thinking" in scene_of(app).reason)
        await strike(app, "q")
        await until(lambda: takes_keys(app) or app.return_code is not None)
        await strike(app, "enter")
        await until(lambda: app.return_code is not None)
    assert app.failure == ""


@pytest.mark.usefixtures("impatient")
async def test_a_terminal_that_is_closed_does_not_wait_for_who_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game would stay locked for as long as a program may think."""
    monkeypatch.setenv("FURITEN_BOT_SECONDS", "1")
    folder = folder_at(tmp_path / "home")
    session, _ = open_for_play(folder, at_table_with_thinker(tmp_path, tmp_path / "gate"))
    assert session is not None
    async with running(FuritenApp(folder, session, speed="instant")) as (app, _):
        await until(lambda: takes_keys(app))
        await strike(app, "enter")
        await until(lambda: "thinking" in scene_of(app).reason)
        app.exit(HUNG_UP)
        assert session.bot_failures() == [], "nothing was waited for"
        assert session.advance() == [], "and nothing goes on"


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
