"""What tests of the screen share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

import ai.review.game_review
import tui.database.sqlite_file
import tui.demo.staged_app
import tui.plain.plain_game
import tui.play.pace
import tui.play.start_game
import tui.replay.reviewed_game
import tui.screens.game.game
import tui.screens.screen
from tests.support.tui import recorded_games
from tui.config.actions import choose_keys
from tui.drawing.palette import THEME_VARIABLE
from tui.i18n import DEFAULT_LANGUAGE, LANGUAGE_VARIABLE, Language, choose_language
from tui.pictures import picture
from tui.play.save import SaveFolder
from tui.practice.practice_record import Progress
from tui.shell.app import FuritenApp
from tui.system.terminal import GLYPHS_VARIABLE
from tui.tiles import STYLE_VARIABLE


@pytest.fixture(autouse=True, scope="session")
def _made_once() -> Iterator[None]:
    """What the app shows of games that were played before is worked out once in a run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tui.demo.staged_app, "write_games", recorded_games.write_games)
        patch.setattr(tui.replay.reviewed_game, "review_hand", recorded_games.reviewed)
        patch.setattr(FuritenApp, "PLAYS_OUT", False)
        patch.setattr(Stylesheet, "_parse_rules", _parsed_once({}, Stylesheet._parse_rules))
        yield


def _parsed_once(known: dict[object, list[RuleSet]], parse: Callable[..., list[RuleSet]]) -> object:
    """Every app of a run has the same style sheets."""

    def parsed(sheet: Stylesheet, css: str, **told: object) -> list[RuleSet]:
        key = (css, *told.items(), *sheet._variables.items())
        if key not in known:
            known[key] = parse(sheet, css, **told)
        return known[key]

    return parsed


@pytest.fixture(autouse=True, scope="session")
def _patient_people() -> Iterator[None]:
    """However busy the machine is, nobody is told for whom the game waits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tui.screens.game.game, "PATIENCE", 600.0)
        patch.setattr(tui.plain.plain_game, "PATIENCE", 600.0)
        yield


@pytest.fixture
def first_start() -> None:
    """Nothing was ever kept where nothing is kept: this is somebody's very first start."""


@pytest.fixture(autouse=True)
def _as_usual(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same start for all, in one fixture: each more costs 6,000 tests as much as all of this."""
    _usual_person(monkeypatch)
    _nobody_waits(monkeypatch)
    if "first_start" not in request.fixturenames:  # else the first lesson is offered before all
        monkeypatch.setattr(tui.play.start_game, "anything_kept", lambda folder, **_: True)
    # A hand is reviewed once in a run, by whatever command; tests of the review are elsewhere.
    monkeypatch.setattr(ai.review.game_review, "review_hand", recorded_games.reviewed)
    # What ``snap_compare`` keeps are pictures of our own: a sixth of the size, and seamless in any font.
    monkeypatch.setattr(App, "export_screenshot", lambda app, **_: picture(app))
    locked: list[SaveFolder] = []
    acquire = SaveFolder.acquire

    def noted(folder: SaveFolder) -> None:
        locked.append(folder)
        acquire(folder)

    monkeypatch.setattr(SaveFolder, "acquire", noted)
    yield
    for folder in locked:
        folder.release()
    choose_language(DEFAULT_LANGUAGE)  # other folders have no such fixture


def _usual_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual tiles, colours, language and keys, whatever those who run the tests prefer."""
    for variable in (
        STYLE_VARIABLE,
        GLYPHS_VARIABLE,
        THEME_VARIABLE,
        LANGUAGE_VARIABLE,
        "NO_COLOR",
        "TEXTUAL_THEME",
    ):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    choose_language(DEFAULT_LANGUAGE)
    choose_keys({})


def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys follow one another faster than a finger hammers and mean what they say; no pause, no slow disk."""
    monkeypatch.setattr(tui.screens.screen, "PAUSE", 0.0)
    for delay in ("NOTICED", "MOMENT", "LEAST_HESITATION"):
        monkeypatch.setattr(tui.play.pace, delay, 0.0)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setattr(tui.database.sqlite_file, "SYNCHRONOUS", "OFF")


@pytest.fixture(params=[code for code in Language if code is not Language.AUTO])
def language(request: pytest.FixtureRequest) -> Language:
    """Run the test once in each language, with that language chosen."""
    choose_language(request.param)
    return Language(request.param)


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Progress]]:
    """Opens practice records, and closes them after the test."""
    with ExitStack() as stack:

        def open_one(folder: Path) -> Progress:
            progress = Progress(folder)
            stack.callback(progress.close)
            return progress

        yield open_one
