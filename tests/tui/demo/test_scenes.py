"""Scene files: faults said in a line; every scene pictured as its file says, also in README and docs."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

from ai.drills.question import DrillKind
from tests.support.fresh_interpreter import ROOT
from tests.support.pages import README
from tests.support.tui.pilot import SnapCompare
from tests.support.tui.practice_answers import kept
from tests.support.tui.recorded_games import KEPT, played_before_scenes
from tests.support.tui.scene_runs import is_everyday, picture, run, size_of
from tools.docs import pictures_page
from tui.config.settings import Theme, Tiles
from tui.demo.scene_files import (
    SIZES,
    DemoScene,
    Opens,
    SceneError,
    UnknownScene,
    Variant,
    parse_scene,
    scene_of,
    scenes,
    scenes_in,
)
from tui.demo.shown_scenes import pictures
from tui.demo.staged_app import asked_in, folder_for
from tui.i18n import t
from tui.system.terminal import Glyphs

GOOD = """
opens = "table"
rules = "tenhou"
opening = "you 9m, right 9p!"
orders = "across 5z, left 4z"
settings = { theme = "dark" }
gallery = "100x30"
also = ["100x30 theme=light glyphs=latin", "no-color step=1"]

[setting]
you = "123m456p789s1122z"
draws = { across = "5z", left = "4z" }

[[steps]]
keys = "home right"
says = "walk"

[words.en]
title = "A title"
shows = "A line."
captions.walk = "Two keys."
"""
QUESTION = (
    GOOD.replace('"table"', '"question"')
    + """
