"""A whole game in the real app with the mouse alone, from the title to the final ranking and back."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import pytest

from engine.actions import ActionKind
from engine.events import EndGame
from engine.match import Match
from engine.records import read_events
from tests.support.tui.pilot_keys import takes_keys, until
from tests.support.tui.pilot_mouse import click
from tests.support.tui.sessions import folder_at
from tui.archive.archive import RECORDS
from tui.config.actions import ActionId
from tui.desk.decision_options import Mode
from tui.drawing.click_meta import ActionKey, MenuEntry, Meta, TileAt, ValueArrow
from tui.screens.game.game import GameScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.ranking import RankingScreen
from tui.screens.start.new_game import NewGameScreen
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")

SEED = 7
"""A long hand in which the person declares riichi."""


def pointed_at(screen: GameScreen) -> Meta:
    """Wins, riichi, otherwise the tile under the cursor, or the button that passes."""
    menu, choice = screen.session.options, screen.desk.choice
    assert choice is not None
    if menu.of(ActionKind.TSUMO):
        return TileAt(choice.place)
    if menu.of(ActionKind.RON):
        return ActionKey(ActionId.RON)
    if menu.of(ActionKind.RIICHI) and choice.mode is Mode.TURN:
        return ActionKey(ActionId.RIICHI)
    return TileAt(choice.place) if choice.of_tiles else ActionKey(ActionId.CANCEL)


async def play_on(app: FuritenApp) -> list[str]:
    """Click until the final ranking stands there; returns the kinds of screens seen."""
    seen: list[str] = []
    while True:
        await until(lambda: takes_keys(app))
        screen = app.screen
        seen.append(type(screen).__name__)
        match screen:
            case GameScreen():
                await click(app, pointed_at(screen))
            case HandEndScreen():
                await click(app, ActionKey(ActionId.CONFIRM))
            case RankingScreen():
                return seen
            case _:
                raise AssertionError(seen)


@pytest.mark.nightly
async def test_from_the_title_to_the_ranking_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # digits cannot be clicked: the game would have any seed
    monkeypatch.setattr(SystemRandom, "randrange", lambda self, below: SEED)
    folder = folder_at(tmp_path)
    app, archive, shown_then = FuritenApp(folder), folder.archive, []

    def archived(match: Match) -> Path | None:
        shown_then.append(type(app.screen))
        return archive(match)

    monkeypatch.setattr(folder, "archive", archived)
    async with app.run_test(size=(80, 24)):
        await until(lambda: takes_keys(app))
        await click(app, MenuEntry(ActionId.NEW_GAME))
        await until(lambda: isinstance(app.screen, NewGameScreen) and takes_keys(app))
        form = app.screen
        assert isinstance(form, NewGameScreen)
        while form.options.length != "hand":
            await click(app, ValueArrow(form.fields.index("length"), -1))
        while form.options.speed != "instant":
            await click(app, ValueArrow(form.fields.index("speed"), -1))
        await click(app, ActionKey(ActionId.CONFIRM))
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        seen = await play_on(app)
        assert seen.count("HandEndScreen") == 1
        assert seen.count("GameScreen") > 10
        await click(app, MenuEntry)
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert shown_then == [GameScreen], "what the title screen shows has been kept"
        (kept,) = (tmp_path / RECORDS).iterdir()
        assert isinstance(read_events(kept.read_bytes())[-1], EndGame)
        await click(app, ActionKey(ActionId.QUIT))
        await until(lambda: app.return_code is not None)
