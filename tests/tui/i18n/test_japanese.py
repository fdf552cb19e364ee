"""The game in Japanese: whole texts of certain width, broken where lines may be, with room everywhere."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.outcome import DrawReason
from tests.support.tui.scene_runs import FOR_THE_NIGHT, noted, run
from tests.tui.i18n.test_texts import places
from tui.demo.scene_files import DemoScene, Variant, scenes
from tui.demo.shown_scenes import pictures
from tui.drawing.rows import cells
from tui.i18n import TextForms, catalogue, choose_language, t, unbreakable_pieces, wrapped
from tui.words.names import REASON_WIDTH

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


@pytest.fixture(autouse=True)
def _japanese() -> None:
    choose_language("ja")


def test_the_rule_behind_every_draw_fits() -> None:
    for reason in DrawReason:
        assert cells(t(f"result.rule.{reason.value}")) <= REASON_WIDTH


TEXT = "4pを切ると聴牌（テンパイ）です。Hayaiのリーチに25,000点の3枚、「ドラ」は残り、安全ではない。"


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("待ちは残り八枚", 8, ["待ちは残", "り八枚"]),
        ("待ちは四索、七索", 10, ["待ちは四", "索、七索"]),
        ("待ち（四索）だけ", 6, ["待ち", "（四", "索）", "だけ"]),
        ("残り3枚だけ", 6, ["残り", "3枚", "だけ"]),
        ("ここで4pを切る", 8, ["ここで", "4pを切る"]),
        ("次のリーチ者", 8, ["次の", "リーチ者"]),
        ("打つのが安全です。", 16, ["打つのが安全", "です。"]),
        ("furiten plays on", 8, ["furiten", "plays on"]),
        ("卓は furiten です", 9, ["卓は", "furiten", "です"]),
    ],
    ids=["letters", "comma", "bracket", "counter", "particle", "katakana", "stop", "english", "mixed"],
)
def test_lines_break_where_japanese_does(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


def test_no_line_is_too_wide_and_nothing_is_lost() -> None:
    for width in range(2, 60):
        lines = wrapped(TEXT, width)
        assert "".join(lines) == TEXT
        assert all(cells(line) <= width for line in lines)


def test_no_line_begins_with_what_closes_or_ends_with_what_opens() -> None:
    for width in range(18, 60):
        lines = wrapped(TEXT, width)
        assert not [line for line in lines if line[0] in "、。」）ーっゃゅょ"]
        assert not [line for line in lines if line[-1] in "（「"]


@given(st.text("ab1,. 待ち切っーロン、。（）「」", max_size=40))
def test_pieces_are_the_text(text: str) -> None:
    assert "".join(before + piece for before, piece in unbreakable_pieces(text)).removeprefix(" ") == text
