"""The table in the real app: asking, typed tiles, choices taken back, pages over it, and the bell."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from textual import events
from textual.pilot import Pilot

from engine import events as ev
from engine.actions import ActionKind
from engine.match import Match
from engine.rules import WRC
from tests.support.engine.deals import build_wall
from tests.support.nightly import at_night
from tests.support.tui.pilot import (
    click_at,
    lines_of,
    press,
    press_to,
    running,
    screen_of,
    settle,
    strike,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.positions import Seated
from tests.support.tui.sessions import Memory, folder_at, options
from tui.config.settings import OnOff, SettingsFile
from tui.i18n import t
from tui.play.session import PERSON, Session
from tui.screens.game.game import GameScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.pages.settings_pages import SettingsScreen
from tui.screens.panels import HintScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable


def cursor(game: GameScreen) -> int | None:
    scene = game.query_one(GameTable).scene
    assert scene is not None
    return scene.cursor


async def at_own_turn(app: FuritenApp) -> GameScreen:
    await until(lambda: takes_keys(app))
    game = screen_of(app, GameScreen)
    assert cursor(game) is not None, "the game of this seed does not begin with a turn of the person"
    return game


async def test_a_click_on_a_mark_explains_its_tile_and_chooses_nothing(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        game = await at_own_turn(app)
        before = cursor(game)
        assert await click_at(pilot, "#zone-marks", offset=(15, 0))
        await until(lambda: isinstance(app.screen, HintScreen) and takes_keys(app))
        assert screen_of(app, HintScreen).stop == 2
        await press(pilot, "escape")
        assert (cursor(game), game.waiting) == (before, True)


async def test_the_suit_is_an_action_only_without_a_digit(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await press(pilot, "1", "s")
        assert isinstance(app.screen, GameScreen)
        await press(pilot, "1", "escape", "s")
        assert isinstance(app.screen, SettingsScreen)


@pytest.mark.nightly
async def test_a_tile_typed_before_the_question_opens_nothing(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        screen = screen_of(app, GameScreen)
        screen.ignore_keys_until_painted(3600)
        await strike(app, "1")
        screen.ignore_keys_until_painted()
        await press(pilot, "s")
        assert app.screen is screen
        assert screen.desk.notice == ""
        await press(pilot, "s")
        assert isinstance(app.screen, SettingsScreen)


WAITING = "234m678m456p55p67s"
"""5s and 8s win by ron with all simples."""


def reason(app: FuritenApp) -> str:
    return app.screen.query_one(GameTable).scene.reason


def foot(app: FuritenApp) -> list[str]:
    """What the keys at the foot of the table do."""
    return [item.label for item in app.screen.query_one(GameTable).scene.keys]


def page(app: FuritenApp) -> str:
    return "\n".join(lines_of(app))


def waiting_app(path: Path, takebacks: int | None = 0) -> FuritenApp:
    """The app at a table where the hand is ready and the bots throw what they draw, 8s first."""

    def wall(header: object) -> object:
        return build_wall([WAITING, "", "", ""], "9m8s3z4z2z", indicators="5z")

    match = Match(WRC, 0, (PERSON, *("tsumogiri",) * 3), walls=wall, takebacks=takebacks)  # type: ignore[arg-type]
    return FuritenApp(folder_at(path), Session(match, Memory()), speed="instant")


@pytest.mark.nightly
async def test_it_rings_no_bell_where_nobody_else_has_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dealer who takes the first discard back is at the keyboard."""
    file = SettingsFile(folder_at(tmp_path).path)
    file.change(msgspec.structs.replace(file.values, bell=OnOff.ON))
    rung: list[int] = []
    app = waiting_app(tmp_path)
    monkeypatch.setattr(app, "bell", lambda: rung.append(1))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        await until(lambda: takes_keys(app))
        before = len(rung)
        assert before == 2, "when the game is opened, and when the others have played"
        await press(pilot, "u")
        await until(lambda: screen_of(app, GameScreen).session.match.takebacks == 1)
        await until(lambda: takes_keys(app))
        assert len(rung) == before


async def test_a_key_takes_the_last_decision_back_and_says_which(tmp_path: Path) -> None:
    async with running(waiting_app(tmp_path)) as (app, pilot):
        await press(pilot, "enter")
        screen = screen_of(app, GameScreen)
        await until(lambda: takes_keys(app))
        assert screen.session.options.of(ActionKind.RON)
        assert "undo" in foot(app)
        # that the win is let go has to be said twice
        await press(pilot, "x", "x")
        await until(lambda: takes_keys(app))
        assert screen.session.view.furiten
        await press(pilot, "u")
        await until(lambda: takes_keys(app))
        assert reason(app) == t("takeback.done", deed="passed")
        assert screen.session.options.of(ActionKind.RON)
        assert not screen.session.view.furiten
        await press(pilot, "u")
        await until(lambda: takes_keys(app))
        assert reason(app) == t("takeback.done", deed=t("lesson.did.discard", tile="9m"))
        assert screen.session.view.my_turn
        await press(pilot, "u")
        await until(lambda: takes_keys(app))
        assert reason(app) == t("takeback.none")
        assert screen.session.takebacks == 2
        assert "2 taken back" in app.screen.query_one(GameTable).scene.header
        assert screen.desk.log == [screen.desk.log[0], "You: drew 9m"], "what was taken back did not happen"


