"""Which language the program speaks, from its first word on; changed in the settings, everywhere at once."""

from __future__ import annotations

import asyncio
import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.support.fresh_interpreter import run
from tests.support.nightly import at_night
from tests.support.tui.pilot import press, running, screen_of, takes_keys, until
from tests.support.tui.sessions import folder_at
from tests.support.tui.texts import says
from tui.cli import execute
from tui.config.settings import SettingsFile
from tui.demo.scene_files import DemoScene, Variant, scene_of
from tui.demo.shown_scenes import PICTURE_DEFAULTS, apply_variant, at_once, pictures
from tui.demo.staged_app import Staged, folder_for
from tui.drawing.rows import plain
from tui.i18n import (
    LANGUAGE_VARIABLE,
    Language,
    choose_language,
    japanese_obstacle,
    language_at_start,
    resolve_language,
    t,
)
from tui.pictures import picture
from tui.screens.page import PageScreen
from tui.screens.pages.settings_pages import SettingsScreen
from tui.screens.title import TitleScreen
from tui.shell.app import FuritenApp
from tui.system.files import HOME_VARIABLE, SETTINGS

JAPANESE = {"LC_ALL": "ja_JP.UTF-8"}
AUTO, EN, JA = Language


@pytest.mark.parametrize(
    ("environment", "chosen", "speaks"),
    [
        ({}, AUTO, EN),
        ({}, JA, JA),
        (JAPANESE, AUTO, JA),
        (JAPANESE, EN, EN),
        ({"LANG": "ja"}, AUTO, JA),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "de_DE.UTF-8"}, AUTO, EN),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"}, AUTO, JA),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": ""}, AUTO, JA),
        ({"LANG": "jam_JM"}, AUTO, EN),
        ({LANGUAGE_VARIABLE: "ja"}, EN, JA),
        ({LANGUAGE_VARIABLE: "en", **JAPANESE}, JA, EN),
        ({LANGUAGE_VARIABLE: "auto", **JAPANESE}, EN, JA),
        ({LANGUAGE_VARIABLE: ""}, JA, JA),
        ({LANGUAGE_VARIABLE: "tlh"}, JA, JA),
    ],
)
def test_the_environment_counts_then_the_setting_then_the_locale(
    environment: dict[str, str], chosen: Language, speaks: Language
) -> None:
    assert resolve_language(chosen, environment=environment) is speaks


@pytest.mark.parametrize(
    ("glyphs", "environment", "reason"),
    [
        ("ascii", {}, "glyphs"),
        ("kanji", {"FURITEN_GLYPHS": "ascii"}, "glyphs"),
        ("ascii", {"FURITEN_GLYPHS": "kanji"}, ""),
        ("latin", {}, ""),
        ("kanji", {"TERM": "linux"}, "console"),
    ],
)
def test_the_locale_does_not_choose_what_cannot_be_read(
    glyphs: str, environment: dict[str, str], reason: str
) -> None:
    assert japanese_obstacle(glyphs, environment) == reason
    assert resolve_language(AUTO, glyphs, {**JAPANESE, **environment}) is (EN if reason else JA)
    assert resolve_language(JA, glyphs, environment) is JA, "but the person may"


def test_nor_what_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, reason in (("ascii", "letters"), ("latin-1", "letters"), ("euc-jp", ""), ("utf-8", "")):
        monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), encoding))
        assert japanese_obstacle("kanji", {}) == reason


# -- commands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kept", "speaks"),
    [
        ('language = "ja"\n', JA),
        ('language = "en"\n', EN),
        ('language = "auto"\n', EN),
        ('language = "tlh"\n', EN),
        ("language = 7\n", EN),
        ("half a li", EN),
    ],
)
def test_the_first_word_is_in_the_language_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str, speaks: Language
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert language_at_start() is EN
    (tmp_path / SETTINGS).write_text(kept, encoding="utf-8")
    assert language_at_start() is speaks
    monkeypatch.setenv(LANGUAGE_VARIABLE, "en")
    assert language_at_start() is EN


def test_a_language_that_there_is_not_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(LANGUAGE_VARIABLE, "tlh")
    assert execute(["rules"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "",
        (
            "furiten: "
            + t("look.unknown", choices="auto, en, ja", name="tlh", variable="FURITEN_LANGUAGE")
            + "\n"
        ),
    )


def test_help_speaks_japanese_and_answers_for_programs_do_not_change() -> None:
    """One process a language: what ``--help`` says is asked for when a command is loaded."""
    script = (
        "from tui.cli import execute\n"
        "execute(['score', '--help'])\n"
        "execute(['score', '123m456p44s11z', '--win', '1z', '--meld', 'pon:555z', '--json'])"
    )
    english = run([sys.executable, "-c", script], FURITEN_LANGUAGE="en").splitlines()
    japanese = run([sys.executable, "-c", script], FURITEN_LANGUAGE="ja").splitlines()
    assert "--win" in "".join(japanese[:-1])
    assert "符" in "".join(japanese[:-1])
    assert json.loads(japanese[-1]) == json.loads(english[-1])


# -- the settings ------------------------------------------------------------------------------------


def shown(app: FuritenApp) -> str:
    screen = app.screen
    assert isinstance(screen, PageScreen)
    return plain(screen.picture(*app.size))


async def test_a_change_counts_on_every_open_screen_at_once(tmp_path: Path) -> None:
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await until(lambda: takes_keys(app))
        assert "New game" in shown(app)
        await press(pilot, "s")
        settings = screen_of(app, SettingsScreen)
        while settings.field != "language":
            await press(pilot, "down")
        assert says(shown(app), "settings.about.language-auto")
        await press(pilot, "left")
        assert app.settings.language is JA
        assert "言語" in shown(app)
        assert "日本語" in shown(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)
        assert "新しい対局" in shown(app)
        assert "New game" not in shown(app)
    assert SettingsFile(tmp_path).values.language is JA


async def test_the_settings_say_why_a_japanese_system_is_spoken_to_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    monkeypatch.setenv("FURITEN_GLYPHS", "ascii")
    async with running(FuritenApp(folder_at(tmp_path))) as (app, pilot):
        await press(pilot, "s")
        settings = screen_of(app, SettingsScreen)
        assert "kanji do not go with ascii tiles" in settings.about("language")


# -- what is open when it changes --------------------------------------------------------------------

OPEN = (
    "title",
    "which-chi",
    *at_night(["a-lesson", "four-kans", "furiten-after-riichi", "before-the-discard", "riichi", "practice"]),
)
"""Scenes from which the settings can be opened, or that lie below a table from which they can."""


async def _changed(scene: DemoScene, folder: Path) -> str:
    """A scene that is played in English and then goes on in Japanese."""
    app = Staged(scene, folder, sleep=at_once)
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await app.play(scene.steps)
            await apply_variant(pilot, app, Variant((80, 24), {"language": JA}), app.settings)
            return picture(app)
    finally:
        app.close()


@pytest.mark.parametrize("id", OPEN)
def test_a_screen_is_afterwards_as_if_it_had_been_opened_in_that_language(id: str) -> None:
    scene = scene_of(id)
    with folder_for(scene, PICTURE_DEFAULTS) as folder:
        changed = asyncio.run(_changed(scene, folder))
    choose_language(JA)
    assert changed == pictures(scene, [Variant((80, 24))])[0]
