"""The game in Japanese: its texts are whole, of certain width, and have room on every screen."""

from __future__ import annotations

import re
import unicodedata

import pytest

from tests.support.tui.cut_text import noted
from tests.support.tui.scene_runs import FOR_THE_NIGHT, run
from tests.tui.i18n.test_texts import places
from tui.demo.scene import DemoScene, Variant
from tui.demo.scene_files import scenes
from tui.demo.scene_pictures import pictures
from tui.i18n.texts import TextForms, catalogue, choose_language

pytestmark = pytest.mark.usefixtures("quick_disk")

ENGLISH, JAPANESE = catalogue("en"), catalogue("ja")
SMALLEST = (80, 24)


def forms(entry: TextForms) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


# -- the texts ---------------------------------------------------------------------------------------


def test_each_language_has_the_texts_of_the_other() -> None:
    assert ENGLISH.keys() - JAPANESE.keys() == set()
    assert JAPANESE.keys() - ENGLISH.keys() == set()


def test_a_text_has_the_places_of_the_english_one() -> None:
    """``{points:,}`` in both; a number that only decides on one or other need not be told."""
    faults = {
        key: (entry, ENGLISH[key])
        for key, entry in JAPANESE.items()
        if spelled(entry) - spelled(ENGLISH[key]) or places(ENGLISH[key]) - places(entry) - {"count"}
    }
    assert faults == {}


def spelled(entry: TextForms) -> set[str]:
    """The places as they are written."""
    return {place for form in forms(entry) for place in re.findall(r"{[^}]*}", form)}


def test_every_character_has_a_certain_width() -> None:
    """Terminals differ on what Unicode leaves open: ambiguous width, as of an arrow or an ellipsis."""
    doubtful = {
        key: letter
        for key, entry in JAPANESE.items()
        for form in forms(entry)
        for letter in form
        if not letter.isascii() and unicodedata.east_asian_width(letter) not in "WF"
    }
    assert doubtful == {}


LITTLE = re.compile(
    r"(?<![\w-])(the|is|are|it|you|your|of|to|and|or|an?|in|on|not|no|with|for|this|that|can|has|have)(?![\w-])",
    re.I,
)
"""Words without which there is no English sentence; those of commands, options and files are others."""
PLACE = re.compile(r"{[^}]*}")
SAME = {"settings.values.language.en"}
"""What is called alike in every language."""


def test_nothing_is_left_in_english() -> None:
    left = {
        key: form
        for key, entry in JAPANESE.items()
        for form in forms(entry)
        if key not in SAME
        if LITTLE.search(PLACE.sub("", form)) or (is_told(form) and form in forms(ENGLISH[key]))
    }
    assert left == {}


def is_told(form: str) -> bool:
    """Whether there is a word in it that is not only typed."""
    return bool(re.search(r"[A-Za-z]{3,}", PLACE.sub("", form)))


# -- on the screen -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scene", [scene for scene in scenes() if scene.id not in FOR_THE_NIGHT], ids=lambda scene: scene.id
)
def test_nothing_is_cut_on_the_last_screen_of_a_scene(scene: DemoScene) -> None:
    assert run(scene).cut == []


@pytest.mark.nightly
@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.id)
def test_nothing_of_a_scene_is_cut(scene: DemoScene, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_language("ja")
    with noted(monkeypatch) as lost:
        pictures(scene, [Variant(SMALLEST)])
    assert lost == []
