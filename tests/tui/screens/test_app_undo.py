"""Taking decisions back at the table: by key, by mouse, while bots play, and at the end of a hand."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.actions import ActionKind
from engine.match import Match
from engine.rules import WRC
from engine.tiles import TILE_OF
from tests.support.engine.deals import build_wall
from tests.support.tui.pilot_keys import key_for, press, screen_of, strike, table_app, takes_keys, until
from tests.support.tui.sessions import Memory, folder_at, options
from tui.archive.archive import RECORDS
from tui.cli import execute
from tui.config.settings import OnOff, SettingsFile
from tui.desk.settings import Switch
from tui.i18n.texts import t
from tui.play.session import PERSON, Session
from tui.screens.base import KeyScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.ranking import RankingScreen
from tui.shell.app import FuritenApp
from tui.table.widget import GameTable

pytestmark = pytest.mark.usefixtures("quick_disk")

WAITING = "234m678m456p55p67s"
"""5s and 8s win by ron with all simples."""


def reason(app: FuritenApp) -> str:
    """The line under the prompt."""
    return app.screen.query_one(GameTable).scene.reason


def foot(app: FuritenApp) -> list[str]:
    """What the keys at the foot of the table do."""
    return [item.label for item in app.screen.query_one(GameTable).scene.keys]


def lines_of(app: FuritenApp) -> list[str]:
    """What stands on the screen."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def page(app: FuritenApp) -> str:
    """The same in one text."""
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
    app.folder.release()


async def test_a_key_takes_the_last_decision_back_and_says_which(tmp_path: Path) -> None:
    app = waiting_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
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
    app = waiting_app(tmp_path, takebacks=None)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "undo" not in foot(app)
        await press(pilot, "enter", "u")
        assert reason(app) == t("takeback.not-allowed")
        assert screen_of(app, GameScreen).session.options.of(ActionKind.RON), "and all stands as it stood"
        await press(pilot, "left")
        assert "undo" not in reason(app)


@pytest.mark.nightly
async def test_by_mouse(tmp_path: Path) -> None:
    app = waiting_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        await until(lambda: takes_keys(app))
        await pilot.click(offset=(lines_of(app)[-1].index("u undo"), 23))
        assert await until(lambda: takes_keys(app) and reason(app).startswith("Taken back"))


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
    app = waiting_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter", "o")
        await until(lambda: isinstance(app.screen, HandEndScreen) and takes_keys(app))
        assert "u undo" in page(app)
        assert "taken back" not in page(app)
        await press(pilot, "u")
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        assert reason(app) == t("takeback.done", deed=t("lesson.did.ron"))
        assert screen_of(app, GameScreen).session.outcome is None
        await press(pilot, "o")
        await until(lambda: isinstance(app.screen, HandEndScreen) and takes_keys(app))
        assert t("takeback.count", count=1) in page(app)


@pytest.mark.nightly
async def test_a_whole_game_with_decisions_taken_back(tmp_path: Path) -> None:
    """Every few decisions one is taken back: the ranking and the record tell how many."""
    app = table_app(tmp_path, options(12, "tenhou", undo=True))
    async with app.run_test(size=(80, 24)):
        made = 0
        while True:
            await until(lambda: takes_keys(app))
            screen = app.screen
            assert isinstance(screen, KeyScreen)
            if isinstance(screen, RankingScreen):
                break
            made += 1
            await strike(app, "u" if made % 4 == 0 else key_for(screen))
        count = app.session.takebacks if app.session is not None else None
        assert count
        assert t("takeback.count", count=count) in page(app)
        await strike(app, "enter")
        await until(lambda: app.return_code is not None)
    app.folder.release()
    (kept,) = (tmp_path / RECORDS).iterdir()
    assert f'"takebacks":{count}' in kept.read_text(encoding="utf-8").splitlines()[0]
    assert execute(["verify", str(kept)]) == 0


async def test_undo_goes_back_to_the_players_decision_not_to_an_automatic_discard(tmp_path: Path) -> None:
    """Riichi was decided; South after it was discarded automatically, and a win on 9s is offered."""

    def wall(header: object) -> object:
        return build_wall(["234m45622p23478s", "", "", ""], "5z1z3z4z2z1m9m9p9s", indicators="7z")

    match = Match(WRC, 0, (PERSON, *("tsumogiri",) * 3), walls=wall, takebacks=0)  # type: ignore[arg-type]
    app = FuritenApp(folder_at(tmp_path), Session(match, Memory()), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "enter")
        screen = screen_of(app, GameScreen)
        await until(lambda: takes_keys(app))
        assert [discard.tile for discard in screen.session.view.me.pond] == [TILE_OF["P"], TILE_OF["S"]]
        assert screen.session.options.of(ActionKind.TSUMO)
        before = list(screen.session.match.events)
        await press(pilot, "u")
        await until(lambda: screen.session.match.takebacks == 1 and takes_keys(app))
        assert screen.session.options.of(ActionKind.RIICHI)
        assert not screen.session.view.me.pond
        assert Switch.AUTO_DISCARD in screen.desk.switches
        await press(pilot, "r", "enter")
        await until(lambda: takes_keys(app))
        assert screen.session.match.events[1:] == before[1:], "the same moves make the same game"
    app.folder.release()
