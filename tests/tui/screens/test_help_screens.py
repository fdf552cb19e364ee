"""Ways to help: the help screen, its key named on every screen, and the palette."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages
from string import ascii_lowercase
from typing import Any

import pytest

import tui.screens
from ai.drills.question import DrillKind
from ai.lessons.lesson import lessons
from ai.reading.safety_reasons import SafetyClass
from tests.support.nightly import at_night
from tests.support.tui.pilot import (
    lines_of,
    press,
    running,
    screen_of,
    staged,
    table_app,
    takes_keys,
    until,
)
from tests.support.tui.sessions import folder_at, options
from tui.config.actions import ACTIONS, BY_ID, ActionId
from tui.config.settings import Settings, SettingsFile
from tui.demo.scene_files import scene_of
from tui.demo.staged_app import Staged
from tui.drawing.rows import plain
from tui.i18n import t
from tui.play.play_options import STORM
from tui.practice.practice_session import KindResult
from tui.practice.quick_run import RunRecord
from tui.practice.standings import Rating
from tui.screens.archive.archive_page import ArchivePage
from tui.screens.dialogs import AskScreen, FormScreen, LineScreen
from tui.screens.game.game import GameScreen
from tui.screens.game.lesson_remarks import RemarkScreen
from tui.screens.game.table_rules_screens import OpenWinScreen, TableErrorsScreen
from tui.screens.lesson_list_screen import LessonDoneScreen
from tui.screens.list_page import ListPage, MenuPage, PickPage, TellingList, TextMenuPage, TypedList
from tui.screens.new_game import BotsForm, OriginScreen
from tui.screens.page import FOOT_KEY, PageScreen, PanelScreen
from tui.screens.pages.help_page import HelpPage, HelpScreen
from tui.screens.pages.palette_page import PaletteScreen
from tui.screens.pages.rules_page import RuleList
from tui.screens.pages.settings_pages import SettingsScreen
from tui.screens.panels import SidePage
from tui.screens.position_screens import AutoplayScreen, ChoosingScreen, TablePageScreen
from tui.screens.practice.drill_screens import QuestionScreen, RunEndScreen, RunScreen
from tui.screens.practice.menu import KindsScreen, PractisedListScreen, ThemesScreen
from tui.screens.practice.progress_screen import SessionEndScreen
from tui.screens.screen import KeyScreen
from tui.screens.table_screen import TableScreen
from tui.screens.title import TitleScreen
from tui.screens.twice_screen import OtherChoiceScreen, TwiceScreen
from tui.shell.app import FuritenApp
from tui.table.side_panel import signs
from tui.tiles import Look, TileStyle, class_words, glyph_set
from tui.words.names import Seating

MARKS = ["^", "r", "d", "'", "[4p]", "(4p)", "4p", "<7m>", "0p 5*"]


@pytest.mark.parametrize("size", [(80, 24), *at_night([((100, 30),), ((120, 40),)])])
async def test_every_key_and_every_mark_has_its_words(tmp_path: Path, size: tuple[int, int]) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant"), size) as (app, pilot):
        await until(lambda: takes_keys(app))
        await press(pilot, "question_mark")
        pages = [plain(screen_of(app, HelpScreen).picture(*size))]
        for _ in range(len(HelpPage) - 1):
            await press(pilot, "right")
            pages.append(plain(screen_of(app, HelpScreen).picture(*size)))
        shown = "\n".join(pages)
        lines = [
            line.strip()
            for half in (slice(0, size[0] // 2), slice(size[0] // 2, None))
            for line in (row[half] for row in shown.splitlines())
        ]
    for safety in SafetyClass:
        bar = app.look.glyphs.bars[safety]
        assert any(re.fullmatch(rf"{re.escape(bar)} +{class_words(safety)}", line) for line in lines), safety
    for mark in MARKS:
        assert any(line.startswith(f"{mark} ") for line in lines), mark
    for action in ACTIONS:
        assert any(action.words in line for line in lines), action.words
    for sign in signs(app.look):
        assert any(line.endswith(f" {sign.text}") for line in lines), sign.text
    assert shown.count(t("screen.help.close", key="?")) == len(HelpPage)
    assert "hurries the bots" in shown


@pytest.mark.parametrize("glyphs", ["kanji", "latin", "ascii"])
@pytest.mark.parametrize("style", TileStyle)
def test_the_signs_are_those_of_the_table(style: TileStyle, glyphs: str) -> None:
    look = Look(style, glyph_set(glyphs))
    shown = [plain((row.picture,)).strip() for row in signs(look)]
    assert shown == ["[4p]", "(4p)", "4p", "<7m>", "0p 5*", look.glyphs.stick]


SIZES = ((80, 24), (88, 26), (100, 30), (120, 40), (160, 50))
KINDS = {
    ArchivePage,
    AutoplayScreen,
    BotsForm,
    ChoosingScreen,
    KeyScreen,
    OpenWinScreen,
    QuestionScreen,
    PageScreen,
    PanelScreen,
    SidePage,
    TablePageScreen,
    TableScreen,
    TextMenuPage,
    ListPage,
    MenuPage,
    PickPage,
    PractisedListScreen,
    FormScreen,
    RuleList,
    TellingList,
    TypedList,
}
"""What screens are made of, and no screens themselves."""

KEYS = {action.key for action in ACTIONS}
seen: set[type] = set()


def names_help(text: str) -> bool:
    """Whether the last line that says anything tells the key of the help."""
    last = [line for line in text.splitlines() if line.strip()][-1:]
    key = BY_ID["help"].key
    return any(f" {key} help" in line or f"{key} or any other key" in line for line in last)


def painted(app: FuritenApp) -> str:
    """The screen as it is painted now."""
    return "\n".join(lines_of(app))


async def assert_names_help(app: FuritenApp) -> None:
    """The screen on top, as it is painted, and at other sizes where it is a page."""
    await until(lambda: names_help(painted(app)))
    screen = app.screen
    seen.add(type(screen))
    if isinstance(screen, PageScreen):
        for width, height in SIZES:
            rows = screen.drawn(width, height)
            text = plain(rows)
            assert names_help(text), f"{type(screen).__name__} at {width}x{height}:\n{text}"
            foot = [row for row in rows if plain([row]).strip()][-1]
            hints = [after.text for key, after in pairwise(foot) if key.role == FOOT_KEY]
            capital = [hint for hint in hints if hint[:1].isupper() and hint.strip() not in KEYS]
            assert capital == [], type(screen).__name__


async def assert_named_along(app: Staged, keys: str) -> None:
    """Press the keys one after the other, and look at every screen on the way."""
    await app.settle()
    await assert_names_help(app)
    for key in keys.split():
        await app.press_key(key)
        await app.settle()
        await assert_names_help(app)


WALKS = (
    ("title", "n escape s up up enter escape escape : escape ?"),
    ("title", "n home down right right right right down right"),
    ("the-score-sheet", "m enter p escape c enter j escape end enter"),
    ("the-score-sheet", "m m r enter escape escape"),
    ("the-score-sheet", "m enter right right e up enter"),
    ("my-games", "m t r escape enter escape"),
    ("what-mistakes-cost", "m c down down enter"),
    ("then-and-now", "m enter end b b b b e enter left left left" + 15 * " enter"),
    ("four-bots", "n down right 4 2 enter home"),
    ("title", "t enter enter enter"),
    ("riichi", "h g escape escape l escape * escape"),
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
        async with staged(scene_of(name)) as app:
            await assert_named_along(app, keys)


SHOWN_ELSEWHERE = {TwiceScreen, OtherChoiceScreen}
"""What deals hands anew, which takes long: tests/tui/screens/test_twice_screen.py opens them."""


@pytest.mark.nightly
async def test_on_every_screen() -> None:
    for name, keys in WALKS:
        async with staged(scene_of(name)) as app:
            await assert_named_along(app, keys)
            for screen in beside(app, name):
                await app.push_screen(screen)
                await assert_named_along(app, "")
    assert every_screen() - seen == SHOWN_ELSEWHERE


def beside(app: Staged, name: str) -> list[KeyScreen[Any]]:
    """Screens that would take long to walk to."""
    if name == "title":
        seating = Seating.at_table(("you", "hayai", "mamori", "takame"), 0)
        return [
            AskScreen("Title", "A question?", "Yes", "No"),
            OriginScreen(),
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
        RunEndScreen(practice.begin_run(STORM), RunRecord(1, 1)),
        LessonDoneScreen(*lessons()[:2]),
        RunScreen(practice.begin_run(STORM)),
    ]


def every_screen() -> set[type]:
    modules = [import_module(module.name) for module in walk_packages(tui.screens.__path__, "tui.screens.")]
    found = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    return {each for each in found if issubclass(each, KeyScreen)} - KINDS


async def test_whatever_key_it_is() -> None:
    async with staged(scene_of("riichi")) as app:
        app.change_settings(Settings(keys={"help": ("f1",), "palette": ()}))
        await assert_named_along(app, "f1 x h escape s escape")
        assert isinstance(app.screen, GameScreen)
    async with staged(scene_of("title")) as app:
        app.change_settings(Settings(keys={"help": ("circumflex_accent",)}))
        await assert_named_along(app, "n escape ^")
        assert isinstance(app.screen, HelpScreen)


PICTURES = Path(__file__).parents[1] / "demo" / "__snapshots__" / "test_scenes"
NAMED = re.compile(r"\? help|\? or any other key|\? ヘルプ|\?かほかのキー")


def test_in_every_picture_of_a_scene() -> None:
    without = [path.name for path in PICTURES.glob("*.svg") if not NAMED.search(text_of(path))]
    assert without == []


def text_of(picture: Path) -> str:
    return picture.read_text(encoding="utf-8").split("<desc>")[1].split("</desc>")[0]


def shown(app: FuritenApp) -> str:
    return plain(screen_of(app, PaletteScreen).picture(80, 24))


async def test_letters_narrow_it_down_and_enter_does_it(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "colon")
        words = shown(app)
        assert all(word in words for word in ("new game", "practice", "settings", "glossary", "help", "quit"))
        assert "continue" not in words, "there is no game to continue"
        await press(pilot, "s", "e", "t")
        assert [action.id for action in screen_of(app, PaletteScreen).found] == ["settings"]
        await press(pilot, "z")
        assert t("palette.none") in shown(app)
        await press(pilot, "enter", "backspace", "enter")
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, "colon", "colon")
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, "colon", "escape", "escape")
        assert isinstance(app.screen, TitleScreen)


@pytest.mark.parametrize("typed", ["r", "ric", "riichi"])
def test_what_begins_as_it_was_typed_comes_first_though_it_is_impossible(typed: str) -> None:
    screen = PaletteScreen([BY_ID[ActionId.AUTO_DISCARD]], {BY_ID[ActionId.RIICHI]: "why"})
    screen.typed = typed
    assert [action.id for action in screen.found] == ["riichi", "auto-discard"]


async def test_what_has_no_key_is_there_all_the_same(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(Settings(keys={"slower": ()}))
    async with running(table_app(tmp_path, options(7))) as (app, pilot):
        await press(pilot, "colon", "s", "l", "o", "w", "e", "r", "down", "enter")
        assert await until(lambda: app.pace.speed == "fast")


async def test_it_opens_over_the_help_and_letters_are_typed(tmp_path: Path) -> None:
    """Also those that were chosen as keys: in the palette they are letters, and no key bar names them."""
    one, other = free_letters()[:2]
    SettingsFile(tmp_path).change(Settings(keys={"help": (one,), "confirm": (other,)}))
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, one, "colon", one, other)
        assert screen_of(app, PaletteScreen).typed == f"{one}{other}"
        assert f" {one} help" not in shown(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, HelpScreen)


def free_letters() -> list[str]:
    """Letters that are the key of nothing."""
    taken = {key for action in ACTIONS for key in action.default_keys}
    return [letter for letter in f"{ascii_lowercase}äöü" if letter not in taken]


def test_everything_has_words_of_its_own() -> None:
    alone = [action.alone for action in ACTIONS]
    assert len(set(alone)) == len(alone)
