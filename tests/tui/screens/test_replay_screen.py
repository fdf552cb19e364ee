"""The viewer in the real app: keys, mouse, playing by itself, its score sheet, and codes to share."""

from __future__ import annotations

import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from engine import events as ev
from engine.records import write_events
from engine.records.recorded_game import is_code
from engine.rules import PRESETS
from tests.support.engine.wild_games import wild_game
from tests.support.nightly import at_night
from tests.support.tui.pilot import lines_of, press, press_to, running, screen_of, takes_keys, until, viewing
from tests.support.tui.recorded_games import Game, index, play, unpack
from tests.support.tui.sessions import caller, folder_at
from tui.archive.archive import RECORDS
from tui.cli import execute
from tui.config.actions import Place, actions_at
from tui.drawing.rows import plain
from tui.drawing.solid_tiles import PLACEHOLDER
from tui.i18n import t
from tui.replay.replay_state import PositionCode, Replay, ReplayedGame, StopKind, open_replay
from tui.screens import position_screens
from tui.screens.archive.game_list import GamesScreen
from tui.screens.dialogs import AskScreen
from tui.screens.game.branch_screens import BranchFormScreen
from tui.screens.pages.payments_page import PaymentTableScreen
from tui.screens.pages.rules_page import RulesScreen
from tui.screens.replay.hand_lists import ScoreSheetScreen
from tui.screens.replay.moment_list import MomentListScreen
from tui.screens.replay.viewer import ReplayScreen
from tui.screens.screen import KeyScreen
from tui.shell.app import FuritenApp
from tui.system.terminal import MIN_SIZE

GAME = ReplayedGame(file=Path("game.mjson"), rules=PRESETS["tenhou"], events=wild_game("tenhou", 3, "east"))
HAND = ReplayedGame(file=Path("hand.mjson"), rules=PRESETS["tenhou"], events=wild_game("tenhou", 3, "hand"))


def replay_at(at: PositionCode | None = None, game: ReplayedGame = GAME) -> Replay:
    """A game at that position, from seat 1."""
    return Replay(game, 1, at)


async def back_to(app: FuritenApp, pilot: Pilot[int], screen: ReplayScreen) -> None:
    """Close what a key has opened. A win is shown whole by the first key."""
    for _ in range(4):
        await until(lambda: takes_keys(app))
        if app.screen is screen:
            return
        assert isinstance(app.screen, KeyScreen)
        await press(pilot, "escape")
    raise AssertionError(f"Esc does not close {app.screen}")


async def test_at_the_ends_it_says_so_and_stays(tmp_path: Path) -> None:
    async with viewing(tmp_path, replay_at()) as (_, pilot, screen):
        await press(pilot, "left")
        assert screen.notice == t("replay.no-more")
        assert screen.replay.index == screen.replay.stops(StopKind.EVENT)[0]
        await press(pilot, "right")
        assert screen.notice == ""


async def test_advice_is_hidden_and_shown_again(tmp_path: Path) -> None:
    async with viewing(tmp_path, replay_at()) as (_, pilot, screen):
        stops = screen.replay.stops(StopKind.DECISION)
        advised = list(islice((index for index in stops if _advice(screen, index)), 3))
        screen.move_to(advised[0])
        await press(pilot, "d")
        assert screen.notice == t("replay.unadvised")
        assert not any(_advice(screen, index) for index in advised)
        await press(pilot, "d")
        assert screen.notice == t("replay.advised")
        assert all(_advice(screen, index) for index in advised)


def _advice(screen: ReplayScreen, index: int) -> bool:
    """Whether the table advises at that position."""
    screen.move_to(index)
    scene = screen._table.scene
    assert scene is not None
    return bool(scene.safest or scene.furiten or scene.waits or scene.wait_line)


@pytest.mark.nightly
async def test_it_plays_by_itself_to_the_end_of_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(position_screens, "SPEEDS", (0.001,) * 5)
    last = len(Replay(GAME, 1).line.hands)
    async with viewing(tmp_path, replay_at(PositionCode(last, 0))) as (_, pilot, screen):
        await press(pilot, "space")
        assert screen.plays
        await until(lambda: not screen.plays)
        assert screen.replay.index == screen.replay.last
        await press(pilot, "left", "space")
        await until(lambda: not screen.plays)


async def test_pages_open_and_lead_back(tmp_path: Path) -> None:
    async with viewing(tmp_path, replay_at(PositionCode(1, 20))) as (app, pilot, screen):
        for key in ("h", "l", "j", "question_mark"):
            index = screen.replay.index
            await press(pilot, key)
            await until(lambda: app.screen is not screen and takes_keys(app))
            await back_to(app, pilot, screen)
            assert screen.replay.index == index
        await press(pilot, "j")
        await until(lambda: app.screen is not screen and takes_keys(app))
        await press(pilot, "2", ".", "7", "enter")
        await until(lambda: app.screen is screen and takes_keys(app))
        assert str(screen.replay.code) == "2.7"
        await press(pilot, "end", "enter")
        await until(lambda: app.screen is not screen and takes_keys(app))
        await back_to(app, pilot, screen)


