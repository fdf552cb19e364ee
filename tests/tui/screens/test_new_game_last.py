"""A new game begins with the choices of the last one, and a speed that was changed is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.tui.pilot_keys import press, screen_of, strike, takes_keys, until
from tests.support.tui.sessions import folder_at
from tui.i18n.texts import t
from tui.play.last_game import LAST_GAME, last_choices, remember_choices
from tui.play.options import PlayOptions
from tui.play.start import begin
from tui.screens.game.game import GameScreen
from tui.screens.start.new_game import GameField, NewGameScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable

pytestmark = pytest.mark.usefixtures("quick_disk")

CHOSEN = PlayOptions(
    rules="ema", length="east", bots=("takame", "takame", "hayai:novice"), speed="instant", undo=True
)


async def test_the_form_opens_with_the_last_choices(tmp_path: Path) -> None:
    remember_choices(tmp_path, CHOSEN)
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        form = screen_of(app, NewGameScreen)
        chosen = form.options
        assert (chosen.rules, chosen.length, chosen.bots) == ("ema", "east", CHOSEN.bots)
        assert (chosen.speed, chosen.undo, chosen.seed) == ("instant", True, None)
        assert form.value(GameField.SPEED) == t("newgame.speeds.instant")
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        assert app.session is not None
        assert app.session.match.rules.name == "ema"
        assert app.pace.speed == "instant"
    app.folder.release()


async def test_a_game_that_was_chosen_is_the_next_ones_beginning(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        # up from Start: undo, then the seed, the speed
        await press(pilot, "n", "up", "right", "up", "up", "left", "left", "enter")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
    app.folder.release()
    again = FuritenApp(folder_at(tmp_path))
    async with again.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        chosen = screen_of(again, NewGameScreen).options
        assert (chosen.speed, chosen.undo) == ("instant", True)


async def test_a_damaged_file_leaves_the_usual_choices(tmp_path: Path) -> None:
    (tmp_path / LAST_GAME).write_bytes(b'{"rules": ')
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        assert screen_of(app, NewGameScreen).options.rules == "wrc"


@pytest.mark.nightly
async def test_a_speed_that_is_changed_at_the_table_is_kept(tmp_path: Path) -> None:
    folder = folder_at(tmp_path)
    with folder:
        begin(folder, PlayOptions(seed=3, speed="instant"))
    app = FuritenApp(folder_at(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        assert app.pace.speed == "instant", "a game is continued at the last speed"
        await strike(app, "minus")
        scene = app.screen.query_one(GameTable).scene
        assert scene is not None
        assert scene.reason == t("screen.speed-kept", speed=t("newgame.speeds.fast"))
    app.folder.release()
    last = last_choices(tmp_path)
    assert last is not None
    assert last.speed == "fast"
