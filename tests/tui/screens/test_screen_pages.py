"""Pages: keys answer to the mouse, no value moves another, the table is hidden; payments and rules."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest
from textual.pilot import Pilot

from engine.own_rules import RULE_FIELDS
from engine.records import read_events
from engine.records.resumed_game import resume
from engine.rules import PRESETS, TENHOU, WRC
from engine.score.points import FU, payment_table
from tests.support.fresh_interpreter import ROOT
from tests.support.nightly import at_night
from tests.support.tui.pilot import (
    click_at,
    lines_of,
    press,
    running,
    screen_of,
    staged,
    takes_keys,
    until,
)
from tests.support.tui.sessions import Memory, folder_at
from tui.config.actions import ActionId
from tui.demo.scene_files import scene_of
from tui.drawing.rows import plain
from tui.drawing.widgets import Page
from tui.i18n import t, width
from tui.play.session import Session
from tui.screens.dialogs import FormScreen
from tui.screens.game.ranking_screen import RankingScreen
from tui.screens.game.result_screens import HandEndScreen
from tui.screens.new_game import GameField, NewGameScreen
from tui.screens.pages.help_page import HelpScreen
from tui.screens.pages.payments_page import PaymentTableScreen
from tui.screens.pages.rules_page import RulesScreen
from tui.shell.app import FuritenApp
from tui.words.rulesets import NEVER, rule_words, sheet_lines

SMALL, LARGE = (80, 24), (200, 60)


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
    await click_at(pilot, offset=(lines_of(app)[foot()].index(text), foot()))


async def shows(app: FuritenApp, kind: type[object]) -> None:
    """Wait for a screen of that kind."""
    await until(lambda: isinstance(app.screen, kind) and takes_keys(app))


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


def columns(app: FuritenApp, text: str) -> list[int]:
    """Where a text begins on the lines that have it."""
    return [line.index(text) for line in lines_of(app) if text in line]


@pytest.mark.nightly
async def test_nothing_moves_in_a_form_when_a_value_changes(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path), speed="instant")) as (app, pilot):
        await press(pilot, "n")
        await shows(app, NewGameScreen)
        there = [columns(app, text) for text in ("Ruleset", "< ", " >", "New game")]
        assert len(set(there[2])) == 1
        for _ in range(len(screen_of(app, FormScreen).fields)):
            await press(pilot, "down")
            opens = screen_of(app, FormScreen).field == GameField.HOUSE
            for _ in range(0 if opens else 4):
                await press(pilot, "right")
                assert [columns(app, text) for text in ("Ruleset", "< ", " >", "New game")] == there


def shown(screen: PaymentTableScreen) -> list[str]:
    """The rows of the page where there is room for all of them."""
    return [line.strip() for line in plain(screen.drawn(100, 60)).splitlines()]


@pytest.mark.parametrize(("name", "key"), [("riichi", "="), *at_night([("title", "="), ("practice", ":")])])
async def test_it_opens_on_every_screen_and_closes_by_the_same_key(name: str, key: str) -> None:
    async with staged(scene_of(name)) as app:
        await app.settle()
        below = app.screen
        if key == ":":
            app.push_screen(PaymentTableScreen(TENHOU))
        else:
            await app.press_key("equals_sign")
        await until(lambda: isinstance(app.screen, PaymentTableScreen))
        screen = app.screen
        assert isinstance(screen, PaymentTableScreen)
        assert screen.rules == (TENHOU if key == ":" else WRC)
        for line in sheet_lines(screen.rules):
            assert line.text.strip() in shown(screen)
        seen = []
        for _ in PRESETS:
            seen.append(screen.rules.name)
            await app.press_key("right")
            await app.settle()
        assert sorted(seen) == sorted(PRESETS)
        assert screen.rules.name == seen[0]
        await app.press_key("equals_sign")
        await until(lambda: app.screen is below)


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", PRESETS)
def test_every_line_fits_80_columns_and_shows_every_payment(name: str) -> None:
    lines = sheet_lines(PRESETS[name])
    assert max(width(line.text) for line in lines) <= 76
    assert sum(line.heading for line in lines) == 3
    text = "\n".join(line.text for line in lines)
    for cell in payment_table(PRESETS[name]):
        for due in (cell.dealer.ron, cell.other.ron, cell.dealer.tsumo, cell.other.tsumo):
            if due is not None and cell.limit is None:
                points = due.ron if due.ron is not None else due.from_others
                assert str(points) in text
    rows = [line.text for line in lines if line.text.lstrip().startswith(tuple(map(str, FU)))]
    assert sum(NEVER in row for row in rows) >= 4


async def test_the_rules_of_the_game_are_listed_over_it_and_the_same_key_closes_them() -> None:
    scene = scene_of("riichi")
    async with staged(scene) as app:
        await app.settle()
        below = app.screen
        await app.press_key("asterisk")
        await until(lambda: isinstance(app.screen, RulesScreen))
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.rules == scene.ruleset
        for at, name in enumerate(RULE_FIELDS):
            screen.go_to(at)
            rows = plain(screen.drawn(92, 60)).splitlines()
            (listed,) = (row for row in rows if row.strip().startswith(screen.look.glyphs.pointer))
            assert t(f"rules.names.{name}") in listed
            told = " ".join(row.partition("│")[2].strip() for row in rows)
            for rules in (screen.rules, *PRESETS.values()):
                assert rule_words(rules, name) in " ".join(told.split())
        await app.press_key("asterisk")
        await until(lambda: app.screen is below)


def test_a_page_of_every_screen_is_the_module_with_the_name_of_its_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    module = SimpleNamespace(open_over=opened.append)
    monkeypatch.setitem(sys.modules, "tui.screens.pages.new_game_page", cast("ModuleType", module))
    app, screen = FuritenApp(folder_at(tmp_path)), HelpScreen()
    app.show_page(ActionId.NEW_GAME, screen)
    assert opened == [screen]