[question]
kind = "kan"
asked = { kind = "1s" }
"""
)
NAME = "03-a-scene.toml"


def broken(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def complaint(text: str, name: str = NAME) -> str:
    with pytest.raises(SceneError) as caught:
        pictures(parse_scene(name, text), [Variant((80, 24))])
    message = str(caught.value)
    assert message.startswith(f"{name}: ")
    assert "\n" not in message
    return message.removeprefix(f"{name}: ")


def shown(svg: str) -> str:
    """The screen of a picture as text."""
    return svg.split("<desc>")[1].split("</desc>")[0]


def test_a_file_is_a_scene() -> None:
    scene = parse_scene(NAME, GOOD)
    assert (scene.id, scene.number, scene.file, scene.gallery) == ("a-scene", 3, NAME, (100, 30))
    assert [variant.name for variant in scene.variants] == [
        *("80x24", "120x40", "100x30-light-latin", "80x24-no-color-step-1"),
    ]
    before, after = pictures(scene, [Variant((80, 24), step=0), Variant((80, 24))])
    assert before != after
    assert "Hayai" in shown(before)


@pytest.mark.nightly
def test_pictures_come_in_the_order_in_which_they_are_asked_for() -> None:
    scene = parse_scene(NAME, GOOD)
    large, small = Variant((100, 30)), Variant((80, 24), {"glyphs": "ascii"}, step=0)
    first, second = pictures(scene, [large, small])
    assert [first, second] == [*pictures(scene, [large]), *pictures(scene, [small])]
    assert first != second


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('rules = "tenhou"', "rules =", "not TOML"),
        ('rules = "tenhou"', 'rules = "wrx"', "no ruleset 'wrx'"),
        ('rules = "tenhou"', 'rules = "tenhou"\nrule = 1', "unknown field `rule`"),
        ('rules = "tenhou"', 'rules = "tenhou"\nlength = "week"', "Invalid enum value 'week'"),
        ('rules = "tenhou"', 'errors = "free"', "Invalid enum value 'free'"),
        ('opens = "table"', 'opens = "door"', "Invalid enum value 'door'"),
        ('opens = "table"', 'opens = "title"', "a table 'setting' belongs to"),
        ('opens = "table"', 'opens = "question"', "a table 'question' belongs to"),
        ('opens = "table"', 'opens = "table"\nlesson = "x"', "'lesson' names what a lesson opens"),
        ('opens = "table"', 'opens = "table"\npast = "0 waits+3"', "does not begin with a later day"),
        ('opens = "table"', 'opens = "table"\npast = "0: waits3"', "'waits3' is no answer such as"),
        ('opens = "table"', 'opens = "table"\npast = "0: luck+3"', "'luck+3' is no answer such as"),
        ('opens = "table"', 'opens = "table"\npast = "0: again+3"', "nothing is due again on day 0"),
        ("123m456p789s1122z", "123m456p789s112z", "the hand of you has 12 tiles instead of 13"),
        ("123m456p789s1122z", "123m456p789s11229z", "'9z' is not a tile"),
        ("right 9p!", "left 9p!", "line 1: it is the turn of right, not of left"),
        ("right 9p!", "right riichi 9p!", "opening: line 1, right: no riichi of 9p: not-tenpai"),
        ('orders = "across 5z, left 4z"', 'orders = "you 5z"', "orders: line 1: nobody gives orders to you"),
        ('theme = "dark"', 'theme = "pink"', "settings: Invalid enum value 'pink'"),
        (
            'theme = "dark"',
            'colour = "dark"',
            "settings: there is no setting 'colour'; the settings: hints, ",
        ),
        ('gallery = "100x30"', 'gallery = "40x12"', "'40x12' is no size of at least 80x24"),
        ('gallery = "100x30"', "plays = true", "'plays' belongs to a picture of the gallery"),
        ("100x30 theme=light", "huge theme=light", "'huge' is no size of at least 80x24"),
        ("glyphs=latin", "glyphs=runes", "also '100x30 theme=light glyphs=runes': Invalid enum value"),
        ("step=1", "step=2", "also: there is no step 2"),
        ('"no-color step=1"]', '"100x30 theme=light glyphs=latin"]', "the same picture twice"),
        ("home right", "home rihgt", "steps: 'rihgt' is no key"),
        ('says = "walk"', 'says = "run"', "words.en: there is no caption 'run'"),
        ('says = "walk"', "", "words.en: no step says 'walk'"),
        ("Two keys.", "Two keys. " * 8, "the caption 'walk' is longer than 76 cells"),
        ('title = "A title"', 'title = ""', "a title and what it shows are needed"),
        ("[words.en]", "[words.de]", "it has no words in 'en'"),
    ],
)
def test_what_is_wrong_is_one_clear_line(old: str, new: str, says: str) -> None:
    assert says in complaint(broken(old, new))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "kan"', 'kind = "kan"\ncode = "waits-0004"', "question: either a kind or a code"),
        ('kind = "kan"', 'kind = "luck"', "Invalid enum value 'luck'"),
        (
            'kind = "kan"\nasked = { kind = "1s" }',
            'kind = "way-out"',
            "there is nothing to ask of the kind 'way-out'",
        ),
        ('kind = "kan"', 'kind = "riichi"', "question: riichi and push-fold have positions"),
        ('kind = "kan"', 'kind = "passing"', "question: asked: Object contains unknown field `kind`"),
        ('{ kind = "1s" }', "{}", "question: asked: Object missing required field `kind`"),
        ('"1s"', '"chun"', "question: 'chun' is not a tile"),
        ('kind = "kan"', 'code = "kan-9-2222"', "belongs to a table, and to a question about its position"),
    ],
)
def test_what_is_wrong_with_a_question(old: str, new: str, says: str) -> None:
    assert says in complaint(QUESTION.replace(old, new, 1))


def test_a_code_that_is_none() -> None:
    text = 'opens = "question"\n[question]\ncode = "kan-9"\n[words.en]\ntitle = "x"\nshows = "x"'
    assert complaint(text) == "'9' is no number of a question: those have 4 digits, such as 0412"


@pytest.mark.parametrize("name", ["scene.toml", "3-scene.toml", "00-scene.toml", "03-.toml", "03-A.toml"])
def test_files_are_named_by_place_and_id(name: str) -> None:
    assert "not named like" in complaint(GOOD, name)


def test_no_number_and_no_id_comes_twice(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(GOOD, encoding="utf-8")
    assert [scene.id for scene in scenes_in(tmp_path)] == ["a-scene"]
    (tmp_path / "03-b-scene.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(SceneError, match=r"^03-b-scene\.toml: its number or id is that of 03-a-scene\.toml"):
        scenes_in(tmp_path)


def test_scenes_are_found_by_name_number_and_beginning() -> None:
    first = scenes()[0]
    assert scene_of(first.id) is scene_of("1") is scene_of("01") is scene_of(first.id[:4]) is first
    with pytest.raises(UnknownScene, match="furiten-by-discard, furiten-until-your-turn"):
        scene_of("furiten-")
    with pytest.raises(UnknownScene, match=r"^$"):
        scene_of("nowhere")


def test_a_past_is_what_practice_would_have_kept() -> None:
    scene = parse_scene(
        NAME,
        'opens = "practice"\npast = "0: waits-12 ron+5\\n1: again+8"\n[words.en]\ntitle = "x"\nshows = "x"',
    )
    with folder_for(scene) as folder:
        answers = kept(folder)
    assert [(each.kind, each.right, each.seconds, each.repeat) for each in answers] == [
        ("waits", False, 12.0, False),
        ("ron", True, 5.0, False),
        ("waits", True, 8.0, True),
    ]
    assert answers[0].code == answers[2].code


def test_nothing_stays_behind() -> None:
    def used(scene: DemoScene) -> Path:
        with folder_for(scene) as folder:
            assert folder.exists()
        return folder

    assert not used(scene_of("practice")).exists()


PICTURED = [(scene, variant) for scene in scenes() for variant in scene.variants]


class Taken(App[str]):
    """A picture that has been taken, in the place of the app that ``snap_compare`` would run for it."""

    def __init__(self, svg: str) -> None:
        super().__init__()
        self._svg = svg

    def run(self, *_: object, **__: object) -> Any:
        return self._svg


@pytest.mark.parametrize(
    ("scene", "variant"),
    [
        pytest.param(
            scene,
            variant,
            marks=[] if is_everyday(scene, variant) else [pytest.mark.nightly],
            id=f"{scene.id}-{variant.name}",
        )
        for scene, variant in PICTURED
    ],
)
def test_scene(snap_compare: SnapCompare, scene: DemoScene, variant: Variant) -> None:
    assert snap_compare(Taken(picture(scene, variant)))


# -- what there has to be a scene of -----------------------------------------------------------------


def test_scenes_begin_everywhere() -> None:
    assert len(scenes()) >= 20
    assert {scene.opens for scene in scenes()} == set(Opens)


def test_every_kind_of_question_has_a_scene() -> None:
    asked = [(scene, scene.question) for scene in scenes() if scene.question is not None]
    kinds = {question.kind or asked_in(scene).kind for scene, question in asked}
    assert kinds == set(DrillKind)


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("furiten-by-discard", t("furiten.pond-least", tile="6s")),
        ("furiten-until-your-turn", t("furiten.ends-own-discard")),
        ("furiten-after-riichi", f"no ron {t('furiten.ends-hand-ends')}"),
    ],
)
def test_every_kind_of_furiten_has_a_scene(id: str, said: str) -> None:
    scene = scene_of(id)
    shown = picture(scene, Variant(size_of(scene))).split("</desc>")[0]
    assert said in next(line for line in shown.splitlines() if "FURITEN" in line)


def test_every_look_and_size_is_pictured_every_day() -> None:
    variants = [variant for scene, variant in PICTURED if is_everyday(scene, variant)]
    sizes = {variant.size for variant in variants}
    looks = {value for variant in variants for value in variant.looks.values()}
    assert sizes >= {*SIZES, (100, 30), (160, 50)}
    assert looks >= {
        Tiles.LINE,
        Glyphs.LATIN,
        Glyphs.ASCII,
        Theme.DARK,
        Theme.LIGHT,
        Theme.CONTRAST,
        Theme.SIXTEEN,
    }
    assert any(not variant.colour and variant.looks.get("glyphs") == Glyphs.ASCII for variant in variants)


@pytest.mark.snapshot
@pytest.mark.parametrize(
    "scene",
    [each for each in pictures_page.shown() if not each.plays],
    ids=lambda scene: scene.id,
)
def test_pictures_show_the_scenes(scene: DemoScene) -> None:
    kept = (ROOT / pictures_page.FOLDER / f"{scene.id}.svg").read_text(encoding="utf-8")
    assert run(scene).gallery == kept, "make pictures"


@pytest.mark.snapshot
@pytest.mark.nightly
@pytest.mark.parametrize("scene", pictures_page.shown(), ids=lambda scene: scene.id)
def test_make_pictures_writes_them(scene: DemoScene, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in pictures_page.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    kept = (ROOT / pictures_page.FOLDER / f"{scene.id}.svg").read_text(encoding="utf-8")
    assert pictures_page.picture_of(scene) == kept


@pytest.mark.nightly
def test_the_games_before_a_scene_are_those_that_bots_play() -> None:
    assert gzip.decompress(KEPT.read_bytes()) == played_before_scenes(), "make pictures"


@pytest.mark.snapshot
def test_the_page_shows_every_picture_and_no_other() -> None:
    assert pictures_page.PICTURES.made() == pictures_page.PICTURES.kept, "make pictures"
    assert {file.stem for file in (ROOT / pictures_page.FOLDER).glob("*.svg")} == {
        scene.id for scene in pictures_page.shown()
    }


@pytest.mark.snapshot
def test_the_readme_shows_the_scene_that_plays() -> None:
    (playing,) = (scene for scene in pictures_page.shown() if scene.plays)
    assert pictures_page.section().index(f"{playing.id}.svg") < pictures_page.section().index(
        "why-it-is-safe"
    )
    assert pictures_page.link(playing) in README.read_text(encoding="utf-8")


def test_the_picture_of_the_readme_begins_with_what_furiten_is() -> None:
    (tour,) = (scene for scene in pictures_page.shown() if scene.plays)
    kept = (ROOT / pictures_page.FOLDER / f"{tour.id}.svg").read_text(encoding="utf-8")
    first = kept.partition("<desc>")[2].partition("</desc>")[0]
    (step,) = (step for step in tour.steps if step.first)
    assert tour.texts.captions[step.says] in first
    assert t("table.furiten") in first
