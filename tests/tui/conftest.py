"""What tests of the screen share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from textual.app import App

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
from tui.i18n import DEFAULT_LANGUAGE, LANGUAGE_VARIABLE, choose_language
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
        yield


@pytest.fixture(autouse=True, scope="session")
def _patient_people() -> Iterator[None]:
    """However busy the machine is, nobody is told for whom the game waits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tui.screens.game.game, "PATIENCE", 600.0)
        patch.setattr(tui.plain.plain_game, "PATIENCE", 600.0)
        yield


@pytest.fixture(autouse=True)
def _usual_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests see the usual tiles and colours, whatever those who run them prefer."""
    for variable in (STYLE_VARIABLE, GLYPHS_VARIABLE, THEME_VARIABLE, "NO_COLOR", "TEXTUAL_THEME"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture(autouse=True)
def _usual_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests speak English unless they are about another language, whatever those who run them speak."""
    monkeypatch.delenv(LANGUAGE_VARIABLE, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    choose_language(DEFAULT_LANGUAGE)
    yield
    choose_language(DEFAULT_LANGUAGE)  # other folders have no such fixture


@pytest.fixture(autouse=True)
def _reviewed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand is reviewed once in a run, by whatever command; tests of the review are elsewhere."""
    monkeypatch.setattr(ai.review.game_review, "review_hand", recorded_games.reviewed)


@pytest.fixture(autouse=True)
def _usual_keys() -> None:
    """Every action has its usual keys, whatever the test before chose."""
    choose_keys({})


@pytest.fixture
def first_start() -> None:
    """Nothing was ever kept where nothing is kept: this is somebody's very first start."""


@pytest.fixture(autouse=True)
def _known_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts in a test has been here before, and is not offered the first lesson before all else."""
    if "first_start" not in request.fixturenames:
        monkeypatch.setattr(tui.play.start_game, "anything_kept", lambda folder, **_: True)


@pytest.fixture(autouse=True)
def _fast_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of tests follow one another faster than a finger hammers, and mean what they say."""
    monkeypatch.setattr(tui.screens.screen, "PAUSE", 0.0)
    for delay in ("NOTICED", "MOMENT"):
        monkeypatch.setattr(tui.play.pace, delay, 0.0)


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """At instant speed what is done automatically is shown for no time."""
    monkeypatch.setattr(tui.play.pace, "LEAST_HESITATION", 0.0)


@pytest.fixture(autouse=True)
def _small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ``snap_compare`` keeps are pictures of our own: a sixth of the size, and seamless in any font."""
    monkeypatch.setattr(App, "export_screenshot", lambda app, **_: picture(app))


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: a slow one would make tests that play whole games take minutes."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setattr(tui.database.sqlite_file, "SYNCHRONOUS", "OFF")


@pytest.fixture(autouse=True)
def _released(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test has locked is free after it."""
    locked: list[SaveFolder] = []
    acquire = SaveFolder.acquire

    def noted(folder: SaveFolder) -> None:
        locked.append(folder)
        acquire(folder)

    monkeypatch.setattr(SaveFolder, "acquire", noted)
    yield
    for folder in locked:
        folder.release()


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Progress]]:
    """Opens practice records, and closes them after the test."""
    with ExitStack() as stack:

        def open_one(folder: Path) -> Progress:
            progress = Progress(folder)
            stack.callback(progress.close)
            return progress

        yield open_one