@pytest.mark.parametrize("place", ["in the middle", *at_night(["deal", "end of a hand", "end"])])
async def test_no_key_of_the_viewer_breaks_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    keys = [key for action in actions_at(Place.REPLAY) for key in action.keys]
    keys = [key for key in keys if key not in ("q", "escape")]
    game = HAND if place == "in the middle" else GAME
    replay = Replay(game, 1)
    stops = replay.stops(StopKind.EVENT)
    index = {
        "deal": stops[0],
        "in the middle": stops[40],
        "end of a hand": (*replay.line.deals, 0)[1] - 2,
        "end": stops[-1],
    }[place]
    async with viewing(tmp_path, replay_at(game=game)) as (app, pilot, screen):
        for key in keys:
            if index in stops:
                screen.move_to(index)
            await press(pilot, key)
            await back_to(app, pilot, screen)
            assert app.screen is screen, key
            assert 0 <= screen.replay.index <= stops[-1], key


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_leaving_ends_what_the_command_began(tmp_path: Path, key: str) -> None:
    async with viewing(tmp_path, replay_at()) as (app, pilot, _):
        await press(pilot, key)
        await until(lambda: app._exit)
        assert app.return_code == 0


# -- the command -------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.mjson"
    path.write_bytes(write_events(GAME.events))
    return path


