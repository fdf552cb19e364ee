"""Four bots at the table in the real app: the game goes on, stops, is looked back at, and is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.match import Match
from engine.records.annotations import Annotation
from engine.records.read_file import read_record
from engine.records.verify import verify_record
from engine.rules import WRC
from tests.support.tui.pilot import press, press_to, running, takes_keys, until
from tests.support.tui.recorded_games import recorded_match
from tests.support.tui.sessions import folder_at, options
from tests.support.tui.texts import says
from tui.archive.archive import Archive
from tui.archive.game_notes import GameNotes
from tui.i18n import t
from tui.play.play_options import PlayOptions
from tui.play.start_game import begin
from tui.play.watched_game import WatchedGame
from tui.replay.replay_state import StopKind
from tui.screens import position_screens
from tui.screens.new_game import NewGameScreen
from tui.screens.replay.watch_screen import WatchScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.words.names import bot_title

BOTS = ("tsumogiri", "tenpai", "hayai:novice", "tsumogiri")
HAND = PlayOptions(length="hand", seed=5, bots=BOTS)


def played_out(game: WatchedGame) -> None:
    while not game.over:
        assert game.advance()


def test_a_watched_game_is_kept_and_verifies(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    game = WatchedGame.of(HAND, archive, "2026-11-22T13:05:00Z")
    played_out(game)
    assert game.advance() == []
    path = game.close()
    assert path is not None
    assert path == game.close()
    assert archive.files() == [path]
    assert "unfinished" not in path.name
    assert verify_record(read_record(path.read_bytes())).ok
    (read,) = read_record(path.read_bytes()).games
    assert read.events() == game.match.events
    entry = recorded_match(path).entry
    assert entry.seat is None
    assert entry.over
    assert entry.names == BOTS


def test_the_seats_have_the_names_of_their_bots(tmp_path: Path) -> None:
    first, tenpai, novice, last = WatchedGame.of(HAND, Archive(tmp_path)).seating.names
    assert [tenpai, novice] == [bot_title(BOTS[1]), bot_title(BOTS[2])]
    assert [first, last] == [f"{bot_title(BOTS[0])} {number}" for number in (1, 2)]


def test_a_game_that_is_left_is_kept_unfinished_and_one_without_a_move_is_not(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    WatchedGame.of(HAND, archive).close()
    assert archive.files() == []
    game = WatchedGame.of(HAND, archive)
    game.advance()
    path = game.close()
    assert path is not None
    assert "unfinished" in path.name
    assert game.advance() == []
    assert not recorded_match(path).entry.over


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("in the way", encoding="utf-8")
    game = WatchedGame.of(HAND, Archive(tmp_path))
    assert game.fault
    played_out(game)
    assert game.close() is None


@pytest.fixture
def quick_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to look on."""
    monkeypatch.setattr(position_screens, "SPEEDS", (0.001,) * 5)


async def screen_of(app: FuritenApp, game: WatchedGame) -> WatchScreen:
    await until(lambda: takes_keys(app))
    app.show_watched(game, "instant")
    await until(lambda: isinstance(app.screen, WatchScreen) and takes_keys(app))
    assert isinstance(app.screen, WatchScreen)
    return app.screen


@pytest.mark.usefixtures("quick_steps")
async def test_the_game_goes_on_by_itself_stops_and_is_looked_back_at(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app, game = FuritenApp(folder), WatchedGame.of(HAND, folder.records)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await screen_of(app, game)
        await until(lambda: screen.replay.index > 6)
        await press(pilot, "space")
        at = screen.replay.index
        await press(pilot, "left")
        assert screen.replay.index == at - 1
        await press(pilot, "v")
        assert screen.replay.seat == 1
        assert screen.replay.opened
        await press(pilot, "o")
        assert not screen.replay.opened
        await press(pilot, "space")
        await until(lambda: screen.replay.index > at + 2)
        await press_to(pilot, TitleScreen, "space", "q")
        (kept,) = folder.records.files()
        await until(lambda: says(app.screen.message, "watch.kept", name=kept.name))  # type: ignore[attr-defined]
    assert "unfinished" in kept.name


@pytest.mark.nightly
async def test_right_plays_one_event_and_end_the_rest_of_the_hand(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app, game = FuritenApp(folder), WatchedGame.of(HAND, folder.records)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await screen_of(app, game)
        # the first goes to the newest position
        await press(pilot, "space", "end", "end")
        await until(lambda: game.over)
        await until(lambda: not screen.plays)
        assert says(screen.next_words(), "watch.over")
        assert list(screen.replay.game.events) == game.match.events
        await press(pilot, "home", "right")
        assert screen.replay.index == 2


async def test_one_event_at_a_time(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app, game = FuritenApp(folder), WatchedGame.of(HAND, folder.records)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await screen_of(app, game)
        await press(pilot, "space")
        while screen.replay.step(StopKind.EVENT, 1):
            pass
        for _ in range(5):
            before = screen.replay.index
            await press(pilot, "right")
            await until(lambda before=before: screen.replay.index == before + 1)  # type: ignore[misc]
        assert not screen.plays


@pytest.mark.nightly
async def test_a_program_that_does_not_play_is_named(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    game = WatchedGame(Match(WRC, 5, ("mjai:false", *BOTS[1:])), folder.records)
    async with running(FuritenApp(folder)) as (app, _):
        screen = await screen_of(app, game)
        await until(lambda: screen.notice != "")
        assert "false" in screen.notice.lower()
    game.close()


async def test_the_form_of_a_new_game_opens_the_table_of_four_bots(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    with folder:
        begin(folder, options(3))
    saved = folder.game.read_bytes()
    async with running(FuritenApp(folder)) as (app, pilot):
        form = await press_to(pilot, NewGameScreen, "n")
        await press_to(pilot, WatchScreen, "down", "right", "enter")
        assert isinstance(app.screen, WatchScreen)
        assert app.screen.game.match.names == (form.options.own, *(form.options.bots or ()))
        seen = app.screen.replay.seating.names
        seating = app.screen.replay.seating
        assert seen[app.screen.replay.seat].startswith(bot_title(str(form.options.own)))
        assert t("desk.you") not in {*seen, *(seating[seat] for seat in range(4))}
        assert app.screen.replay.opened
        await press(pilot, "q")
        await until(lambda: isinstance(app.screen, TitleScreen))
    assert folder.game.read_bytes() == saved
    assert form.options.own is not None


@pytest.mark.usefixtures("quick_steps")
async def test_what_is_noted_while_the_game_goes_on_is_found_in_its_record(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    app, game = FuritenApp(folder), WatchedGame.of(HAND, folder.records)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await screen_of(app, game)
        await until(lambda: screen.replay.index > 6)
        await press(pilot, "a", *"now", "enter", "f")
        noted = {screen.replay.index: Annotation("now", bookmark=True)}
        assert screen.notes.all == noted
        await press(pilot, "right")
        await until(lambda: screen.replay.index > max(noted))
        await press_to(pilot, TitleScreen, "q")
    (path,) = folder.records.files()
    record = recorded_match(path).events
    assert len(record) > max(noted) + 1
    assert GameNotes(tmp_path, record, {}).all == noted
