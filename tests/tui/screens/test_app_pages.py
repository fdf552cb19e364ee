"""Pages: their keys answer to the mouse, no value moves another, and large screens show a panel."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.records import read_events, resume
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tests.support.tui.pilot_keys import press, screen_of, takes_keys, until
from tests.support.tui.sessions import Memory, folder_at
from tui.drawing.page_widget import Page
from tui.i18n.texts import t
from tui.play.session import Session
from tui.screens.form import FormScreen
from tui.screens.game.hand_end import HandEndScreen
from tui.screens.game.ranking import RankingScreen
from tui.screens.pages.help import HelpScreen
from tui.screens.start.new_game import NewGameScreen
from tui.screens.start.title import TitleScreen
from tui.shell.app import FuritenApp

SMALL, LARGE = (80, 24), (200, 60)


def lines_of(app: FuritenApp) -> list[str]:
    """What stands on the screen."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


async def click(pilot: Pilot[int], text: str) -> None:
    """Click the text in the footer of the page, once it is there and clicks are taken."""
    app = pilot.app
    assert isinstance(app, FuritenApp)

    def foot() -> int:
        """The last line of the page with a text."""
        page = app.screen.query_one(Page).region
        written = (y for y in range(page.y, page.bottom) if lines_of(app)[y].strip())
        return max(written, default=0)

    await until(lambda: takes_keys(app) and text in lines_of(app)[foot()])
    await pilot.click(offset=(lines_of(app)[foot()].index(text), foot()))


async def shows(app: FuritenApp, kind: type[object]) -> None:
    """Wait for a screen of that kind."""
    await until(lambda: isinstance(app.screen, kind) and takes_keys(app))


@pytest.mark.parametrize("size", [SMALL, *at_night([(LARGE,)])])
async def test_the_keys_below_a_menu_answer_to_the_mouse(tmp_path: Path, size: tuple[int, int]) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=size) as pilot:
        await shows(app, TitleScreen)
        await click(pilot, "? help")
        await shows(app, HelpScreen)
        await press(pilot, "x")
        await shows(app, TitleScreen)
        await click(pilot, "Down choose")
        assert screen_of(app, TitleScreen).at == 1
        await click(pilot, "Up ")
        assert screen_of(app, TitleScreen).at == 0
        await click(pilot, "Enter take")
        await shows(app, NewGameScreen)
        await click(pilot, "Esc back")
        await shows(app, TitleScreen)
        await click(pilot, "q quit")
        await until(lambda: app.return_code == 0)


@pytest.mark.parametrize("size", [LARGE, *at_night([(SMALL,)])])
@pytest.mark.nightly
async def test_the_keys_below_a_result_answer_to_the_mouse(tmp_path: Path, size: tuple[int, int]) -> None:
    events = read_events((ROOT / "tests" / "data" / "hands" / "double-ron.jsonl").read_bytes())
    app = FuritenApp(folder_at(tmp_path), Session(resume(events).match, Memory()), speed="instant")
    async with app.run_test(size=size) as pilot:
        await shows(app, HandEndScreen)
        assert app.screen.query_one(Page).ground == "panel"
        result = screen_of(app, HandEndScreen)
        await click(pilot, "? help")
        await shows(app, HelpScreen)
        await press(pilot, "x")
        await shows(app, HandEndScreen)
        await click(pilot, "v see the table")
        assert result.looking
        await click(pilot, f"v {t('screen.foot.result')}")
        assert not result.looking
        assert result.number == 0
        await click(pilot, "Enter go on")
        assert result.number == 1
        await click(pilot, "Enter go on")
        await shows(app, RankingScreen)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((79, 24), t("table.too-small", needed="80x24", present="79x24")),
        ((43, 10), t("screen.small", needed="80x24", present="43x10")),
        ((5, 1), "80x24"),
        *at_night(
            [
                ((44, 10), t("table.too-small", needed="80x24", present="44x10")),
                ((40, 10), t("screen.small", needed="80x24", present="40x10")),
                ((20, 5), "Needs 80x24"),
                ((10, 3), "80x24"),
            ]
        ),
    ],
    ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else "",
)
async def test_what_a_small_screen_says_is_never_cut(
    tmp_path: Path, size: tuple[int, int], words: str
) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=size):
        await shows(app, TitleScreen)
        assert [line.strip() for line in lines_of(app) if line.strip()] == [words]


def columns(app: FuritenApp, text: str) -> list[int]:
    """Where a text begins on the lines that have it."""
    return [line.index(text) for line in lines_of(app) if text in line]


@pytest.mark.nightly
async def test_nothing_moves_in_a_form_when_a_value_changes(tmp_path: Path) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        await shows(app, NewGameScreen)
        there = [columns(app, text) for text in ("Ruleset", "< ", " >", "New game")]
        assert len(set(there[2])) == 1
        for _ in range(len(screen_of(app, FormScreen).fields)):
            await press(pilot, "down")
            for _ in range(4):
                await press(pilot, "right")
                assert [columns(app, text) for text in ("Ruleset", "< ", " >", "New game")] == there


@pytest.mark.parametrize(
    ("size", "page"),
    [
        ((100, 30), (0, 0, 100, 30)),
        ((120, 40), (14, 5, 92, 30)),
        *at_night(
            [
                ((80, 24), (0, 0, 80, 24)),
                ((120, 30), (14, 0, 92, 30)),
                ((200, 60), (54, 15, 92, 30)),
            ]
        ),
    ],
    ids=lambda value: "x".join(map(str, value[-2:])),
)
async def test_a_page_on_a_large_screen_is_a_panel_in_its_middle(
    tmp_path: Path, size: tuple[int, int], page: tuple[int, int, int, int]
) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=size) as pilot:
        for keys in (("n",), ("question_mark",)):
            await press(pilot, *keys)
            await until(lambda: takes_keys(app))
            there = app.screen.query_one(Page)
            assert (*there.region.offset, *there.region.size) == page
            assert there.ground == ("felt" if page[2:] == size else "panel")


@pytest.mark.parametrize("size", [(120, 40), *at_night([((80, 24),), ((200, 60),)])])
async def test_the_title_fills_every_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    app = FuritenApp(folder_at(tmp_path), speed="instant")
    async with app.run_test(size=size):
        await until(lambda: takes_keys(app))
        there = app.screen.query_one(Page)
        assert there.region.size == size
        assert there.ground == "felt"