def test_the_command_opens_the_seat_and_the_position(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Replay] = []

    class App:
        def show_replay(self, replay: Replay) -> None:
            opened.append(replay)

    monkeypatch.setattr("tui.shell.launch.run", lambda opens: opens(App()) or 0)
    assert execute(["replay", str(record), "--seat", "3", "--at", "2.9"]) == 0
    assert execute(["replay", str(record)]) == 0
    assert [(replay.seat, str(replay.code)) for replay in opened] == [(3, "2.9"), (0, "1.0")]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.mjson"], "nowhere.mjson"),
        (["game.mjson", "--at", "99.1"], "99.1"),
        (["game.mjson", "--at", "1.9999"], "1.9999"),
        (["game.mjson", "--at", "x"], "'x'"),
        (["game.mjson", "--seat", "4"], "4"),
        (["game.mjson", "--game", "2"], "2"),
        (["broken.mjson"], "broken.mjson"),
        (["--seat", "1"], "--seat"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str],
    told: str,
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(record.parent)
    (record.parent / "broken.mjson").write_text("nonsense\n", encoding="utf-8")
    monkeypatch.setattr("tui.shell.launch.run", lambda **_: pytest.fail("it began all the same"))
    assert execute(["replay", *arguments]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said
    if arguments[0] != "--seat" and "--seat" not in arguments:
        assert len(said.strip().splitlines()) == 1


EAST = Game(seed=7, day=2, rules="tenhou", length="east", bots=("hayai", "hayai", "hayai"), player=caller)


def played_out(home: Path) -> None:
    play(home, EAST)
    index(home)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one game."""
    return unpack("with a game of hayai", played_out, tmp_path_factory.mktemp("home"))


@asynccontextmanager
async def viewed(home: Path, size: tuple[int, int] = MIN_SIZE) -> AsyncIterator[Pilot[int]]:
    """The viewer of the latest game, opened from the list."""
    async with running(FuritenApp(folder_at(home)), size) as (app, pilot):
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded)
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        yield pilot


def viewer(pilot: Pilot[int]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def sheet(pilot: Pilot[int]) -> ScoreSheetScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ScoreSheetScreen)
    return screen


@pytest.mark.nightly
async def test_the_list_opens_the_moments_of_a_game(played: Path) -> None:
    async with running(FuritenApp(folder_at(played)), MIN_SIZE) as (app, pilot):
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded)
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, MomentListScreen))
        await press(pilot, "enter")
        assert viewer(pilot).replay.game.file.parent == played / RECORDS
        await press(pilot, "escape")
        await until(lambda: isinstance(app.screen, MomentListScreen))
        await press(pilot, "escape")
        assert isinstance(app.screen, GamesScreen)


async def test_a_record_that_disappeared_is_told(played: Path, tmp_path: Path) -> None:
    unpack("with a game of hayai", played_out, tmp_path)
    async with running(FuritenApp(folder_at(tmp_path)), MIN_SIZE) as (app, pilot):
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, GamesScreen) and app.screen.loaded)
        for record in (tmp_path / RECORDS).iterdir():
            record.unlink()
        await press(pilot, "enter")
        assert isinstance(app.screen, AskScreen)
        assert "seed-7" in plain(app.screen.drawn(*MIN_SIZE))
        await press(pilot, "enter")
        assert isinstance(app.screen, GamesScreen)


async def test_the_sheet_goes_to_a_hand(played: Path) -> None:
    async with viewed(played) as pilot:
        await press(pilot, "right", "right", "p")
        assert sheet(pilot).at == 0
        assert sheet(pilot).count == len(viewer_hands(played)) > 2
        await press(pilot, "down", "down", "enter")
        assert viewer(pilot).replay.code == PositionCode(3, 0)
        await press(pilot, "right", "p")
        assert sheet(pilot).at == 2
        await press(pilot, "escape")
        assert viewer(pilot).replay.code == PositionCode(3, 1)
        await press(pilot, "p", "p")
        assert viewer(pilot).replay.code == PositionCode(3, 1)


def viewer_hands(home: Path) -> tuple[object, ...]:
    (record,) = (home / RECORDS).iterdir()
    return open_replay(record).line.hands


@pytest.mark.skipif(sys.platform == "win32", reason="another shell")
async def test_the_code_opens_the_same_position_again(played: Path) -> None:
    async with viewed(played) as pilot:
        await press(pilot, "right_square_bracket", *["right"] * 7, "v", "c")
        assert isinstance(pilot.app.screen, AskScreen)
        assert t("position-code.copied") in " ".join(plain(pilot.app.screen.drawn(*MIN_SIZE)).split())
        words = shlex.split(pilot.app.clipboard)
        assert words[:2] == ["furiten", "replay"]
        named = dict(zip(words[3::2], words[4::2], strict=True))
        await press(pilot, "enter")
        replay = viewer(pilot).replay
        again = open_replay(Path(words[2]), int(named["--seat"]), named["--at"])
        assert is_code(words[2])
        assert (again.seat, replay.code, again.code) == (replay.seat, PositionCode(2, 7), PositionCode(1, 7))
        assert again.position.event == replay.position.event


async def test_a_hand_that_no_code_can_hold_is_named_by_its_file(tmp_path: Path) -> None:
    """Its payments are not those of the rules, so that it would be read otherwise than it is recorded."""
    told = [
        replace(event, deltas=[100, 0, 0, -100]) if isinstance(event, ev.Hora | ev.Ryukyoku) else event
        for event in GAME.events
    ]
    game = ReplayedGame(file=Path("game.mjson"), rules=GAME.rules, events=tuple(told))
    async with viewing(tmp_path, replay_at(PositionCode(1, 1), game=game)) as (app, pilot, _):
        await press(pilot, "c")
        assert shlex.split(app.clipboard)[:5] == ["furiten", "replay", "game.mjson", "--at", "1.1"]


async def test_a_record_can_be_played_on_from_the_command_line(tmp_path: Path) -> None:
    replay = Replay(GAME, 1, PositionCode(2, 0))
    app = FuritenApp(folder_at(tmp_path), opens=lambda app: app.show_replay(replay, plays_on=True))
    async with app.run_test(size=MIN_SIZE):
        await until(lambda: isinstance(app.screen, BranchFormScreen) and takes_keys(app))
        form = app.screen
        assert isinstance(form, BranchFormScreen)
        assert form.source.code.startswith("2.")
        assert form.source.seat == 1


async def test_a_saved_picture_has_letters_on_its_tiles(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with viewed(played) as pilot:
        await press(pilot, "x")
        app = screen_of(pilot.app, ReplayScreen).game_app  # type: ignore[arg-type]
        app.look = replace(app.look, pictured=True)
        screen_of(pilot.app, ReplayScreen).apply_theme()  # type: ignore[arg-type]
        assert PLACEHOLDER in "".join(lines_of(pilot.app))
        await press(pilot, "x")
        assert PLACEHOLDER in "".join(lines_of(pilot.app))
    first, second = (path.read_text(encoding="utf-8") for path in sorted(tmp_path.glob("*.svg")))
    assert PLACEHOLDER not in second
    assert first == second


async def test_where_nothing_can_be_saved_the_picture_says_so(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device", "picture.svg")

    monkeypatch.setattr("tui.screens.position_screens.save_new", full)
    async with viewed(played) as pilot:
        await press(pilot, "x")
        reason = "picture.svg: No space left on device"
        assert viewer(pilot).notice == t("picture.failed", reason=reason)


@pytest.mark.nightly
async def test_without_a_current_folder_the_picture_is_in_the_data_folder(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> Path:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "cwd", gone)
    async with viewed(played) as pilot:
        await press(pilot, "x")
        (saved,) = played.glob("*.svg")
        assert viewer(pilot).notice == t("picture.saved", path=str(saved))
        saved.unlink()


async def test_the_rules_and_payments_over_a_replay_are_those_of_its_game(tmp_path: Path) -> None:
    """Also over what is opened from it."""
    async with viewing(tmp_path, replay_at(PositionCode(1, 30))) as (app, pilot, screen):
        for opened in ((), ("p",)):
            await press(pilot, *opened)
            over = app.screen
            for key, page in (("asterisk", RulesScreen), ("equals_sign", PaymentTableScreen)):
                await press_to(pilot, page, key)
                assert screen_of(app, page).ruleset() is GAME.rules
                await press(pilot, key)
                await until(lambda over=over: app.screen is over)  # type: ignore[misc]
        await back_to(app, pilot, screen)
