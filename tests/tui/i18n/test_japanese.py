"""The game in Japanese: whole texts of certain width, broken where lines may be, with room everywhere."""

from __future__ import annotations

import re
import unicodedata
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ai.coach import CautionKind
from ai.reading.furiten_advice import FuritenAdvice, MissedWin, WayKind, WayOut
from ai.reading.outlook import Draw, Outlook, Wait
from engine.actions import Refusal, Why
from engine.furiten import Cause, CauseEnd, FuritenKind, Passed
from engine.outcome import DrawReason
from engine.table import PondTile
from engine.tiles import RED_FIVES, parse_tiles
from tests.support.tui.positions import FURITEN_WIDTH
from tests.support.tui.scene_runs import FOR_THE_NIGHT, noted, run
from tests.tui.desk.test_desk_hints import REDS_AND_HONOURS
from tests.tui.i18n.test_texts import places
from tests.tui.words.test_event_lines import CAUSES, LONG, NUMBERS, RED, TRIED, shown_furiten
from tui.config.actions import BY_ID
from tui.demo.scene_files import DemoScene, Variant, scenes
from tui.demo.shown_scenes import pictures
from tui.desk.hints import LINE_WIDTH, RIICHI_WIDTH, wait_line
from tui.drawing.rows import cells
from tui.i18n import TextForms, catalogue, choose_language, t, unbreakable_pieces, wrapped
from tui.words.action_words import refused
from tui.words.furiten_sentences import _GONE, missed_win_reply
from tui.words.names import REASON_WIDTH, Seating
from tui.words.warnings import warning

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


NAMES = Seating(LONG, 0)
POND = [PondTile(RED, False, called_by=2)] * 18
NO_YAKU = Refusal(Why.NO_YAKU)


@pytest.fixture(autouse=True)
def _japanese() -> None:
    choose_language("ja")


def furiten_line(*causes: Cause, advice: FuritenAdvice | None = None, **rest: Any) -> str:
    return shown_furiten(causes, POND, advice, **rest)[1]


def test_every_reason_fits() -> None:
    for why, name, tiles, cause in product(Why, TRIED, ((), parse_tiles("567z")), CAUSES):
        refusal = Refusal(why, causes=(cause,), tiles=tiles, number=NUMBERS.get(why, 70))
        sentence = refused(name, refusal)
        assert cells(sentence) <= REASON_WIDTH, sentence
        assert sentence.endswith("。")


@pytest.mark.parametrize("more", [(), CAUSES[-3:]])
def test_the_furiten_line_fits(more: tuple[Cause, ...]) -> None:
    for one in CAUSES:
        line = furiten_line(one, *more)
        assert cells(line) <= FURITEN_WIDTH, line


@pytest.mark.parametrize("kind", WayKind)
def test_it_fits_with_every_way_out(kind: WayKind) -> None:
    hand = Outlook(0, tuple(Wait(wait, 4) for wait in parse_tiles("5671234z")), ())
    draws = (Draw(0, 4, (hand,)),) * 9
    ways = (WayOut(kind, RED, hand, draws, fewer=-12),)
    for one, found, my_turn in product(CAUSES, (ways, ()), (True, False)):
        line = furiten_line(one, advice=FuritenAdvice((one,), (), found, draws), my_turn=my_turn)
        assert cells(line) <= FURITEN_WIDTH, line


@pytest.mark.parametrize("why", [None, Why.NO_YAKU, Why.TWO_HAN_MINIMUM, Why.FURITEN])
def test_it_fits_after_every_winning_tile_that_passed(why: Why | None) -> None:
    passes = [cause for cause in CAUSES if cause.passed is not None]
    for before, one in product(CAUSES, passes):
        refusal = None if why is None else Refusal(why, causes=(before,), number=5)
        line = furiten_line(before, missed=MissedWin(one, refusal))
        assert cells(line) <= FURITEN_WIDTH, line


def test_a_ron_that_comes_too_late_is_told_in_a_line() -> None:
    for why, ends in product((None, *_GONE), CauseEnd):
        cause = Cause(FuritenKind.RIICHI, RED_FIVES[1], 1, 18, ends, Passed.DISCARD)
        sentence = missed_win_reply(
            MissedWin(cause, None if why is None else Refusal(why)), SimpleNamespace(furiten=(cause,)), NAMES
        )
        assert cells(sentence) <= REASON_WIDTH, sentence


def test_what_the_coach_says_fits_and_names_the_key() -> None:
    for kind, name, free in product(CautionKind, ("confirm", "cancel", "pass"), (True, False)):
        if free or kind not in (CautionKind.LATER, CautionKind.KAN):
            said = replace(REDS_AND_HONOURS, kind=kind, better=REDS_AND_HONOURS.better if free else None)
            line = warning(said, name)
            assert cells(line) <= REASON_WIDTH, line
            assert f"もう一度{BY_ID[name].key}で" in line


@pytest.mark.parametrize("width", [LINE_WIDTH, RIICHI_WIDTH])
@pytest.mark.parametrize("count", range(1, 14))
def test_the_wait_line_fits(width: int, count: int) -> None:
    kinds = parse_tiles("5671234z1919m19p19s")[:count]
    choices = product((None, NO_YAKU), (None, NO_YAKU), (None, RED), ((), CAUSES[:1]))
    for ron, tsumo, discard, furiten in choices:
        waits = tuple(Wait(kind, 4, ron, tsumo) for kind in kinds)
        mixed = (*waits[1:], Wait(kinds[0], 0, None if ron else NO_YAKU, tsumo))
        for each in (waits, mixed):
            line = wait_line(Outlook(0, each, furiten, discard), width)
            assert cells(line) <= width, line
    for shanten in range(7):
        assert cells(wait_line(Outlook(shanten, (), (), RED), width)) <= width


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
