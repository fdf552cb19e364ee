"""A guided game in the real app: the coach stops a discard, and looks back when the hand is over."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.match import Match
from engine.rules import WRC
from engine.wall import Wall
from tests.support.engine.deals import build_wall
from tests.support.tui.pilot import press, running, screen_of, strike, takes_keys, until
from tests.support.tui.sessions import Memory, folder_at, options, sit_down
from tests.support.tui.texts import says
from tui.cli import execute
from tui.config.settings import HintLevel, OnOff, Settings, SettingsFile
from tui.drawing.rows import plain
from tui.i18n import t
from tui.play.play_options import PracticeOptions
from tui.play.session import PERSON, Session
from tui.screens.dialogs import AskScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.result_screens import HandEndScreen, MomentsScreen
from tui.screens.new_game import NewGameScreen
from tui.screens.panels import HintScreen
from tui.screens.practice.menu import PracticeScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable

FURITEN = "23456m22678p568s"
"""After 4s has been thrown and 7m drawn: 8s leaves 4s 7s, which is furiten; 5s leaves 7s, which is not."""
DRAWS = "4s4s4s9m 7m1z2z3z 9s7s9m2z 4s"
"""In turn order, the person first: 7s goes by, then the person draws 4s and wins."""


def guided_wall() -> Wall:
    return build_wall([FURITEN, "", "", ""], DRAWS.replace(" ", ""), indicators="1z")


def guided_app(path: Path, wall: Wall | None = None, coach: OnOff = OnOff.ON) -> FuritenApp:
    """The app at the table of that hand, the person East, the coach on."""
    SettingsFile(path).change(Settings(coach=coach))
    dealt = wall or guided_wall()
    match = Match(WRC, 0, (PERSON, "tsumogiri", "tsumogiri", "tsumogiri"), walls=lambda header: dealt)
    return FuritenApp(folder_at(path), Session(match, Memory()), speed="instant")


TO_THE_CHOICE = ("enter", "home", *["right"] * 12)
"""The drawn 4s is thrown; then the cursor stands on 8s."""


async def to_the_choice(pilot: Pilot[int]) -> GameScreen:
    await press(pilot, *TO_THE_CHOICE)
    return screen_of(pilot.app, GameScreen)  # type: ignore[arg-type]


async def play_on(pilot: Pilot[int]) -> None:
    """Insist on 8s, throw 9s, and take the tsumo."""
    await press(pilot, "enter")
    await press(pilot, "enter", "enter", "enter")


async def test_the_person_insists_and_sees_afterwards_what_it_cost(tmp_path: Path) -> None:
    async with running(guided_app(tmp_path)) as (app, pilot):
        await to_the_choice(pilot)
        await play_on(pilot)
        await until(lambda: isinstance(app.screen, MomentsScreen))
        moments = screen_of(app, MomentsScreen)
        lines = [told.line for told in moments.lookback.moments]
        assert lines == [
            f"Turn 2: {t('moments.entered', cause='4s', tile='8s', waits='4s 7s')}",
            ("Turn 3: " + t("moments.missed-furiten", cause="4s", name="Tsumogi. 1", tile="7s")),
        ]
        await until(lambda: takes_keys(app))
        text = " ".join(plain(moments.drawn(80, 8)).split())
        assert t("moments.better", tile="5s", waits="7s") in text
        assert t("moments.ended-won", turn=4) in text
        table = moments.query_one(GameTable)
        assert table.scene is not None
        assert table.scene.cursor == 12
        await press(pilot, "down")
        assert table.scene.cursor is None
        assert table.scene.view.table.offer is not None
        await press(pilot, "h")
        await until(lambda: isinstance(app.screen, HintScreen))
        await press(pilot, "escape")
        await press(pilot, "enter")
        await until(lambda: isinstance(app.screen, HandEndScreen))
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, MomentsScreen))
        await press(pilot, "m")
        await until(lambda: isinstance(app.screen, HandEndScreen))


class TestFromTheMenuOfPractice:
    """The entry sits down to a game with the coach, and asks before it joins another game."""

    @pytest.mark.nightly
    async def test_a_new_game_and_back_to_practice(self, tmp_path: Path) -> None:
        async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
            await press(pilot, "p")
            await until(lambda: isinstance(app.screen, PracticeScreen))
            screen_of(app, PracticeScreen).select("guided")
            await press(pilot, "enter")
            assert isinstance(app.screen, NewGameScreen)
            await press(pilot, "up", "enter")
            await until(lambda: isinstance(app.screen, GameScreen))
            assert screen_of(app, GameScreen).desk.settings.coached
            await press(pilot, "q")
            await until(lambda: isinstance(app.screen, PracticeScreen))
            assert t("app.saved-here") in plain(screen_of(app, PracticeScreen).picture(80, 24))
            await press(pilot, "enter", "up", "enter")
            await until(lambda: isinstance(app.screen, GameScreen))
            assert screen_of(app, GameScreen).desk.settings.coached
            await press(pilot, "q")
            await until(lambda: isinstance(app.screen, PracticeScreen))
            await press(pilot, "escape")
            await until(lambda: isinstance(app.screen, TitleScreen))
            assert screen_of(app, TitleScreen).chosen.id == "continue"
        assert SettingsFile(tmp_path).values.coach is OnOff.OFF

    async def test_the_coach_is_on_in_that_game_alone(self, tmp_path: Path) -> None:
        """An unfinished game gets it only if that is chosen; the settings stay; another game has none."""
        folder = folder_at(tmp_path)
        sit_down(folder, options(3))
        folder.release()
        async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, _):
            await until(lambda: takes_keys(app))

            async def at_the_table() -> GameScreen:
                await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
                return screen_of(app, GameScreen)

            async def leave() -> None:
                await strike(app, "q")
                await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))

            app.play_guided()
            await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
            await strike(app, "escape")
            await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
            app.continue_game()
            assert not (await at_the_table()).desk.settings.coached
            await leave()
            app.play_guided()
            await until(lambda: isinstance(app.screen, AskScreen) and takes_keys(app))
            await strike(app, "up")
            await strike(app, "enter")
            assert (await at_the_table()).desk.settings.coached
            await leave()
            app.continue_game()
            assert (await at_the_table()).desk.settings.coached, "it is still that game"
            assert app.settings.coach is OnOff.OFF
            for coach in (OnOff.ON, OnOff.OFF):
                app.change_settings(Settings(coach=coach))
                assert screen_of(app, GameScreen).desk.settings.coached is (coach is OnOff.ON)
            await leave()
            app.continue_game()
            assert not (await at_the_table()).desk.settings.coached, "it was turned off there"
            await leave()
            app._begin(app._next_options())
            assert not (await at_the_table()).desk.settings.coached

    @pytest.mark.nightly
    async def test_from_the_command_line_of_practice_it_comes_back_there_too(self, tmp_path: Path) -> None:
        app = FuritenApp(folder_at(tmp_path), practice=PracticeOptions(menu=True), speed="instant")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: isinstance(app.screen, PracticeScreen))
            screen_of(app, PracticeScreen).select("guided")
            await press(pilot, "enter", "up", "enter")
            await until(lambda: isinstance(app.screen, GameScreen))
            await press(pilot, "q")
            await until(lambda: isinstance(app.screen, PracticeScreen))
            assert app.return_code is None
            await press(pilot, "q")
            await until(lambda: app.return_code is not None)

    async def test_a_game_that_is_open_elsewhere_is_told_there_for_as_long(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tui.screens.title.LOOK_AGAIN", 0.02)
        other = folder_at(tmp_path)
        sit_down(other, options(3))
        app = FuritenApp(folder_at(tmp_path), practice=PracticeOptions(menu=True))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: isinstance(app.screen, PracticeScreen))
            screen = screen_of(app, PracticeScreen)
            screen.select("guided")
            await press(pilot, "enter")
            assert await until(lambda: says(plain(screen.picture(80, 24)), "save.open-elsewhere"))
            other.release()
            await until(lambda: not says(plain(screen.picture(80, 24)), "save.open-elsewhere"))


@pytest.mark.parametrize(("option", "kept"), [("--coach", OnOff.ON), ("--no-coach", OnOff.OFF)])
def test_furiten_play_turns_it_on_and_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, kept: OnOff
) -> None:
    monkeypatch.setattr("tui.commands.play.data_folder", lambda: tmp_path)
    monkeypatch.setattr("tui.shell.launch.run", lambda options: 0)
    other = OnOff.OFF if kept is OnOff.ON else OnOff.ON
    SettingsFile(tmp_path).change(Settings(hints=HintLevel.MARKS, coach=other))
    assert execute(["play", option]) == 0
    assert SettingsFile(tmp_path).values == Settings(hints=HintLevel.MARKS, coach=kept)
