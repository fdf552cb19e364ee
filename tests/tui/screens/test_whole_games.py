"""Whole games in the real app by keys or mouse alone, everything by mouse, and random inputs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import SystemRandom

import pytest
from textual import events

from engine.actions import ActionKind
from engine.events import EndGame
from engine.match import Match
from engine.records import read_events
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tests.support.tui.pilot import (
    click,
    play_on_to_the_ranking,
    press,
    press_to,
    running,
    screen_of,
    settle,
    staged,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.sessions import folder_at, kept_record, options
from tools.monkey.inputs import KEYS, Chance, Input
from tools.monkey.swing import Broken, all_screens, swing, swing_through
from tui.archive.archive import RECORDS
from tui.config.actions import ACTIONS, BY_ID, ActionId, ActionSort, actions_at
from tui.demo.scene_files import scene_of, scenes
from tui.demo.staged_app import Staged
from tui.desk.choice import Mode
from tui.drawing.rows import (
    ActionKey,
    EntryAt,
    ExplainedAt,
    MenuEntry,
    Meta,
    OptionAt,
    PageTurn,
    TileAt,
    ValueArrow,
)
from tui.drawing.widgets import ClickArea
from tui.screens.game.game import GameScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.new_game import GameField, NewGameScreen
from tui.screens.pages.glossary_page import GlossaryScreen
from tui.screens.pages.palette_page import PaletteScreen
from tui.screens.screen import KeyScreen
from tui.screens.table_screen import GameExit
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp


async def test_from_the_title_to_the_ranking_and_back(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "n")
        # up from Start: the seed, the speed, then the bots, the table rules and the length
        await press_to(pilot, GameScreen, *"4711", "up", "left", "left", *["up"] * 5, "right", "enter")
        assert app.session is not None
        assert (app.session.match.seed, app.session.match.rules.length) == (4711, "hand")
        assert app.pace.speed == "instant"
        await play_on_to_the_ranking(app)
        await press_to(pilot, TitleScreen, "escape")
        assert b'"end_game"' in kept_record(tmp_path)
        assert app.session is None
        await press(pilot, "q")
        await until(lambda: app.return_code is not None)


@pytest.mark.nightly
async def test_another_game_after_the_ranking(tmp_path: Path) -> None:
    async with running(table_app(tmp_path, options(9, "ema"))) as (app, _):
        await play_on_to_the_ranking(app)
        screen_of(app, RankingScreen).take(GameExit.AGAIN)
        await until(lambda: isinstance(app.screen, GameScreen) and takes_keys(app))
        assert app.session is not None
        assert app.session.match.rules.name == "ema"
        assert app.session.match.rules.length == "hand"
    app.folder.release()
    assert b'"end_game"' in kept_record(tmp_path)


@pytest.mark.nightly
async def test_without_colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual 8.2 fails on pieces without a style where there are no colours: all screens must have them."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(FuritenApp(folder_at(tmp_path)), (120, 40)) as (app, pilot):
        assert app.no_color
        assert app.palette.name == "mono"
        await press(pilot, "question_mark", "x", "n", "question_mark", "x", *"4711")
        form = screen_of(app, NewGameScreen)
        while form.field != GameField.SPEED:
            await press(pilot, "up")
        await press(pilot, "left", "left")
        while form.field != GameField.LENGTH:
            await press(pilot, "up")
        while form.options.length != "hand":
            await press(pilot, "right")
        await press_to(pilot, GameScreen, "enter")
        await play_on_to_the_ranking(app)
        assert isinstance(app.screen, RankingScreen)


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
async def test_by_mouse_from_the_title_to_the_ranking_and_back(
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
        assert seen.count("GameScreen") > 5
        await click(app, MenuEntry(GameExit.FINISHED))
        await until(lambda: isinstance(app.screen, TitleScreen) and takes_keys(app))
        assert shown_then == [GameScreen], "what the title screen shows has been kept"
        (kept,) = (tmp_path / RECORDS).iterdir()
        assert isinstance(read_events(kept.read_bytes())[-1], EndGame)
        await click(app, ActionKey(ActionId.QUIT))
        await until(lambda: app.return_code is not None)


SCENES = (
    "the-deal",
    "question-waits",
    "settings",
    *at_night(
        [
            "all-keys",
            "why-it-is-safe",
            "a-ron",
            "the-moments-that-mattered",
            "progress",
            "a-lesson",
            "the-glossary",
            "the-keys",
            "the-log",
        ]
    ),
)
"""One of every sort of screen."""
THINGS = {EntryAt, MenuEntry, TileAt, OptionAt, ExplainedAt, PageTurn}
"""What is chosen or moved by a click on itself."""


def clickable(screen: KeyScreen[object]) -> set[Meta]:
    """What clicks on a screen can mean."""
    areas = screen.query(ClickArea)
    return {span.meta for area in areas for row in area.rows for span in row if span.meta is not None}


def click_right(app: Staged) -> None:
    for kind in (events.MouseDown, events.MouseUp):
        app.post_message(kind(None, 5, 5, 0, 0, 3, False, False, False, screen_x=5, screen_y=5))


async def _at_once(seconds: float) -> None:
    await asyncio.sleep(0)


@pytest.mark.parametrize("name", SCENES)
async def test_everything_has_a_place_to_click(name: str) -> None:
    scene = scene_of(name)
    async with staged(scene, {"motion": "off"}, speed="normal", sleep=_at_once) as app:
        await app.play(scene.steps)
        screen = app.screen
        assert isinstance(screen, KeyScreen)
        places = clickable(screen)
        moves = {
            ActionKey(action.id) for action in actions_at(screen.place) if action.sort is ActionSort.MOVES
        }
        assert not moves or THINGS & set(map(type, places)) or moves & places

        click_right(app)
        await until(lambda: isinstance(app.screen, PaletteScreen) and takes_keys(app))
        palette = app.screen
        assert isinstance(palette, PaletteScreen)
        assert palette.found == list(screen.offers())
        offered = clickable(palette)
        listed = {meta for meta in offered if isinstance(meta, EntryAt)}
        assert listed <= set(map(EntryAt, range(palette.count)))
        assert ActionKey(ActionId.CANCEL) in offered
        assert PageTurn(1) in offered or len(listed) == len(palette.found)
        click_right(app)
        await settle(app)
        assert app.screen is palette, "one is enough"
        if isinstance(screen, GlossaryScreen):
            assert BY_ID[ActionId.GLOSSARY] not in palette.found, "it is open already"
        else:
            palette.click(EntryAt(palette.found.index(BY_ID[ActionId.GLOSSARY])))
            await until(lambda: isinstance(app.screen, GlossaryScreen))


INPUTS = 350
FEW = 150
A_FEW = 24
SWUNG = ("a-ron", "house-rules", "a-filter")
"""A result, a form and a menu."""
WITHOUT_SCENE = {
    "AskScreen",
    "BranchScreen",
    "ChallengeScreen",
    "ChoicesScreen",
    "ChooseValueScreen",
    "JumpScreen",
    "LessonDoneScreen",
    "LessonIntroScreen",
    "LessonsScreen",
    "LineScreen",
    "OriginScreen",
    "OtherChoiceScreen",
    "OwnRulesScreen",
    "RecordedResultScreen",
    "RunEndScreen",
    "RunScreen",
    "SessionEndScreen",
    "ThemesScreen",
    "TotalsScreen",
    "TwiceScreen",
    "WinCountScreen",
}
"""Screens that no scene ends on; ``make monkey`` comes to them from others."""


@pytest.mark.parametrize(("seed", "inputs"), [(0, FEW), *at_night([(0, INPUTS), (1, INPUTS), (2, INPUTS)])])
async def test_nothing_breaks(seed: int, inputs: int, tmp_path: Path) -> None:
    seen = await swing(seed, inputs, tmp_path)
    assert seen.inputs >= inputs
    assert len(seen.screens) > 3, seen.screens


def test_there_are_the_screens_that_have_no_scene() -> None:
    """A screen that got another name would be looked for nowhere."""
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tui").rglob("*.py"))
    assert [name for name in sorted(WITHOUT_SCENE) if f"class {name}(" not in source] == []


async def test_a_few_inputs_break_nothing_in_a_few_scenes() -> None:
    seen = await swing_through(map(scene_of, SWUNG), 1, A_FEW)
    assert seen.inputs > 30
    assert len(seen.screens) > 2, seen.screens


@pytest.mark.nightly
async def test_a_few_inputs_break_nothing_on_any_screen_that_has_a_scene() -> None:
    """Beginning a scene takes most of the time."""
    seen = await swing_through(scenes(), 1, A_FEW)
    assert seen.inputs > 100
    assert all_screens() - set(seen.screens) <= WITHOUT_SCENE


def test_every_key_of_the_app_is_pressed() -> None:
    assert {key for action in ACTIONS for key in action.keys} == {*KEYS, "q"}


def test_the_same_seed_does_the_same() -> None:
    def first(seed: int) -> list[Input]:
        chance = Chance(seed)
        return [chance.next((80, 24)) for _ in range(200)]

    assert first(3) == first(3) != first(4)


async def test_a_screen_that_raises_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(TitleScreen, "on_action", broken)
    with pytest.raises(Broken, match="on purpose"):
        await swing(2, 400, tmp_path)