async def test_a_game_that_does_not_allow_it_says_so(tmp_path: Path) -> None:
    async with running(waiting_app(tmp_path, takebacks=None)) as (app, pilot):
        assert "undo" not in foot(app)
        await press(pilot, "enter", "u")
        assert reason(app) == t("takeback.not-allowed")
        assert screen_of(app, GameScreen).session.options.of(ActionKind.RON), "and all stands as it stood"
        await press(pilot, "left")
        assert "undo" not in reason(app)


async def test_while_bots_play_it_waits_for_them(tmp_path: Path) -> None:
    """Who sees the mistake while the others play needs not wait for the own turn."""
    app = waiting_app(tmp_path)
    app.pace.speed = "slow"
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        screen = screen_of(app, GameScreen)
        assert not screen.waiting
        await strike(app, "u")
        await until(lambda: takes_keys(app) and screen.session.takebacks == 1)
        assert screen.session.view.my_turn
        assert reason(app) == t("takeback.done", deed=t("lesson.did.discard", tile="9m"))


async def test_at_the_end_of_the_hand(tmp_path: Path) -> None:
    async with running(waiting_app(tmp_path)) as (app, pilot):
        await press_to(pilot, HandEndScreen, "enter", "o")
        assert "u undo" in page(app)
        assert "taken back" not in page(app)
        await press_to(pilot, GameScreen, "u")
        assert reason(app) == t("takeback.done", deed=t("lesson.did.ron"))
        assert screen_of(app, GameScreen).session.outcome is None
        await press_to(pilot, HandEndScreen, "o")
        assert t("takeback.count", count=1) in page(app)


async def together(pilot: Pilot[int], *keys: str) -> None:
    """Keys that arrive before the screen has taken the first of them."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await settle(pilot.app)


def stack(app: FuritenApp) -> list[str]:
    return [type(screen).__name__ for screen in app.screen_stack[1:]]


@pytest.mark.parametrize(
    ("keys", "opened"),
    [
        (("h", "h"), "HintScreen"),
        *at_night([(("l", "s"), "LogScreen"), (("colon", "enter"), "PaletteScreen")]),
    ],
)
async def test_of_keys_that_come_in_one_go_at_the_table_the_first_counts(
    keys: tuple[str, ...], opened: str, tmp_path: Path
) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        before = len(screen_of(app, GameScreen).session.match.events)
        await together(pilot, *keys)
        assert stack(app) == ["GameScreen", opened]
        assert len(app.session.match.events if app.session else ()) == before


async def test_the_game_waits_under_a_panel_whatever_its_size(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await until(lambda: takes_keys(app))
        table = screen_of(app, GameScreen)
        # the discard and the question come together: the bots may not play on under the answer
        await together(pilot, "enter", "h")
        panel = screen_of(app, HintScreen)
        shown = len(table.desk.view.me.pond)
        await pilot.resize_terminal(120, 40)
        await settle(app)
        assert app.screen is panel
        assert len(table.desk.view.me.pond) == shown
        await press(pilot, "escape")
        await until(lambda: len(table.desk.view.me.pond) > shown)


HAND = "123456789m123p1z"
OTHERS = "1: 9s; 2: 9s; 3: 9s"


def test_it_rings_once_where_others_have_played_since() -> None:
    seated = Seated(HAND)
    seated.offered("0: draws 2z")
    desk = seated.offered(f"0: 2z'; {OTHERS}; 0: draws 2z")
    assert desk.rings_bell
    desk.offer()
    assert not desk.rings_bell


def test_not_after_what_the_player_did() -> None:
    """A call leads to a discard of the same player, who sits before the screen."""
    seated = Seated("123456m123p55z99s")
    seated.offered("0: 9s; 1: 5z")
    assert not seated.offered("0: pon 5z5z").rings_bell


def test_not_at_the_deal_after_a_last_discard_of_the_player() -> None:
    """Nobody causes an exhaustive draw: it is no sign that others have played."""
    seated = Seated(HAND)
    seated.offered("0: draws 2z")
    seated.play("0: 2z'")
    for event in (ev.Ryukyoku(reason="exhaustive"), ev.EndKyoku(), seated.events[0]):
        seated.desk.event(event)
    assert not seated.offered("0: draws 2z").rings_bell
