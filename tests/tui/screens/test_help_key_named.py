"""The way to help never disappears: every screen names its key, at 80 columns and more, whichever it is."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from tests.support.tui.pilot_keys import until
from tui.practice.glicko import Rating
from tui.words.seating import Seating

import tui.screens
from ai.drills.question import DrillKind
from ai.lessons.lesson import lessons
from tui.config.actions import BY_ID
from tui.config.settings import Settings, SettingsFile
from tui.demo.scene_files import scene_of
from tui.demo.staged_app import Staged, folder_for
from tui.drawing.rows import plain
from tui.practice.session import KindResult
from tui.practice.storm import StormRecord
from tui.screens.dialogs import AskScreen, LineScreen
from tui.screens.form import FormScreen
from tui.screens.game.error_screens import TableErrorsScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.lesson_remarks import RemarkScreen
from tui.screens.lesson_list import LessonDoneScreen
from tui.screens.list_page import ListPage, MenuPage, TextMenuPage
from tui.screens.page import PageScreen, PanelScreen
from tui.screens.pages.help import HelpScreen
from tui.screens.practice.drill import QuestionScreen, StormEndScreen, StormScreen
from tui.screens.practice.menu import KindsScreen, PractisedListScreen, ThemesScreen
from tui.screens.practice.progress import SessionEndScreen
from tui.screens.screen import KeyScreen
from tui.screens.table_screen import TablePageScreen, TableScreen
from tui.shell.app import FuritenApp

pytestmark = pytest.mark.usefixtures("quick_disk")

SIZES = ((80, 24), (88, 26), (100, 30), (120, 40), (160, 50))
KINDS = {
    KeyScreen,
    QuestionScreen,
    PageScreen,
    PanelScreen,
    TablePageScreen,
    TableScreen,
    TextMenuPage,
    ListPage,
    MenuPage,
    PractisedListScreen,
    FormScreen,
}
"""What screens are made of, and no screens themselves."""

seen: set[type] = set()


def names_help(text: str) -> bool:
    """Whether the last line that says anything tells the key of the help."""
    last = [line for line in text.splitlines() if line.strip()][-1:]
    key = BY_ID["help"].key
    return any(f" {key} help" in line or f"{key} or any other key" in line for line in last)


def painted(app: FuritenApp) -> str:
    """The screen as it is painted now."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def check(app: FuritenApp) -> None:
    """The screen on top, as it is painted, and at other sizes where it is a page."""
    await until(lambda: names_help(painted(app)))
    screen = app.screen
    seen.add(type(screen))
    if isinstance(screen, PageScreen):
        for width, height in SIZES:
            text = plain(screen.drawn(width, height))
            assert names_help(text), f"{type(screen).__name__} at {width}x{height}:\n{text}"


@asynccontextmanager
async def staged(name: str, keys: dict[str, tuple[str, ...]] | None = None) -> AsyncIterator[Staged]:
    """A scene at 80x24, at its beginning."""
    scene = scene_of(name)
    with folder_for(scene) as folder:
        if keys:
            SettingsFile(folder).change(Settings(keys=keys))
        app = Staged(scene, folder)
        app.pace.speed = "instant"
        async with app.run_test(size=(80, 24)):
            await app.settle()
            yield app
        app.close()


async def walk(app: Staged, keys: str) -> None:
    """Press the keys one after the other, and look at every screen on the way."""
    await app.settle()
    await check(app)
    for key in keys.split():
        await app.press_key(key)
        await app.settle()
        await check(app)


WALKS = (
    ("title", "n escape s up up enter escape escape : escape ?"),
    ("the-score-sheet", "m enter p escape c enter j escape end enter"),
    ("the-score-sheet", "m m r enter escape escape"),
    ("the-score-sheet", "m enter right right e up enter"),
    ("my-games", "m t r escape enter escape"),
    ("then-and-now", "m enter end b b b b e enter left left left" + 15 * " enter"),
    ("four-bots", "n down right 4 2 enter home"),
    ("title", "t enter enter enter"),
    ("riichi", "h g escape escape l escape"),
    ("the-moments-that-mattered", "left enter enter t v v m"),
    ("final-ranking", "o enter"),
    ("a-lesson", "enter enter enter u"),
    ("question-waits", "5 8 s enter enter"),
    ("the-moments-of-a-game", "m enter m escape r v"),
    ("progress", "up enter escape up enter = up up enter"),
    ("a-win-is-said", f"o {' '.join('double')} space backspace enter 4 enter 3 0 enter 7 enter 7 enter"),
    ("a-win-is-challenged", "enter c"),
    ("a-ruling", "o enter"),
    ("a-save-from-elsewhere", "c escape"),
)
"""Keys from the beginnings of scenes, through every screen that there is."""


async def test_around_the_title_and_at_a_table() -> None:
    for name, keys in (("title", "s escape n ?"), ("a-ruling", "o enter")):
        async with staged(name) as app:
            await walk(app, keys)


@pytest.mark.nightly
async def test_on_every_screen() -> None:
    for name, keys in WALKS:
        async with staged(name) as app:
            await walk(app, keys)
            for screen in beside(app, name):
                await app.push_screen(screen)
                await walk(app, "")
    assert every_screen() - seen == set()


def beside(app: Staged, name: str) -> list[KeyScreen[Any]]:
    """Screens that would take long to walk to."""
    if name == "title":
        seating = Seating.at_table(("you", "hayai", "mamori", "takame"), 0)
        return [
            AskScreen("Title", "A question?", "Yes", "No"),
            RemarkScreen("A remark."),
            TableErrorsScreen((), seating, lambda: 0),
        ]
    if name != "progress":
        return []
    practice = app.open_practice()
    asked = KindResult(DrillKind.WAITS, 1, 1, 10.0, Rating(), Rating())
    return [
        SessionEndScreen(replace(practice.begin(None).summary(), kinds=(asked,)), practice.overview()),
        KindsScreen(practice.overview(), {}),
        ThemesScreen(practice.overview(), practice.themes),
        LineScreen("A title", "A text.", 40),
        StormEndScreen(1, 2, [], StormRecord(1, 1)),
        LessonDoneScreen(*lessons()[:2]),
        StormScreen(practice.begin_storm()),
    ]


def every_screen() -> set[type]:
    """The screens of the package."""
    modules = [import_module(module.name) for module in walk_packages(tui.screens.__path__, "tui.screens.")]
    found = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    return {each for each in found if issubclass(each, KeyScreen)} - KINDS


async def test_whatever_key_it_is() -> None:
    async with staged("riichi", {"help": ("f1",), "palette": ()}) as app:
        await walk(app, "f1 x h escape s escape")
        assert isinstance(app.screen, GameScreen)
    async with staged("title", {"help": ("circumflex_accent",)}) as app:
        await walk(app, "n escape ^")
        assert isinstance(app.screen, HelpScreen)


PICTURES = Path(__file__).parents[1] / "demo" / "__snapshots__" / "test_scenes"
NAMED = re.compile(r"\? help|\? or any other key|\? ヘルプ|\?かほかのキー")


def test_in_every_picture_of_a_scene() -> None:
    without = [path.name for path in PICTURES.glob("*.svg") if not NAMED.search(text_of(path))]
    assert without == []


def text_of(picture: Path) -> str:
    """What stands on a picture."""
    return picture.read_text(encoding="utf-8").split("<desc>")[1].split("</desc>")[0]
